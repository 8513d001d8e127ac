import './game-picture.css'
import type { Book, Pocket } from '../../books/rule-book.ts'
import { colourOf, type PocketColour } from '../../engine/pocket-colour.ts'
import { boardOf } from '../../felt/board.ts'
import { memo } from '../kit/components.tsx'

type GamePictureProps = {
  book: Book
  layout: string
  /** The wheel turns, and a ball runs in it. */
  isRunning: boolean
  /** The number that came last. */
  last: Pocket | null
}

/** A game by its wheel and its layout, as the book has them. One path for all of a colour: there may be a hundred. */
export const GamePicture = memo(function GamePicture({ book, layout, isRunning, last }: GamePictureProps) {
  return (
    <div class="lobby-picture" aria-hidden="true">
      <div class={`lobby-wheel${isRunning ? ' is-running' : ''}`}>
        <svg class="lobby-rotor" viewBox="-50 -50 100 100" aria-hidden="true">
          <circle class="lobby-bowl" r="49" />
          {colours.map((colour) => (
            <path key={colour} data-colour={colour} d={pocketsPath(book, colour)} />
          ))}
          <circle class="lobby-cone" r="25" />
        </svg>
        {isRunning ? (
          <i class="lobby-ball" />
        ) : (
          last !== null && (
            <strong class="lobby-last" data-colour={colourOf(book, last)} data-length={last.length}>
              {last}
            </strong>
          )
        )}
      </div>
      <Layout book={book} layout={layout} />
    </div>
  )
})

function Layout({ book, layout }: { book: Book; layout: string }) {
  const { bounds, cells } = boardOf(book, layout)
  const pockets = new Set<string>(book.wheel.pockets)
  const box = ({ x, y, w, h }: Box) => `M${x} ${y}h${w}v${h}h${-w}Z`
  const of = (colour: PocketColour) =>
    cells.filter(({ spot }) => pockets.has(spot) && colourOf(book, spot) === colour).map(box)
  return (
    <svg
      class="lobby-layout"
      viewBox={`${bounds.x - LAYOUT_MARGIN} ${bounds.y - LAYOUT_MARGIN} ${bounds.w + 2 * LAYOUT_MARGIN} ${bounds.h + 2 * LAYOUT_MARGIN}`}
      aria-hidden="true"
    >
      {colours.map((colour) => (
        <path key={colour} data-colour={colour} d={of(colour).join('')} />
      ))}
      <path class="lobby-lines" d={cells.map(box).join('')} />
    </svg>
  )
}

type Box = { x: number; y: number; w: number; h: number }
const LAYOUT_MARGIN = 0.1
const colours = ['red', 'black', 'green'] as const satisfies readonly PocketColour[]
const RIM = { out: 44, in: 25 }

/** Every pocket of a colour, in the order of the wheel. */
function pocketsPath(book: Book, colour: PocketColour): string {
  const { order } = book.wheel
  const at = (index: number, r: number) => {
    const angle = ((index - 0.5) / order.length) * 2 * Math.PI
    return `${(r * Math.sin(angle)).toFixed(2)} ${(-r * Math.cos(angle)).toFixed(2)}`
  }
  return order
    .map((pocket, index) =>
      colourOf(book, pocket) === colour
        ? `M${at(index, RIM.out)}A${RIM.out} ${RIM.out} 0 0 1 ${at(index + 1, RIM.out)}L${at(index + 1, RIM.in)}A${RIM.in} ${RIM.in} 0 0 0 ${at(index, RIM.in)}Z`
        : '',
    )
    .join('')
}
