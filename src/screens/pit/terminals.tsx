import './pit-block.css'
import { useState } from 'preact/hooks'
import type { NewEnrolmentCode, TerminalRow } from '../../wire/house-shapes.ts'
import { money } from '../../words/plain-text.ts'
import { serviceFor } from '../kit/api.ts'
import { Button, DataTable, Dialog, Facts, Field } from '../kit/controls.tsx'
import { Select } from '../kit/fields.tsx'
import { mayAct, type Staff } from '../kit/session.ts'
import { dayAndTime } from '../kit/time-text.ts'
import { apiTrouble, Confirm } from '../staff/command-dialog.tsx'
import { common } from '../words/common.ts'
import { meterNames, pit } from '../words/desk.ts'
import { AddButton, ManagedList, type RowAction, RowActions } from './managed-list.tsx'
import { type PitDesk, tableName, tableOptions } from './pit-desk.ts'

type TerminalAction = { what: 'close' | 'open' | 'code' | 'remove' | 'meters'; terminal: TerminalRow } | { what: 'add' }
type Code = NewEnrolmentCode & { terminal: string }

export function TerminalsTab({ desk, who }: { desk: PitDesk; who: Staff }) {
  const [code, setCode] = useState<Code | null>(null)
  const [wanted, setWanted] = useState('')
  return (
    <>
      <ManagedList<'GET /api/terminals', TerminalAction>
        title={pit.tabTerminals}
        route="GET /api/terminals"
        who={who}
        tools={(onDo) => (
          <>
            <Field label={pit.filter} value={wanted} onInput={setWanted} />
            <AddButton who={who} label={pit.addTerminal} onPress={() => onDo({ what: 'add' })} />
          </>
        )}
        dialog={(doing, onClose) => (
          <TerminalDialog desk={desk} who={who} doing={doing} onCode={setCode} onClose={onClose} />
        )}
      >
        {(terminals, onDo) => (
          <TerminalList
            rows={terminals.filter((one) => isLike(one, tableName(desk, one.table), wanted))}
            isAny={terminals.length > 0}
            desk={desk}
            who={who}
            onDo={onDo}
          />
        )}
      </ManagedList>
      {code && <CodeDialog code={code} onClose={() => setCode(null)} />}
    </>
  )
}

const isLike = ({ terminal, player, name }: TerminalRow, table: string, wanted: string): boolean =>
  `${terminal} ${table} ${player} ${name ?? ''}`.toLowerCase().includes(wanted.trim().toLowerCase())

type TerminalDialogProps = {
  desk: PitDesk
  who: Staff
  doing: TerminalAction
  onCode: (code: Code) => void
  onClose: () => void
}

function TerminalDialog({ desk, doing, ...rest }: TerminalDialogProps) {
  switch (doing.what) {
    case 'add':
      return <AddTerminal desk={desk} {...rest} />
    case 'meters':
      return <MetersDialog terminal={doing.terminal} onClose={rest.onClose} />
    default:
      return <ChangeTerminal what={doing.what} terminal={doing.terminal} {...rest} />
  }
}

const terminalStatuses = {
  open: () => pit.statusOpen,
  closing: () => pit.statusClosing,
  closed: () => pit.statusClosed,
  removed: () => pit.statusClosed,
}

type TerminalListProps = {
  rows: readonly TerminalRow[]
  isAny: boolean
  desk: PitDesk
  who: Staff
  onDo: (doing: TerminalAction) => void
}

function TerminalList({ rows, isAny, desk, who, onDo }: TerminalListProps) {
  return (
    <DataTable
      caption={pit.tabTerminals}
      empty={isAny ? pit.noneLikeThat : pit.noTerminals}
      rows={rows}
      rowKey={({ terminal }) => terminal}
      columns={[
        {
          title: common.terminal,
          cell: ({ terminal, name, demo }) => [terminal, name, demo && pit.demoTerminal].filter(Boolean).join(' · '),
        },
        { title: common.table, cell: ({ table }) => tableName(desk, table) },
        { title: common.player, cell: ({ player }) => player },
        { title: pit.status, cell: (one) => `${terminalStatuses[one.status]()} · ${enrolment(one)}` },
        { title: meterNames.balance, isNumber: true, cell: ({ meters }) => money(meters.balance) },
        { title: meterNames.wagered, isNumber: true, cell: ({ meters }) => money(meters.wagered) },
        { title: meterNames.won, isNumber: true, cell: ({ meters }) => money(meters.won) },
        { title: meterNames.lost, isNumber: true, cell: ({ meters }) => money(meters.lost) },
        {
          title: pit.doing,
          isNumber: true,
          cell: (terminal) => <RowActions actions={actionsOn(terminal, who, onDo)} />,
        },
      ]}
    />
  )
}

