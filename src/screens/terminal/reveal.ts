import { useEffect, useRef, useState } from 'preact/hooks'
import { add, type Cents, subtract, sum } from '../../engine/money.ts'
import type { PlayerRound, PlayerView } from '../../engine/views.ts'
import { isStill } from '../kit/motion.ts'
import { LANDING_MS } from '../kit/wheel-motion.ts'

const FRESH_MS = 8_000

/**
 * When a result is shown: not before the ball on this screen is down. `landing`: the round whose ball still runs here;
 * `fresh`: the round that was just shown, for a while. A result that was there before the page was is simply shown.
 */
export function useReveal(view: PlayerView): { landing: number | null; fresh: number | null } {
  const outcome = view.pocket !== null && view.void === null ? view.round : null
  const seen = useRef({ outcome, landing: null as number | null, isNew: false })
  const [fresh, setFresh] = useState<number | null>(null)
  const [, redraw] = useState(0)
  // At once, not in an effect: one picture with the result in it would have told.
  if (outcome !== null && outcome !== seen.current.outcome)
    seen.current = { outcome, landing: isStill.peek() ? null : outcome, isNew: true }
  if (isNextBall(view, seen.current.landing)) seen.current.landing = null
  const shown = seen.current.outcome
  useEffect(() => {
    const { landing, isNew } = seen.current
    if (!isNew) return
    const down = () => {
      seen.current.landing = null
      setFresh(shown)
      redraw((count) => count + 1)
    }
    setFresh(null)
    const timers = [
      setTimeout(down, landing === null ? 0 : LANDING_MS),
      setTimeout(() => setFresh((now) => (now === shown ? null : now)), FRESH_MS + LANDING_MS),
    ]
    return () => timers.forEach(clearTimeout)
  }, [shown])
  return { landing: view.void === null ? seen.current.landing : null, fresh }
}

/** A wheel has one ball: when the next one runs, the last one is down. */
const isNextBall = ({ round, phase }: PlayerView, landing: number | null): boolean =>
  landing !== null && round !== landing && (phase === 'ball-spinning' || phase === 'betting-closed')

/**
 * The view as it stood before a result that is not shown yet: the ball runs, chips lie where they lay, and nobody is
 * richer. The next round may be open by then: what is of that round is left as it is.
 */
export function beforeResult(view: PlayerView, landing: number | null, last: PlayerRound | null): PlayerView {
  if (landing === null) return view
  const results = view.results.filter(({ round }) => round !== landing)
  const mine = view.last?.round === landing ? view.last : null
  const staked = sum((mine?.lines ?? []).map(({ stake }) => stake))
  const funds = { ...view.funds, balance: subtract(view.funds.balance, add(gainOf(mine), staked)) }
  if (view.round !== landing) return { ...view, results, last, funds }
  return {
    ...view,
    results,
    last,
    phase: 'betting-closed',
    pocket: null,
    wagers: mine && mine.lines.length > 0 ? wagersIn(mine) : view.wagers,
    funds: { ...funds, staked: add(view.funds.staked, staked) },
  }
}

const gainOf = (round: PlayerRound | null): Cents =>
  round?.balance ? subtract(round.balance.after, round.balance.before) : (0 as Cents)

const wagersIn = ({ lines }: PlayerRound): PlayerView['wagers'] =>
  Object.fromEntries(lines.map(({ spot, stake }) => [spot, { stake, chips: 0, outside: null }]))

const PAYOUT_MS = 1_500

/** How many of the winning stacks are paid by now: one after another, all of them in under two seconds. */
export function usePayout(round: PlayerRound | null): number {
  const [paid, setPaid] = useState({ round: null as number | null, count: 0 })
  const wins = round?.lines.filter(({ result }) => result === 'won').length ?? 0
  useEffect(() => {
    if (!round || wins === 0 || isStill.peek()) return
    const next = () =>
      setPaid((before) => ({ round: round.round, count: before.round === round.round ? before.count + 1 : 1 }))
    const timer = setInterval(next, Math.min(350, PAYOUT_MS / wins))
    const end = setTimeout(() => clearInterval(timer), PAYOUT_MS + 350)
    return () => {
      clearInterval(timer)
      clearTimeout(end)
    }
  }, [round?.round, wins])
  if (isStill.peek()) return wins
  return round && paid.round === round.round ? Math.min(wins, paid.count) : 0
}
