import type { DealerView, Result } from '../../engine/views.ts'
import { isUnderWay } from '../staff/stacks.ts'

export type RoundToRefer = Pick<Result, 'round' | 'pocket' | 'void'> & { isConcluded: boolean }

/** The round under way, unless it waits already, and those that are concluded. */
export function roundsToRefer(view: DealerView): RoundToRefer[] {
  const { round, phase, results } = view
  const isNow = isUnderWay(view) && phase !== 'referred' && round !== null
  return [
    ...(isNow ? [{ round, pocket: null, void: null, isConcluded: false }] : []),
    ...results.map(({ round, pocket, void: code }) => ({ round, pocket, void: code, isConcluded: true })),
  ]
}
