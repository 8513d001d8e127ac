import type { EventType } from '../../engine/events.ts'
import * as english from '../../words/en/audit.en.ts'
import { commands, houseEvents, requests, roundEvents } from './record.ts'
import { spokenWords } from './speech.ts'

export const { audit, accountNames, houseKinds, markNames } = spokenWords('desk', english)

type Names = Readonly<Record<string, string>>

export const eventName = (type: EventType): string => roundEvents[type]

/** What happened in the house; what is not known here is called as the service calls it. */
export const houseEventName = (type: string): string => (houseEvents as Names)[type] ?? type

/** What was asked, and of which table or stream; what is not known here is called as the service calls it. */
export function askedName(asked: string): string {
  const [code = '', ...of] = asked.split(' ')
  return [(commands as Names)[code] ?? (requests as Names)[code] ?? code, ...of].join(' ')
}
