import type { Clause, Pocket, RuleBook } from '../../books/rule-book.ts'
import { clauseOf } from '../clauses.ts'
import type { Decide } from '../decision.ts'
import type { Draw } from '../draw.ts'
import type { TableEvent } from '../events.ts'
import type { Wagers } from '../holdings.ts'
import { limitsFor } from '../limits.ts'
import { zero } from '../money.ts'
import { type Refusal, refuse } from '../refusals.ts'
import { type Settlement, settle } from '../settle.ts'
import { type Line, returnedLine, type Stake, totalOf } from '../settlement.ts'
import { spotsOf } from '../spots.ts'
import { sumInParts } from '../sums.ts'
import { isUnderWay, type Round, type RoundUnderWay, type TableState } from '../table.ts'

export const settleRound: Decide<'settle'> = (book, state) => {
  const { round } = state
  if (!isUnderWay(round)) return refuse('no-round-in-progress')
  if (state.powerOut) return refuse('power-is-out', { clause: clauseOf(book.rules.powerFailure) })
  if (round.phase === 'referred') return refuse('round-is-referred', { clause: book.rules.referral.clause })
  const settled = settledEvent(book, state, round)
  return 'refused' in settled ? settled : { events: [settled] }
}

export function settledEvent(book: RuleBook, state: TableState, round: RoundUnderWay): TableEvent | Refusal {
  if (!('pocket' in round) || round.pocket === null)
    return refuse('outcome-not-determined', { clause: book.rules.outcome.clause })
  if (round.said?.differs)
    return refuse('results-differ', {
      pockets: [round.pocket, round.said.differs],
      clause: book.rules.correction.clause,
    })
  if (book.rules.bonus && !round.draw) return refuse('bonus-numbers-not-drawn', { clause: book.rules.bonus.clause })
  const { pocket, draw } = round
  const stakes = stakesOf(book, state, round.wagers)
  const lines = linesOf(book, state, { pocket, draw }, stakes)
  const first = firstUnderMinimum(book, state, stakes)
  return {
    type: 'round-settled',
    round: round.round,
    pocket,
    lines: round.setAside.size === 0 ? lines : byPlayer([...lines, ...setAsideLines(book, state, round.setAside)]),
    ...(first.length > 0 ? { warned: first } : {}),
    clause: (book.rules.settling ?? book.rules.positionOfChips).clause,
  }
}

const byPlayer = (lines: Line[]): Line[] =>
  lines.sort((a, b) => (a.player < b.player ? -1 : a.player > b.player ? 1 : 0))

/** Reading 21: what the pit ruled to be returned goes back, whatever the outcome. */
function setAsideLines(book: RuleBook, state: TableState, setAside: Wagers): Line[] {
  const clause = setAsideClause(book)
  return stakesOf(book, state, setAside).map((stake) => returnedLine(stake, clause))
}

/** What a wager goes back by that the pit ruled to be returned. */
export const setAsideClause = ({ rules }: RuleBook): Clause => (rules.unclearWagers ?? rules.referral).clause

/** Reading 5: who had wagers under the minimum settled for the first time. */
export function firstUnderMinimum(
  book: RuleBook,
  { limits, warned }: Pick<TableState, 'limits' | 'warned'>,
  stakes: readonly Stake[],
): string[] {
  if (book.rules.limits.policy !== 'settled-by-rule') return []
  const under = stakes.filter((stake) => totalOf(stake) < limitsFor(limits, stake.spot.kind).min)
  return [...new Set(under.map(({ player }) => player))].filter((player) => warned.get(player) === undefined)
}

type Result = { pocket: Pocket; draw: Draw | null }
type PreparedLines = Result & Pick<TableState, 'limits' | 'warned'> & { lines: readonly Line[] }
const preparedLines = new WeakMap<readonly Stake[], PreparedLines>()

function linesOf(book: RuleBook, state: TableState, result: Result, stakes: readonly Stake[]): readonly Line[] {
  const known = preparedLines.get(stakes)
  const isSame =
    known?.pocket === result.pocket &&
    known.draw === result.draw &&
    known.limits === state.limits &&
    known.warned === state.warned
  return isSame ? known.lines : settle(settlementOf(book, state, result), stakes)
}

/** How the wagers in play would come out on a result. */
export const linesOn = (
  book: RuleBook,
  state: TableState,
  { wagers }: RoundUnderWay,
  result: Result,
): readonly Line[] => linesOf(book, state, result, stakesOf(book, state, wagers))

const settlementOf = (book: RuleBook, { limits, warned }: TableState, result: Result): Settlement => ({
  book,
  limits,
  warned: (player) => warned.get(player) !== undefined,
  ...result,
})

