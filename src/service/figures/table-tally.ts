import type { Pocket, RuleBook } from '../../books/rule-book.ts'
import { type EventOf, movesNoMoney, type RoundBefore, type TableEvent } from '../../engine/events.ts'
import { figuresOf, handleBySpot, type InPlay, winOf } from '../../engine/figures.ts'
import { ROUNDS_KEPT_MAX } from '../../engine/history.ts'
import { impossible } from '../../engine/impossible.ts'
import type { Cents } from '../../engine/money.ts'
import { winVariance } from '../../engine/odds.ts'
import { CarriedBooks } from '../../record/carried-books.ts'
import type { TableEntry } from '../../record/table-entry.ts'
import type { FigureSum, HourRow, RoundRow } from '../../wire/floor-shapes.ts'

/**
 * The house's figures of a table, computed from its journal entry by entry: by round, and by the hour in which a round
 * was concluded. A correction or a later void changes the round in its original hour.
 */
type Sum = {
  rounds: number
  /** Rounds with stakes: the others say nothing of chance. */
  staked: number
  voided: number
  handle: number
  win: number
  theoreticalWin: number
  variance: number
  /** The amount that decisions on referred rounds gave players. It is not part of the win. */
  awarded: number
}
type RoundTally = Sum & { round: number; at: string; pocket: Pocket | null; void: string | null }
export type TableTally = {
  /** The book of the last entry. */
  book: RuleBook
  /** Books that the journal has carried so far. */
  books: CarriedBooks
  layout: string
  /** As many rounds as the table itself remembers. A later event about an older round states its former result. */
  rounds: Map<number, RoundTally>
  /** Sums by the time at which the hour begins, in the order of their first rounds. */
  hours: Map<string, Sum>
  /** Awards by round, for as long as rounds are kept: a round may be decided before or after it is concluded. */
  awards: Map<number, number>
  total: Sum
  counted: Counted
  /** Sums of other spans, which may overlap: a month and a year to date. */
  others: readonly { isWithin: IsWithin; sum: Sum }[]
}

type IsWithin = (at: string) => boolean
/**
 * The span of time that is counted, a function for the beginning of an hour, and further spans whose sums are wanted.
 */
export type Counted = {
  readonly isWithin: IsWithin
  readonly hourOf: (at: string) => string
  readonly others: readonly IsWithin[]
}

const zeroSum: Sum = { rounds: 0, staked: 0, voided: 0, handle: 0, win: 0, theoreticalWin: 0, variance: 0, awarded: 0 }

/** Counts the rounds that were first concluded, and the awards that were decided, within the counted span. */
export const tallyWithin =
  (counted: Counted) =>
  (before: TableTally | undefined, entry: TableEntry): TableTally =>
    addEntry(before, entry, counted)

const utcHour = (at: string): string => `${new Date(at).toISOString().slice(0, 13)}:00:00.000Z`

export const addToTally = tallyWithin({ isWithin: () => true, hourOf: utcHour, others: [] })

function addEntry(before: TableTally | undefined, entry: TableEntry, counted: Counted): TableTally {
  if ('opened' in entry) {
    const books = new CarriedBooks()
    books.take(entry)
    return {
      book: entry.ruleBook,
      books,
      layout: entry.opened.layout,
      rounds: new Map(),
      hours: new Map(),
      awards: new Map(),
      total: { ...zeroSum },
      counted,
      others: counted.others.map((isWithin) => ({ isWithin, sum: { ...zeroSum } })),
    }
  }
  if (!before) throw new Error('A journal begins with its setup')
  // Every round is counted by the book that it was decided by.
  before.book = before.books.byFingerprint(entry.book) ?? before.book
  before.books.take(entry)
  if ('events' in entry) for (const event of entry.events) take(before, event, entry.at)
  return before
}

function take(tally: TableTally, event: TableEvent, at: string): void {
  switch (event.type) {
    case 'round-settled':
      cancel(tally, event, at)
      return put(
        tally,
        { ...settledFigures(tally, event), round: event.round, at, pocket: event.pocket, void: null },
        event.before,
      )
    case 'round-voided':
      cancel(tally, event, at)
      return put(tally, { ...voidFigures, round: event.round, at, pocket: null, void: event.code }, event.before)
    case 'outcome-corrected': {
      if (!tally.rounds.has(event.round) && !event.before) return
      cancel(tally, event, at)
      const figures = settledFigures(tally, event)
      return put(tally, { ...figures, round: event.round, at, pocket: event.to, void: null }, event.before)
    }
    case 'referral-decided':
      return award(tally, event, at)
    case 'bought-in':
    case 'cashed-out':
    case 'owed-repaid':
    case 'wager-placed':
    case 'wager-withdrawn':
      return
    default:
      return movesNoMoney(event) ? undefined : impossible(event)
  }
}

type Changing = EventOf<'round-settled' | 'round-voided' | 'outcome-corrected'>

/**
 * Takes back the wins of later rounds from stakes that were not in prison after all. If such a round is not kept here
 * any more, the amount is taken from the hour of the changed round.
 */
function cancel(tally: TableTally, { round: changed, prison, before }: Changing, at: string): void {
  const first = tally.rounds.get(changed)?.at ?? before?.at ?? at
  for (const { round, line } of prison?.cancelled ?? []) {
    const kept = tally.rounds.get(round)
    if (kept) put(tally, { ...kept, win: kept.win - line.collected })
    else addAt(tally, first, { ...zeroSum, win: -line.collected })
  }
}

