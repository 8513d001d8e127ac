import * as english from '../../words/en/common.en.ts'
import { wordsOf } from './speech.ts'

export const { common, stages, shortStages } = wordsOf('hall', {
  common: english.common,
  stages: english.stages,
  shortStages: english.shortStages,
})
