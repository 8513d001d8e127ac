import type { Static } from 'typebox'
import { wheelWorks } from '../house/wheel-work.ts'
import { list, oneOf, optional, orNull, shape, text, textUpTo, time, whole } from './shapes.ts'
import { signature } from './signature.ts'

/** Wheels by their serial numbers: their tables, the work on them and their results. */
const logEntry = shape({
  work: oneOf(wheelWorks),
  table: orNull(text),
  technician: text,
  reason: text,
  at: time,
  by: signature,
})
export type WheelLogRow = Static<typeof logEntry>

/**
 * `wheel` null: a table whose wheel nobody has named. `table`: where it stands now. `since`: from when on. `order`: its pockets in their
 * order, empty before its first spin; `counts`: how often the ball rested in each, over all tables.
 */
export const wheelRow = shape({
  wheel: orNull(text),
  table: orNull(text),
  since: orNull(time),
  log: list(logEntry),
  order: list(text),
  counts: list(whole),
  spins: whole,
  tables: list(shape({ table: text, spins: whole })),
})
export type WheelRow = Static<typeof wheelRow>

export const newWork = shape({
  wheel: textUpTo(32),
  work: oneOf(wheelWorks),
  table: optional(textUpTo(64)),
  technician: textUpTo(64),
  reason: textUpTo(500),
})
