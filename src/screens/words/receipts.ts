import { receipts as receiptsInEnglish } from '../../words/en/receipts.en.ts'
import { wordsOf } from './speech.ts'

export const receipts = wordsOf('receipts', receiptsInEnglish, 'hall')
