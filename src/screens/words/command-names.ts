import { commands as commandsInEnglish } from '../../words/en/commands.en.ts'
import { wordsOf } from './speech.ts'

export const commands = wordsOf('commands', commandsInEnglish, 'desk')
