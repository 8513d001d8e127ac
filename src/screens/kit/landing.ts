import { useEffect, useRef, useState } from 'preact/hooks'
import type { DisplayView, Result } from '../../engine/views.ts'
import { isStill } from './motion.ts'
import { LANDING_MS, NEAR_MS } from './wheel-motion.ts'

/**
 * The time for which the ball rests before its pocket is shown, so that no screen shows it before another screen's ball
 * is down.
 */
const LIES_MS = 60

/**
 * The round whose ball still runs on this screen although its outcome is known: until it is down, nothing may tell it. A
 * result that was there before the page was is simply shown.
 */
export function useLanding(view: DisplayView): number | null {
  const outcome = view.pocket !== null && view.void === null ? view.round : null
  const seen = useRef({ outcome, landing: null as number | null })
  const [, redraw] = useState(0)
  // At once, not in an effect: a single frame with the result would have revealed it.
  if (outcome !== null && outcome !== seen.current.outcome)
    seen.current = { outcome, landing: isStill.peek() ? null : outcome }
  if (isNextBall(view, seen.current.landing)) seen.current.landing = null
  const { landing } = seen.current
  useEffect(() => {
    if (landing === null) return
    const down = () => {
      seen.current.landing = null
      redraw((count) => count + 1)
    }
    const timer = setTimeout(down, LANDING_MS + LIES_MS)
    return () => clearTimeout(timer)
  }, [landing])
  return view.void === null ? landing : null
}

/** Whether the ball of this screen has just come down, and its pocket is still seen from near. */
export function useNear(landing: number | null): boolean {
  const latest = useRef(landing)
  if (landing !== null) latest.current = landing
  const [seen, setSeen] = useState<number | null>(null)
  useEffect(() => {
    if (landing !== null || latest.current === null) return
    const timer = setTimeout(() => setSeen(latest.current), NEAR_MS)
    return () => clearTimeout(timer)
  }, [landing])
  return landing === null && latest.current !== seen
}

/** A wheel has one ball: when the next one runs, the last one is down. */
const isNextBall = ({ round, phase }: DisplayView, landing: number | null): boolean =>
  landing !== null && round !== landing && (phase === 'ball-spinning' || phase === 'betting-closed')

/** The room as it stood before a result that is not shown yet. The next round may be open by then: it is left as it is. */
export function roomBefore<V extends DisplayView>(view: V, landing: number | null): V {
  if (landing === null) return view
  const results = view.results.filter(({ round }) => round !== landing)
  return view.round === landing ? { ...view, results, phase: 'betting-closed', pocket: null } : { ...view, results }
}

/** Whether a concluded round is still the one to show: it is history as soon as no more bets is called for the next. */
export function isOnShow({ round }: Result, view: Pick<DisplayView, 'round' | 'phase'>): boolean {
  if (view.round === null || view.round === round) return true
  const isBetting = view.phase === 'betting-open' || view.phase === 'ball-spinning'
  return isBetting && view.round === round + 1
}

/** Returns the pocket in which the wheel's ball rests or has to come to rest. A void round leaves the ball nowhere. */
export function restingIn(view: DisplayView): string | null {
  const [last] = view.results
  if (view.pocket !== null || view.phase === 'ball-spinning' || !last) return view.pocket
  return isOnShow(last, view) ? last.pocket : null
}
