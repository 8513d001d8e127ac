import { type Foresight, type ForesightFacts, isForesight } from '../../engine/foresee.ts'
import type { Effect } from '../../engine/foreseen-effects.ts'
import type { Refusal } from '../../engine/refusals.ts'
import { money } from '../../words/plain-text.ts'
import { dealer, effects } from '../words/desk.ts'

/** The console's words for a foreseen effect; null if another dialog confirms it or the dialog itself says it. */
export function effectText({ returned, phase }: ForesightFacts, { effect }: Effect): string | null {
  switch (effect) {
    case 'round-void':
      return effects['round-void'](money(returned.total), returned.players)
    case 'betting-closes':
      return phase === 'referred' ? effects['betting-closes'] : null
    case 'fact-recorded':
    case 'count-recorded':
    case 'results-differ':
    case 'void-after-draw':
    case 'outcome-stands':
    case 'play-waits':
    case 'no-spin-voids':
    case 'play-goes-on':
    case 'registered-settled':
    case 'not-registered-never-happened':
      return effects[effect]
    case 'shift-manager-decides':
      return phase === 'referred' ? effects[effect] : dealer.concludedWaits
    default:
      return null
  }
}

/** Whether it voids the round, why, and by which rule. */
export const voidIn = (foreseen: Foresight | Refusal): Effect | null =>
  isForesight(foreseen) ? (foreseen.effects.find(({ effect }) => effect === 'round-void') ?? null) : null
