import type { RuleBook } from '../../books/rule-book.ts'
import type { Decide } from '../decision.ts'
import type { EventOf } from '../events.ts'
import { areSameLimits, limitsCited, limitsUnder, tableLimits } from '../limits.ts'
import type { By } from '../positions.ts'
import { refuse } from '../refusals.ts'
import { terminalsOf } from '../several-piece.ts'
import { kindsOf, layoutNames, spotsOf } from '../spots.ts'
import { isUnderWay, type TableState } from '../table.ts'
import { marksBy } from './funds.ts'

const CLAUSE = 'reading 25'

/** Two versions of one game have the same name before the @. */
export const gameOf = (id: string): string => id.slice(0, id.lastIndexOf('@'))

/** Reading 25: between rounds, to another version of the same game. */
export const setBook: Decide<'set-book'> = (book, state, { book: to, reason, by }, { bookById }) => {
  const { round } = state
  if (isUnderWay(round)) return refuse('round-in-progress', { round: round.round, phase: round.phase })
  const next = to === book.id ? book : gameOf(to) === gameOf(book.id) ? bookById(to) : undefined
  if (!next) return refuse('book-unknown', { book: to, game: gameOf(book.id), clause: CLAUSE })
  if (next.id === book.id) return refuse('book-unchanged', { book: to, clause: CLAUSE })
  const problem = misfit(book, next, state)
  if (problem) return refuse('book-does-not-fit', { book: to, problem, clause: CLAUSE })
  const { enPrison } = book.rules
  if (state.prison.length > 0) return refuse('stakes-imprisoned', { ...(enPrison ? { clause: enPrison.clause } : {}) })
  const limits = limitsThen(next, state, { reason, by })
  const marks = marksBy(book, state, next, limits[0]?.to ?? state.limits)
  return { events: [{ type: 'book-set', from: book.id, to, ...marks, reason, by, clause: CLAUSE }, ...limits] }
}

/** The limits change with a book whose own are narrower than those that the table displays, or that has no maximum payout. */
function limitsThen(
  next: RuleBook,
  { setup, limits: from }: TableState,
  said: { reason: string; by: By },
): EventOf<'limits-set'>[] {
  const { layout } = setup
  const read = tableLimits(next, layout, limitsUnder(next, from))
  if ('problem' in read || areSameLimits(from, read.limits, kindsOf(next, layout))) return []
  return [{ type: 'limits-set', from, to: read.limits, ...said, ...limitsCited(next) }]
}

/** Describes the first part of the table that the next book does not allow; null if everything fits. */
function misfit(book: RuleBook, next: RuleBook, { setup, limits }: TableState): string | null {
  const { layout, terminal } = setup
  if (!isSameSet(book.wheel.pockets, next.wheel.pockets)) return 'its wheel has other pockets'
  if (!layoutNames(next).includes(layout)) return `it has no layout ${layout}`
  const [spots, others] = [book, next].map((one) => spotsOf(one, layout).list.map(({ spot }) => spot))
  if (!isSameSet(spots!, others!)) return `its layout ${layout} has other spots`
  const terminals = terminalsOf(next, layout)
  if (terminal === null ? terminals.length > 0 : !terminals.includes(terminal)) return 'it is played on other terminals'
  const isSameMoney = book.funds.money === next.funds.money && !book.funds.colourChips === !next.funds.colourChips
  if (!isSameMoney) return 'it is played with other chips'
  const read = tableLimits(next, layout, limitsUnder(next, limits))
  return 'problem' in read ? `limits ${read.problem}` : null
}

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((item) => other.includes(item))
