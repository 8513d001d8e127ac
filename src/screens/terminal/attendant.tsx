import './floor-service.css'
import { serviceFor } from '../kit/api.ts'
import { Button } from '../kit/controls.tsx'
import { BellIcon } from '../kit/icons.tsx'
import { shortClock } from '../kit/time-text.ts'
import { service } from '../words/terminal.ts'
import { ownCall, ownSeat } from './seat.ts'

/** Calls an attendant; a second press cancels the call. */
export function AttendantButton({ isWide = false }: { isWide?: boolean }) {
  const seat = ownSeat.value
  if (!seat) return null
  const call = ownCall.value
  const isWaiting = call !== null && call.answered === null && call.withdrawn === null
  const press = () => {
    const at = serviceFor(seat.token)
    void (isWaiting ? at.call('DELETE /api/calls') : at.call('POST /api/calls'))
  }
  const label = isWaiting ? service.withdrawCall : service.callAttendant
  return (
    <Button
      look={isWide ? 'plain' : 'quiet'}
      size={isWide ? 'normal' : 'small'}
      isIcon={!isWide}
      pressed={isWaiting}
      label={label}
      class={isWaiting ? 'terminal-bell is-waiting' : 'terminal-bell'}
      onPress={press}
    >
      <BellIcon size={20} />
      {isWide && label}
    </Button>
  )
}

const SHOWN_FOR_MS = 120_000

/** The state of the call, and the attendant who came. */
export function AttendantState() {
  const call = ownCall.value
  if (!call || call.withdrawn !== null) return null
  if (!call.answered) return <p class="terminal-call">{service.attendantCalled(shortClock(call.at))}</p>
  const { at, by } = call.answered
  if (Date.now() - Date.parse(at) > SHOWN_FOR_MS) return null
  return <p class="terminal-call">{service.attendantCame('name' in by ? by.name : '', shortClock(at))}</p>
}
