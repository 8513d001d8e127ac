/**
 * Kinds of wager that every vocabulary has a word for (`src/words/en/nouns.en.ts`). A book names any other kind in its texts, and
 * may name these as well.
 */
export const commonKinds = [
  'straight-up',
  'split',
  'street',
  'corner',
  'six-line',
  'line',
  'top-line',
  'column',
  'dozen',
  'low',
  'high',
  'odd',
  'even',
  'red',
  'black',
  'green',
  'bonus-win',
  'super-bonus-win',
  'scatter-bonus',
] as const

/** Several-piece bets, likewise. */
export const commonBets = [
  'neighbours',
  'tiers',
  'orphelins',
  'orphans',
  'zero-spiel',
  'finales',
  'grand-series',
  'big-series',
  'small-series',
] as const
