import './pit-block.css'
import { useState } from 'preact/hooks'
import { gameOf } from '../../engine/decisions/books.ts'
import type { GamingStop } from '../../wire/floor-service.ts'
import { serviceFor } from '../kit/api.ts'
import { Button, DataTable, Note } from '../kit/controls.tsx'
import { Radios, Select } from '../kit/fields.tsx'
import { failureText, mayAct, type Staff } from '../kit/session.ts'
import { clock, dayAndTime } from '../kit/time-text.ts'
import { useApi, usePolled } from '../kit/use-api.ts'
import { apiTrouble, Confirm } from '../staff/command-dialog.tsx'
import { pit, stops } from '../words/desk.ts'
import { reasonText } from '../words/names.ts'
import { type PitDesk, tableName, tableOptions } from './pit-desk.ts'

type Scope = GamingStop['scope'] | 'terminal'
type When = GamingStop['when']
type Doing = { stop: Scope } | { resume: GamingStop }

const scopes: readonly Scope[] = ['house', 'game', 'table', 'terminal']

/** Gaming stopped on demand: all of it, one game, one table or one terminal, now or after the round. */
export function StopsTab({ desk, who }: { desk: PitDesk; who: Staff }) {
  const { body, failure } = usePolled(who, 'GET /api/stops')
  const [doing, setDoing] = useState<Doing | null>(null)
  const isBarred = !(who.role === 'administrator' || mayAct(who.role, 'pit-supervisor'))
  const close = () => setDoing(null)
  return (
    <section class="panel pit-block is-wide">
      <header class="flow pit-toolbar">
        <h2>{stops.title}</h2>
        {scopes.map((stop) => (
          <Button key={stop} size="small" look="warning" disabled={isBarred} onPress={() => setDoing({ stop })}>
            {stops.stop[stop]}
          </Button>
        ))}
      </header>
      <p class="fine">{stops.means}</p>
      {failure && <Note tone="warning" text={failureText(failure)} />}
      <DataTable
        caption={stops.title}
        empty={stops.none}
        rows={body ?? []}
        rowKey={({ scope, of }) => `${scope} ${of}`}
        columns={[
          { title: stops.where, cell: (stop) => <b>{placeText(desk, stop)}</b> },
          { title: stops.when, cell: ({ when }) => stops.times[when] },
          { title: stops.why, cell: ({ reason }) => reasonText(reason) },
          { title: stops.who, cell: whoText },
          {
            title: pit.doing,
            isNumber: true,
            cell: (resume) => (
              <Button size="small" disabled={isBarred} onPress={() => setDoing({ resume })}>
                {stops.resume}
              </Button>
            ),
          },
        ]}
      />
      {doing && 'stop' in doing && <StopDialog desk={desk} who={who} scope={doing.stop} onClose={close} />}
      {doing && 'resume' in doing && <ResumeDialog desk={desk} who={who} stop={doing.resume} onClose={close} />}
    </section>
  )
}

const placeText = (desk: PitDesk, { scope, of }: Pick<GamingStop, 'scope' | 'of'>): string =>
  scope === 'table' ? tableName(desk, of) : scope === 'game' ? gameName(desk, of) : pit.wholeHouse

/** A game has the title of a table that plays it. */
const gameName = (desk: PitDesk, game: string): string =>
  desk.tables.value.find(({ book }) => gameOf(book.id) === game)?.glance.value.title ?? game

function whoText({ by, at }: GamingStop): string {
  const name = 'badge' in by ? `${by.name} (${by.badge})` : 'system' in by ? stops.itself : Object.values(by).join('')
  return `${name}, ${dayAndTime(at).slice(0, 10)} ${clock(at)}`
}

type DialogProps = { desk: PitDesk; who: Staff; onClose: () => void }

function StopDialog({ desk, who, scope, onClose }: DialogProps & { scope: Scope }) {
  const choices = useChoices(desk, who, scope)
  const [picked, setPicked] = useState('')
  const [when, setWhen] = useState<When>('now')
  const of = picked || (choices[0]?.value ?? '')
  const service = serviceFor(who.token)
  const act = async (reason: string) =>
    scope === 'terminal'
      ? apiTrouble(await service.call('POST /api/terminals/:id/close', { params: { id: of }, body: { reason, when } }))
      : apiTrouble(await service.call('POST /api/stops', { body: { scope, of, when, reason } }))
  const isChosen = scope === 'house' || of !== ''
  return (
    <Confirm
      title={stops.stop[scope]}
      does={isChosen ? stops.does[scope === 'terminal' ? 'terminal' : 'gaming'][when] : null}
      look="warning"
      act={act}
      onClose={onClose}
    >
      {scope !== 'house' && <Select label={stops.which[scope]} value={of} onInput={setPicked} options={choices} />}
      <Radios
        label={stops.when}
        value={when}
        onInput={(value) => setWhen(value as When)}
        look="row"
        options={(['now', 'after-round'] as const).map((value) => ({ value, label: stops.times[value] }))}
      />
    </Confirm>
  )
}

/** The tables, games or terminals that may be stopped, by kind of stop. */
function useChoices(desk: PitDesk, who: Staff, scope: Scope): readonly { value: string; label: string }[] {
  const { body } = useApi(scope === 'terminal' ? who : null, 'GET /api/terminals')
  switch (scope) {
    case 'house':
      return []
    case 'table':
      return tableOptions(desk)
    case 'game':
      return [...new Set(desk.tables.value.map(({ book }) => gameOf(book.id)))].map((game) => ({
        value: game,
        label: gameName(desk, game),
      }))
    case 'terminal':
      return (body ?? [])
        .filter(({ status }) => status === 'open' || status === 'closing')
        .map(({ terminal, table, name }) => ({
          value: terminal,
          label: `${name ?? terminal} · ${tableName(desk, table)}`,
        }))
  }
}

function ResumeDialog({ desk, who, stop, onClose }: DialogProps & { stop: GamingStop }) {
  const { scope, of } = stop
  const act = async (reason: string) =>
    apiTrouble(await serviceFor(who.token).call('POST /api/stops/resume', { body: { scope, of, reason } }))
  return (
    <Confirm title={`${stops.resume}: ${placeText(desk, stop)}`} does={stops.resumeDoes} act={act} onClose={onClose} />
  )
}
