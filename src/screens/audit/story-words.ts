import * as english from '../../words/en/story.en.ts'
import type { StoryWords } from '../../words/vocabulary.ts'
import { books, clauses, nouns } from '../words/names.ts'
import { commands } from '../words/record.ts'
import { spokenWords } from '../words/speech.ts'

/** What a round is told with, in the language spoken. */
export const storyWords: StoryWords = {
  nouns,
  books,
  clauses,
  commands,
  ...spokenWords('story', { story: english.story }),
}
