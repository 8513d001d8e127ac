import {
  dealer as dealerInEnglish,
  effects as effectsInEnglish,
  wheelStates as wheelStatesInEnglish,
  wheelWarnings as wheelWarningsInEnglish,
} from '../../words/en/dealer.en.ts'
import { wordsOf } from './speech.ts'

export const dealer = wordsOf('dealer', dealerInEnglish, 'desk')
export const effects = wordsOf('effects', effectsInEnglish, 'desk')
export const wheelStates = wordsOf('wheelStates', wheelStatesInEnglish, 'desk')
export const wheelWarnings = wordsOf('wheelWarnings', wheelWarningsInEnglish, 'desk')
