import './flights.css'
import { useEffect, useState } from 'preact/hooks'
import { add } from '../../engine/money.ts'
import { ChipPicture } from '../kit/chip.tsx'
import { chipsOf } from '../kit/chips.ts'
import { isStill } from '../kit/motion.ts'
import type { PayoutProgress } from './payout.ts'

type FlightEnd = { x: number; y: number }
type Flight = { spot: string; value: number; from: FlightEnd; to: FlightEnd }

const SIZE = 44

/** Chips that move from the layout to the balance, one for each stack that was paid or returned. */
export function Flights({ lines, sent }: PayoutProgress) {
  const [flights, setFlights] = useState<readonly Flight[]>([])
  useEffect(() => {
    const line = lines[sent - 1]
    if (sent === 0) return setFlights([])
    if (!line || isStill.peek()) return
    const [from, to] = [middleOf(stackOn(line.spot)), middleOf(document.querySelector('[data-money=balance] dd'))]
    const value = chipsOf(add(line.paid, line.returned))[0]
    if (from && to && value) setFlights((now) => [...now, { spot: line.spot, value, from, to }])
  }, [sent])
  const land = (spot: string) => setFlights((now) => now.filter((one) => one.spot !== spot))
  return (
    <>
      {flights.map(({ spot, value, from, to }) => (
        <div
          key={spot}
          class="terminal-flight"
          aria-hidden="true"
          style={{ '--from': `${from.x}px ${from.y}px`, '--to': `${to.x}px ${to.y}px` }}
          onAnimationEnd={() => land(spot)}
        >
          <ChipPicture value={value} size={SIZE} />
        </div>
      ))}
    </>
  )
}

const stackOn = (spot: string): Element | null => document.querySelector(`main [data-chips="${CSS.escape(spot)}"]`)

/** In the middle of what is seen of it; null where it is not on the screen. */
function middleOf(element: Element | null): FlightEnd | null {
  if (!element) return null
  const { x, y, width, height } = element.getBoundingClientRect()
  return width > 0 ? { x: x + width / 2 - SIZE / 2, y: y + height / 2 - SIZE / 2 } : null
}
