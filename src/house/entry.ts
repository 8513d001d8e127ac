import type { HouseEvent } from './events.ts'

/** The entry of a table that is written in the same transaction. */
export type Beside = { stream: string; seq: number }

/** One entry of the house's own journal. `id`: the request's, so that asking again is no second ticket. */
export type HouseEntry = { at: string; actor: string; id?: string; beside?: Beside; events: readonly HouseEvent[] }
