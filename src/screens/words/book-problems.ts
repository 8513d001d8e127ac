import * as english from '../../words/en/book-problems.en.ts'
import { spokenWords } from './speech.ts'

export const { bookProblems } = spokenWords('bookProblems', english)
