import * as english from '../../words/en/lobby.en.ts'
import { wordsOf } from './speech.ts'

export const { lobby } = wordsOf('hall', { lobby: english.lobby })
