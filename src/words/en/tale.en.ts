import { storyOfWagers } from './story.en.ts'
import { storyOfRefusals } from './story-refusals.en.ts'
import { storyOfRounds } from './story-rounds.en.ts'

/** What happened, told. */
export const story = { ...storyOfWagers, ...storyOfRounds, ...storyOfRefusals }
