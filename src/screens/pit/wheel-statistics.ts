import type { Pocket } from '../../books/rule-book.ts'
import { type Fit, fitOf, spinsMissing } from '../../lab/chi-square.ts'
import { UNUSUAL, VERY_UNUSUAL } from '../../lab/hold-chance.ts'

/** What the results of one wheel say about it. */
export type WheelStatistics = {
  counts: readonly { pocket: Pocket; count: number }[]
  fit: Fit
  /** How many more results until the test may be believed; 0: it may. */
  missing: number
  verdict: WheelVerdict
}

/**
 * `too-few`: the test says nothing yet. `fits`: nothing speaks against equal chances, which proves nothing either.
 * `unusual`, `very-unusual`: equal chances give this seldom. `too-even`: they give this seldom too.
 */
export type WheelVerdict = 'too-few' | 'fits' | 'unusual' | 'very-unusual' | 'too-even'

/** In the order of the wheel, so that a worn part of it shows as neighbours. */
export function wheelStatistics(order: readonly Pocket[], results: readonly Pocket[]): WheelStatistics {
  const counted = new Map<Pocket, number>()
  for (const pocket of results) counted.set(pocket, (counted.get(pocket) ?? 0) + 1)
  const counts = order.map((pocket) => ({ pocket, count: counted.get(pocket) ?? 0 }))
  const fit = fitOf(counts.map(({ count }) => count))
  const missing = spinsMissing(fit)
  return { counts, fit, missing, verdict: missing > 0 ? 'too-few' : verdictOn(fit.p) }
}

function verdictOn(p: number): WheelVerdict {
  if (p < VERY_UNUSUAL) return 'very-unusual'
  if (p < UNUSUAL) return 'unusual'
  return p > 1 - VERY_UNUSUAL ? 'too-even' : 'fits'
}
