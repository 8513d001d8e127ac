import * as english from '../../words/en/lobby.en.ts'
import { spokenWords } from './speech.ts'

export const { lobby } = spokenWords('hall', english)
