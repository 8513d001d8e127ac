import * as english from '../../words/en/common.en.ts'
import { spokenWords } from './speech.ts'

export const { common, stages, shortStages } = spokenWords('hall', english)
