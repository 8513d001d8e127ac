import type { DisplayView } from '../../engine/views.ts'
import type { WallView } from '../../wire/audiences.ts'

/** A phase as people in the room tell them apart; each has a word, a colour and a shape. `stopped`: the house has stopped gaming. */
export type Stage =
  | 'waiting'
  | 'open'
  | 'closing'
  | 'closed'
  | 'result'
  | 'settled'
  | 'void'
  | 'referred'
  | 'power-out'
  | 'stopped'

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

type StoppedView = Pick<DisplayView, 'phase' | 'powerOut'> & Pick<WallView, 'gamingStop'>

/** The stage as it is shown: where no wager is taken because gaming is stopped, the screen must not invite to bet. */
export function shownStage(view: StoppedView): Stage {
  const stage = stageOf(view)
  if (!view.gamingStop) return stage
  const isBarred = stage === 'waiting' || (takesBets(stage) && view.gamingStop.when === 'now')
  return isBarred ? 'stopped' : stage
}
