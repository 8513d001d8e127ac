import './events-panel.css'
import { useState } from 'preact/hooks'
import type { SignificantRow } from '../../wire/alarm.ts'
import type { AnswerOf } from '../../wire/routes.ts'
import { saveText, serviceFor } from '../kit/api.ts'
import { Button, DataTable, Note } from '../kit/controls.tsx'
import { Select, TextArea } from '../kit/fields.tsx'
import { failureText, type Staff } from '../kit/session.ts'
import { clock, dayAndTime } from '../kit/time-text.ts'
import { usePolled } from '../kit/use-api.ts'
import { alarmText, events } from '../words/desk.ts'
import { language } from '../words/speech.ts'
import { apiTrouble, Confirm } from './command-dialog.tsx'

type Shown = 'open' | 'all'
type Props = { who: Staff; tableName: (id: string) => string }

/** Significant events, at the pit and at audit: what is open is acknowledged by name, with a note. */
export function EventsPanel({ who, tableName }: Props) {
  const { body, failure } = usePolled(who, 'GET /api/events')
  const [shown, setShown] = useState<Shown>('open')
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [isAsked, setAsked] = useState(false)
  const rows = (body ?? []).filter(({ isOpen }) => shown === 'all' || isOpen)
  const open = rows.filter(({ isOpen }) => isOpen).map(({ number }) => number)
  const kept = chosen.filter((number) => open.includes(number))
  const toggle = (number: number) =>
    setChosen(kept.includes(number) ? kept.filter((one) => one !== number) : [...kept, number])
  return (
    <section class="panel events-panel">
      <header class="flow events-toolbar">
        <h2>{events.title}</h2>
        <Select
          label={events.shown}
          value={shown}
          onInput={(value) => setShown(value as Shown)}
          options={[
            { value: 'open', label: events.onlyOpen },
            { value: 'all', label: events.all },
          ]}
        />
        <Button size="small" disabled={open.length === 0} onPress={() => setChosen(open)}>
          {events.chooseAll}
        </Button>
        <Button size="small" look="primary" disabled={kept.length === 0} onPress={() => setAsked(true)}>
          {events.acknowledge(kept.length)}
        </Button>
        <Exports who={who} />
      </header>
      <SelfCheck who={who} />
      {failure && <Note tone="warning" text={failureText(failure)} />}
      <EventTable rows={rows} chosen={kept} onToggle={toggle} tableName={tableName} />
      {isAsked && <AcknowledgeDialog who={who} numbers={kept} onClose={() => setAsked(false)} />}
    </section>
  )
}

type EventTableProps = {
  rows: readonly SignificantRow[]
  chosen: readonly number[]
  onToggle: (number: number) => void
  tableName: Props['tableName']
}

const EventTable = ({ rows, chosen, onToggle, tableName }: EventTableProps) => (
  <DataTable
    caption={events.title}
    empty={events.none}
    rows={rows}
    rowKey={({ number }) => number}
    columns={[
      {
        title: events.number,
        cell: ({ number, isOpen }) =>
          isOpen ? (
            <label class="events-check">
              <input type="checkbox" checked={chosen.includes(number)} onChange={() => onToggle(number)} />
              <span>{number}</span>
            </label>
          ) : (
            number
          ),
      },
      { title: events.what, cell: ({ event, isOpen }) => (isOpen ? <b>{alarmText(event)}</b> : alarmText(event)) },
      { title: events.place, cell: ({ event }) => (event.table === null ? events.house : tableName(event.table)) },
      { title: events.first, cell: ({ event }) => timeOf(event.at) },
      { title: events.last, cell: ({ last, count }) => (count > 1 ? events.times(count, timeOf(last)) : '') },
      { title: events.acknowledged, cell: acknowledgedText },
    ]}
  />
)

const timeOf = (at: string): string => `${dayAndTime(at).slice(0, 10)} ${clock(at)}`

function acknowledgedText({ acknowledged, isOpen }: SignificantRow): string {
  if (!acknowledged) return isOpen ? events.open : ''
  const { by, at, note } = acknowledged
  const name = 'badge' in by ? `${by.name} (${by.badge})` : Object.values(by).join('')
  return events.acknowledgedBy(name, timeOf(at), note)
}

function AcknowledgeDialog({ who, numbers, onClose }: { who: Staff; numbers: readonly number[]; onClose: () => void }) {
  const [note, setNote] = useState('')
  // Those that were chosen when the dialog opened: another may acknowledge some meanwhile.
  const [asked] = useState(numbers)
  const act = async () => {
    const body = { numbers: [...asked], note: note.trim() }
    return apiTrouble(await serviceFor(who.token).call('POST /api/events/acknowledge', { body }))
  }
  return (
    <Confirm
      title={events.acknowledge(asked.length)}
      does={note.trim() === '' ? null : events.acknowledgeDoes(who.name, asked.length)}
      reason="none"
      act={act}
      onClose={onClose}
    >
      <TextArea label={events.note} value={note} onInput={setNote} hint={events.noteHint} autofocus />
    </Confirm>
  )
}

function Exports({ who }: { who: Staff }) {
  const service = serviceFor(who.token)
  const [problem, setProblem] = useState<string | null>(null)
  const csv = async () => {
    const reply = await service.call('GET /api/events/export', { query: { language: language.value } })
    setProblem(reply.ok ? null : failureText(reply))
    if (reply.ok) saveText(reply.body, 'significant-events.csv', 'text/csv')
  }
  const json = async () => {
    const reply = await service.call('GET /api/events', { query: { from: '1970' } })
    setProblem(reply.ok ? null : failureText(reply))
    if (reply.ok) saveText(JSON.stringify(reply.body, null, 2), 'significant-events.json', 'application/json')
  }
  return (
    <>
      {problem !== null && <Note tone="warning" text={problem} />}
      <Button size="small" look="quiet" onPress={() => void csv()}>
        {events.exportCsv}
      </Button>
      <Button size="small" look="quiet" onPress={() => void json()}>
        {events.exportJson}
      </Button>
    </>
  )
}

type CheckState = 'idle' | 'busy' | { problem: string } | AnswerOf<'POST /api/self-check'>

/** Compares the program with its manifest, now; the result is on record whatever it is. */
function SelfCheck({ who }: { who: Staff }) {
  const [state, setState] = useState<CheckState>('idle')
  const run = async () => {
    setState('busy')
    const reply = await serviceFor(who.token).call('POST /api/self-check')
    setState(reply.ok ? reply.body : { problem: failureText(reply) })
  }
  return (
    <div class="flow">
      <Button size="small" disabled={state === 'busy'} onPress={() => void run()}>
        {state === 'busy' ? events.checking : events.selfCheck}
      </Button>
      {typeof state === 'object' && <CheckResult state={state} />}
    </div>
  )
}

function CheckResult({ state }: { state: Exclude<CheckState, string> }) {
  if ('problem' in state) return <Note tone="warning" text={state.problem} />
  const { outcome, version, manifest, files, differences } = state
  if (outcome === 'passed') return <Note tone="info" text={events.checkPassed(version, files, manifest ?? '')} />
  if (outcome === 'no-manifest') return <Note tone="info" text={events.checkUnverified(version)} />
  const named = differences.slice(0, 5).map(({ what, name }) => `${events.differences[what]}: ${name}`)
  return <Note tone="warning" text={[events.checkFailed(version, differences.length), ...named].join(' · ')} />
}
