import type { OddCent } from '../books/rule-book.ts'
import type { Outcome } from './draw.ts'
import { type Fraction, fraction, minus, nothing, one, plus, toNumber } from './fraction.ts'
import { memoByIdentity } from './memo.ts'
import { type Cents, shareOf, times } from './money.ts'
import type { Spot } from './spots.ts'

/**
 * The result of one unit on a spot for an outcome: the amount paid on top of it, and the part of it that goes back. The
 * house collects the rest. Settlement, odds, figures, lab and screens all use this file, so that they cannot differ.
 */
export type UnitResult = {
  readonly paid: Fraction
  readonly returned: Fraction
  /** The part of the stake that stays in prison; left out if there is none. */
  readonly imprisoned?: Fraction
}

const nothingBack: UnitResult = { paid: nothing, returned: nothing }
const halfBack: UnitResult = { paid: nothing, returned: fraction(1, 2) }
const imprisoned: UnitResult = { paid: nothing, returned: nothing, imprisoned: one }
const freed: UnitResult = { paid: nothing, returned: one }
const wonAt = new Map<number, UnitResult>()

/**
 * Returns the result of one unit on a spot: what is paid and what goes back.
 *
 * @example
 * const { byId } = spotsOf(roulette3, 'table')
 * const result: UnitResult = unitResult(byId.get('17')!, outcomeOf('17', null))
 */
export function unitResult(spot: Spot, outcome: Outcome): UnitResult {
  const pays = paysOn(spot, outcome)
  if (pays !== null) return winAt(pays)
  if (spot.enPrison?.pockets.includes(outcome.pocket)) return prisonResult(spot, outcome)
  return spot.partage?.pockets.includes(outcome.pocket) ? halfBack : nothingBack
}

/** En prison: the next ball returns the unit or collects it. Until that ball is known, the unit is undecided. */
function prisonResult(spot: Spot, { next }: Outcome): UnitResult {
  if (next === undefined) return imprisoned
  return spot.covers.includes(next) ? freed : nothingBack
}

function winAt(pays: number): UnitResult {
  const unit = wonAt.get(pays) ?? { paid: fraction(pays), returned: one }
  wonAt.set(pays, unit)
  return unit
}

/** The pay of a spot to 1; null where it does not win. */
function paysOn(spot: Spot, outcome: Outcome): number | null {
  switch (spot.wins) {
    case 'covered':
      if (!spot.covers.includes(outcome.pocket)) return null
      if (outcome.level === 'plain') return spot.pays
      return outcome.level === 'bonus' ? spot.paysBonus : spot.paysSuperBonus
    case 'bonus-number':
      return outcome.level === 'plain' ? null : spot.pays
    case 'super-bonus-number':
      return outcome.level === 'super-bonus' ? spot.pays : null
    case 'scatter':
      return outcome.scatter ? spot.pays : null
  }
}

export const isWin = ({ paid }: UnitResult): boolean => paid.n > 0n
/** The player's part of one unit: winnings, and the part of the unit that goes back or stays in prison. */
export const backOf = memoByIdentity(({ paid, returned, imprisoned: stays = nothing }: UnitResult) =>
  plus(paid, plus(returned, stays)),
)
/** The player's win on one unit; negative for a loss. */
export const netOf = memoByIdentity((unit: UnitResult) => minus(backOf(unit), one))
/** The same as a double. */
export const netNumberOf = memoByIdentity((unit: UnitResult) => toNumber(netOf(unit)))

/** A unit's result in plain numbers, for stakes in whole cents: settlement needs it for every wager of a round. */
export type Terms = {
  readonly isWin: boolean
  readonly isImprisoned: boolean
  /** The pay to 1; 0 where the spot does not win. */
  readonly pays: number
  /** The house collects `collects` parts of a stake that is divided into `parts`. */
  readonly collects: number
  readonly parts: number
  readonly oddCent: OddCent
}

export const termsOf = (spot: Spot, outcome: Outcome): Terms =>
  termsWith[spot.partage?.oddCent ?? 'house'](unitResult(spot, outcome))

const termsWith: Readonly<Record<OddCent, (unit: UnitResult) => Terms>> = {
  house: memoByIdentity((unit: UnitResult) => termsFor(unit, 'house')),
  player: memoByIdentity((unit: UnitResult) => termsFor(unit, 'player')),
}

function termsFor(unit: UnitResult, oddCent: OddCent): Terms {
  const kept = minus(minus(one, unit.returned), unit.imprisoned ?? nothing)
  return {
    isWin: isWin(unit),
    isImprisoned: unit.imprisoned !== undefined,
    pays: Number(unit.paid.n),
    collects: Number(kept.n),
    parts: Number(kept.d),
    oddCent,
  }
}

export const paidOn = ({ pays }: Terms, stake: Cents): Cents => times(stake, pays)
export const collectedOn = ({ collects, parts, oddCent }: Terms, stake: Cents): Cents =>
  shareOf(stake, collects, parts, oddCent)
