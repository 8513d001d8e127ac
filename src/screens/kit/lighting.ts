import { useEffect, useState } from 'preact/hooks'
import type { Draw } from '../../engine/draw.ts'
import { isStill } from './motion.ts'

const EVERY_MS = 480

/** Whether bonus numbers still land on the layout. */
export const isLighting = (draw: Draw | null, lit: Draw | null): boolean =>
  draw !== null && lit !== null && lit.numbers.length < draw.numbers.length

/** The bonus numbers light up one by one, in the order they were drawn; links and scatter when all are lit. */
export function useLighting(draw: Draw | null): Draw | null {
  const [count, setCount] = useState(draw?.numbers.length ?? 0)
  const key = draw?.numbers.join(' ') ?? ''
  const [seen, setSeen] = useState(key)
  useEffect(() => {
    if (key === seen) return
    setSeen(key)
    const all = draw?.numbers.length ?? 0
    if (isStill.peek()) return setCount(all)
    setCount(0)
    const timer = setInterval(() => setCount((lit) => lit + 1), EVERY_MS)
    // A hidden page and a busy machine leave out ticks: all of them are lit at the end.
    const end = setTimeout(() => {
      clearInterval(timer)
      setCount(all)
    }, EVERY_MS * all)
    return () => {
      clearInterval(timer)
      clearTimeout(end)
      setCount(all)
    }
  }, [key])
  if (!draw) return null
  if (key === seen && count >= draw.numbers.length) return draw
  const numbers = draw.numbers.slice(0, key === seen ? count : 0)
  return { numbers, superNumbers: [], links: [], scatter: false }
}
