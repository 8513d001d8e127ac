import type { WheelFault } from '../../wheel/wheel-faults.ts'
import type { MoveReason } from '../../wire/alarm.ts'
import { type AlarmFacts, alarmWords, faultWords } from '../../words/alarm-words.ts'
import * as english from '../../words/en/alarms.en.ts'
import { commands } from './command-names.ts'
import { nouns } from './names.ts'
import { refusals } from './refusal-text.ts'
import { wordsOf } from './speech.ts'

const words = {
  alarms: wordsOf('alarms', english.alarms, 'desk'),
  faults: wordsOf('faults', english.faults, 'desk'),
  lineFaults: wordsOf('lineFaults', english.lineFaults, 'desk'),
  faultNotes: wordsOf('faultNotes', english.faultNotes, 'desk'),
  machineFaults: wordsOf('machineFaults', english.machineFaults, 'desk'),
  commands,
  refusals,
  nouns,
}

export const alarmText = (alarm: AlarmFacts): string => alarmWords(words, alarm)
export const moveReasonText = (why: MoveReason): string => words.alarms[why]
export const faultName = (fault: WheelFault): string => faultWords(words, fault)
