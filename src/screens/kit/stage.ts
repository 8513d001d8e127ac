import type { DisplayView } from '../../engine/views.ts'

/** A phase as people in the room tell them apart; each has a word, a colour and a shape. */
export type Stage = 'waiting' | 'open' | 'closing' | 'closed' | 'result' | 'settled' | 'void' | 'referred' | 'power-out'

export function stageOf({ phase, powerOut }: Pick<DisplayView, 'phase' | 'powerOut'>): Stage {
  if (powerOut) return 'power-out'
  switch (phase) {
    case 'closed':
      return 'waiting'
    case 'betting-open':
      return 'open'
    case 'ball-spinning':
      return 'closing'
    case 'betting-closed':
      return 'closed'
    case 'outcome-determined':
      return 'result'
    default:
      return phase
  }
}

export const takesBets = (stage: Stage): boolean => stage === 'open' || stage === 'closing'
