import { terminal as terminalInEnglish } from '../../words/en/terminal.en.ts'
import { wordsOf } from '../kit/language.ts'

export const terminal = wordsOf('terminal', terminalInEnglish, 'hall')
