import type { WheelFault } from '../../wheel/wheel-faults.ts'
import type { MoveReason } from '../../wire/alarm.ts'
import { type AlarmFacts, alarmWords, faultWords } from '../../words/alarm-words.ts'
import * as alarmsInEnglish from '../../words/en/alarms.en.ts'
import * as dealerInEnglish from '../../words/en/dealer.en.ts'
import * as pitInEnglish from '../../words/en/pit.en.ts'
import { nouns, refusals } from './names.ts'
import { commands } from './record.ts'
import { spokenWords } from './speech.ts'

/** Words of the console and the pit desk. */
export const { dealer, effects, wheelStates, wheelWarnings } = spokenWords('desk', dealerInEnglish)
export const { pit, events, stops, meterNames, holdVerdicts } = spokenWords('desk', pitInEnglish)

const alarmVocabulary = { ...spokenWords('desk', alarmsInEnglish), commands, refusals, nouns }

export const alarmText = (alarm: AlarmFacts): string => alarmWords(alarmVocabulary, alarm)
export const moveReasonText = (why: MoveReason): string => alarmVocabulary.alarms[why]
export const faultName = (fault: WheelFault): string => faultWords(alarmVocabulary, fault)
