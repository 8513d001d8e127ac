import type { Limits } from '../engine/limits.ts'
import { roles } from '../engine/positions.ts'
import {
  byName,
  cents,
  flag,
  list,
  loosely,
  oneOf,
  optional,
  orNull,
  real,
  shape,
  text,
  time,
  whole,
} from './shapes.ts'

/** The parts of play: limits, draws, chips, wagers and their results. */
export const pocket = text

const limit = shape({ min: optional(cents), max: optional(cents) })
/** By kind of spot, and `default` for kinds that have none of their own. */
export const limits = loosely<Limits>(byName(limit))

/** The proof that nobody chose a draw, in hexadecimal digits. */
export const reveal = shape({ secret: text, commitment: text, sent: text })
const drawFields = { numbers: list(pocket), superNumbers: list(pocket), links: list(text), scatter: flag }
export const draw = shape({ ...drawFields, reveal: optional(reveal) })

export const chips = shape({ colour: text, value: cents, count: whole })
export const outside = oneOf(['under-minimum', 'over-maximum'])

export const adjustment = shape({
  player: text,
  amount: cents,
  owed: cents,
  chips: optional(chips),
  imprisoned: optional(cents),
})

const lineChips = shape({ colour: text, value: cents, staked: whole, returned: whole, imprisoned: optional(whole) })
export const line = shape({
  player: text,
  spot: text,
  stake: cents,
  result: oneOf(['won', 'lost', 'returned', 'imprisoned']),
  pays: real,
  paid: cents,
  collected: cents,
  returned: cents,
  clause: text,
  chips: optional(lineChips),
  inPlay: optional(cents),
  imprisoned: optional(cents),
  imprisonedIn: optional(whole),
  through: optional(list(whole)),
  cut: optional(shape({ amount: cents, clause: text })),
})
/** A line of another round than its event's. */
export const laterLine = shape({ round: whole, line })

export const source = oneOf(['dealer', 'wheel'])
export const count = shape({ source, revolutions: whole })
/** Counts of revolutions, and irregularities that were reported while the round was referred. */
export const facts = shape({ counts: list(count), reports: list(shape({ code: text, clause: text })) })

const role = oneOf(
  roles as readonly ['player', 'dealer', 'pit-supervisor', 'pit-manager', 'shift-manager', 'system', 'wheel'],
)
export const by = shape({ role, name: optional(text) })

export const funds = shape({ balance: cents, cash: cents, colourChips: orNull(chips), staked: cents, owed: cents })

export const wager = shape({ stake: cents, chips: whole, outside: orNull(outside) })
/** By spot. */
export const wagers = byName(wager)
/** Stakes in prison, with the rounds that imprisoned them. */
export const imprisoned = list(shape({ spot: text, stake: cents, chips: whole, rounds: list(whole) }))

const beforeAndAfter = shape({ before: cents, after: cents })

const resultFields = { round: whole, pocket: orNull(pocket), void: orNull(text), at: optional(orNull(time)) }
export const result = shape(resultFields)

export const playerRoundFields = {
  ...resultFields,
  lines: list(line),
  net: cents,
  adjusted: cents,
  balance: orNull(beforeAndAfter),
}
export const playerRound = shape(playerRoundFields)

/** A ruling on a wager, or on a part of it. */
export const ruling = shape({
  player: text,
  spot: text,
  treatment: oneOf(['stands', 'returned', 'moved']),
  to: optional(text),
  stake: optional(cents),
  chips: optional(chips),
})
const laidStake = shape({ player: text, spot: text, cash: cents, chips: whole, colour: orNull(text), chipValue: cents })
const concludedRulings = shape({ list: list(ruling), lay: list(laidStake) })
const awarded = shape({ player: text, amount: cents })

export const staffRoundFields = {
  ...resultFields,
  adjustments: list(adjustment),
  balances: byName(beforeAndAfter),
  lines: list(line),
  facts,
  awards: optional(list(awarded)),
  rulings: optional(concludedRulings),
}
export const staffRound = shape(staffRoundFields)

const figuresFields = { handle: cents, win: cents, hold: orNull(real), theoreticalWin: real }
export const figures = shape(figuresFields)
export const pitRound = shape({ ...resultFields, ...figuresFields, adjustments: list(adjustment), facts })

/** A void that the shift manager decided, or that a person announced. */
export const binding = oneOf(['decision', 'announced'])

/** Winnings above the maximum payout, by outcome. */
export const cutsField = { cutByOutcome: optional(byName(cents)) }

export const concludedRound = shape({
  round: whole,
  book: text,
  limits,
  pocket: orNull(pocket),
  draw: orNull(draw),
  code: orNull(text),
  lines: list(line),
  ...cutsField,
  adjustments: list(adjustment),
  balances: byName(cents),
  at: orNull(time),
  facts,
  wasPlayed: flag,
  binding: optional(binding),
  awards: optional(list(awarded)),
  rulings: optional(concludedRulings),
  later: optional(list(laterLine)),
})

export const phaseUnderWay = oneOf(['betting-open', 'ball-spinning', 'betting-closed', 'outcome-determined'])
export const phase = oneOf([
  ...(['closed', 'betting-open', 'ball-spinning', 'betting-closed'] as const),
  ...(['outcome-determined', 'referred', 'settled', 'void'] as const),
])
