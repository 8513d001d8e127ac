import {
  adjustment,
  binding,
  by,
  chips,
  count,
  cutsField,
  laterLine,
  limits,
  line,
  outside,
  phaseUnderWay,
  pocket,
  reveal,
  source,
} from './play-shapes.ts'
import { byName, cents, either, flag, list, oneOf, only, optional, orNull, shape, text, time, whole } from './shapes.ts'

/** The events of a table, in the past tense: the answer to an accepted command. */
const round = whole
const clause = text
const reason = text
const award = shape({ player: text, amount: cents, before: optional(cents), owed: cents, chips: optional(chips) })
const stakeFields = { round, player: text, spot: text, stake: cents, total: cents, chips: optional(chips) }
const idField = { id: optional(text) }
const conclusionFields = { lines: list(line), clause, at: optional(time) }

/** The earlier result of a round that the table no longer remembered. */
const roundBefore = shape({
  pocket: orNull(pocket),
  code: orNull(text),
  handle: byName(cents),
  ...cutsField,
  won: cents,
  at: orNull(time),
})

/** The effect of a correction on stakes in prison, and the other rounds that it changes. */
const prisoner = shape({ player: text, spot: text, rounds: list(round), cash: cents, chips: whole })
const prisonChange = shape({
  enters: list(prisoner),
  leaves: list(shape({ player: text, spot: text, round })),
  cancelled: list(laterLine),
})
const roundsField = { prisonRounds: optional(list(round)) }
const prisonFields = { ...roundsField, prison: optional(prisonChange) }

const funds = [
  shape({
    type: only('bought-in'),
    player: text,
    amount: cents,
    chips: optional(chips),
    marked: optional(flag),
    clause: optional(clause),
    seatColours: optional(byName(orNull(text))),
  }),
  shape({ type: only('cashed-out'), player: text, amount: cents, chips: optional(chips) }),
  shape({ type: only('owed-repaid'), player: text, amount: cents }),
] as const

const betting = [
  shape({
    type: only('betting-opened'),
    round,
    book: text,
    closesAt: optional(time),
    commitment: optional(text),
    forPrison: optional(only(true)),
    clause,
    at: optional(time),
  }),
  shape({
    type: only('wager-placed'),
    book: text,
    ...stakeFields,
    outside: optional(outside),
    bet: optional(text),
    ...idField,
    by: optional(by),
    own: optional(only(true)),
    clause: optional(clause),
  }),
  shape({ type: only('wager-withdrawn'), ...stakeFields, ...idField, outside: optional(outside), by: optional(by) }),
  shape({
    type: only('ball-spun'),
    round,
    ball: text,
    wheel: text,
    source: optional(only('wheel')),
    rotorSpeed: optional(whole),
    clause,
  }),
  shape({ type: only('early-close-allowed'), round, clause, by }),
  shape({ type: only('betting-closed'), round, leave: optional(by), clause }),
] as const

const outcome = [
  shape({
    type: only('bonus-numbers-drawn'),
    round,
    numbers: list(pocket),
    superNumbers: list(pocket),
    links: list(text),
    scatter: flag,
    reveal: optional(reveal),
    clause,
  }),
  shape({ type: only('outcome-determined'), round, pocket, revolutions: optional(whole), source, clause }),
  shape({ type: only('results-differed'), round, pocket, revolutions: optional(whole), source, clause }),
  shape({ type: only('revolutions-counted'), round, source, revolutions: whole, clause }),
  shape({ type: only('irregularity-reported'), round, code: text, clause, reason: optional(reason), by }),
  shape({
    type: only('wager-ruled'),
    round,
    player: text,
    spot: text,
    to: optional(text),
    reason,
    by,
    clause,
    treatment: oneOf(['stands', 'returned', 'moved']),
    ruling: whole,
    replaces: optional(list(whole)),
    stake: optional(cents),
    chips: optional(chips),
    outside: optional(byName(outside)),
  }),
  shape({
    type: only('round-settled'),
    round,
    pocket,
    ...cutsField,
    warned: optional(list(text)),
    again: optional(list(text)),
    adjustments: optional(list(adjustment)),
    before: optional(roundBefore),
    reason: optional(reason),
    by: optional(by),
    ...prisonFields,
    ...conclusionFields,
  }),
] as const

const irregular = [
  shape({
    type: only('round-voided'),
    round,
    code: text,
    binding: optional(binding),
    counted: optional(count),
    afterDraw: optional(only(true)),
    adjustments: optional(list(adjustment)),
    before: optional(roundBefore),
    reason: optional(reason),
    by: optional(by),
    ...prisonFields,
    ...conclusionFields,
  }),
  shape({ type: only('round-referred'), round, reason, phase: optional(phaseUnderWay), clause, by }),
  shape({
    type: only('referral-decided'),
    round,
    decision: oneOf(['void', 'settle', 'continue', 'stands']),
    phase: optional(phaseUnderWay),
    reason: optional(reason),
    awards: optional(list(award)),
    clause,
    by,
  }),
  shape({ type: only('power-failed'), round, ball: oneOf(['at-rest', 'not-at-rest']), clause }),
  shape({ type: only('play-resumed'), round, clause }),
  shape({ type: only('play-interrupted'), round, terminals: optional(list(text)), clause }),
  shape({
    type: only('outcome-corrected'),
    round,
    from: orNull(pocket),
    code: optional(text),
    to: pocket,
    lines: list(line),
    ...cutsField,
    warned: optional(list(text)),
    again: optional(list(text)),
    adjustments: list(adjustment),
    before: optional(roundBefore),
    ...prisonFields,
    reason,
    by,
    clause,
  }),
] as const

const marks = optional(list(shape({ player: text, colour: text, value: cents })))
const table = [
  shape({ type: only('table-closed'), reason, by }),
  shape({ type: only('table-opened'), reason, by }),
  shape({ type: only('book-set'), from: text, to: text, marks, reason, by, clause }),
  shape({
    type: only('limits-set'),
    from: limits,
    to: limits,
    marks,
    reason: optional(reason),
    by,
    clause: optional(clause),
  }),
] as const

export const tableEvent = either([...funds, ...betting, ...outcome, ...irregular, ...table])
