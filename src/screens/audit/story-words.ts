import { story as storyInEnglish } from '../../words/en/story.en.ts'
import type { StoryWords } from '../../words/vocabulary.ts'
import { commands } from '../words/command-names.ts'
import { books, clauses } from '../words/editions.ts'
import { nouns } from '../words/names.ts'
import { wordsOf } from '../words/speech.ts'

/** What a round is told with, in the language spoken. */
export const storyWords: StoryWords = {
  nouns,
  books,
  clauses,
  commands,
  story: wordsOf('story', storyInEnglish, 'story'),
}
