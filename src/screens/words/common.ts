import {
  common as commonInEnglish,
  shortStages as shortStagesInEnglish,
  stages as stagesInEnglish,
} from '../../words/en/common.en.ts'
import { wordsOf } from './speech.ts'

export const common = wordsOf('common', commonInEnglish, 'hall')
export const stages = wordsOf('stages', stagesInEnglish, 'hall')
export const shortStages = wordsOf('shortStages', shortStagesInEnglish, 'hall')
