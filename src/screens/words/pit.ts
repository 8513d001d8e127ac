import {
  chanceWords as chanceWordsInEnglish,
  meterNames as meterNamesInEnglish,
  pit as pitInEnglish,
} from '../../words/en/pit.en.ts'
import { wordsOf } from './speech.ts'

export const pit = wordsOf('pit', pitInEnglish, 'desk')
export const meterNames = wordsOf('meterNames', meterNamesInEnglish, 'desk')
export const chanceWords = wordsOf('chanceWords', chanceWordsInEnglish, 'desk')
