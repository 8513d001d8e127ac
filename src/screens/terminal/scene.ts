import { useEffect, useState } from 'preact/hooks'
import { isStill } from '../kit/motion.ts'
import { type Stage, takesBets } from '../kit/stage.ts'

/** Who has the stage: the felt, the wheel with its ball, or the number and what it came to. */
export type Scene = 'betting' | 'ball' | 'number'

export const sceneOf = (stage: Stage, isTold: boolean): Scene => {
  if (stage === 'closed') return 'ball'
  return isTold && (stage === 'result' || stage === 'settled') ? 'number' : 'betting'
}

/** The number and the money are seen for so long, also where the next round opens at once. */
const LEAST_MS = 4_200

/** The scene, which the next round ends: not before the result was seen, but at once when somebody reaches for the felt. */
export function useScene(stage: Stage, told: number | null, isBetting: boolean): { scene: Scene; end: () => void } {
  const scene = sceneOf(stage, told !== null)
  const [held, hold] = useState<number | null>(null)
  useEffect(() => {
    if (told === null || isStill.peek()) return
    hold(told)
    const timer = setTimeout(() => hold(null), LEAST_MS)
    return () => clearTimeout(timer)
  }, [told])
  const isHeld = held !== null && held === told && scene === 'betting' && takesBets(stage) && !isBetting
  const end = () => takesBets(stage) && hold(null)
  return { scene: isHeld ? 'number' : scene, end }
}
