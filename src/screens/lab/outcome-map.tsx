import './outcome-map.css'
import type { Book } from '../../books/rule-book.ts'
import { placesOf } from '../../engine/places.ts'
import type { LayoutFigures, PocketResult } from '../../lab/layout-odds.ts'
import { shortMoney, signedMoney } from '../../words/plain-text.ts'
import { lab } from '../words/lab.ts'

type OutcomeMapProps = { book: Book; layout: string; figures: LayoutFigures }

const MARGIN = 0.1

/** The layout's own numbers, each with what it brings: gains in gold, the deeper a loss the darker. */
export function OutcomeMap({ book, layout, figures }: OutcomeMapProps) {
  const { cells } = placesOf(book, layout)
  const byPocket = new Map(figures.pockets.map((one) => [one.pocket, one]))
  const numbers = cells.flatMap((cell) => {
    const result = byPocket.get(cell.spot)
    return result ? [{ ...cell, result }] : []
  })
  // A book from outside may print no single numbers.
  if (numbers.length === 0) return null
  const [right, bottom] = [Math.max(...numbers.map(({ x, w }) => x + w)), Math.max(...numbers.map(({ y, h }) => y + h))]
  const [left, top] = [Math.min(...numbers.map(({ x }) => x)), Math.min(...numbers.map(({ y }) => y))]
  const isTall = bottom - top > right - left
  const box = isTall
    ? `${top - MARGIN} ${left - MARGIN} ${bottom - top + 2 * MARGIN} ${right - left + 2 * MARGIN}`
    : `${left - MARGIN} ${top - MARGIN} ${right - left + 2 * MARGIN} ${bottom - top + 2 * MARGIN}`
  const hasDraw = book.rules.bonus !== null
  return (
    <section class="panel lab-map">
      <h2>{lab.numberByNumber}</h2>
      <svg viewBox={box} role="img" aria-label={lab.mapLabel}>
        {numbers.map(({ spot, x, y, w, h, result }) => (
          <OutcomeCell
            key={spot}
            label={spot}
            result={result}
            staked={figures.staked}
            hasDraw={hasDraw}
            {...(isTall ? { x: y, y: left + right - x - w, w: h, h: w } : { x, y, w, h })}
          />
        ))}
      </svg>
      {hasDraw && <p class="fine">{lab.mapDraw}</p>}
    </section>
  )
}

type CellProps = { label: string; result: PocketResult; staked: number; hasDraw: boolean } & Record<
  'x' | 'y' | 'w' | 'h',
  number
>

function OutcomeCell({ x, y, w, h, label, result, staked, hasDraw }: CellProps) {
  const { plain, best } = result
  const tone = plain > 0 ? 'won' : plain === 0 ? 'even' : plain <= -staked ? 'lost' : 'part'
  const middle = { x: x + w / 2, y: y + h / 2 }
  const amount = shortMoney(plain).length > 8 ? compact(plain) : plain > 0 ? `+${shortMoney(plain)}` : shortMoney(plain)
  const title = `${lab.brings(label, signedMoney(plain))}${hasDraw && best !== plain ? `; ${lab.atBest(signedMoney(best))}` : ''}`
  return (
    <g data-pocket={result.pocket} data-result={plain} class={`lab-cell is-${tone}`}>
      <title>{title}</title>
      <rect x={x + 0.03} y={y + 0.03} width={w - 0.06} height={h - 0.06} rx={0.08} />
      <text x={middle.x} y={middle.y - 0.14} font-size={0.3} class="lab-cell-number">
        {label}
      </text>
      <text x={middle.x} y={middle.y + (hasDraw ? 0.13 : 0.22)} font-size={0.19} class="lab-cell-result">
        {amount}
      </text>
      {hasDraw && best !== plain && (
        <text x={middle.x} y={middle.y + 0.36} font-size={0.15} class="lab-cell-best">
          {`+${compact(best)}`}
        </text>
      )}
    </g>
  )
}

/** A short form for narrow cells: 12,350.00 is 12.4K. */
const compact = (cents: number): string =>
  Math.abs(cents) < 1_000_000 ? shortMoney(cents) : `${(cents / 100_000).toFixed(1)}K`.replace('-', '−')
