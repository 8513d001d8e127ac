import type { RuleBook } from '../../books/rule-book.ts'
import type { DealerView, Result } from '../../engine/views.ts'
import { isUnderWay } from '../staff/stacks.ts'

export type RoundToRefer = Pick<Result, 'round' | 'pocket' | 'void'> & { isConcluded: boolean }

/** The round under way, unless it waits already, and, where the book lets them be referred, those that are concluded. */
export function roundsToRefer({ book, view }: { book: RuleBook; view: DealerView }): RoundToRefer[] {
  const { round, phase, results } = view
  const isNow = isUnderWay(view) && phase !== 'referred' && round !== null
  const past = book.rules.referral.reading === undefined ? [] : results
  return [
    ...(isNow ? [{ round, pocket: null, void: null, isConcluded: false }] : []),
    ...past.map(({ round, pocket, void: code }) => ({ round, pocket, void: code, isConcluded: true })),
  ]
}
