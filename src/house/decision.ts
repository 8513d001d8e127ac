import type { HouseEvent } from './events.ts'
import type { HouseRefusal } from './refusals.ts'

/** What is to be journalled and what comes of it, or a refusal. */
export type Decided<Result = unknown> = ({ events: readonly HouseEvent[] } & Result) | HouseRefusal

/** A failed try is refused and recorded: journal the events, then answer the refusal. */
export type Tried<Result = unknown> =
  | ({ events: readonly HouseEvent[]; refusal?: undefined } & Result)
  | { events: readonly HouseEvent[]; refusal: HouseRefusal }
