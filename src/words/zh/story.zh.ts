import { storyOfRefusals } from './story-refusals.zh.ts'
import { storyOfRounds } from './story-rounds.zh.ts'
import { storyOfWagers } from './story-wagers.zh.ts'

/** The bundle of words for stories and receipts. */
export * from './receipts.zh.ts'
export const story = { ...storyOfWagers, ...storyOfRounds, ...storyOfRefusals }
