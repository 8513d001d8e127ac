import { type Alarm, alarmWords, faultWords, type WheelFault } from '../../words/alarm-words.ts'
import * as english from '../../words/en/alarms.en.ts'
import { commands as commandsInEnglish } from '../../words/en/commands.en.ts'
import { refusals as refusalsInEnglish } from '../../words/en/refusals.en.ts'
import { wordsOf } from '../kit/language.ts'
import { nouns } from './names.ts'

const words = {
  alarms: wordsOf('alarms', english.alarms, 'desk'),
  faults: wordsOf('faults', english.faults, 'desk'),
  lineFaults: wordsOf('lineFaults', english.lineFaults, 'desk'),
  faultNotes: wordsOf('faultNotes', english.faultNotes, 'desk'),
  commands: wordsOf('commands', commandsInEnglish, 'desk'),
  refusals: wordsOf('refusals', refusalsInEnglish, 'hall'),
  nouns,
}

/** An alarm in words; what went wrong stays as the machine put it. */
export const alarmText = (alarm: Alarm): string => alarmWords(words, alarm)
export const faultName = (fault: WheelFault): string => faultWords(words, fault)
