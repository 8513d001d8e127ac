import type { Pocket, RuleBook } from '../books/rule-book.ts'
import type { Commitment } from './committed-draw.ts'
import type { Draw } from './draw.ts'
import type { Awarded, PhaseUnderWay, Source } from './events.ts'
import type { Facts } from './facts.ts'
import { type History, noHistory } from './history.ts'
import type { Wagers } from './holdings.ts'
import { freshLedger, type Ledger } from './ledger.ts'
import { type Limits, tableLimits } from './limits.ts'
import type { Cents } from './money.ts'
import type { Cuts } from './payout-cuts.ts'
import { PersistentMap } from './persistent-map.ts'
import type { By } from './positions.ts'
import { emptyPrison, type Prison } from './prison.ts'
import type { Rulings } from './rulings.ts'
import { terminalsOf } from './several-piece.ts'
import { isRecord } from './shape.ts'
import { layoutNames } from './spots.ts'
import type { UnderMinimum } from './under-minimum.ts'

/** `source`: the wheel itself reported it. */
export type Spin = { ball: string; wheel: string; source?: 'wheel' }

/** A round under way. Its number and its book's id are stamped on it when it opens (reading 25). */
type UnderWay = {
  round: number
  book: string
  wagers: Wagers
  facts: Facts
  openedAt: string | null
  closesAt: string | null
  /** Awards for it, given while it was referred. */
  awards?: readonly Awarded[]
  /** The person who allowed closing before the spin (reading 8). */
  leave?: By
  /** The commitment that the bonus draw will be checked against. */
  commitment?: Commitment
  /** Opened by a closed table for stakes in prison alone. */
  forPrison?: true
}
/**
 * The source of the outcome, and the other source's pocket where it differs: the round is not settled until that is
 * decided.
 */
export type Said = { source: Source; differs: Pocket | null } | null

/** `setAside`: wagers that the pit ruled to be returned; they lie on the layout until the round is settled. */
export type Round =
  | { phase: 'closed' }
  | (UnderWay & { phase: 'betting-open' })
  | (UnderWay & { phase: 'ball-spinning'; spin: Spin })
  | (UnderWay & { phase: 'betting-closed'; spin: Spin | null; draw: Draw | null })
  | (UnderWay & {
      phase: 'outcome-determined'
      /** Null if the shift manager let the round continue without a spin on record (reading 10). */
      spin: Spin | null
      draw: Draw | null
      pocket: Pocket
      said: Said
      setAside: Wagers
      rulings?: Rulings
    })
  | (UnderWay & {
      phase: 'referred'
      spin: Spin | null
      draw: Draw | null
      pocket: Pocket | null
      said: Said
      setAside: Wagers
      rulings?: Rulings
      reason: string
      /** The phase in which the round was referred. */
      from: PhaseUnderWay
    })
  | { phase: 'settled'; round: number; book: string; pocket: Pocket; draw: Draw | null }
  | { phase: 'void'; round: number; book: string; code: string; clause: string }

/** The phases of a round. */
export type Phase = Round['phase']
export type RoundUnderWay = Extract<Round, { wagers: Wagers }>

/** A checked setup of a table: book, layout, terminal, limits. */
export type TableSetup = {
  /** In a table's state: the book that the table has now. */
  book: string
  layout: string
  terminal: string | null
  limits: Limits
  wheelOrder: readonly Pocket[]
}

/** A concluded round that waits for the shift manager. */
export type Referral = { round: number; reason: string }
/** An award to a player, with its round and reason. */
export type PaidAward = { round: number; player: string; amount: Cents; reason: string }

/** The state of a table: the round, the ledger and the history. */
export type TableState = {
  setup: TableSetup
  limits: Limits
  round: Round
  roundsOpened: number
  /** No further round is opened, except for stakes in prison. */
  isClosing: boolean
  /** The state of the ball when the power failed; null while the power is on. */
  powerOut: 'at-rest' | 'not-at-rest' | null
  /** Every account in cents; they sum to zero at all times. */
  ledger: Ledger
  /** The colour that each player bought last, and the value they set for it. */
  colours: PersistentMap<{ colour: string; value: Cents }>
  /** The colour of each player, by which staff tell them apart. */
  seatColours: PersistentMap<string>
  underMinimum: UnderMinimum
  /** Stakes that the next settled round decides. */
  prison: Prison
  history: History
  /** Concluded rounds that were referred and are not decided yet. */
  referrals: readonly Referral[]
  /** The last awards, for display. The journal has all. */
  awards: readonly PaidAward[]
  /** Stakes that were in play, by spot, over all settled rounds: the basis of handle and theoretical win. */
  handleBySpot: Readonly<Record<string, Cents>>
  /** Winnings above the maximum payout, by outcome, over all settled rounds: theoretical win depends on them too. */
  cutByOutcome: Cuts
}

