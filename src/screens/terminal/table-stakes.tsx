import './player-round-panel.css'
import { useMemo } from 'preact/hooks'
import type { Book } from '../../books/rule-book.ts'
import { sum } from '../../engine/money.ts'
import { spotsOf } from '../../engine/spots.ts'
import type { PlayerView } from '../../engine/views.ts'
import { money } from '../../words/plain-text.ts'
import { useRoomForRows } from '../kit/room-for-rows.ts'
import { useApi } from '../kit/use-api.ts'
import { spotName } from '../words/names.ts'
import { terminal } from '../words/terminal.ts'
import type { Seat } from './seat.ts'

/** The most rows. One row covers all further spots, which hold less. */
const SPOTS_SHOWN = 8

/** How much all players have staked where, without their names: the largest stakes first. */
export function TableStakes({ book, view, seat }: { book: Book; view: PlayerView; seat: Seat }) {
  const caller = { token: seat.token, as: String(view.round) }
  const { body } = useApi(caller, 'GET /api/tables/:id/stakes', { params: { id: seat.table } })
  const stakes = useMemo(() => Object.entries(body?.stakes ?? {}).sort(([, a], [, b]) => b - a), [body])
  const { table, shown } = useRoomForRows(stakes.length, SPOTS_SHOWN)
  const further = stakes.slice(shown)
  const { byId } = spotsOf(book, view.layout)
  const most = stakes[0]?.[1] ?? 0
  return (
    <table class="terminal-numbers terminal-table-stakes" ref={table}>
      <thead>
        <tr>
          <th class="caption" colSpan={2}>
            {terminal.tableStakes}
          </th>
          <th class="money">{money(sum(stakes.map(([, stake]) => stake)))}</th>
        </tr>
      </thead>
      <tbody>
        {stakes.slice(0, shown).map(([spot, stake]) => (
          <tr key={spot} data-stakes={spot}>
            <td>{byId.has(spot) ? spotName(book, byId.get(spot)!) : spot}</td>
            <td class="terminal-heat">
              <span style={{ width: `${(100 * stake) / most}%` }} />
            </td>
            <td class="money">{money(stake)}</td>
          </tr>
        ))}
        {further.length > 0 && (
          <tr>
            <td class="fine" colSpan={2}>
              {terminal.moreSpots(further.length)}
            </td>
            <td class="money">{money(sum(further.map(([, stake]) => stake)))}</td>
          </tr>
        )}
      </tbody>
    </table>
  )
}
