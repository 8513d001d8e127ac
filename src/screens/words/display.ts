import * as english from '../../words/en/display.en.ts'
import { spokenWords } from './speech.ts'

export const { display } = spokenWords('hall', english)
