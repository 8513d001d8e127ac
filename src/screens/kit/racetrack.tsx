import './racetrack.css'
import type { Signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useMemo, useRef } from 'preact/hooks'
import type { Pocket, RuleBook } from '../../books/rule-book.ts'
import { colourOf } from '../felt-svg.ts'
import { common } from '../words/common.ts'
import { oval } from './racetrack-shape.ts'

export type RacetrackProps = {
  book: RuleBook
  order: readonly Pocket[]
  /** Pockets lit now, such as a number and its neighbours. */
  lit: readonly Pocket[]
  pocket?: Pocket | null
  /** The number pointed at. */
  pointed: Signal<Pocket | null>
  /** Without it the track only shows. */
  onPocket?: ((pocket: Pocket) => void) | undefined
  /** How a number is said to those who listen: what pressing it does. */
  describe: (pocket: Pocket) => string
  /** Width and height of the drawing; the track fills it. */
  size?: { w: number; h: number; depth: number }
  /** Inside the oval. */
  children?: ComponentChildren
}

/** The numbers in the order of the wheel, laid out as an oval around what is offered on them. */
export function Racetrack(props: RacetrackProps) {
  const { book, order, lit, pocket = null, pointed, onPocket, describe, size = usual, children } = props
  const shape = useMemo(() => oval(order.length, size.w, size.h, size.depth), [order, size])
  const root = useRef<SVGSVGElement>(null)
  const home = useRef(0)
  const keyed = (event: KeyboardEvent, index: number) => {
    const step =
      event.key === 'ArrowRight' || event.key === 'ArrowDown'
        ? 1
        : event.key === 'ArrowLeft' || event.key === 'ArrowUp'
          ? -1
          : 0
    if (step === 0 && event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    if (step === 0) return onPocket?.(order[index]!)
    home.current = (index + step + order.length) % order.length
    root.current?.querySelectorAll<SVGElement>('.track-field')[home.current]?.focus()
  }
  return (
    <div class="track">
      <svg
        ref={root}
        viewBox={`${-size.w / 2 - 3} ${-size.h / 2 - 3} ${size.w + 6} ${size.h + 6}`}
        role="group"
        aria-label={common.racetrackLabel}
      >
        {order.map((number, index) => {
          const field = shape.fields[index]!
          const isLit = lit.includes(number)
          return (
            <g
              key={number}
              class={`track-field${isLit ? ' is-lit' : ''}${number === pocket ? ' is-won' : ''}`}
              data-colour={colourOf(book, number)}
              data-pocket={number}
              role="button"
              aria-label={describe(number)}
              aria-disabled={!onPocket}
              tabindex={index === home.current ? 0 : -1}
              onClick={() => onPocket?.(number)}
              onKeyDown={(event) => keyed(event, index)}
              onPointerEnter={() => (pointed.value = number)}
              onPointerLeave={() => (pointed.value = null)}
              onFocus={() => (pointed.value = number)}
              onBlur={() => (pointed.value = null)}
            >
              <path d={field.path} />
              <text x={field.x} y={field.y} font-size={size.depth * (number.length > 2 ? 0.3 : 0.42)}>
                {number}
              </text>
            </g>
          )
        })}
      </svg>
      <div
        class="track-inside"
        style={{ inset: `${((size.depth + 6) / (size.h + 4)) * 100}% ${((size.h * 0.32) / (size.w + 4)) * 100}%` }}
      >
        {children}
      </div>
    </div>
  )
}

const usual = { w: 640, h: 124, depth: 30 }
