import type { Static } from 'typebox'
import type { Limits } from '../engine/limits.ts'
import { limits } from './play-shapes.ts'
import { cents, flag, list, loosely, oneOf, optional, orNull, shape, text, textUpTo, time, whole } from './shapes.ts'
import { role, signature } from './signature.ts'

/** Messages of the floor: notices, calls, shifts, and the house's own settings. */
const noticeFields = {
  about: oneOf([
    'corrected',
    'settled-again',
    'voided',
    'decided',
    'ruled',
    'awarded',
    'award-changed',
    'limits',
    'closed',
    'opened',
  ]),
  at: time,
  reason: orNull(text),
  clause: orNull(text),
  book: orNull(text),
  round: optional(whole),
  before: optional(cents),
  after: optional(cents),
  amount: optional(cents),
  owed: optional(cents),
  from: optional(orNull(text)),
  to: optional(text),
  code: optional(text),
  decision: optional(oneOf(['void', 'settle', 'continue', 'stands'])),
  spot: optional(text),
  treatment: optional(oneOf(['stands', 'returned', 'moved'])),
  toSpot: optional(text),
  limits: optional(shape({ from: limits, to: limits })),
}
export const notice = shape({ number: whole, ...noticeFields })
export const noticesRead = shape({ upTo: whole })

export const call = shape({
  terminal: text,
  table: text,
  at: time,
  withdrawn: orNull(time),
  answered: orNull(shape({ at: time, by: signature })),
})

const stopFields = {
  scope: oneOf(['house', 'game', 'table']),
  /** The game or the table; empty for the house. */
  of: text,
  reason: textUpTo(500),
}
const stopTime = oneOf(['now', 'after-round'])
export const newStop = shape({ ...stopFields, when: stopTime })
export const stopEnd = shape(stopFields)
export const gamingStop = shape({ ...stopFields, reason: text, when: stopTime, at: time, by: signature })
export type GamingStop = Static<typeof gamingStop>

/** A terminal of a table as its dealer sees it. `isWatched`: a screen shows it now. */
export const tableSeat = shape({
  terminal: text,
  name: text,
  player: text,
  status: oneOf(['open', 'closing', 'closed']),
  enrolled: flag,
  isWatched: flag,
  called: orNull(time),
})
export type TableSeat = Static<typeof tableSeat>

/** The limits of a table after its round. */
export const limitsPlan = shape({ limits: loosely<Limits>(), reason: text })

const shiftDealer = shape({ badge: text, name: text })
const shiftFigures = shape({ rounds: whole, handle: cents, win: cents, drop: cents })
export const shift = shape({
  dealer: shiftDealer,
  since: time,
  began: shiftFigures,
  until: orNull(time),
  ended: orNull(shiftFigures),
  to: orNull(shiftDealer),
})
/** `now`: what the table's figures are at this moment. */
export const tableShifts = shape({ table: text, now: shiftFigures, shifts: list(shift) })
export type TableShifts = Static<typeof tableShifts>

/**
 * `operator`: the licence holder, empty if it is the house itself; `gamingDayStart`: in the time zone of the house.
 * `shows`: aids that some jurisdictions forbid at a live table. `mark`: a picture as a data URL, `idle`: addresses of
 * pictures for a wall display at rest; `key`: the public key of the house's signatures, null if it signs none;
 * `version` and `digest` (its first digits) name the program. `badges`: those of the demonstration, whose PINs are public.
 */
export const houseSign = shape({
  name: text,
  operator: text,
  address: text,
  ticketText: text,
  saferGambling: text,
  shows: shape({ odds: flag, hotAndCold: flag, stakes: flag, lab: flag }),
  timeZone: text,
  gamingDayStart: text,
  accentColour: text,
  feltColour: text,
  mark: text,
  idle: list(text),
  reminderMinutes: whole,
  currency: text,
  version: text,
  digest: text,
  demo: flag,
  key: orNull(text),
  badges: list(shape({ badge: text, name: text, role, pin: text })),
})
export type HouseSign = Static<typeof houseSign>
