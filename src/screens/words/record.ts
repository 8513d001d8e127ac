import * as commandWords from '../../words/en/commands.en.ts'
import * as recordWords from '../../words/en/record.en.ts'
import { wordsOf } from './speech.ts'

/** Words of the record: what was asked and happened, who was signed in. */
export const { commands, pins, sessionEnds, machines, requests, roundEvents, houseEvents } = wordsOf('desk', {
  commands: commandWords.commands,
  pins: recordWords.pins,
  sessionEnds: recordWords.sessionEnds,
  machines: recordWords.machines,
  requests: recordWords.requests,
  roundEvents: recordWords.roundEvents,
  houseEvents: recordWords.houseEvents,
})
