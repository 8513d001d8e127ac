import { isShort } from './suites.ts'

/** How many random cases, kills and power cuts: CAMPAIGN=4 does four times what the whole suite does, the short one a quarter. */
export const campaign = Number(process.env.CAMPAIGN ?? (isShort ? 0.25 : 1))

/** The same for random play that must have been everywhere: the short suite does not shorten it. */
export const wholeCampaign = Number(process.env.CAMPAIGN ?? 1)

/** Whether a campaign does the whole of what the suites do in part. */
export const isWhole = campaign >= 4

/** The short suite takes one in four, a quick run one in six; otherwise all run. */
const share = Math.min(6, Math.max(1, Math.round(1 / campaign)))
export const sampleOf = <T>(all: readonly T[]): readonly T[] => all.filter((_, nth) => nth % share === 0)
