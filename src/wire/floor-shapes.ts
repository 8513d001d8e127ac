import type { Static } from 'typebox'
import { auditorView, dealerView, displayView, pitView, playerView } from './audiences.ts'
import { draw, limits, phase, playerRoundFields, pocket, result, staffRoundFields } from './play-shapes.ts'
import {
  byName,
  cents,
  either,
  flag,
  list,
  loosely,
  nullOnly,
  oneOf,
  optional,
  orNull,
  query,
  real,
  shape,
  text,
  time,
  whole,
} from './shapes.ts'
import { wheelStatus } from './wheel-facts.ts'

/** The floor, its tables, the rounds that are recalled, and the house's figures. */
const glanceFields = {
  id: text,
  name: text,
  /** The name where many tables stand beside each other; the whole name where none is configured. */
  short: text,
  book: text,
  title: text,
  layout: text,
  terminal: orNull(text),
  limits,
  phase,
  round: orNull(whole),
  pocket: orNull(pocket),
  openedAt: orNull(time),
  closesAt: orNull(time),
  results: list(result),
  stopped: flag,
  wheel: orNull(wheelStatus),
  listeners: whole,
  /** Where players can sit; free: nobody has credits or stakes there. */
  terminals: shape({ total: whole, free: whole }),
  /** The limits after the round; null: unchanged. */
  plannedLimits: orNull(limits),
  /** When this was so, by the clock of the service: times are counted from it. */
  now: time,
}
export const glance = shape(glanceFields)
export type Glance = Static<typeof glance>

/** `demo`: whether anybody may sit down with credits to play. */
export const tableInFull = shape({
  ...glanceFields,
  version: whole,
  demo: flag,
  view: either([displayView, playerView, dealerView, pitView, auditorView]),
})
export type TableInFull = Static<typeof tableInFull>

const recallFields = { round: whole, book: text, draw: orNull(draw), limits }
const bareRound = { pocket: orNull(pocket), void: orNull(text), at: orNull(time) }
const playerRecall = shape({ ...playerRoundFields, ...recallFields })
const staffRecall = shape({ ...staffRoundFields, ...recallFields })
/** Players recall their own lines, staff all of them, anybody else the result. */
export const roundRecall = either([staffRecall, playerRecall, shape({ ...recallFields, ...bareRound })])
export type PlayerRecall = Static<typeof playerRecall>
export type StaffRecall = Static<typeof staffRecall>

/**
 * A player's own receipts of a round, a page of them. `receipt`: the file, null until a signed checkpoint holds the entry;
 * `code`: what a QR code holds, the entry's own proof alone. `key`: the public key of the house. `next`: the `after` of the
 * following page; null: this is the last.
 */
const ownReceipt = shape({
  seq: whole,
  did: oneOf(['wager', 'withdraw']),
  spots: list(text),
  stake: cents,
  receipt: orNull(text),
  code: orNull(text),
})
export const roundReceipts = shape({ round: whole, key: orNull(text), receipts: list(ownReceipt), next: orNull(whole) })
export type RoundReceipts = Static<typeof roundReceipts>

/** `stakes`: of all players by spot, without their names; none before no more bets. */
export const tableStakes = shape({ round: orNull(whole), stakes: byName(cents) })

const sumFields = {
  rounds: whole,
  staked: whole,
  voided: whole,
  handle: cents,
  win: cents,
  hold: orNull(real),
  theoreticalWin: real,
  theoreticalHold: orNull(real),
  variance: real,
  standardDeviation: real,
  deviations: orNull(real),
  awarded: cents,
}
const sum = shape(sumFields)
export type FigureSum = Static<typeof sum>
const hourRow = shape({ ...sumFields, from: time })
const roundRow = shape({ ...sumFields, round: whole, at: time, pocket: orNull(pocket), void: orNull(text) })
export type HourRow = Static<typeof hourRow>
export type RoundRow = Static<typeof roundRow>

const tableNames = { table: text, name: text, short: text, book: text, title: text, layout: text }
const tableFiguresOf = <By extends 'hour' | 'round', Row extends typeof hourRow | typeof roundRow>(by: By, row: Row) =>
  shape({ ...tableNames, by: oneOf([by]), figures: list(row), total: sum })
const figuresByHour = tableFiguresOf('hour', hourRow)
const figuresByRound = tableFiguresOf('round', roundRow)
export const tableFigures = either([figuresByHour, figuresByRound])
export type FiguresByHour = Static<typeof figuresByHour>
export type FiguresByRound = Static<typeof figuresByRound>

export const houseFigures = shape({
  tables: list(shape({ ...tableNames, total: sum })),
  games: list(shape({ book: text, title: text, total: sum })),
  total: sum,
})
export type HouseFigures = Static<typeof houseFigures>

const word = (description: string) => optional(loosely<string>({ description }))
export const roundsQuery = query({ last: word('how many, 1 to 500'), order: word('newest, or played') })
export const receiptsQuery = query({ after: word('the entry after which the page begins') })
export const figuresQuery = query({ by: word('hour, or round') })
export const reportQuery = query({
  from: word(
    'a year, month, gaming day or time: 2026, 2026-11, 2026-11-16, 2026-11-16T06:00, by the clocks of the house',
  ),
  to: word('the same; a year, month or day is the whole of it'),
  language: word('en, or zh'),
})
export type ReportQuery = Static<typeof reportQuery>

const figure = either([text, real, nullOnly])
/** A report with all its tables: a row has a figure for the key of each column. */
export const reportFigures = shape({
  kind: text,
  title: text,
  subtitle: text,
  heading: byName(text),
  tables: list(
    shape({
      name: text,
      title: text,
      columns: list(shape({ key: text, title: text })),
      rows: list(byName(figure)),
      empty: optional(text),
    }),
  ),
})
