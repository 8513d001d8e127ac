import type { Pocket, RuleBook } from '../books/rule-book.ts'
import { type Draw, outcomeOf } from './draw.ts'
import type { Wagers } from './holdings.ts'
import { limitsFor } from './limits.ts'
import { zero } from './money.ts'
import { cutsInParts } from './payout-cuts.ts'
import { type Rulings, type UnderAsPlaced, underAsPlaced, underKey } from './rulings.ts'
import { type Settlement, settlePrisoner, settleStakes } from './settle.ts'
import { type Line, type Stake, totalOf } from './settlement.ts'
import { spotsOf } from './spots.ts'
import { sumInParts } from './sums.ts'
import { isUnderWay, type RoundUnderWay, type TableState } from './table.ts'
import { isWarned } from './under-minimum.ts'

/**
 * The stakes and lines of a round, computed ahead where the layout is large. A prepared value is used only while every
 * value that it was computed from is the same.
 */

type Result = { pocket: Pocket; draw: Draw | null }
type PreparedLines = Result & Pick<TableState, 'limits' | 'underMinimum'> & { lines: readonly Line[] }
const preparedLines = new WeakMap<readonly Stake[], PreparedLines>()

export function linesOf(book: RuleBook, state: TableState, result: Result, stakes: readonly Stake[]): readonly Line[] {
  const known = preparedLines.get(stakes)
  const isSame =
    known?.pocket === result.pocket &&
    known.draw === result.draw &&
    known.limits === state.limits &&
    known.underMinimum === state.underMinimum
  return isSame ? known.lines : settleStakes(settlementOf(book, state, result), stakes)
}

/** The result of every stake in prison for an outcome. */
export function prisonLines(book: RuleBook, state: TableState, { pocket, draw }: Result): Line[] {
  if (state.prison.length === 0) return []
  const { byId } = spotsOf(book, state.setup.layout)
  const outcome = outcomeOf(pocket, draw)
  return state.prison.map(({ player, spot, rounds, cash, chips }) => {
    const own = state.colours.get(player)
    const colour = { colour: own?.colour ?? null, chipValue: own?.value ?? zero }
    return settlePrisoner({ player, spot: byId.get(spot)!, rounds, cash, chips, ...colour }, outcome)
  })
}

/** The result of the wagers in play for an outcome. */
export const linesOn = (
  book: RuleBook,
  state: TableState,
  { wagers }: RoundUnderWay,
  result: Result,
): readonly Line[] => linesOf(book, state, result, stakesOf(book, state, wagers))

const settlementOf = (book: RuleBook, state: TableState, result: Result): Settlement => ({
  book,
  limits: state.limits,
  warned: (player) => isWarned(state.underMinimum, player, state.roundsOpened),
  ...result,
})

/** Stakes depend on book, layout, colours and limits as well: the same wagers may be settled under another book or layout. */
type PreparedStakes = Pick<TableState, 'colours' | 'limits'> & {
  book: RuleBook
  layout: string
  stakes: readonly Stake[]
}
const preparedStakes = new WeakMap<Wagers, PreparedStakes>()

/** Every stake, player by player, in the order of the layout's spots. */
export const stakesOf = (book: RuleBook, state: TableState, wagers: Wagers): readonly Stake[] =>
  knownStakes(book, state, wagers) ?? keptStakes(book, state, wagers, listStakes(book, state, wagers))

function listStakes(book: RuleBook, state: TableState, wagers: Wagers): Stake[] {
  const under = underIn(book, state, wagers)
  return wagers.keys().flatMap((player) => stakesOfPlayer(book, state, wagers, player, under))
}

/**
 * Amounts of these wagers that were placed under the minimum, where rulings moved chips of the round; null if none did.
 */
export function underIn(book: RuleBook, state: TableState, wagers: Wagers): UnderAsPlaced | null {
  const { round } = state
  if (!('rulings' in round) || !round.rulings || round.wagers !== wagers) return null
  return underByRulings(book, state, round.rulings)
}

