import * as english from '../../words/en/lab.en.ts'
import { wordsOf } from './speech.ts'

export const { lab } = wordsOf('lab', { lab: english.lab })
