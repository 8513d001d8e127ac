import './felt.css'
import { type Signal, useSignal } from '@preact/signals'
import type { ComponentChildren, RefObject } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import type { Area, Pocket, RuleBook, SpotId } from '../../books/rule-book.ts'
import type { Draw } from '../../engine/draw.ts'
import type { Box, Point } from '../../engine/places.ts'
import { type Spot, spotsOf } from '../../engine/spots.ts'
import { common } from '../words/common.ts'
import { nouns, spotName } from '../words/names.ts'
import { language } from '../words/speech.ts'
import { type Board, boardOf, type Direction, type Lie, REACH, spotAt, stepFrom } from './board.ts'
import { Label, PendingChip, Stack, StackTotal } from './chip.tsx'
import { Beside, EDGE } from './felt-beside.tsx'
import { middle, middlePart, Print } from './felt-print.tsx'
import { differ, memo } from './memo.ts'
import { shortMoney } from './money.ts'
import { isStill } from './motion.ts'
import { useZoom } from './zoom.tsx'

/** What lies on a spot: one player's chips, or one's own. */
export type FeltStack = {
  spot: SpotId
  amount: number
  /** On its way to being registered; negative: being taken back. */
  pending?: number
  /** A colour chip's colour (CSS). */
  tint?: string
  owner?: string
  result?: 'won' | 'lost' | 'returned'
  paid?: number
  isOutside?: boolean
  /** No longer in play: it goes back when the round is settled. */
  isAside?: boolean
}

export type FeltProps = {
  book: RuleBook
  layout: string
  stacks?: readonly FeltStack[]
  /** Where the ball rests: the dolly stands there. */
  pocket?: Pocket | null
  draw?: Draw | null
  /** Pockets lit from elsewhere, such as a racetrack. */
  lit?: readonly Pocket[]
  /** The spot pointed at, by finger, mouse or keyboard. */
  pointed?: Signal<SpotId | null>
  /** A chip down (click, Enter) or back (right button, long press, Delete). Without it the layout only shows. */
  onSpot?: (spot: Spot, action: 'place' | 'remove') => void
  /** Of the spot that is pointed at. */
  card?: (spot: Spot) => ComponentChildren
  /** Where the card is: beside the spot (usual), or along an edge of the layout, where it hides no number. */
  cardAt?: 'spot' | 'edge'
  /** Beside a spot, on its own: a refusal. */
  note?: { spot: SpotId; content: ComponentChildren } | null
  /** How it lies: along its width (usual), along its height, or as printed. */
  lie?: Lie
  /** Pixels per cell that it never goes below; it is panned instead. */
  cellMin?: number
  /** How many times larger than that, or than what fits; two fingers change it. */
  zoom?: Signal<number>
  label?: string
}

const MARGIN = 0.27
const LONG_PRESS_MS = 550

export function Felt(props: FeltProps) {
  const {
    book,
    layout,
    stacks = none,
    pocket = null,
    draw = null,
    lit = none,
    onSpot,
    card,
    note,
    lie = 'wide',
    cellMin = 0,
  } = props
  const board = boardOf(book, layout, lie)
  const spots = spotsOf(book, layout)
  const own = useSignal<SpotId | null>(null)
  const pointed = props.pointed ?? own
  const root = useRef<HTMLDivElement>(null)
  const scroll = useRef<HTMLDivElement>(null)
  const svg = useRef<SVGSVGElement>(null)
  const touch = useRef<Touch>({ wasLong: false })
  const { x, y, w, h } = frame(board, book)
  const times = useZoom(scroll, props.zoom)
  const staked = useTotals(stacks)
  // Upright, the numbers stand at the right.
  useLayoutEffect(() => scroll.current!.scrollTo(lie === 'tall' ? scroll.current!.scrollWidth : 0, 0), [lie])
  useWinnerInSight(scroll, svg, board, pocket)
  const fit = `calc(${times} * max(${cellMin * w}px, min(100cqw, calc(100cqh * ${w / h}))))`
  return (
    <div class={`felt${onSpot ? ' takes-bets' : ''}`} ref={root}>
      <div class="felt-scroll" ref={scroll}>
        <div class="felt-field" style={{ width: fit, aspectRatio: `${w} / ${h}` }}>
          <svg
            ref={svg}
            viewBox={`${x} ${y} ${w} ${h}`}
            role="group"
            tabindex={-1}
            aria-label={props.label ?? common.layoutLabel}
            data-pointed={pointed}
            {...pointing(board, spots, pointed, svg, touch.current, onSpot)}
          >
            <Lamps board={board} draw={draw} pocket={pocket} />
            <Print book={book} layout={layout} lie={lie} language={language.value} />
            <Lights board={board} lit={lit} pocket={pocket} />
            <PointedLight board={board} spots={spots} pointed={pointed} />
            <SpotButtons
              board={board}
              book={book}
              layout={layout}
              staked={staked}
              pointed={pointed}
              isActive={!!onSpot}
            />
            <Stacks board={board} stacks={stacks} />
            <OnTheirWay board={board} stacks={stacks} />
            {pocket !== null && <Dolly board={board} pocket={pocket} />}
          </svg>
        </div>
      </div>
      {card && (
        <Beside
          root={root}
          svg={svg}
          board={board}
          spot={pointed}
          isAtEdge={props.cardAt === 'edge'}
          content={(id) => card(spots.byId.get(id)!)}
        />
      )}
      {note && <Beside root={root} svg={svg} board={board} spot={note.spot} content={() => note.content} />}
    </div>
  )
}