function underByRulings(
  book: RuleBook,
  { colours, limits, setup }: TableState,
  rulings: Rulings,
): UnderAsPlaced | null {
  if (book.rules.limits.policy !== 'settled-by-rule') return null
  const { byId } = spotsOf(book, setup.layout)
  return underAsPlaced(rulings, {
    worth: (player, held) => totalOf({ ...held, chipValue: colours.get(player)?.value ?? zero }),
    minimum: (spot) => limitsFor(limits, byId.get(spot)!.kind).min,
  })
}

function knownStakes(
  book: RuleBook,
  { setup, colours, limits }: TableState,
  wagers: Wagers,
): readonly Stake[] | undefined {
  const known = preparedStakes.get(wagers)
  const isSame =
    known?.book === book && known.layout === setup.layout && known.colours === colours && known.limits === limits
  return isSame ? known.stakes : undefined
}

/** Keeps the first list permanently, because lines are prepared for one list of stakes. */
function keptStakes(book: RuleBook, state: TableState, wagers: Wagers, stakes: readonly Stake[]): readonly Stake[] {
  const known = knownStakes(book, state, wagers)
  if (known) return known
  preparedStakes.set(wagers, { book, layout: state.setup.layout, colours: state.colours, limits: state.limits, stakes })
  return stakes
}

function stakesOfPlayer(
  book: RuleBook,
  state: TableState,
  wagers: Wagers,
  player: string,
  under: UnderAsPlaced | null,
): Stake[] {
  const { byId } = spotsOf(book, state.setup.layout)
  const colour = state.colours.get(player)
  const held = wagers.get(player)!.spots
  const spots = held.keys().map((id) => byId.get(id)!)
  return spots
    .sort((a, b) => a.index - b.index)
    .map((spot) => {
      const { cash, chips } = held.get(spot.spot)!
      const stake = { player, spot, cash, chips, colour: colour?.colour ?? null, chipValue: colour?.value ?? zero }
      const placed = under?.get(underKey({ player, spot: spot.spot }))
      return placed === undefined ? stake : { ...stake, under: placed }
    })
}

/**
 * Lists the stakes of a large layout a few players at a time, and computes their lines when the outcome is known, so
 * that settling is fast. The caller may stop between any two steps: only the duration of a later decision depends on
 * it.
 *
 * @example
 * for (const _ of prepareSettlement(roulette3, state)) await new Promise((done) => setTimeout(done))
 */
export function* prepareSettlement(book: RuleBook, state: TableState): Generator<void> {
  const { round, limits, underMinimum } = state
  if (!isUnderWay(round)) return
  const stakes = knownStakes(book, state, round.wagers) ?? (yield* stakesInParts(book, state, round.wagers))
  if (!('pocket' in round) || round.pocket === null) return
  const { pocket, draw } = round
  const lines = yield* linesInParts(settlementOf(book, state, { pocket, draw }), stakes)
  yield* sumInParts(lines)
  yield* cutsInParts(lines, { book, layout: state.setup.layout, limits })
  preparedLines.set(stakes, { pocket, draw, limits, underMinimum, lines })
}

function* stakesInParts(book: RuleBook, state: TableState, wagers: Wagers): Generator<void, readonly Stake[]> {
  const stakes: Stake[] = []
  const under = underIn(book, state, wagers)
  for (const player of wagers.keys()) {
    for (const stake of stakesOfPlayer(book, state, wagers, player, under)) stakes.push(stake)
    yield
  }
  return keptStakes(book, state, wagers, stakes)
}

const STAKES_AT_ONCE = 500

function* linesInParts(settlement: Settlement, stakes: readonly Stake[]): Generator<void, readonly Line[]> {
  const lines: Line[] = []
  for (let at = 0; at < stakes.length; at += STAKES_AT_ONCE) {
    for (const line of settleStakes(settlement, stakes.slice(at, at + STAKES_AT_ONCE))) lines.push(line)
    yield
  }
  return lines
}
