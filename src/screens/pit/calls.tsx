import './rail.css'
import type { Call } from '../../house/floor-records.ts'
import { MINUTE } from '../../house/time.ts'
import { serviceFor } from '../kit/api.ts'
import { Button } from '../kit/controls.tsx'
import { BellIcon } from '../kit/icons.tsx'
import { mayAct, type Staff } from '../kit/session.ts'
import { shortClock } from '../kit/time-text.ts'
import { usePolled } from '../kit/use-api.ts'
import { pit } from '../words/desk.ts'
import { type PitDesk, tableName } from './pit-desk.ts'

const CALLS_SHOWN = 8

/** Terminals that call an attendant, the longest first; then who came, and when. */
export function Calls({ desk, who }: { desk: PitDesk; who: Staff }) {
  const calls = usePolled(who, 'GET /api/calls').body ?? []
  if (!mayAct(who.role, 'dealer')) return null
  const waiting = calls.filter(({ answered }) => answered === null)
  return (
    <section class="panel pit-calls" aria-label={pit.calls}>
      <h2>
        {pit.calls}
        {waiting.length > 0 && <b class="pit-count">{waiting.length}</b>}
      </h2>
      {calls.length === 0 && <p class="fine">{pit.noCalls}</p>}
      <ul aria-live="polite">
        {calls.slice(0, CALLS_SHOWN).map((call) => (
          <li key={call.terminal}>
            <BellIcon size={18} />
            <span>
              <b>{call.terminal}</b> {tableName(desk, call.table)}
              <small class="fine">{callState(call)}</small>
            </span>
            {call.answered === null && <CameButton call={call} who={who} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

function callState({ at, answered }: Call): string {
  if (!answered) return pit.callWaits(shortClock(at))
  const waited = Math.floor((Date.parse(answered.at) - Date.parse(at)) / MINUTE)
  return pit.callCame('name' in answered.by ? answered.by.name : '', shortClock(answered.at), pit.minutes(waited))
}

const CameButton = ({ call, who }: { call: Call; who: Staff }) => (
  <Button
    size="small"
    onPress={() => void serviceFor(who.token).call('POST /api/calls/:id/answer', { params: { id: call.terminal } })}
  >
    {pit.iCame}
  </Button>
)
