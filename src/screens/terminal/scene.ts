import { useState } from 'preact/hooks'
import type { Stage } from '../kit/stage.ts'
import { useWindowEvent } from '../kit/use-page.ts'

/** The scene: the felt, the wheel with its ball, or the number with the result. */
export type TerminalScene = 'betting' | 'ball' | 'number'

/** The felt has the stage as long as bets are taken: the layout keeps its size from the opening to no more bets. */
export const sceneOf = (stage: Stage, isTold: boolean): TerminalScene => {
  if (stage === 'closed') return 'ball'
  return isTold && (stage === 'result' || stage === 'settled') ? 'number' : 'betting'
}

/** Keeps the scene while a finger or a button is down: the layout never moves under a hand. */
export function useScene(due: TerminalScene): { scene: TerminalScene; hold: () => void } {
  const [held, setHeld] = useState<TerminalScene | null>(null)
  const release = () => setHeld(null)
  useWindowEvent('pointerup', release)
  useWindowEvent('pointercancel', release)
  const scene = held ?? due
  return { scene, hold: () => setHeld(scene) }
}
