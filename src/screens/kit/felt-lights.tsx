import './felt-lights.css'
import type { Signal } from '@preact/signals'
import type { Area, Pocket, SpotId } from '../../books/rule-book.ts'
import type { Draw } from '../../engine/draw.ts'
import { type Box, middle } from '../../engine/places.ts'
import type { spotsOf } from '../../engine/spots.ts'
import { type Board, chipPlace } from '../../felt/board.ts'
import { common } from '../words/common.ts'
import { memo } from './components.tsx'

/** The bonus number that was drawn last comes from the middle of the layout and lands on its cell. */
export const DrawnBall = memo(function DrawnBall({ board, draw }: { board: Board; draw: Draw | null }) {
  const number = draw?.numbers.at(-1)
  const cell = number === undefined ? undefined : board.cellOf.get(number)
  if (number === undefined || !cell) return null
  const [from, to] = [middle(board.bounds), middle(cell)]
  return (
    <g transform={`translate(${to.x} ${to.y})`} aria-hidden="true">
      <g key={number} class="felt-drawn" style={{ '--way-x': `${from.x - to.x}px`, '--way-y': `${from.y - to.y}px` }}>
        <circle r="0.44" />
        <text font-size={number.length > 2 ? 0.3 : 0.44}>{number}</text>
      </g>
    </g>
  )
})

/** Behind the print: the bonus numbers that are lit; where there are none, the number that won. */
export const Lamps = memo(function Lamps(props: { board: Board; draw: Draw | null; pocket: Pocket | null }) {
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

export const Lights = memo(function Lights(props: { board: Board; lit: readonly Pocket[]; pocket: Pocket | null }) {
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

export function PointedLight({
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
  const place = chipPlace(board, spot.spot)
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

/** Beside the number: where its foot stands, and how much room it takes. */
export function dollyPlace(board: Board, pocket: Pocket | null): Box | null {
  const cell = pocket === null ? undefined : board.cellOf.get(pocket)
  if (!cell) return null
  const { x, y } = middle(cell)
  return { x: x - Math.min(cell.w, 1) * 0.42, y: y - Math.min(cell.h, 1.5) * 0.36, w: 0.36, h: 0.56 }
}

export function Dolly({ board, pocket }: { board: Board; pocket: Pocket }) {
  const place = dollyPlace(board, pocket)
  if (!place) return null
  return (
    <g
      class="felt-dolly"
      transform={`translate(${place.x} ${place.y}) scale(0.8)`}
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
