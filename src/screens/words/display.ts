import { display as displayInEnglish } from '../../words/en/display.en.ts'
import { wordsOf } from '../kit/language.ts'

export const display = wordsOf('display', displayInEnglish, 'hall')
