import { display as displayInEnglish } from '../../words/en/display.en.ts'
import { wordsOf } from './speech.ts'

export const display = wordsOf('display', displayInEnglish, 'hall')