const none: readonly never[] = []

/** Where the layout is panned, the number that wins comes into sight. */
function useWinnerInSight(
  scroll: RefObject<HTMLDivElement | null>,
  svg: RefObject<SVGSVGElement | null>,
  board: Board,
  pocket: Pocket | null,
): void {
  useEffect(() => {
    const cell = pocket === null ? undefined : board.cellOf.get(pocket)
    if (!cell || !scroll.current || !svg.current) return
    const { x, y } = new DOMPoint(middle(cell).x, middle(cell).y).matrixTransform(svg.current.getScreenCTM()!)
    const seen = scroll.current.getBoundingClientRect()
    const isSeen = x > seen.left + EDGE && x < seen.right - EDGE && y > seen.top + EDGE && y < seen.bottom - EDGE
    if (isSeen) return
    const by = { left: x - seen.left - seen.width / 2, top: y - seen.top - seen.height / 2 }
    scroll.current.scrollBy({ ...by, behavior: isStill.peek() ? 'auto' : 'smooth' })
  }, [pocket, board])
}

function frame({ bounds, isTurned }: Board, { rules }: RuleBook): Box {
  const [top, right] = [rules.bonus && isTurned ? 0.55 : MARGIN, rules.bonus && !isTurned ? 0.7 : MARGIN]
  return { x: bounds.x - MARGIN, y: bounds.y - top, w: bounds.w + MARGIN + right, h: bounds.h + top + MARGIN }
}

// Pointing ------------------------------------------------------------------------------------------------------------

const keys: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

/** A finger on the layout, however often that is drawn meanwhile. */
type Touch = {
  wasLong: boolean
  pressed?: ReturnType<typeof setTimeout>
  lingers?: ReturnType<typeof setTimeout>
}

/** What a finger pointed at is told a while longer: a finger hides what it points at, and is gone at once. */
const LINGER_MS = 2_500

