import './felt-lens.css'
import './felt-lights.css'
import type { Signal } from '@preact/signals'
import type { RefObject } from 'preact'
import type { Book, SpotId } from '../../books/rule-book.ts'
import type { spotsOf } from '../../engine/spots.ts'
import { type Board, chipPlace } from '../../felt/board.ts'
import { spotName } from '../words/names.ts'
import { EDGE } from './felt-beside.tsx'
import type { Finger } from './felt-pointing.ts'

/** How much of the layout is seen in it, in cells, and how large it is, in pixels. */
const SEEN = 2.1
const SIZE = 168
/** Distance above the finger, or beside it at the upper edge. */
const AWAY = 64

type LensProps = {
  /** The drawing of which it shows a part, by its id. */
  of: string
  board: Board
  book: Book
  spots: ReturnType<typeof spotsOf>
  pointed: Signal<SpotId | null>
  finger: Signal<Finger | null>
  svg: RefObject<SVGSVGElement | null>
}

/** The magnifier over a resting finger: the layout around it, the spot that is meant, and its name. */
export function Lens({ of, board, book, spots, pointed, finger, svg }: LensProps) {
  const at = finger.value
  if (!at || !svg.current) return null
  const spot = pointed.value === null ? undefined : spots.byId.get(pointed.value)
  const middle = new DOMPoint(at.x, at.y).matrixTransform(svg.current.getScreenCTM()!.inverse())
  const place = spot && chipPlace(board, spot.spot)
  return (
    <div class={`felt-lens${spot ? '' : ' is-off'}`} style={lensPlace(at)} role="status">
      <svg viewBox={`${middle.x - SEEN / 2} ${middle.y - SEEN / 2} ${SEEN} ${SEEN}`} aria-hidden="true">
        <use href={`#${of}`} />
        <use href={`#${of}-lights`} />
        <use href={`#${of}-chips`} />
        {place && <circle class="felt-ring" cx={place.x} cy={place.y} r="0.2" />}
      </svg>
      <strong>{spot ? spotName(book, spot) : '×'}</strong>
    </div>
  )
}

function lensPlace({ x, y }: Finger): { left: string; top: string } {
  const isAbove = y - AWAY - SIZE > EDGE
  const beside = x + AWAY + SIZE < innerWidth ? x + AWAY : x - AWAY - SIZE
  const left = isAbove ? x - SIZE / 2 : beside
  const top = isAbove ? y - AWAY - SIZE : y - SIZE / 2
  const within = (value: number, most: number) => `${Math.max(EDGE, Math.min(value, most - SIZE - EDGE))}px`
  return { left: within(left, innerWidth), top: within(top, innerHeight) }
}
