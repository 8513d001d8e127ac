import * as commandWords from '../../words/en/commands.en.ts'
import * as recordWords from '../../words/en/record.en.ts'
import { spokenWords } from './speech.ts'

/** Words of the record: what was asked and happened, who was signed in. */
export const { commands } = spokenWords('desk', commandWords)
export const { pins, sessionEndNames, machines, requests, roundEvents, houseEvents } = spokenWords('desk', recordWords)