/** By nearness, so that lines and crossings are as easy to hit as numbers. */
function pointing(
  board: Board,
  spots: ReturnType<typeof spotsOf>,
  pointed: Signal<SpotId | null>,
  svg: RefObject<SVGSVGElement | null>,
  touch: Touch,
  onSpot: FeltProps['onSpot'],
) {
  const under = (event: { clientX: number; clientY: number }): SpotId | null => {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.current!.getScreenCTM()!.inverse())
    return spotAt(board, at)
  }
  const act = (id: SpotId | null, action: 'place' | 'remove') => id !== null && onSpot?.(spots.byId.get(id)!, action)
  const focus = (id: SpotId) => svg.current?.querySelector<SVGElement>(`[data-spot="${CSS.escape(id)}"]`)?.focus()
  const letGo = () => clearTimeout(touch.pressed)
  const point = (id: SpotId | null) => {
    clearTimeout(touch.lingers)
    pointed.value = id
  }
  return {
    onPointerMove: (event: PointerEvent) => {
      if (event.pointerType !== 'touch') point(under(event))
    },
    onPointerLeave: (event: PointerEvent) => {
      letGo()
      if (event.pointerType !== 'touch') return point(null)
      clearTimeout(touch.lingers)
      touch.lingers = setTimeout(() => point(null), LINGER_MS)
    },
    onPointerDown: (event: PointerEvent) => {
      // A second finger means the layout, not a spot.
      if (!event.isPrimary) return letGo()
      touch.wasLong = false
      if (event.pointerType !== 'touch') return
      const at = under(event)
      point(at)
      letGo()
      touch.pressed = setTimeout(() => {
        touch.wasLong = true
        act(at, 'remove')
      }, LONG_PRESS_MS)
    },
    onPointerUp: letGo,
    onPointerCancel: letGo,
    onClick: (event: MouseEvent) => {
      if (touch.wasLong && event.detail > 0) return
      // A click without a place is a screen reader's, or a key's: it is on the button itself.
      const named = (event.target as Element).closest('[data-spot]')?.getAttribute('data-spot') ?? null
      act(event.detail === 0 ? named : under(event), 'place')
    },
    onContextMenu: (event: MouseEvent) => {
      if (!onSpot) return
      event.preventDefault()
      // Some browsers call a long press that too: it takes back one chip, not two.
      letGo()
      if (!touch.wasLong) act(under(event), 'remove')
      touch.wasLong = true
    },
    onKeyDown: (event: KeyboardEvent) => {
      const at = (event.target as Element).getAttribute('data-spot')
      if (at === null || event.ctrlKey || event.metaKey || event.altKey) return
      const direction = keys[event.key]
      if (direction) focus(stepFrom(board, at, direction))
      else if (event.key === 'Enter' || event.key === ' ') act(at, 'place')
      else if (event.key === 'Delete' || event.key === 'Backspace') act(at, 'remove')
      else return
      event.preventDefault()
    },
    onFocusIn: (event: FocusEvent) => {
      const at = (event.target as Element).getAttribute('data-spot')
      if (at !== null && (event.target as Element).matches(':focus-visible')) point(at)
    },
    onFocusOut: (event: FocusEvent) => {
      if (pointed.value === (event.target as Element).getAttribute('data-spot')) point(null)
    },
  }
}

type ButtonsProps = {
  board: Board
  book: RuleBook
  layout: string
  staked: ReadonlyMap<SpotId, number>
  pointed: Signal<SpotId | null>
  isActive: boolean
}

/** Every spot as a button, for keys and screen readers; one of them is in the order of the Tab key. */
const SpotButtons = memo(function SpotButtons({ board, book, layout, staked, pointed, isActive }: ButtonsProps) {
  const { byId } = spotsOf(book, layout)
  const home = useRef<SpotId>(board.cells[0]!.spot)
  if (pointed.peek()) home.current = pointed.peek()!
  return (
    <g>
      {board.list.map(({ spot }) => (
        <SpotButton
          key={spot}
          board={board}
          spot={byId.get(spot)!}
          staked={staked.get(spot) ?? 0}
          isActive={isActive}
          isHome={spot === home.current}
        />
      ))}
    </g>
  )
})

type SpotButtonProps = { board: Board; spot: Spot; staked: number; isActive: boolean; isHome: boolean }

const SpotButton = memo(function SpotButton({ board, spot, staked, isActive, isHome }: SpotButtonProps) {
  const [cell, place] = [board.cellOf.get(spot.spot), board.byId.get(spot.spot)!]
  return (
    <g
      class="felt-spot"
      data-spot={spot.spot}
      role={isActive ? 'button' : 'img'}
      tabindex={isActive ? (isHome ? 0 : -1) : undefined}
      aria-label={described(spot, staked)}
    >
      {cell ? <rect {...middlePart(cell, place)} /> : <circle cx={place.x} cy={place.y} r={REACH} />}
    </g>
  )
})

/** What lies on each spot; the same map while that is the same. */
function useTotals(stacks: readonly FeltStack[]): ReadonlyMap<SpotId, number> {
  const before = useRef<ReadonlyMap<SpotId, number>>(new Map())
  return useMemo(() => {
    const totals = new Map<SpotId, number>()
    for (const { spot, amount } of stacks) totals.set(spot, (totals.get(spot) ?? 0) + amount)
    const isSame =
      totals.size === before.current.size && [...totals].every(([spot, sum]) => before.current.get(spot) === sum)
    if (!isSame) before.current = totals
    return before.current
  }, [stacks])
}

