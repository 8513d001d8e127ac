import { useState } from 'preact/hooks'
import { call } from '../kit/api.ts'
import { Button, DataTable, Dialog, Field, Note } from '../kit/controls.tsx'
import { money } from '../kit/money.ts'
import { failureText, type Staff } from '../kit/session.tsx'
import { common } from '../words/common.ts'
import { roleName } from '../words/people.ts'
import { meterNames, pit } from '../words/pit.ts'
import { Confirm, doorTrouble, mayAct } from './act.tsx'
import type { Desk } from './desk.ts'
import { Select } from './fields.tsx'
import { dayAndTime } from './figures-text.ts'
import { useDoor } from './use-door.ts'

type Meters = Readonly<Record<keyof typeof meterNames, number>>
type Terminal = {
  terminal: string
  table: string
  player: string
  name: string | null
  demo: boolean
  status: 'open' | 'closing' | 'closed'
  enrolled: boolean
  codeExpires: string | null
  meters: Meters
}

type Doing = { what: 'close' | 'open' | 'code' | 'remove' | 'meters'; terminal: Terminal } | { what: 'add' }
type Code = { code: string; expires: string; terminal: string }

export function TerminalsTab({ desk, who }: { desk: Desk; who: Staff }) {
  const { body, failure, again } = useDoor<Terminal[]>('/api/terminals', who.token)
  const [doing, setDoing] = useState<Doing | null>(null)
  const [code, setCode] = useState<Code | null>(null)
  const [wanted, setWanted] = useState('')
  const isAdministrator = who.role === 'administrator'
  const shown = (body ?? []).filter(({ terminal, table, player }) =>
    `${terminal} ${table} ${player}`.toLowerCase().includes(wanted.trim().toLowerCase()),
  )
  const close = () => {
    setDoing(null)
    again()
  }
  return (
    <section class="panel pit-block">
      <header class="pit-toolbar">
        <h2>{pit.tabTerminals}</h2>
        <Field label={pit.filter} value={wanted} onInput={setWanted} />
        <Button size="small" disabled={!isAdministrator} onPress={() => setDoing({ what: 'add' })}>
          {pit.addTerminal}
        </Button>
        {!isAdministrator && <small class="fine">{pit.onlyFor(roleName('administrator'))}</small>}
      </header>
      {failure && <Note tone="warning" text={failureText(failure)} />}
      {body && <List rows={shown} who={who} onDo={setDoing} />}
      {doing?.what === 'add' && <AddTerminal desk={desk} who={who} onCode={setCode} onClose={close} />}
      {doing?.what === 'meters' && <MetersDialog terminal={doing.terminal} onClose={() => setDoing(null)} />}
      {doing && doing.what !== 'add' && doing.what !== 'meters' && (
        <Change {...doing} what={doing.what} who={who} onCode={setCode} onClose={close} />
      )}
      {code && <CodeDialog code={code} onClose={() => setCode(null)} />}
    </section>
  )
}

const statuses = { open: () => pit.statusOpen, closing: () => pit.statusClosing, closed: () => pit.statusClosed }

function List({ rows, who, onDo }: { rows: readonly Terminal[]; who: Staff; onDo: (doing: Doing) => void }) {
  const mayClose = who.role === 'administrator' || mayAct(who.role, 'pit-supervisor')
  return (
    <DataTable
      caption={pit.tabTerminals}
      empty={pit.noTerminals}
      rows={rows}
      rowKey={({ terminal }) => terminal}
      columns={[
        {
          title: pit.terminal,
          cell: ({ terminal, name, demo }) => [terminal, name, demo && pit.demoTerminal].filter(Boolean).join(' · '),
        },
        { title: pit.tableColumn, cell: ({ table }) => table },
        { title: pit.player, cell: ({ player }) => player },
        { title: pit.status, cell: (one) => `${statuses[one.status]()} · ${enrolment(one)}` },
        { title: meterNames.balance, isNumber: true, cell: ({ meters }) => money(meters.balance) },
        { title: meterNames.wagered, isNumber: true, cell: ({ meters }) => money(meters.wagered) },
        { title: meterNames.won, isNumber: true, cell: ({ meters }) => money(meters.won) },
        { title: meterNames.lost, isNumber: true, cell: ({ meters }) => money(meters.lost) },
        {
          title: pit.doing,
          isNumber: true,
          cell: (terminal) => (
            <span class="pit-row-actions">
              <Button look="quiet" size="small" onPress={() => onDo({ what: 'meters', terminal })}>
                {pit.meters}
              </Button>
              {terminal.status === 'open' ? (
                <Button
                  look="quiet"
                  size="small"
                  disabled={!mayClose}
                  onPress={() => onDo({ what: 'close', terminal })}
                >
                  {pit.closeTerminal}
                </Button>
              ) : (
                <Button look="quiet" size="small" disabled={!mayClose} onPress={() => onDo({ what: 'open', terminal })}>
                  {pit.openTerminal}
                </Button>
              )}
              {who.role === 'administrator' && (
                <>
                  <Button look="quiet" size="small" onPress={() => onDo({ what: 'code', terminal })}>
                    {pit.newCode}
                  </Button>
                  {terminal.status === 'closed' && (
                    <Button look="quiet" size="small" onPress={() => onDo({ what: 'remove', terminal })}>
                      {pit.remove}
                    </Button>
                  )}
                </>
              )}
            </span>
          ),
        },
      ]}
    />
  )
}

