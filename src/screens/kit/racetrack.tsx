import './racetrack.css'
import type { Signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useMemo, useRef, useState } from 'preact/hooks'
import type { Book, Pocket } from '../../books/rule-book.ts'
import { colourOf } from '../../engine/pocket-colour.ts'
import { common } from '../words/common.ts'
import { Stack } from './chip.tsx'
import { type Oval, oval, runsIn, type SectionShape } from './racetrack-shape.ts'

type RacetrackProps = {
  book: Book
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
  /** The stakes on a number. */
  stakes?: ReadonlyMap<Pocket, number>
  /** Bets on several numbers at once, pressed in the inside along those numbers. */
  sections?: TrackSections
  /** How warm a number is drawn, from 0 to 1. */
  heat?: ReadonlyMap<Pocket, number>
  /** Width and height of the drawing; the track fills it. */
  size?: { w: number; h: number; depth: number }
  /** Inside the oval. */
  children?: ComponentChildren
}

/** The numbers in the order of the wheel, laid out as an oval around what is offered on them. */
export function Racetrack(props: RacetrackProps) {
  const { book, order, lit, pocket = null, pointed, onPocket, describe, stakes, heat, size = usualSize } = props
  const shape = useMemo(() => oval(order.length, size.w, size.h, size.depth), [order, size])
  const root = useRef<SVGSVGElement>(null)
  const home = useRef(0)
  const keyed = (event: KeyboardEvent, index: number) => {
    const step = keySteps[event.key] ?? 0
    if (step === 0 && event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    if (step === 0) return onPocket?.(order[index]!)
    home.current = (index + step + order.length) % order.length
    root.current?.querySelectorAll<SVGElement>('.track-field')[home.current]?.focus()
  }
  const { said, ...finger } = useFinger(pointed, onPocket, props.sections)
  const depth = size.depth
  const pad = stakes ? depth * CHIP : 3
  return (
    <div class="track">
      <svg
        ref={root}
        viewBox={`${-size.w / 2 - pad} ${-size.h / 2 - pad} ${size.w + 2 * pad} ${size.h + 2 * pad}`}
        role="group"
        aria-label={common.racetrackLabel}
        {...finger}
      >
        {props.sections && <Sections {...props.sections} />}
        {order.map((number, index) => (
          <TrackPocket
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
        {stakes && <Lying order={order} stakes={stakes} shape={shape} r={depth * CHIP} />}
      </svg>
      <div
        class="track-inside"
        style={{ inset: `${((depth + 6) / (size.h + 4)) * 100}% ${((size.h * 0.32) / (size.w + 4)) * 100}%` }}
      >
        {said === null ? props.children : <strong class="track-said">{targetText(said, props)}</strong>}
      </div>
    </div>
  )
}

/** How large a chip on the track is, in parts of the track's depth. */
const CHIP = 0.26

const targetText = (target: Target, { describe, sections }: RacetrackProps): string =>
  'pocket' in target ? describe(target.pocket) : (sections?.list.find(({ bet }) => bet === target.bet)?.label ?? '')

type TrackPocketProps = {
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
function TrackPocket({ number, colour, field, depth, pointed, onPress, ...rest }: TrackPocketProps) {
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
      {rest.heat !== undefined && <path class="track-heat" d={field.path} style={{ '--heat': rest.heat }} />}
      <text x={field.x} y={field.y} font-size={depth * (number.length > 2 ? 0.3 : 0.42)}>
        {number}
      </text>
    </g>
  )
}

const keySteps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

type PointerPlace = { clientX: number; clientY: number }
/** The place under a finger: a number, or a section. */
type Target = { pocket: Pocket } | { bet: string }

function targetAt({ clientX, clientY }: PointerPlace): Target | null {
  const { pocket, bet } =
    document.elementFromPoint(clientX, clientY)?.closest<SVGElement>('[data-pocket], [data-bet]')?.dataset ?? {}
  return pocket !== undefined ? { pocket } : bet !== undefined ? { bet } : null
}

/**
 * A finger: what it would do is said in the middle before it is lifted, it may slide on to the next number, and beside
 * the track it does nothing.
 */
function useFinger(
  pointed: Signal<Pocket | null>,
  onPocket: RacetrackProps['onPocket'],
  sections: TrackSections | undefined,
) {
  const [said, say] = useState<Target | null>(null)
  const point = (target: Target | null) => {
    pointed.value = target && 'pocket' in target ? target.pocket : null
    if (target === null || 'bet' in target) sections?.onPoint(target?.bet ?? null)
    say(target)
  }
  const ifTouch = (does: (event: PointerEvent) => void) => (event: PointerEvent) => {
    if (event.pointerType === 'touch' && onPocket) does(event)
  }
  const lift = (event: PointerEvent) => {
    const target = said === null ? null : targetAt(event)
    point(null)
    if (target === null) return
    if ('pocket' in target) onPocket?.(target.pocket)
    else sections?.onSection(target.bet)
  }
  return {
    said,
    onPointerDown: ifTouch((event) => point(targetAt(event))),
    onPointerMove: ifTouch((event) => said !== null && point(targetAt(event))),
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

const usualSize = { w: 640, h: 124, depth: 30 }

type TrackSection = SectionShape & { name: string; label: string }
type TrackSections = {
  list: readonly TrackSection[]
  /** The bet that is pointed at, here or elsewhere. */
  pointed: Signal<string | null>
  onPoint: (bet: string | null) => void
  onSection: (bet: string) => void
}

/** Bets on many numbers lie inside the track, along those numbers. */
function Sections({ list, pointed, onPoint, onSection }: TrackSections) {
  const hover = (bet: string | null) => (event: PointerEvent) => event.pointerType !== 'touch' && onPoint(bet)
  const press = (bet: string) => (event: MouseEvent) =>
    (event as PointerEvent).pointerType !== 'touch' && onSection(bet)
  const keyed = (bet: string) => (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    onSection(bet)
  }
  return (
    <>
      {list.map(({ bet, path, middle, room, name, label }) => (
        <g
          key={bet}
          class={`track-section${pointed.value === bet ? ' is-pointed' : ''}`}
          data-bet={bet}
          role="button"
          tabindex={0}
          aria-label={label}
          onClick={press(bet)}
          onKeyDown={keyed(bet)}
          onPointerEnter={hover(bet)}
          onPointerLeave={hover(null)}
          onFocus={() => onPoint(bet)}
          onBlur={() => onPoint(null)}
        >
          <path d={path} />
          <Name name={name} room={room} {...middle} />
        </g>
      ))}
    </>
  )
}

const FONT = 13
/** How wide a letter is, in parts of its height. */
const LETTER = 0.6

/** In one line where there is room, else a word in each. */
function Name({ name, room, x, y }: { name: string; room: number; x: number; y: number }) {
  const lines = name.length * LETTER * FONT <= room ? [name] : name.split(' ')
  return (
    <text font-size={FONT}>
      {lines.map((line, index) => (
        <tspan key={line} x={x} y={y + (index - (lines.length - 1) / 2) * FONT * 1.2}>
          {line}
        </tspan>
      ))}
    </text>
  )
}
