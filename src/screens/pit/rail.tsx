import './rail.css'
import { type CommandName, leastFor } from '../../engine/language.ts'
import type { Call } from '../../house/floor-records.ts'
import { kindOf } from '../../house/significant-kinds.ts'
import { MINUTE } from '../../house/time.ts'
import type { SignificantRow } from '../../wire/alarm.ts'
import { money } from '../../words/plain-text.ts'
import { serviceFor } from '../kit/api.ts'
import { Button } from '../kit/controls.tsx'
import { BellIcon, WarningIcon } from '../kit/icons.tsx'
import { PocketBadge } from '../kit/pocket.tsx'
import { mayAct, type Staff } from '../kit/session.ts'
import { clock, shortClock } from '../kit/time-text.ts'
import { usePolled } from '../kit/use-api.ts'
import { alarmText, faultName, pit } from '../words/desk.ts'
import { clauseName, reasonText, roleName } from '../words/names.ts'
import type { ActionName } from './action-list.ts'
import { type PitDesk, type TableAtDesk, tableIn, tableName } from './pit-desk.ts'
import type { SeenSince, WaitingItem } from './queue.ts'

type OnAct = (table: string, action: ActionName, round?: number) => void

/** The waiting matters, the most urgent first, above the tables. */
export function Queue({ desk, who, onAct }: { desk: PitDesk; who: Staff; onAct: OnAct }) {
  const queue = desk.queue.value
  return (
    <section class="panel pit-queue" aria-label={pit.approvals}>
      <h2 class="row">
        {pit.approvals}
        {queue.length > 0 && <b class="count">{queue.length}</b>}
      </h2>
      <div class="pit-queue-list" aria-live="polite">
        {queue.length === 0 && <p class="fine">{pit.nothingWaits}</p>}
        {queue.map((item, index) => (
          <QueueItem
            key={item.key}
            isNext={index === 0}
            item={item}
            table={tableIn(desk, item.table)!}
            who={who}
            onAct={onAct}
          />
        ))}
      </div>
    </section>
  )
}

/** `isNext`: the one thing to do next; no other on the desk is gold. */
type ItemProps = { item: WaitingItem & SeenSince; table: TableAtDesk; isNext: boolean; who: Staff; onAct: OnAct }

function QueueItem({ item, table, isNext, who, onAct }: ItemProps) {
  const [title, text] = waitingWords(item)
  const ways = waysOutOf(item)
  const needs = ways.map(({ command }) => leastFor(command, table.book))
  const least = needs.find((one) => !mayAct(who.role, one))
  return (
    <article class="pit-waiting" data-kind={item.kind}>
      <header class="row">
        <WarningIcon size={18} />
        <h3>{title}</h3>
      </header>
      <p class="fine">
        {table.name} · {sinceText(item)}
      </p>
      <p>{text}</p>
      {item.kind === 'differs' && (
        <p class="row">
          {item.pockets.map((pocket) => (
            <PocketBadge key={pocket} book={table.book} pocket={pocket} />
          ))}
        </p>
      )}
      {item.clause && <small>{clauseName(item.clause)}</small>}
      <div class="flow">
        {ways.map(({ action, label }, index) => (
          <Button
            key={action}
            look={isNext && index === 0 ? 'primary' : 'plain'}
            size="small"
            onPress={() => onAct(item.table, action, item.kind === 'concluded' ? item.round : undefined)}
          >
            {label}
          </Button>
        ))}
      </div>
      {least && <small>{pit.takes(roleName(least))}</small>}
    </article>
  )
}

type WayOut = { action: ActionName; label: string; command: CommandName }

/** The actions of this desk for a matter, the usual one first. */
function waysOutOf(item: WaitingItem): WayOut[] {
  switch (item.kind) {
    case 'referred':
      return [{ action: 'decide', label: pit.decide, command: 'decide' }]
    case 'differs':
      return [{ action: 'correct-now', label: pit.decideResult, command: 'correct-outcome' }]
    case 'concluded':
      return [
        { action: 'decide-past', label: pit.decideIt, command: 'decide' },
        ...(item.isVoid ? [] : [{ action: 'rule-past', label: pit.ruleOnIt, command: 'decide' } as const]),
        { action: 'correct-past', label: item.isVoid ? pit.putRight : pit.correct, command: 'decide' },
      ]
    default:
      return []
  }
}

