import type { HouseEvent } from './house-events.ts'
import type { HouseRefusal } from './house-refusals.ts'

/** What is to be journalled, or a refusal. */
export type Decided = { events: readonly HouseEvent[] } | HouseRefusal

/** What comes of a command: a refusal may have events too, for a failed try is on record. */
export type HouseDecision = { events: readonly HouseEvent[]; refused?: HouseRefusal }
