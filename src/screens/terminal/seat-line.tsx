import type { TerminalView } from '../../wire/audiences.ts'
import { service } from '../words/terminal.ts'
import { ownMinutes } from './seat.ts'
import { timeText } from './time-at-play.ts'

/** Which terminal this is, and how long somebody has played here. */
export function SeatLine({ view: { terminalName, player } }: { view: TerminalView }) {
  const minutes = ownMinutes.value
  const time = minutes > 0 ? [service.atPlay(timeText(minutes))] : []
  return <span class="fine">{[service.ownName(terminalName ?? player), ...time].join(' · ')}</span>
}