/**
 * Returns the state of a table before its first round.
 *
 * @example
 * const state: TableState = freshTable(setup)
 */
export const freshTable = (setup: TableSetup, history: History = noHistory()): TableState => ({
  setup,
  limits: setup.limits,
  round: { phase: 'closed' },
  roundsOpened: 0,
  isClosing: false,
  powerOut: null,
  ledger: freshLedger(),
  colours: PersistentMap.of(),
  seatColours: PersistentMap.of(),
  underMinimum: PersistentMap.of(),
  prison: emptyPrison,
  history,
  referrals: [],
  awards: [],
  handleBySpot: {},
  cutByOutcome: {},
})

/**
 * Tells whether a round is neither settled nor void.
 *
 * @example
 * const { round } = state
 * const isOpen: boolean = isUnderWay(round)
 */
export const isUnderWay = (round: Round): round is RoundUnderWay => 'wagers' in round

/** A problem of a setup, with its field. */
export type SetupProblem = { problem: string; field: string }

/**
 * Reads a script's `table` line, or the setup of a table from a house's configuration.
 *
 * @example
 * const setup = readSetup({ book: 'mbs/roulette@3', limits: { default: { min: 500 } } }, bookById)
 * if (isProblem(setup)) throw new Error(setup.problem)
 */
export function readSetup(value: unknown, bookById: (id: string) => RuleBook | undefined): TableSetup | SetupProblem {
  if (!isRecord(value)) return { field: 'table', problem: 'table must be an object' }
  const unknown = Object.keys(value).find(
    (key) => !['book', 'layout', 'terminal', 'limits', 'wheelOrder'].includes(key),
  )
  if (unknown !== undefined) return { field: unknown, problem: `table has no field ${unknown}` }
  const book = typeof value.book === 'string' ? bookById(value.book) : undefined
  if (!book)
    return {
      field: 'book',
      problem: `there is no rule book ${typeof value.book === 'string' ? JSON.stringify(value.book.slice(0, 64)) : 'of that name'}`,
    }
  const layout = choose(book, 'layout', layoutNames(book), value.layout)
  if (typeof layout !== 'string') return layout
  const terminals = terminalsOf(book, layout)
  const terminal =
    terminals.length === 0 ? noTerminal(book, value.terminal) : choose(book, 'terminal', terminals, value.terminal)
  if (terminal !== null && typeof terminal !== 'string') return terminal
  const read = tableLimits(book, layout, value.limits === undefined ? {} : value.limits)
  if ('problem' in read) return { field: 'limits', problem: `limits ${read.problem}` }
  const wheelOrder = value.wheelOrder === undefined ? book.wheel.order : value.wheelOrder
  if (!isOrderOf(book, wheelOrder)) return { field: 'wheelOrder', problem: 'wheelOrder must hold each pocket once' }
  return { book: book.id, layout, terminal, limits: read.limits, wheelOrder }
}

/** A choice may be left out only where there is nothing to choose. */
function choose(book: RuleBook, field: string, names: readonly string[], value: unknown): string | SetupProblem {
  if (value === undefined && names.length === 1) return names[0]!
  if (typeof value === 'string' && names.includes(value)) return value
  return { field, problem: `${book.id} needs ${field}: ${names.join(' or ')}` }
}

const noTerminal = (book: RuleBook, value: unknown): null | SetupProblem =>
  value === undefined ? null : { field: 'terminal', problem: `${book.id} is not played on terminals` }

function isOrderOf(book: RuleBook, order: unknown): order is readonly Pocket[] {
  return (
    Array.isArray(order) &&
    order.length === book.wheel.pockets.length &&
    book.wheel.pockets.every((pocket) => order.includes(pocket))
  )
}
