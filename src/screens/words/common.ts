import * as english from '../../words/en/common.en.ts'
import { wordsOf } from './speech.ts'

export const { common, stages, shortStages } = wordsOf('hall', english)
