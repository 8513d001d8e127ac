import './seat-dot.css'
import type { DealerView } from '../../engine/views.ts'
import { legendOf, tintsOf } from './tints.ts'

/** The owner of chips: a small chip of the colour, beside the name. */
export const Dot = ({ tint }: { tint: string | undefined }) => (
  <span class="seat-dot" style={{ background: tint }} aria-hidden="true" />
)

/** Everybody at the table with their colour, below a layout. */
export function SeatLegend({ seats, label }: { seats: DealerView['seats']; label: string }) {
  const tints = tintsOf(seats)
  return (
    <ul class="flow seat-legend" aria-label={label}>
      {legendOf(seats).map(([player]) => (
        <li key={player} class="row" data-player={player}>
          <Dot tint={tints.get(player)} />
          {player}
        </li>
      ))}
    </ul>
  )
}