/** What stakes depend on besides the wagers: the same wagers may be asked about under another book or layout. */
type PreparedStakes = { book: RuleBook; layout: string; colours: TableState['colours']; stakes: readonly Stake[] }
const preparedStakes = new WeakMap<Wagers, PreparedStakes>()

/** Every stake, player by player, in the order of the layout's spots. */
const stakesOf = (book: RuleBook, state: TableState, wagers: Wagers): readonly Stake[] =>
  knownStakes(book, state, wagers) ??
  keptStakes(
    book,
    state,
    wagers,
    wagers.keys().flatMap((player) => stakesOfPlayer(book, state, wagers, player)),
  )

function knownStakes(book: RuleBook, { setup, colours }: TableState, wagers: Wagers): readonly Stake[] | undefined {
  const known = preparedStakes.get(wagers)
  const isSame = known?.book === book && known.layout === setup.layout && known.colours === colours
  return isSame ? known.stakes : undefined
}

/** Whoever was done first is built upon: lines are prepared for one list of stakes. */
function keptStakes(book: RuleBook, state: TableState, wagers: Wagers, stakes: readonly Stake[]): readonly Stake[] {
  const known = knownStakes(book, state, wagers)
  if (known) return known
  preparedStakes.set(wagers, { book, layout: state.setup.layout, colours: state.colours, stakes })
  return stakes
}

function stakesOfPlayer(book: RuleBook, state: TableState, wagers: Wagers, player: string): Stake[] {
  const { byId } = spotsOf(book, state.setup.layout)
  const colour = state.colours.get(player)
  const held = wagers.get(player)!.spots
  const spots = held.keys().map((id) => byId.get(id)!)
  return spots
    .sort((a, b) => a.index - b.index)
    .map((spot) => {
      const { cash, chips } = held.get(spot.spot)!
      return { player, spot, cash, chips, colour: colour?.colour ?? null, chipValue: colour?.value ?? zero }
    })
}

/**
 * Sorts a large layout's stakes out a few players at a time, and reckons their lines when the outcome is known, so that
 * settling takes a moment. Whoever runs it may stop between any two steps; nothing but the time that a decision takes
 * depends on it.
 */
export function* prepareSettlement(book: RuleBook, state: TableState): Generator<void> {
  const { round, limits, warned } = state
  if (!isUnderWay(round)) return
  const stakes = knownStakes(book, state, round.wagers) ?? (yield* stakesInParts(book, state, round.wagers))
  if (!('pocket' in round) || round.pocket === null) return
  const { pocket, draw } = round
  const lines = yield* linesInParts(settlementOf(book, state, { pocket, draw }), stakes)
  yield* sumInParts(lines)
  preparedLines.set(stakes, { pocket, draw, limits, warned, lines })
}

function* stakesInParts(book: RuleBook, state: TableState, wagers: Wagers): Generator<void, readonly Stake[]> {
  const stakes: Stake[] = []
  for (const player of wagers.keys()) {
    for (const stake of stakesOfPlayer(book, state, wagers, player)) stakes.push(stake)
    yield
  }
  return keptStakes(book, state, wagers, stakes)
}

const STAKES_AT_ONCE = 500

function* linesInParts(settlement: Settlement, stakes: readonly Stake[]): Generator<void, readonly Line[]> {
  const lines: Line[] = []
  for (let at = 0; at < stakes.length; at += STAKES_AT_ONCE) {
    for (const line of settle(settlement, stakes.slice(at, at + STAKES_AT_ONCE))) lines.push(line)
    yield
  }
  return lines
}

type Voided = Extract<TableEvent, { type: 'round-voided' }>

/** The round is void: every stake goes back, to the cent, in the kind it was staked. */
export function voidNow(
  book: RuleBook,
  state: TableState,
  round: RoundUnderWay,
  code: string,
  clause?: string,
): Voided {
  const cited = clause ?? clauseOfCode(book, code)
  const all = 'setAside' in round ? [round.wagers, round.setAside] : [round.wagers]
  const stakes = all.flatMap((wagers) => stakesOf(book, state, wagers))
  const lines = stakes.map((stake) => returnedLine(stake, book.rules.returnedStakes?.clause ?? cited))
  return { type: 'round-voided', round: round.round, code, clause: cited, lines }
}

export const clauseOfCode = ({ irregularities }: RuleBook, code: string): Clause =>
  clauseOf(irregularities.find((row) => row.code === code))

/** Reading 29: while a round is referred, nobody ends it but whoever decides. */
export const heldByReferral = ({ rules }: RuleBook, { phase }: Round): Refusal | null =>
  phase === 'referred' ? refuse('round-is-referred', { clause: rules.referral.clause }) : null