/** An award counts in the hour in which it was decided, and in the row of its round. */
function award(tally: TableTally, { round, awards = [] }: EventOf<'referral-decided'>, at: string) {
  const amount = awards.reduce((total, one) => total + one.amount - (one.before ?? 0), 0)
  if (amount === 0) return
  addAt(tally, at, { ...zeroSum, awarded: amount })
  if (tally.counted.isWithin(at)) tally.awards.set(round, (tally.awards.get(round) ?? 0) + amount)
}

const voidFigures: Sum = { ...zeroSum, voided: 1 }

const settledFigures = (
  tally: TableTally,
  { lines, cutByOutcome = {} }: EventOf<'round-settled' | 'outcome-corrected'>,
): Sum => figuresOfRound(tally, { handleBySpot: handleBySpot({}, lines), cutByOutcome }, winOf(lines))

function figuresOfRound({ book, layout }: TableTally, inPlay: InPlay, won: Cents): Sum {
  const { handle, win, theoreticalWin } = figuresOf(book, layout, inPlay, won)
  const variance = winVariance(book, layout, inPlay.handleBySpot, inPlay.cutByOutcome)
  return { ...zeroSum, rounds: 1, staked: handle > 0 ? 1 : 0, handle, win, theoreticalWin, variance }
}

/** The former result of a round; for one that is not kept here any more, as the event states it. */
function tallyBefore(
  tally: TableTally,
  { round, at }: RoundTally,
  before: RoundBefore | undefined,
): RoundTally | undefined {
  const kept = tally.rounds.get(round)
  if (kept || !before) return kept
  const { pocket, code, handle: handleBySpot, cutByOutcome = {}, won } = before
  const figures = code === null ? figuresOfRound(tally, { handleBySpot, cutByOutcome }, won) : voidFigures
  return { ...figures, round, at: before.at ?? at, pocket, void: code }
}

/** A round counts in the hour in which it was first concluded. */
function put(tally: TableTally, told: RoundTally, forgotten?: RoundBefore): void {
  const before = tallyBefore(tally, told, forgotten)
  const round = before ? { ...told, at: before.at } : told
  countRound(tally, before, round)
  if (before && !tally.rounds.has(round.round)) return
  tally.rounds.set(round.round, round)
  tally.rounds.delete(round.round - ROUNDS_KEPT_MAX)
  tally.awards.delete(round.round - ROUNDS_KEPT_MAX)
}

function countRound(tally: TableTally, before: RoundTally | undefined, round: RoundTally): void {
  if (before) addAt(tally, round.at, before, -1)
  addAt(tally, round.at, round)
}

/** Adds to the sum of every span that contains the moment. */
function addAt(tally: TableTally, at: string, more: Sum, sign: 1 | -1 = 1): void {
  for (const { isWithin, sum } of tally.others) if (isWithin(at)) add(sum, more, sign)
  if (!tally.counted.isWithin(at)) return
  const hour = tally.counted.hourOf(at)
  const sum = tally.hours.get(hour) ?? { ...zeroSum }
  for (const one of [sum, tally.total]) add(one, more, sign)
  tally.hours.set(hour, sum)
}

function add(sum: Sum, more: Sum, sign: 1 | -1): void {
  sum.rounds += sign * more.rounds
  sum.staked += sign * more.staked
  sum.voided += sign * more.voided
  sum.handle += sign * more.handle
  sum.win += sign * more.win
  sum.theoreticalWin += sign * more.theoreticalWin
  sum.variance += sign * more.variance
  sum.awarded += sign * more.awarded
}

export function sumOfSums(sums: readonly Sum[]): Sum {
  const all = { ...zeroSum }
  for (const sum of sums) add(all, sum, 1)
  return all
}

export type Grouping = 'hour' | 'round' | 'total'
/** Rows of hours, or of rounds. */
export type GroupedFigures = { figures: readonly (HourRow | RoundRow)[]; total: FigureSum }

const ROWS_MAX = 1_000

/** Rows with the newest first. */
export function figuresBy(tally: TableTally, by: Grouping): GroupedFigures {
  const { total } = tally
  return { figures: rowsBy(by, tally).slice(-ROWS_MAX).reverse(), total: describeSum(total) }
}

function rowsBy(by: Grouping, { rounds, hours, awards }: TableTally) {
  if (by === 'hour') return [...hours].map(([from, sum]) => ({ from, ...describeSum(sum) }))
  if (by === 'total') return []
  const kept = [...rounds.values()].slice(-ROWS_MAX)
  return kept.map(({ round, at, pocket, void: code, ...sum }) => ({
    round,
    at,
    pocket,
    void: code,
    ...describeSum({ ...sum, awarded: awards.get(round) ?? 0 }),
  }))
}

/**
 * A sum as screens show it. `deviations`: the number of standard deviations by which the win exceeds the theoretical
 * win.
 */
export function describeSum({
  rounds,
  staked,
  voided,
  handle,
  win,
  theoreticalWin,
  variance,
  awarded,
}: Sum): FigureSum {
  // Subtracted amounts can leave a rounding error.
  const standardDeviation = handle === 0 ? 0 : Math.sqrt(Math.max(0, variance))
  return {
    rounds,
    staked,
    voided,
    handle: handle as Cents,
    win: win as Cents,
    hold: handle === 0 ? null : win / handle,
    theoreticalWin,
    theoreticalHold: handle === 0 ? null : theoreticalWin / handle,
    variance,
    standardDeviation,
    awarded: awarded as Cents,
    deviations: standardDeviation === 0 ? null : (win - theoreticalWin) / standardDeviation,
  }
}