function actionsOn(terminal: TerminalRow, { role }: Staff, onDo: (doing: TerminalAction) => void): RowAction[] {
  const isAdministrator = role === 'administrator'
  const disabled = !isAdministrator && !mayAct(role, 'pit-supervisor')
  return [
    { label: pit.meters, onPress: () => onDo({ what: 'meters', terminal }) },
    terminal.status === 'open'
      ? { label: pit.closeTerminal, disabled, onPress: () => onDo({ what: 'close', terminal }) }
      : { label: pit.openTerminal, disabled, onPress: () => onDo({ what: 'open', terminal }) },
    ...(isAdministrator ? [{ label: pit.newCode, onPress: () => onDo({ what: 'code', terminal }) }] : []),
    ...(isAdministrator && terminal.status === 'closed'
      ? [{ label: pit.remove, onPress: () => onDo({ what: 'remove', terminal }) }]
      : []),
  ]
}

const enrolment = ({ enrolled, codeExpires }: TerminalRow): string =>
  enrolled ? pit.enrolled : codeExpires ? pit.codeUntil(dayAndTime(codeExpires)) : pit.notEnrolled

const changing = {
  close: 'POST /api/terminals/:id/close',
  open: 'POST /api/terminals/:id/open',
  code: 'POST /api/terminals/:id/code',
  remove: 'DELETE /api/terminals/:id',
} as const

type ChangeTerminalProps = Pick<TerminalDialogProps, 'who' | 'onCode' | 'onClose'> & {
  what: keyof typeof changing
  terminal: TerminalRow
}

function ChangeTerminal({ what, terminal: { terminal }, who, onCode, onClose }: ChangeTerminalProps) {
  const words = {
    close: [pit.closeTerminalTitle(terminal), pit.closeTerminalDoes],
    open: [pit.openTerminalTitle(terminal), pit.openTerminalDoes],
    code: [pit.newCodeTitle(terminal), pit.newCodeDoes],
    remove: [pit.removeTerminalTitle(terminal), pit.removeTerminalDoes],
  }[what] as [string, string]
  const act = async (reason: string) => {
    const reply = await serviceFor(who.token).call(changing[what], { params: { id: terminal }, body: { reason } })
    if (reply.ok && 'code' in reply.body) onCode({ ...reply.body, terminal })
    return apiTrouble(reply)
  }
  return (
    <Confirm
      title={words[0]}
      does={words[1]}
      look={what === 'open' ? 'primary' : 'warning'}
      act={act}
      onClose={onClose}
    />
  )
}

function AddTerminal({ desk, who, onCode, onClose }: Omit<TerminalDialogProps, 'doing'>) {
  const tables = tableOptions(desk)
  const [terminal, setTerminal] = useState('')
  const [table, setTable] = useState(tables[0]?.value ?? '')
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
    const reply = await serviceFor(who.token).call('POST /api/terminals', { body })
    if (reply.ok) onCode({ ...reply.body, terminal: body.terminal })
    return apiTrouble(reply)
  }
  return (
    <Confirm
      title={pit.addTerminal}
      does={isFull ? pit.addTerminalDoes : null}
      reason="none"
      act={act}
      onClose={onClose}
    >
      <Field label={pit.terminalId} value={terminal} onInput={setTerminal} autofocus maxLength={64} />
      <Select label={common.table} value={table} onInput={setTable} options={tables} />
      <Field label={pit.playerName} value={player} onInput={setPlayer} maxLength={64} />
      <Field label={pit.shownName} value={name} onInput={setName} maxLength={64} />
    </Confirm>
  )
}

/** The only time that the code is shown. */
const CodeDialog = ({ code, onClose }: { code: Code; onClose: () => void }) => (
  <Dialog
    title={`${common.enrolmentCode} · ${code.terminal}`}
    width="narrow"
    onClose={onClose}
    footer={<Button onPress={onClose}>{common.close}</Button>}
  >
    <p class="pit-code">{code.code}</p>
    <p class="fine">{pit.enrolmentCodeMeans(dayAndTime(code.expires))}</p>
  </Dialog>
)

const counts = ['roundsPlayed', 'roundsVoided', 'ticketsInCount', 'ticketsOutCount']

function MetersDialog({ terminal, onClose }: { terminal: TerminalRow; onClose: () => void }) {
  const names = Object.keys(meterNames) as (keyof TerminalRow['meters'])[]
  const value = (name: keyof TerminalRow['meters']) =>
    counts.includes(name) ? String(terminal.meters[name]) : money(terminal.meters[name])
  return (
    <Dialog title={pit.metersOf(terminal.terminal)} width="narrow" onClose={onClose}>
      <Facts class="list pit-meters" facts={names.map((name) => [meterNames[name], value(name)])} />
    </Dialog>
  )
}
