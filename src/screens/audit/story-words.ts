import { books as booksInEnglish } from '../../words/en/books.en.ts'
import { clauses as clausesInEnglish } from '../../words/en/clauses.en.ts'
import { commands as commandsInEnglish } from '../../words/en/commands.en.ts'
import { story as storyInEnglish } from '../../words/en/story.en.ts'
import type { StoryWords } from '../../words/vocabulary.ts'
import { wordsOf } from '../kit/language.ts'
import { nouns } from '../words/names.ts'

/** What a round is told with, in the language spoken. */
export const storyWords: StoryWords = {
  nouns,
  books: wordsOf('books', booksInEnglish, 'hall'),
  clauses: wordsOf('clauses', clausesInEnglish, 'hall'),
  commands: wordsOf('commands', commandsInEnglish, 'desk'),
  story: wordsOf('story', storyInEnglish, 'story'),
}