const described = (spot: Spot, staked: number): string =>
  [spotName(spot), nouns.odds(spot.pays), ...(staked > 0 ? [`${common.stake} ${shortMoney(staked)}`] : [])].join(', ')

// Lights --------------------------------------------------------------------------------------------------------------

/** Behind the print: the bonus numbers that are lit; where there are none, the number that won. */
const Lamps = memo(function Lamps(props: { board: Board; draw: Draw | null; pocket: Pocket | null }) {
  const { board, draw, pocket } = props
  return (
    <g>
      {draw?.numbers.map((number) => (
        <CellLight
          key={number}
          cell={board.cellOf.get(number)}
          class={`felt-bonus${draw.superNumbers.includes(number) ? ' is-super' : ''}`}
          bonus={draw.superNumbers.includes(number) ? 'super' : 'bonus'}
        />
      ))}
      {pocket !== null && !draw && <CellLight cell={board.cellOf.get(pocket)} class="felt-bonus" />}
    </g>
  )
})

const Lights = memo(function Lights(props: { board: Board; lit: readonly Pocket[]; pocket: Pocket | null }) {
  const { board, lit, pocket } = props
  return (
    <g>
      {lit.map((number) => (
        <CellLight key={number} cell={board.cellOf.get(number)} class="felt-lit" />
      ))}
      {pocket !== null && <CellLight cell={board.cellOf.get(pocket)} class="felt-win" />}
    </g>
  )
})

function PointedLight({
  board,
  spots,
  pointed,
}: {
  board: Board
  spots: ReturnType<typeof spotsOf>
  pointed: Signal<SpotId | null>
}) {
  const id = pointed.value
  const spot = id === null ? undefined : spots.byId.get(id)
  if (!spot) return null
  const place = lyingOn(board, spot.spot)
  const cells = new Set([...spot.covers, ...(board.cellOf.has(spot.spot) ? [spot.spot] : [])])
  return (
    <g>
      {[...cells].map((pocket) => (
        <CellLight key={pocket} cell={board.cellOf.get(pocket)} class="felt-lit" />
      ))}
      <circle class="felt-ring" cx={place.x} cy={place.y} r={0.2} />
    </g>
  )
}

type CellLightProps = { cell: Area | undefined; class: string; bonus?: 'bonus' | 'super' }

function CellLight({ cell, class: name, bonus }: CellLightProps) {
  if (!cell) return null
  const { spot, x, y, w, h } = cell
  const inset = 0.03
  return (
    <rect
      class={name}
      data-cell={spot}
      data-bonus={bonus}
      x={x + inset}
      y={y + inset}
      width={w - 2 * inset}
      height={h - 2 * inset}
      rx="0.06"
    />
  )
}

function Dolly({ board, pocket }: { board: Board; pocket: Pocket }) {
  const cell = board.cellOf.get(pocket)
  if (!cell) return null
  const { x, y } = middle(cell)
  return (
    <g
      class="felt-dolly"
      transform={`translate(${x - Math.min(cell.w, 1) * 0.36} ${y - Math.min(cell.h, 1.5) * 0.3}) scale(0.85)`}
      role="img"
      aria-label={common.dolly(pocket)}
    >
      <ellipse
        cx="0"
        cy="0.16"
        rx="0.21"
        ry="0.085"
        fill="var(--dolly-foot)"
        stroke="var(--dolly-edge)"
        stroke-width="0.02"
      />
      <path
        d="M -0.19 0.13 C -0.14 0.0 -0.07 -0.08 -0.06 -0.2 L 0.06 -0.2 C 0.07 -0.08 0.14 0 0.19 0.13 C 0.1 0.2 -0.1 0.2 -0.19 0.13 Z"
        fill="var(--brass)"
        stroke="var(--dolly-edge)"
        stroke-width="0.02"
      />
      <circle cx="0" cy="-0.29" r="0.12" fill="var(--dolly-head)" stroke="var(--dolly-edge)" stroke-width="0.02" />
    </g>
  )
}

// Chips ---------------------------------------------------------------------------------------------------------------

const STACKS_SEEN = 4
/** Where the stacks of several players lie on one spot: the first in the middle, the others around it. */
const around4 = [
  { dx: 0, dy: 0 },
  { dx: 0.19, dy: 0.08 },
  { dx: -0.19, dy: 0.08 },
  { dx: 0, dy: 0.2 },
]

