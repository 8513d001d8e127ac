import './racetrack.css'
import type { Signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useMemo, useRef, useState } from 'preact/hooks'
import type { Pocket, RuleBook } from '../../books/rule-book.ts'
import { colourOf } from '../felt-svg.ts'
import { common } from '../words/common.ts'
import { Stack } from './chip.tsx'
import { type Oval, oval, runsIn } from './racetrack-shape.ts'

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
  /** What lies on a number. */
  stakes?: ReadonlyMap<Pocket, number>
  /** How warm a number is drawn, from 0 to 1. */
  heat?: ReadonlyMap<Pocket, number>
  /** Width and height of the drawing; the track fills it. */
  size?: { w: number; h: number; depth: number }
  /** Inside the oval. */
  children?: ComponentChildren
}

/** The numbers in the order of the wheel, laid out as an oval around what is offered on them. */
export function Racetrack(props: RacetrackProps) {
  const { book, order, lit, pocket = null, pointed, onPocket, describe, stakes, heat, size = usual } = props
  const shape = useMemo(() => oval(order.length, size.w, size.h, size.depth), [order, size])
  const root = useRef<SVGSVGElement>(null)
  const home = useRef(0)
  const keyed = (event: KeyboardEvent, index: number) => {
    const step = steps[event.key] ?? 0
    if (step === 0 && event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    if (step === 0) return onPocket?.(order[index]!)
    home.current = (index + step + order.length) % order.length
    root.current?.querySelectorAll<SVGElement>('.track-field')[home.current]?.focus()
  }
  const { said, ...finger } = useFinger(pointed, onPocket)
  const depth = size.depth
  return (
    <div class="track">
      <svg
        ref={root}
        viewBox={`${-size.w / 2 - 3} ${-size.h / 2 - 3} ${size.w + 6} ${size.h + 6}`}
        role="group"
        aria-label={common.racetrackLabel}
        {...finger}
      >
        {order.map((number, index) => (
          <Field
            key={number}
            number={number}
            colour={colourOf(book, number)}
            field={shape.fields[index]!}
            depth={depth}
            heat={heat?.get(number)}
            isWon={number === pocket}
            isHome={index === home.current}
            label={describe(number)}
            pointed={pointed}
            onPress={onPocket}
            onKeyDown={(event) => keyed(event, index)}
          />
        ))}
        <Lit order={order} lit={lit} shape={shape} />
        {stakes && <Lying order={order} stakes={stakes} shape={shape} r={depth * 0.25} />}
      </svg>
      <div
        class="track-inside"
        style={{ inset: `${((depth + 6) / (size.h + 4)) * 100}% ${((size.h * 0.32) / (size.w + 4)) * 100}%` }}
      >
        {said === null ? props.children : <strong class="track-said">{describe(said)}</strong>}
      </div>
    </div>
  )
}

type FieldProps = {
  number: Pocket
  colour: string
  field: Oval['fields'][number]
  depth: number
  heat: number | undefined
  isWon: boolean
  isHome: boolean
  label: string
  pointed: Signal<Pocket | null>
  onPress: RacetrackProps['onPocket']
  onKeyDown: (event: KeyboardEvent) => void
}

/** A finger is the whole track's business: it may slide from one number to another. */
function Field({ number, colour, field, depth, pointed, onPress, ...rest }: FieldProps) {
  const point = (to: Pocket | null) => () => {
    pointed.value = to
  }
  const hover = (to: Pocket | null) => (event: PointerEvent) => event.pointerType !== 'touch' && point(to)()
  const press = (event: MouseEvent) => (event as PointerEvent).pointerType !== 'touch' && onPress?.(number)
  return (
    <g
      class={`track-field${rest.isWon ? ' is-won' : ''}`}
      data-colour={colour}
      data-pocket={number}
      role="button"
      aria-label={rest.label}
      aria-disabled={!onPress}
      tabindex={rest.isHome ? 0 : -1}
      onClick={press}
      onKeyDown={rest.onKeyDown}
      onPointerEnter={hover(number)}
      onPointerLeave={hover(null)}
      onFocus={point(number)}
      onBlur={point(null)}
    >
      <path d={field.path} />
      {rest.heat !== undefined && <path class="track-heat" d={field.path} style={{ fillOpacity: rest.heat * 0.7 }} />}
      <text x={field.x} y={field.y} font-size={depth * (number.length > 2 ? 0.3 : 0.42)}>
        {number}
      </text>
    </g>
  )
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

type Point = { clientX: number; clientY: number }

/**
 * A finger: what it would do is said in the middle before it is lifted, it may slide on to the next number, and beside
 * the track it does nothing.
 */
function useFinger(pointed: Signal<Pocket | null>, onPocket: RacetrackProps['onPocket']) {
  const [said, say] = useState<Pocket | null>(null)
  const under = ({ clientX, clientY }: Point): Pocket | null =>
    document.elementFromPoint(clientX, clientY)?.closest('[data-pocket]')?.getAttribute('data-pocket') ?? null
  const point = (number: Pocket | null) => {
    pointed.value = number
    say(number)
  }
  const ifTouch = (does: (event: PointerEvent) => void) => (event: PointerEvent) => {
    if (event.pointerType === 'touch' && onPocket) does(event)
  }
  const lift = (event: PointerEvent) => {
    const number = said === null ? null : under(event)
    point(null)
    if (number !== null) onPocket?.(number)
  }
  return {
    said,
    onPointerDown: ifTouch((event) => point(under(event))),
    onPointerMove: ifTouch((event) => said !== null && point(under(event))),
    onPointerUp: ifTouch(lift),
    onPointerCancel: ifTouch(() => point(null)),
  }
}

/** Numbers beside each other are lit as one. */
function Lit({ order, lit, shape }: { order: readonly Pocket[]; lit: readonly Pocket[]; shape: Oval }) {
  return (
    <>
      {runsIn(order.map((number) => lit.includes(number))).map(({ first, count }) => (
        <path key={order[first]} class="track-lit" d={shape.run(first, count)} data-lit={count} />
      ))}
    </>
  )
}

type LyingProps = { order: readonly Pocket[]; stakes: ReadonlyMap<Pocket, number>; shape: Oval; r: number }

/** The chips on the numbers themselves, at the edge, so that the number is still read. */
function Lying({ order, stakes, shape, r }: LyingProps) {
  return (
    <g class="track-chips" aria-hidden="true">
      {order.map((number, index) => {
        const { x, y, angle } = shape.fields[index]!
        const out = { x: Math.sin((angle * Math.PI) / 180), y: -Math.cos((angle * Math.PI) / 180) }
        const amount = stakes.get(number)
        return amount ? (
          <Stack key={number} x={x + out.x * r * 1.9} y={y + out.y * r * 1.9} r={r} amount={amount} />
        ) : null
      })}
    </g>
  )
}

const usual = { w: 640, h: 124, depth: 30 }
