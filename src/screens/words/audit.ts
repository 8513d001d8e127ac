import type { EventType } from '../../engine/events.ts'
import {
  accountNames as accountsInEnglish,
  audit as auditInEnglish,
  houseKinds as kindsInEnglish,
  marks as marksInEnglish,
} from '../../words/en/audit.en.ts'
import * as record from '../../words/en/record.en.ts'
import { commands } from './command-names.ts'
import { wordsOf } from './speech.ts'

export const audit = wordsOf('audit', auditInEnglish, 'desk')
export const accountNames = wordsOf('accountNames', accountsInEnglish, 'desk')
export const houseKinds = wordsOf('houseKinds', kindsInEnglish, 'desk')
export const marks = wordsOf('marks', marksInEnglish, 'desk')
export const machines = wordsOf('machines', record.machines, 'desk')
const requests = wordsOf('requests', record.requests, 'desk')
const roundEvents = wordsOf('roundEvents', record.roundEvents, 'desk')
const houseEvents = wordsOf('houseEvents', record.houseEvents, 'desk')

type Names = Readonly<Record<string, string>>

export const eventName = (type: EventType): string => roundEvents[type]

/** What happened in the house; what is not known here is called as the service calls it. */
export const houseEventName = (type: string): string => (houseEvents as Names)[type] ?? type

/** What was asked, and of which table or stream; what is not known here is called as the service calls it. */
export function askedName(asked: string): string {
  const [code = '', ...of] = asked.split(' ')
  return [(commands as Names)[code] ?? (requests as Names)[code] ?? code, ...of].join(' ')
}
