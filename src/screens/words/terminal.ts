import { terminal as terminalInEnglish } from '../../words/en/terminal.en.ts'
import { wordsOf } from './speech.ts'

export const terminal = wordsOf('terminal', terminalInEnglish, 'hall')
