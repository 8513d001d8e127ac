import * as english from '../../words/en/story.en.ts'
import type { StoryWords } from '../../words/vocabulary.ts'
import { books, clauses, nouns } from './names.ts'
import { commands } from './record.ts'
import { spokenWords } from './speech.ts'

/** The words of the story, in the language spoken. */
export const storyWords: StoryWords = { nouns, books, clauses, commands, ...spokenWords('story', english) }
