import './felt.css'
import { type Signal, useSignal } from '@preact/signals'
import type { ComponentChildren, RefObject } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import type { Book, Pocket, SpotId } from '../../books/rule-book.ts'
import type { Draw } from '../../engine/draw.ts'
import { type Box, middle } from '../../engine/places.ts'
import { type Spot, spotsOf } from '../../engine/spots.ts'
import { type Board, boardOf, type Lie, middlePart, REACH } from '../../felt/board.ts'
import { shortMoney } from '../../words/plain-text.ts'
import { common } from '../words/common.ts'
import { nouns, spotName } from '../words/names.ts'
import { language } from '../words/speech.ts'
import { memo } from './components.tsx'
import { EDGE, FeltCard, type FeltCardProps } from './felt-beside.tsx'
import { Lens } from './felt-lens.tsx'
import { Dolly, DrawnBall, Lamps, Lights, PointedLight } from './felt-lights.tsx'
import { type Finger, type OnSpot, type Pointing, pointing, type TouchState, useFormerPlace } from './felt-pointing.ts'
import { Print } from './felt-print.tsx'
import { type FeltStack, OnTheirWay, Stacks, Sweep, useTotals } from './felt-stacks.tsx'
import { isStill } from './motion.ts'
import { useZoom } from './zoom.tsx'

export type FeltProps = {
  book: Book
  layout: string
  stacks?: readonly FeltStack[]
  /** The pocket where the ball rests: the dolly marks it. */
  pocket?: Pocket | null
  draw?: Draw | null
  /** Pockets lit from elsewhere, such as a racetrack. */
  lit?: readonly Pocket[]
  /** The spot pointed at, by finger, mouse or keyboard. */
  pointed?: Signal<SpotId | null>
  /** Without it the layout only shows. */
  onSpot?: OnSpot
  /** Beside the spot that is pointed at. */
  card?: (spot: Spot) => ComponentChildren
  /** Beside a spot, on its own: a refusal. */
  note?: { spot: SpotId; content: ComponentChildren } | null
  /** A light goes over the stacks that won. */
  hasSweep?: boolean
  /** How it lies: along its width (usual), along its height, or as printed. */
  lie?: Lie
  /** True while bets are taken: the spot that is pointed at is lit. A later wager is refused by the book, on record. */
  isOpen?: boolean
  /** How many times larger than what fits; two fingers change it. */
  zoom?: Signal<number>
  label?: string
}

const MARGIN = 0.27

export function Felt(props: FeltProps) {
  const { book, layout, stacks = none, pocket = null, draw = null, lit = none, lie = 'wide', isOpen = true } = props
  const { onSpot } = props
  const board = boardOf(book, layout, lie)
  const spots = spotsOf(book, layout)
  const own = useSignal<SpotId | null>(null)
  const pointed = props.pointed ?? own
  const root = useRef<HTMLDivElement>(null)
  const scroll = useRef<HTMLDivElement>(null)
  const svg = useRef<SVGSVGElement>(null)
  const touch = useRef<TouchState>({ seen: null, before: null, isPointing: false, wasLong: false })
  const finger = useSignal<Finger | null>(null)
  const drawing = useId()
  const { x, y, w, h } = frame(board, book)
  const times = useZoom(scroll, props.zoom)
  const staked = useTotals(stacks)
  useWinnerInSight(scroll, svg, board, pocket)
  useFormerPlace(svg, touch.current)
  // The spot that was pointed at is not named once bets are closed.
  useEffect(() => {
    if (!isOpen) pointed.value = null
  }, [isOpen])
  const seen = `${x} ${y} ${w} ${h}`
  const fit = `calc(${times} * min(100cqw, calc(100cqh * ${w / h})))`
  const shown = { board, spots, pointed, finger, svg }
  return (
    <div class={`felt${onSpot ? ' takes-bets' : ''}`} ref={root}>
      <div class="felt-scroll" ref={scroll}>
        <div class="felt-field" style={{ width: fit, aspectRatio: `${w} / ${h}` }}>
          <Layer seen={seen} id={drawing}>
            <Lamps board={board} draw={draw} pocket={pocket} />
            <Print book={book} layout={layout} lie={lie} language={language.value} />
          </Layer>
          <Layer seen={seen} id={`${drawing}-lights`}>
            <Lights board={board} lit={lit} pocket={pocket} />
            <PointedLight board={board} spots={spots} pointed={pointed} />
          </Layer>
          <Layer seen={seen} id={`${drawing}-chips`}>
            <Stacks board={board} stacks={stacks} pocket={pocket} />
          </Layer>
          {props.hasSweep && (
            <Layer seen={seen}>
              <Sweep board={board} stacks={stacks} of={drawing} />
            </Layer>
          )}
          <Layer seen={seen}>
            <OnTheirWay board={board} stacks={stacks} />
          </Layer>
          {draw && (
            <Layer seen={seen}>
              <DrawnBall board={board} draw={draw} />
            </Layer>
          )}
          <svg
            ref={svg}
            viewBox={seen}
            role="group"
            tabindex={-1}
            aria-label={props.label ?? common.layoutLabel}
            data-pointed={pointed}
            {...pointing({ ...shown, touch: touch.current, isOpen, onSpot })}
          >
            <SpotButtons
              board={board}
              book={book}
              layout={layout}
              staked={staked}
              pointed={pointed}
              isActive={!!onSpot}
            />
            {pocket !== null && <Dolly board={board} pocket={pocket} />}
          </svg>
        </div>
      </div>
      {onSpot && <Lens of={drawing} book={book} {...shown} />}
      <Cards {...props} {...shown} root={root} />
    </div>
  )
}