const enrolment = ({ enrolled, codeExpires }: Terminal): string =>
  enrolled ? pit.enrolled : codeExpires ? pit.codeUntil(dayAndTime(codeExpires)) : pit.notEnrolled

type ChangeProps = {
  what: 'close' | 'open' | 'code' | 'remove'
  terminal: Terminal
  who: Staff
  onCode: (code: Code) => void
  onClose: () => void
}

function Change({ what, terminal: { terminal }, who, onCode, onClose }: ChangeProps) {
  const words = {
    close: [pit.closeTerminalTitle(terminal), pit.closeTerminalDoes],
    open: [pit.openTerminalTitle(terminal), pit.openTerminalDoes],
    code: [pit.newCodeTitle(terminal), pit.newCodeDoes],
    remove: [pit.removeTerminalTitle(terminal), pit.removeTerminalDoes],
  }[what] as [string, string]
  const door = `/api/terminals/${encodeURIComponent(terminal)}`
  const act = async (reason: string) => {
    const body = { reason }
    const reply = await (what === 'remove'
      ? call<Partial<Code>>('DELETE', door, { body, token: who.token })
      : call<Partial<Code>>('POST', `${door}/${what}`, { body, token: who.token }))
    if (reply.ok && reply.body.code) onCode({ code: reply.body.code, expires: reply.body.expires!, terminal })
    return doorTrouble(reply)
  }
  return (
    <Confirm
      title={words[0]}
      does={words[1]}
      confirm={words[0]}
      look={what === 'open' ? 'primary' : 'warning'}
      act={act}
      onClose={onClose}
    />
  )
}

function AddTerminal({
  desk,
  who,
  onCode,
  onClose,
}: {
  desk: Desk
  who: Staff
  onCode: (code: Code) => void
  onClose: () => void
}) {
  const tables = desk.tables.value
  const [terminal, setTerminal] = useState('')
  const [table, setTable] = useState(tables[0]?.id ?? '')
  const [player, setPlayer] = useState('')
  const [name, setName] = useState('')
  const isFull = terminal.trim() !== '' && player.trim() !== '' && table !== ''
  const act = async () => {
    const body = {
      terminal: terminal.trim(),
      table,
      player: player.trim(),
      ...(name.trim() === '' ? {} : { name: name.trim() }),
    }
    const reply = await call<Omit<Code, 'terminal'>>('POST', '/api/terminals', { body, token: who.token })
    if (reply.ok) onCode({ ...reply.body, terminal: body.terminal })
    return doorTrouble(reply)
  }
  return (
    <Confirm
      title={pit.addTerminal}
      does={isFull ? pit.addTerminalDoes : null}
      reason="none"
      confirm={pit.addTerminal}
      act={act}
      onClose={onClose}
    >
      <Field label={pit.terminalId} value={terminal} onInput={setTerminal} autofocus maxLength={64} />
      <Select
        label={pit.tableColumn}
        value={table}
        onInput={setTable}
        options={tables.map(({ id, name: label }) => ({ value: id, label }))}
      />
      <Field label={pit.playerName} value={player} onInput={setPlayer} maxLength={64} />
      <Field label={pit.shownName} value={name} onInput={setName} maxLength={64} />
    </Confirm>
  )
}

/** The only time that the code is shown. */
const CodeDialog = ({ code, onClose }: { code: Code; onClose: () => void }) => (
  <Dialog
    title={`${pit.enrolmentCode} · ${code.terminal}`}
    width="narrow"
    onClose={onClose}
    footer={<Button onPress={onClose}>{common.close}</Button>}
  >
    <p class="pit-code">{code.code}</p>
    <p class="fine">{pit.enrolmentCodeMeans(dayAndTime(code.expires))}</p>
  </Dialog>
)

const counts = ['roundsPlayed', 'roundsVoided', 'ticketsInCount', 'ticketsOutCount']

function MetersDialog({ terminal, onClose }: { terminal: Terminal; onClose: () => void }) {
  const names = Object.keys(meterNames) as (keyof Meters)[]
  const value = (name: keyof Meters) =>
    counts.includes(name) ? String(terminal.meters[name]) : money(terminal.meters[name])
  return (
    <Dialog title={pit.metersOf(terminal.terminal)} width="narrow" onClose={onClose}>
      <dl class="pit-meters">
        {names.map((name) => (
          <div key={name}>
            <dt>{meterNames[name]}</dt>
            <dd>{value(name)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
