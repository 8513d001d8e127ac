import type { WheelFault } from '../../wheel/wheel-faults.ts'
import type { MoveReason } from '../../wire/alarm.ts'
import { type AlarmFacts, alarmWords, faultWords } from '../../words/alarm-words.ts'
import * as alarmsInEnglish from '../../words/en/alarms.en.ts'
import * as dealerInEnglish from '../../words/en/dealer.en.ts'
import * as pitInEnglish from '../../words/en/pit.en.ts'
import { nouns, refusals } from './names.ts'
import { commands } from './record.ts'
import { wordsOf } from './speech.ts'

/** Words of the console and the pit desk. */
export const { dealer, effects, wheelStates, wheelWarnings } = wordsOf('desk', {
  dealer: dealerInEnglish.dealer,
  effects: dealerInEnglish.effects,
  wheelStates: dealerInEnglish.wheelStates,
  wheelWarnings: dealerInEnglish.wheelWarnings,
})
export const { pit, meterNames, chanceWords } = wordsOf('desk', {
  pit: pitInEnglish.pit,
  meterNames: pitInEnglish.meterNames,
  chanceWords: pitInEnglish.chanceWords,
})

const alarms = {
  ...wordsOf('desk', {
    alarms: alarmsInEnglish.alarms,
    faults: alarmsInEnglish.faults,
    lineFaults: alarmsInEnglish.lineFaults,
    machineFaults: alarmsInEnglish.machineFaults,
    faultNotes: alarmsInEnglish.faultNotes,
  }),
  commands,
  refusals,
  nouns,
}

export const alarmText = (alarm: AlarmFacts): string => alarmWords(alarms, alarm)
export const moveReasonText = (why: MoveReason): string => alarms.alarms[why]
export const faultName = (fault: WheelFault): string => faultWords(alarms, fault)
