import type { EventType } from '../../engine/events.ts'
import * as english from '../../words/en/audit.en.ts'
import { commands, houseEvents, requests, roundEvents } from './record.ts'
import { spokenWords } from './speech.ts'

export const { audit, accountNames, houseKinds, markNames } = spokenWords('desk', english)

type Names = Readonly<Record<string, string>>

export const eventName = (type: EventType): string => roundEvents[type]

/** Events of the house; an unknown event keeps the service's name. */
export const houseEventName = (type: string): string => (houseEvents as Names)[type] ?? type

/** Names an action that was refused; one that is not known here has the service's own name. */
export const askedName = (asked: string): string => (commands as Names)[asked] ?? (requests as Names)[asked] ?? asked
