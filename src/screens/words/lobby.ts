import { lobby as lobbyInEnglish } from '../../words/en/lobby.en.ts'
import { wordsOf } from '../kit/language.ts'

export const lobby = wordsOf('lobby', lobbyInEnglish, 'hall')
