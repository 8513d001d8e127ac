import { useEffect, useState } from 'preact/hooks'
import { add, subtract, sum } from '../../engine/money.ts'
import type { Line } from '../../engine/settlement.ts'
import type { PlayerRound, PlayerView } from '../../engine/views.ts'
import { isStill } from '../kit/motion.ts'

/** The lines with money for the player: the counts of those paid, moving to the balance, and arrived. */
export type PayoutProgress = { lines: readonly Line[]; paid: number; sent: number; arrived: number }

const PAY = { each: 350, all: 1_500 }
const SEND = { each: 180, all: 900 }
const PAUSE_MS = 450
/** How long a chip takes from its spot to the balance; the style sheet's `--flight`. */
const FLIGHT_MS = 480

/** Payments come first, the largest last; returned stakes follow. */
export function linesBack({ lines }: PlayerRound): Line[] {
  const won = lines.filter(({ result }) => result === 'won').toSorted((a, b) => a.paid - b.paid)
  return [...won, ...lines.filter(({ result, returned }) => result !== 'won' && returned > 0)]
}

type PayoutStep = { at: number; does: 'paid' | 'sent' | 'arrived' }

/** When what happens, in milliseconds from when the round is settled on this screen: all of it in about three seconds. */
export function stepsOf(count: number): PayoutStep[] {
  const [pay, send] = [PAY, SEND].map(({ each, all }) => Math.min(each, all / count)) as [number, number]
  const from = pay * count + PAUSE_MS
  const steps = Array.from({ length: count }, (_, index): PayoutStep[] => [
    { at: pay * (index + 1), does: 'paid' },
    { at: from + send * index, does: 'sent' },
    { at: from + send * index + FLIGHT_MS, does: 'arrived' },
  ])
  return steps.flat().sort((a, b) => a.at - b.at)
}

/** Winning stacks are paid one after another, then go to the balance, each from one true amount to the next. */
export function usePayout(round: PlayerRound | null): PayoutProgress {
  const lines = round ? linesBack(round) : []
  const [done, setDone] = useState({ of: null as number | null, paid: 0, sent: 0, arrived: 0 })
  const of = round?.round ?? null
  useEffect(() => {
    if (of === null || lines.length === 0 || isStill.peek()) return
    setDone({ of, paid: 0, sent: 0, arrived: 0 })
    const timers = stepsOf(lines.length).map(({ at, does }) =>
      setTimeout(() => setDone((now) => ({ ...now, [does]: now[does] + 1 })), at),
    )
    return () => timers.forEach(clearTimeout)
  }, [of, lines.length])
  const all = lines.length
  if (isStill.peek()) return { lines, paid: all, sent: all, arrived: all }
  if (done.of !== of) return { lines, paid: 0, sent: 0, arrived: 0 }
  return { lines, paid: done.paid, sent: done.sent, arrived: done.arrived }
}

/**
 * The money while chips are moving: chips that have not arrived still count on the layout, so that no chip counts
 * twice.
 */
export function fundsDuring(funds: PlayerView['funds'], { lines, arrived }: PayoutProgress): PlayerView['funds'] {
  const left = lines.slice(arrived)
  const balance = subtract(funds.balance, sum(left.map(({ paid, returned }) => add(paid, returned))))
  // The player has cashed out before the chips arrived.
  if (balance < 0) return funds
  return { ...funds, balance, staked: add(funds.staked, sum(left.map(({ returned }) => returned))) }
}
