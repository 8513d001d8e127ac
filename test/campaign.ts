import { isShort } from './suites.ts'

/** How much the long campaigns do: CAMPAIGN=4 does four times what the suites do. */
export const campaign = Number(process.env.CAMPAIGN ?? 1)

/** The same for random cases that cost seconds: the short suite tries a quarter of them. */
export const randomCases = campaign * (isShort ? 0.25 : 1)

/** Whether a campaign does the whole of what the suites do in part. */
export const isWhole = campaign >= 4

/** A quick run takes one in several; otherwise all run. */
const QUICK_SHARE = 6
export const sampleOf = <T>(all: readonly T[]): readonly T[] =>
  campaign < 1 ? all.filter((_, nth) => nth % QUICK_SHARE === 0) : all
