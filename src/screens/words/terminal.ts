import * as english from '../../words/en/terminal.en.ts'
import { wordsOf } from './speech.ts'

export const { terminal, service } = wordsOf('hall', { terminal: english.terminal, service: english.service })
