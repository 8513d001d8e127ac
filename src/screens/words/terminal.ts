import * as english from '../../words/en/terminal.en.ts'
import { spokenWords } from './speech.ts'

export const { terminal, service } = spokenWords('hall', english)
