import * as english from '../../words/en/lab.en.ts'
import { spokenWords } from './speech.ts'

export const { lab } = spokenWords('lab', english)
