import { useEffect, useState } from 'preact/hooks'
import type { Stage } from '../kit/stage.ts'
import { useWindowEvent } from '../kit/use-page.ts'

/** The scene: the felt, the wheel with its ball, or the number with the result. */
export type TerminalScene = 'betting' | 'ball' | 'number'

/**
 * The felt has the stage as long as bets are taken: the layout keeps its size from the opening to no more bets. It has its
 * size before that, where the dealer leaves time for it: as soon as the result has been seen.
 */
export const sceneOf = (stage: Stage, isTold: boolean, isSeen: boolean): TerminalScene => {
  if (stage === 'closed') return 'ball'
  return isTold && (stage === 'result' || (stage === 'settled' && !isSeen)) ? 'number' : 'betting'
}

/** The time after settlement in which chips are paid, counted and shown. */
const SEEN_MS = 7_000

/** Whether a settled round has been on stage long enough. */
export function useSeen(settled: number | null): boolean {
  const [seen, setSeen] = useState<number | null>(null)
  useEffect(() => {
    if (settled === null) return
    const timer = setTimeout(() => setSeen(settled), SEEN_MS)
    return () => clearTimeout(timer)
  }, [settled])
  return settled !== null && seen === settled
}

/** A browser finds out what a finger tapped only after it was lifted. */
const TAP_MS = 80

/** Keeps the scene while a finger or a button is down: the layout never moves under a hand. */
export function useScene(due: TerminalScene): { scene: TerminalScene; hold: () => void } {
  const [held, setHeld] = useState<TerminalScene | null>(null)
  const release = () => setTimeout(() => setHeld(null), TAP_MS)
  useWindowEvent('pointerup', release)
  useWindowEvent('pointercancel', release)
  const scene = held ?? due
  return { scene, hold: () => setHeld(scene) }
}