type StacksProps = { board: Board; stacks: readonly FeltStack[] }

const Stacks = memo(function Stacks({ board, stacks }: StacksProps) {
  const known = [...useBySpot(stacks)].filter(([spot]) => board.byId.has(spot))
  // From the top of the layout down, so that a stack stands before the one behind it.
  known.sort(([a], [b]) => board.byId.get(a)!.y - board.byId.get(b)!.y)
  const each = known.map(([spot, those]) => ({
    spot,
    ...lyingOn(board, spot),
    stacks: those,
    r: radiusOn(board, spot),
  }))
  return (
    <g class="felt-stacks" aria-hidden="true">
      {each.map((props) => (
        <SpotStacks key={props.spot} {...props} />
      ))}
      {each.map((props) => (
        <SpotTotal key={props.spot} {...props} />
      ))}
    </g>
  )
})

/** On a number it hides all of it rather than a part. */
const radiusOn = (board: Board, spot: SpotId): number => (board.cellOf.has(spot) ? 0.29 : 0.24)

/** Chips that are not registered yet lie above all others. */
function OnTheirWay({ board, stacks }: StacksProps) {
  const coming = stacks.filter(({ spot, pending = 0 }) => pending > 0 && board.byId.has(spot))
  return (
    <g class="felt-stacks" aria-hidden="true">
      {coming.map(({ spot, amount, pending }) => (
        <PendingChip
          key={spot}
          {...lyingOn(board, spot)}
          r={radiusOn(board, spot)}
          amount={amount}
          pending={pending!}
        />
      ))}
    </g>
  )
}

/** Where a chip lies on screen: in a long area beside its words, else in its place. */
function lyingOn(board: Board, spot: SpotId): Point {
  const { x, y } = board.byId.get(spot)!
  const { w, h } = board.cellOf.get(spot) ?? { w: 0, h: 0 }
  const isNumber = board.cellOf.get(spot)?.label === spot
  const isEvenChance = w === 2 && h === 1 && !board.onDraw.has(spot)
  if (isNumber || isEvenChance || Math.max(w, h) < 2) return { x, y }
  const aside = Math.min(1.2, Math.max(w, h) / 2 - 0.3)
  return w > h ? { x: x + aside, y } : { x, y: y + aside }
}

/** Stacks of a spot that are as they were are the same object: of thousands of chips only those that moved are drawn. */
function useBySpot(stacks: readonly FeltStack[]): ReadonlyMap<SpotId, readonly FeltStack[]> {
  const before = useRef<ReadonlyMap<SpotId, readonly FeltStack[]>>(new Map())
  return useMemo(() => {
    const lying = stacks.filter(({ amount }) => amount > 0)
    const now = new Map<SpotId, readonly FeltStack[]>(Map.groupBy(lying, ({ spot }) => spot))
    for (const [spot, those] of now) {
      const old = before.current.get(spot)
      if (old && isSame(old, those)) now.set(spot, old)
    }
    before.current = now
    return now
  }, [stacks])
}

const isSame = (a: readonly FeltStack[], b: readonly FeltStack[]): boolean =>
  a.length === b.length && a.every((stack, index) => !differ(stack, b[index]!))

type SpotStacksProps = { spot: SpotId; x: number; y: number; stacks: readonly FeltStack[]; r: number }

/** `r`: of a single stack. */
const SpotStacks = memo(function SpotStacks({ spot, x, y, stacks, r }: SpotStacksProps) {
  return (
    <g data-chips={spot}>
      {stacks.slice(0, STACKS_SEEN).map((stack, index) => (
        <Stack
          key={index}
          {...stack}
          x={x + around4[index]!.dx}
          y={y + around4[index]!.dy}
          r={stacks.length === 1 ? r : 0.19}
        />
      ))}
    </g>
  )
})

/** Above all stacks: no chip hides what another stack comes to. */
const SpotTotal = memo(function SpotTotal({ x, y, stacks, r }: SpotStacksProps) {
  const [first] = stacks
  if (stacks.length === 1) return <StackTotal {...first!} x={x} y={y} r={r} />
  const total = stacks.reduce((sum, { amount }) => sum + amount, 0)
  const isOutside = stacks.some((stack) => stack.isOutside)
  return <Label x={x} y={y + 0.34} r={0.26} text={`${stacks.length} · ${shortMoney(total)}`} isOutside={isOutside} />
})