/** A matter that waited already when the desk was opened has waited longer than the desk knows. */
const sinceText = ({ since, isOlder }: SeenSince): string =>
  isOlder ? pit.waitingBefore(clock(since)) : pit.waitingSince(clock(since))

/** The waiting matter, in a few words and in a sentence. */
function waitingWords(item: WaitingItem): readonly [title: string, text: string] {
  switch (item.kind) {
    case 'stopped':
      return [pit.waitsStopped, pit.waitsStoppedText]
    case 'referred':
      return [pit.waitsReferred(item.round), pit.reasonGiven(reasonText(item.reason))]
    case 'concluded':
      return [pit.waitsConcluded(item.round), pit.reasonGiven(reasonText(item.reason))]
    case 'differs':
      return [pit.waitsDiffers(item.round), pit.waitsDiffersText(...item.pockets)]
    case 'power-out':
      return [pit.waitsPower(item.round), pit.waitsPowerText]
    case 'wheel-away':
      return [pit.waitsWheel, [pit.waitsWheelText, ...item.faults.slice(0, 1).map(faultName)].join(' ')]
    case 'owed': {
      const debts = item.players.map(({ player, owed }) => pit.owes(player, money(owed)))
      return [pit.waitsOwed, pit.waitsOwedText(debts.join(', '))]
    }
  }
}

const ALARMS_SHOWN = 40

/** The newest first. The same alarm again and again is one line that says how often, and where. */
export function Alarms({ desk }: { desk: PitDesk }) {
  const alarms = gatherAlarms(desk.events.value.filter(isAlarm)).slice(0, ALARMS_SHOWN)
  const nameOf = (id: string | null) => (id === null ? pit.wholeHouse : tableName(desk, id))
  return (
    <section class="pit-alarms panel" aria-label={pit.alarms}>
      <h2>{pit.alarms}</h2>
      {alarms.length === 0 && <p class="fine">{pit.noAlarms}</p>}
      <ol class="list" aria-live="polite">
        {alarms.map(({ at, text, times, tables }) => (
          <li key={text}>
            <time dateTime={at}>{clock(at)}</time>
            <div>
              <span>{text}</span>
              <small>
                {tables.length > 2 ? pit.atTables(tables.length) : tables.map((id) => nameOf(id)).join(', ')}
                {times > 1 && ` · ${pit.repeated(times)}`}
              </small>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Open alarms, and what says that one is over; acknowledged ones are in the list of events. */
const isAlarm = ({ event, isOpen, acknowledged }: SignificantRow): boolean =>
  kindOf(event.alarm).alarm === true && (isOpen || acknowledged === null)

type Gathered = { at: string; text: string; times: number; tables: (string | null)[] }

/** Alarms that differ only in a number are the same. */
function gatherAlarms(alarms: readonly SignificantRow[]): Gathered[] {
  const same = Map.groupBy(alarms, ({ event }) => alarmText(event).replace(/\d+/g, '#'))
  return [...same.values()].map((those) => ({
    at: those[0]!.last,
    text: alarmText(those[0]!.event),
    times: those.reduce((sum, { count }) => sum + count, 0),
    tables: [...new Set(those.map(({ event }) => event.table))],
  }))
}

const CALLS_SHOWN = 8

type CallsProps = { desk: PitDesk; who: Staff }

/** The calls of terminals, for people who may answer them. For others the page does not request them. */
export const Calls = ({ desk, who }: CallsProps) =>
  mayAct(who.role, 'dealer') ? <CallList desk={desk} who={who} /> : null

/** Terminals that call an attendant, the longest first; then who came, and when. */
function CallList({ desk, who }: CallsProps) {
  const calls = usePolled(who, 'GET /api/calls').body ?? []
  const waiting = calls.filter(({ answered }) => answered === null)
  return (
    <section class="panel pit-calls" aria-label={pit.calls}>
      <h2 class="row">
        {pit.calls}
        {waiting.length > 0 && <b class="count">{waiting.length}</b>}
      </h2>
      {calls.length === 0 && <p class="fine">{pit.noCalls}</p>}
      <ul aria-live="polite">
        {calls.slice(0, CALLS_SHOWN).map((call) => (
          <li key={call.terminal} class="row">
            <BellIcon size={18} />
            <span>
              <b>{call.terminal}</b> {tableName(desk, call.table)}
              <small>{callState(call)}</small>
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
