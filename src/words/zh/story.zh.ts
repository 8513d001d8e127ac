import { receipts } from './receipts.zh.ts'
import { storyOfRefusals } from './story-refusals.zh.ts'
import { storyOfRounds } from './story-rounds.zh.ts'
import { storyOfWagers } from './story-wagers.zh.ts'

/** What happened, told. */
export const words = { receipts, story: { ...storyOfWagers, ...storyOfRounds, ...storyOfRefusals } }
