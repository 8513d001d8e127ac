import { useEffect, useState } from 'preact/hooks'
import { money } from './money-text.ts'
import { isStill } from './motion.ts'

const LASTS_MS = 1_200

/** An amount that is counted up when it grows; with reduced motion it is simply there. */
export function CountUp({ amount }: { amount: number }) {
  const [shown, setShown] = useState(amount)
  useEffect(() => {
    if (amount <= shown || isStill.peek()) return setShown(amount)
    const [from, began] = [shown, performance.now()]
    let frame = 0
    const step = (now: number) => {
      const part = Math.min(1, (now - began) / LASTS_MS)
      setShown(from + Math.round((amount - from) * (1 - (1 - part) ** 2)))
      if (part < 1) frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [amount])
  return <>{money(shown)}</>
}
