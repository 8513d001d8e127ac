import { lobby as lobbyInEnglish } from '../../words/en/lobby.en.ts'
import { wordsOf } from './speech.ts'

export const lobby = wordsOf('lobby', lobbyInEnglish, 'hall')
