import { useEffect, useState } from 'preact/hooks'
import { money } from '../../words/plain-text.ts'
import { chipsOf } from './chips.ts'
import { isStill } from './motion.ts'

const LASTS_MS = 1_200
/** At most as many steps as an eye can distinguish. */
const STEPS_MAX = 24

/** The amounts on the way from nothing to all of it, a chip at a time and the largest first: each is an amount of chips. */
export function countedIn(amount: number): number[] {
  let sum = 0
  const sums = chipsOf(amount).map((chip) => (sum += chip))
  const skipped = Math.ceil(sums.length / STEPS_MAX)
  return sums.filter((_, index) => index % skipped === skipped - 1 || index === sums.length - 1).with(-1, amount)
}

/** An amount that is counted up, chip by chip; with reduced motion it is simply there. */
export function CountUp({ amount, lasts = LASTS_MS }: { amount: number; lasts?: number }) {
  // Starts at the first chip: zero would not look like a win.
  const [at, setAt] = useState(isStill.peek() || amount <= 0 ? amount : countedIn(amount)[0]!)
  useEffect(() => {
    if (at === amount) return
    const steps = countedIn(amount)
    const timers = steps.map((sum, index) => setTimeout(() => setAt(sum), (lasts * (index + 1)) / steps.length))
    return () => timers.forEach(clearTimeout)
  }, [amount])
  return <>{money(at)}</>
}
