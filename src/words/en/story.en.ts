import { storyOfRefusals } from './story-refusals.en.ts'
import { storyOfRounds } from './story-rounds.en.ts'
import { storyOfWagers } from './story-wagers.en.ts'

/** What happened, told. */
export const story = { ...storyOfWagers, ...storyOfRounds, ...storyOfRefusals }
