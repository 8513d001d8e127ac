import type { LaterLine, PrisonChange, TableEvent } from './events.ts'
import { type Concluded, type History, recall, replaceRound } from './history.ts'
import type { Cents } from './money.ts'
import {
  keyOfLine,
  keyOfPrisoner,
  type Prison,
  type Prisoner,
  prisonerKey,
  prisonersLeft,
  roundsBefore,
} from './prison.ts'
import type { Line } from './settlement.ts'
import { sumsOf } from './sums.ts'

/**
 * A stake in prison has a line in the round in which it was wagered, and one in each later round until it is decided. A
 * round keeps the later lines of the stakes that it left in prison, so that a correction can cancel them.
 */

/** An event that concludes a round or changes a concluded one. */
type Concluding = Extract<TableEvent, { type: 'round-settled' | 'round-voided' | 'outcome-corrected' }>

export const isConcluding = (event: TableEvent): event is Concluding =>
  event.type === 'round-settled' || event.type === 'round-voided' || event.type === 'outcome-corrected'

/** The prison after a round was concluded or changed. */
export function prisonAfter(prison: Prison, event: Concluding): Prison {
  if (event.type === 'round-settled' && !event.adjustments) {
    const isAsBefore = prison.length === 0 && !sumsOf(event.lines).imprisons
    return isAsBefore ? prison : prisonersLeft(event.lines, event.round)
  }
  if (!('prison' in event) || !event.prison) return prison
  const { leaves, enters } = event.prison
  const gone = new Set(leaves.map(prisonerKey))
  return [...prison.filter((prisoner) => !gone.has(keyOfPrisoner(prisoner))), ...enters]
}

/** The rounds after which stakes of these lines were in prison; empty if no line is of a stake in prison. */
export const prisonRoundsOf = (lines: readonly Line[]): readonly number[] => [...new Set(lines.flatMap(roundsBefore))]

/** Updates the other rounds that an event changes, as far as they are remembered. */
export const noteOtherRounds = (history: History, event: Concluding): History =>
  (event.prisonRounds ?? []).reduce((after, number) => {
    const round = recall(after, number)
    return round ? replaceRound(after, afterOther(round, event)) : after
  }, history)

/** A round after an event that is about another one. */
function afterOther(round: Concluded, event: Concluding): Concluded {
  const cancelled = cancelledIn(event)
  const [gone, lines] = parted(round.lines, (line) => cancelled.has(laterKey(round.round, line)))
  const later = [
    ...laterWithout(round, cancelled).filter((one) => one.round !== event.round),
    ...(event.round > round.round ? laterIn(event, leftKeys(round)) : []),
  ]
  return withLater(gone.length > 0 ? { ...round, lines, balances: {} } : round, later)
}

/**
 * A round after an event that settles or voids it again. Its lines no longer show what each player had in hand at the
 * time.
 */
export function afterOwnChange(now: Concluded, before: Concluded, event: Concluding): Concluded {
  const cancelled = cancelledIn(event)
  const later = event.type === 'round-voided' ? [] : laterWithout(before, cancelled)
  return withLater(cancelled.size > 0 ? { ...now, balances: {} } : now, later)
}

function withLater(round: Concluded, later: readonly LaterLine[]): Concluded {
  const { later: _, ...rest } = round
  return later.length > 0 ? { ...rest, later } : rest
}

const laterKey = (round: number, line: Line): string => `${round} ${keyOfLine(line, round)}`

const cancelledIn = (event: Concluding): ReadonlySet<string> =>
  new Set(('prison' in event ? event.prison?.cancelled : [])?.map(({ round, line }) => laterKey(round, line)))

const laterWithout = ({ later = [] }: Concluded, cancelled: ReadonlySet<string>): readonly LaterLine[] =>
  later.filter(({ round, line }) => !cancelled.has(laterKey(round, line)))

const laterIn = ({ round, lines }: Concluding, keys: ReadonlySet<string>): LaterLine[] =>
  lines
    .filter((line) => line.imprisonedIn !== undefined && keys.has(keyOfLine(line, round)))
    .map((line) => ({ round, line }))

/** The stakes that a round left in prison. */
const leftKeys = ({ round, lines }: Pick<Concluded, 'round' | 'lines'>): ReadonlySet<string> =>
  new Set(lines.filter(({ result }) => result === 'imprisoned').map((line) => keyOfLine(line, round)))

function parted<T>(items: readonly T[], isFirst: (item: T) => boolean): [T[], readonly T[]] {
  const first = items.filter(isFirst)
  return first.length === 0 ? [first, items] : [first, items.filter((item) => !isFirst(item))]
}

type Changed = { prisonRounds?: readonly number[]; prison?: PrisonChange }

/**
 * Computes how settling a round again, or voiding it, changes stakes in prison. A stake that the round no longer imprisons leaves,
 * and its later lines are cancelled. One that it imprisons now, or no longer decides, waits for the next settled round.
 */
export function prisonChange(prison: Prison, before: Concluded, after: readonly Line[], isVoid: boolean): Changed {
  const { round, later = [] } = before
  const freed = before.lines.filter((line) => line.imprisonedIn !== undefined)
  if (freed.length === 0 && !before.lines.some(isLeft) && !after.some(isLeft)) return {}
  const stays = isVoid ? freed : after.filter(isLeft)
  const [was, is] = [amountsLeft(before.lines.filter(isLeft), round), amountsLeft(stays, round)]
  const released = (key: string) => was.has(key) && is.get(key) !== was.get(key)
  const cancelled = later.filter((one) => released(keyOfLine(one.line, one.round)))
  const entering = stays.filter((line) => was.get(keyOfLine(line, round)) !== amountIn(line))
  const touched = [...freed, ...cancelled.map(({ line }) => line)]
  const rounds = [...new Set([...touched.flatMap(roundsBefore), ...cancelled.map((one) => one.round)])]
  return {
    prisonRounds: rounds.filter((number) => number !== round),
    prison: {
      enters: entering.map((line) => entered(line, isVoid ? roundsBefore(line) : [...roundsBefore(line), round])),
      leaves: prison
        .filter((prisoner) => released(keyOfPrisoner(prisoner)))
        .map(({ player, spot, rounds: [first] }) => ({ player, spot, round: first! })),
      cancelled,
    },
  }
}

/** The amount of each stake that stays in prison. A ruling may change it: then the stake leaves and enters again. */
const amountsLeft = (lines: readonly Line[], round: number): ReadonlyMap<string, Cents> =>
  new Map(lines.map((line) => [keyOfLine(line, round), amountIn(line)]))

const amountIn = ({ imprisoned, stake }: Line): Cents => imprisoned ?? stake

const isLeft = ({ result }: Line): boolean => result === 'imprisoned'

/** A stake that a correction imprisons lies there as cash: its colour may have another owner by now. */
const entered = ({ player, spot, stake, imprisoned = stake }: Line, rounds: readonly number[]): Prisoner => ({
  player,
  spot,
  rounds,
  cash: imprisoned,
  chips: 0,
})
