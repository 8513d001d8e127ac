import './felt-print.css'
import type { Area, RuleBook } from '../../books/rule-book.ts'
import { around, type Box, onOuterLine, type Point } from '../../engine/places.ts'
import { layoutOf, type Spot, spotsOf } from '../../engine/spots.ts'
import { type Colour, colourOf, widthInEms } from '../felt-svg.ts'
import { nouns } from '../words/names.ts'
import { type Board, boardOf, type Lie } from './board.ts'
import { memo } from './memo.ts'

/** What is printed on the cloth; it changes with the book and the language only. */
export const Print = memo(function Print({
  book,
  layout,
  lie,
}: {
  book: RuleBook
  layout: string
  lie: Lie
  language: string
}) {
  const board = boardOf(book, layout, lie)
  const { byId } = spotsOf(book, layout)
  const most = wordSizes(board)
  return (
    <g class="felt-cloth" aria-hidden="true">
      {board.cells.map((cell) => (
        <g key={cell.spot}>
          <CellPrint
            book={book}
            spot={byId.get(cell.spot)!}
            cell={cell}
            place={board.byId.get(cell.spot)!}
            most={most.get(shapeOf(cell)) ?? LARGEST}
          />
          <rect class="felt-line" x={cell.x} y={cell.y} width={cell.w} height={cell.h} />
        </g>
      ))}
      <OuterLines book={book} layout={layout} board={board} />
      {board.leads.map((lead) => (
        <Lead key={`${lead.to.x} ${lead.to.y}`} {...lead} />
      ))}
      <LinkLetters book={book} board={board} />
    </g>
  )
})

type CellPrintProps = { book: RuleBook; spot: Spot; cell: Area; place: Point; most: number }

function CellPrint({ book, spot, cell, place, most }: CellPrintProps) {
  if (spot.kind === 'straight-up') return <NumberPrint cell={cell} place={place} colour={colourOf(book, spot.spot)} />
  if (spot.kind === 'red' || spot.kind === 'black' || spot.kind === 'green')
    return <DiamondPrint cell={cell} colour={spot.kind} />
  return <WordPrint cell={cell} spot={spot} most={most} />
}

function NumberPrint({ cell, place: { x, y }, colour }: { cell: Area; place: Point; colour: Colour }) {
  const room = middlePart(cell, { x, y })
  const [w, h] = [Math.min(room.width, 0.9) * 0.9, Math.min(room.height, 1.6) * 0.86]
  return (
    <>
      <rect
        class="felt-pocket"
        data-colour={colour}
        x={x - w / 2}
        y={y - h / 2}
        width={w}
        height={h}
        rx={Math.min(w, h) * 0.46}
      />
      <Line x={x} y={y} text={cell.label} size={fitting(cell.label, w * 0.92, 0.46)} class="felt-number" />
    </>
  )
}

function DiamondPrint({ cell, colour }: { cell: Area; colour: Colour }) {
  const { x, y } = middle(cell)
  const h = cell.h * 0.33
  const w = Math.min(cell.w * 0.4, h * 2)
  return (
    <polygon
      class="felt-pocket"
      data-colour={colour}
      points={`${x - w},${y} ${x},${y - h} ${x + w},${y} ${x},${y + h}`}
      stroke="var(--ivory)"
      stroke-width="0.03"
    />
  )
}

/** A wager on the bonus draw is printed with its odds: no other part of the print tells them. */
function WordPrint({ cell, spot, most }: Omit<CellPrintProps, 'book' | 'place'>) {
  const odds = spot.wins === 'covered' ? [] : [nouns.odds(spot.pays)]
  if (odds.length === 0 && isUpright(cell)) return <UprightWord cell={cell} most={most} />
  const area = odds.length > 0 ? besideChip(cell) : cell
  const { x, y } = middle(area)
  const { lines, size } = setIn(area, labelOf(cell), odds, odds.length > 0 ? LARGEST : most)
  return (
    <>
      {lines.map((line, index) => (
        <Line
          key={line}
          x={x}
          y={y + (index - (lines.length - 1) / 2) * size * 1.25}
          text={line}
          size={size}
          class="felt-word"
        />
      ))}
    </>
  )
}

/** Along an area that stands upright, as on a cloth that is seen from its end; a chip at its lower end hides none of it. */
function UprightWord({ cell, most }: Pick<CellPrintProps, 'cell' | 'most'>) {
  const { x, y } = middle(cell.h > 2 ? cell : besideChip(cell))
  return (
    <g transform={`rotate(90 ${x} ${y})`}>
      <Line x={x} y={y} text={labelOf(cell)} size={most} class="felt-word" />
    </g>
  )
}

