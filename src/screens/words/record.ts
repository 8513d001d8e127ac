import * as commandWords from '../../words/en/commands.en.ts'
import * as recordWords from '../../words/en/record.en.ts'
import { wordsOf } from './speech.ts'

/** Words of the record: what was asked and happened, who was signed in. */
export const { commands, pins, sessionEnds, machines, requests, roundEvents, houseEvents } = wordsOf('desk', {
  ...commandWords,
  ...recordWords,
})
