import { useEffect, useState } from 'preact/hooks'
import type { PlayerRound, PlayerView } from '../../engine/views.ts'
import { isStill } from '../kit/motion.ts'
import { LANDING_MS } from '../kit/wheel-motion.ts'

/**
 * When a result is shown: not before the ball on the screen is down. `landing`: the round whose ball still runs here;
 * `fresh`: the round that was just shown, for a while.
 */
const FRESH_MS = 8_000

export function useReveal(view: PlayerView): { landing: number | null; fresh: number | null } {
  const [landing, setLanding] = useState<number | null>(null)
  const [fresh, setFresh] = useState<number | null>(null)
  const [isFirst, setFirst] = useState(true)
  const outcome = view.pocket !== null ? view.round : null
  useEffect(() => {
    setFirst(false)
    if (outcome === null || isFirst) return
    setLanding(isStill.peek() ? null : outcome)
    setFresh(null)
    // These outlive the effect: the round may be concluded before the ball is down.
    setTimeout(() => setLanding((now) => (now === outcome ? null : now)), isStill.peek() ? 0 : LANDING_MS)
    setTimeout(() => setFresh(outcome), isStill.peek() ? 0 : LANDING_MS)
    setTimeout(() => setFresh((now) => (now === outcome ? null : now)), FRESH_MS + LANDING_MS)
  }, [outcome])
  return { landing, fresh }
}

const PAYOUT_MS = 1_500

/** How many of the winning stacks are paid by now: one after another, all of them in under two seconds. */
export function usePayout(round: PlayerRound | null): number {
  const [paid, setPaid] = useState(0)
  const wins = round?.lines.filter(({ result }) => result === 'won').length ?? 0
  useEffect(() => {
    setPaid(isStill.peek() ? wins : 0)
    if (wins === 0 || isStill.peek()) return
    const timer = setInterval(() => setPaid((count) => Math.min(wins, count + 1)), Math.min(350, PAYOUT_MS / wins))
    return () => clearInterval(timer)
  }, [round?.round, wins])
  return paid
}