const LARGEST = 0.34
const isUpright = ({ w, h }: Box): boolean => h >= 2 * w
const labelOf = ({ spot, label }: Area): string => nouns.areaLabel(spot, label)
const shapeOf = ({ w, h }: Box): string => `${w} ${h}`

/** Areas of one shape are printed in one size: the longest of their words says which. */
function wordSizes({ cells, onDraw }: Board): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>()
  for (const cell of cells) {
    if (cell.spot === cell.label || onDraw.has(cell.spot)) continue
    const { w, h } = besideChip(cell)
    const { size } = setIn(isUpright(cell) ? { ...cell, w: h, h: w } : cell, labelOf(cell), [], LARGEST)
    sizes.set(shapeOf(cell), Math.min(sizes.get(shapeOf(cell)) ?? LARGEST, size))
  }
  return sizes
}

/** What a chip at the end of an area leaves. */
const besideChip = ({ x, y, w, h }: Box): Box => ({ x, y, w: w > h ? w - 0.6 : w, h: w > h ? h : h - 0.6 })

/** On one line, or a line for each word: whichever can be larger. */
function setIn({ w, h }: Box, label: string, more: readonly string[], largest: number) {
  const ways = [[label], label.split(' ')].map((words) => {
    const lines = [...words, ...more]
    const most = Math.min(largest, (h * 0.86) / (lines.length * 1.25))
    return { lines, size: Math.min(...lines.map((line) => fitting(line, w * 0.86, most))) }
  })
  return ways[1]!.size > ways[0]!.size * 1.15 && more.length > 0 ? ways[1]! : ways[0]!
}

const Line = ({
  x,
  y,
  text,
  size,
  class: name,
}: {
  x: number
  y: number
  text: string
  size: number
  class: string
}) => (
  <text class={name} x={x} y={y} font-size={size}>
    {text}
  </text>
)

const fitting = (label: string, room: number, most: number): number => Math.min(most, room / widthInEms(label))
export const middle = ({ x, y, w, h }: Box) => ({ x: x + w / 2, y: y + h / 2 })

/**
 * Streets and lines are placed on a double line: below the numbers, or beside them where the layout stands tall. The first
 * of the two is the numbers' own edge.
 */
function OuterLines({ book, layout, board }: { book: RuleBook; layout: string; board: Board }) {
  const { grids, wagers } = layoutOf(book, layout)
  if (!wagers.some(({ kind }) => onOuterLine.has(kind))) return null
  return (
    <>
      {grids.map(({ rows }) => {
        const { x, y, w, h } = around(rows.flat().map((pocket) => board.cellOf.get(pocket)!))
        const line = board.isTurned
          ? { x: x - 0.07, y, width: 0.07, height: h }
          : { x, y: y + h, width: w, height: 0.07 }
        return <rect key={rows[0]![0]} class="felt-line" {...line} style={{ fill: 'var(--felt)' }} />
      })}
    </>
  )
}

/** From where a chip lies to the edge that it means. */
function Lead({ from, to }: Board['leads'][number]) {
  return (
    <g class="felt-lead">
      <line x1={from.x} y1={from.y} x2={to.x} y2={to.y} />
      <circle cx={from.x} cy={from.y} r="0.085" />
      <circle cx={to.x} cy={to.y} r="0.04" />
    </g>
  )
}

/** The letters of the bonus draw's links, beside each. */
function LinkLetters({ book, board }: { book: RuleBook; board: Board }) {
  return (
    <>
      {(book.rules.bonus?.links ?? []).map(({ link, pockets }) => {
        const { x, y, w, h } = around(board.cells.filter((cell) => pockets.includes(cell.spot)))
        const at = board.isTurned ? { x: x + w / 2, y: y - 0.24 } : { x: x + w + 0.32, y: y + h / 2 }
        return <Line key={link} {...at} text={link} size={0.28} class="felt-word" />
      })}
    </>
  )
}

/** As much of a cell as has its chip's place in the middle. */
export function middlePart({ x, y, w, h }: Area, place: Point) {
  const [across, down] = [Math.min(place.x - x, x + w - place.x), Math.min(place.y - y, y + h - place.y)]
  return { x: place.x - across, y: place.y - down, width: 2 * across, height: 2 * down }
}