type CardsProps = Pick<FeltProps, 'card' | 'note'> &
  Pick<Pointing, 'spots' | 'pointed'> &
  Pick<FeltCardProps, 'root' | 'svg' | 'board'>

/** Beside the spot pointed at, and beside the one of a note. */
function Cards({ card, note, spots, pointed, root, svg, board }: CardsProps) {
  const at = { root, svg, board }
  return (
    <>
      {card && <FeltCard {...at} spot={pointed} content={(id) => card(spots.byId.get(id)!)} />}
      {note && <FeltCard {...at} spot={note.spot} content={() => note.content} />}
    </>
  )
}

const none: readonly never[] = []

/**
 * Painted by itself: a light or a chip that comes and goes leaves the cloth and thousands of other chips as they are. All of
 * one size, one above the other; above them all is what is pressed.
 */
const Layer = ({ seen, id, children }: { seen: string; id?: string; children: ComponentChildren }) => (
  <svg class="felt-layer" viewBox={seen} aria-hidden="true">
    <g id={id}>{children}</g>
  </svg>
)

/** If the layout is panned, it scrolls to the winning number. */
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

function frame({ bounds, isTurned }: Board, { rules }: Book): Box {
  const [top, right] = [rules.bonus && isTurned ? 0.55 : MARGIN, rules.bonus && !isTurned ? 0.7 : MARGIN]
  return { x: bounds.x - MARGIN, y: bounds.y - top, w: bounds.w + MARGIN + right, h: bounds.h + top + MARGIN }
}

type ButtonsProps = {
  board: Board
  book: Book
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
          book={book}
          spot={byId.get(spot)!}
          staked={staked.get(spot) ?? 0}
          isActive={isActive}
          isHome={spot === home.current}
        />
      ))}
    </g>
  )
})

type SpotButtonProps = { board: Board; book: Book; spot: Spot; staked: number; isActive: boolean; isHome: boolean }

const SpotButton = memo(function SpotButton({ board, book, spot, staked, isActive, isHome }: SpotButtonProps) {
  const [cell, place] = [board.cellOf.get(spot.spot), board.byId.get(spot.spot)!]
  return (
    <g
      class="felt-spot"
      data-spot={spot.spot}
      role={isActive ? 'button' : 'img'}
      tabindex={isActive ? (isHome ? 0 : -1) : undefined}
      aria-label={described(book, spot, staked)}
    >
      {cell ? <rect {...middlePart(cell, place)} /> : <circle cx={place.x} cy={place.y} r={REACH} />}
    </g>
  )
})

const described = (book: Book, spot: Spot, staked: number): string =>
  [spotName(book, spot), nouns.odds(spot.pays), ...(staked > 0 ? [`${common.stake} ${shortMoney(staked)}`] : [])].join(
    ', ',
  )
