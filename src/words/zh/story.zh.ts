import { storyOfRefusals } from './story-refusals.zh.ts'
import { storyOfRounds } from './story-rounds.zh.ts'
import { storyOfWagers } from './story-wagers.zh.ts'

/** The bundle that stories and receipts are told with. */
export * from './receipts.zh.ts'
export const story = { ...storyOfWagers, ...storyOfRounds, ...storyOfRefusals }
