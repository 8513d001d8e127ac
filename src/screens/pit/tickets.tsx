import { useState } from 'preact/hooks'
import type { Cents } from '../../engine/money.ts'
import { call, type Ticket, ticketPage } from '../kit/api.ts'
import { newId } from '../kit/connection.ts'
import { Button, DataTable, Dialog, Field, Note } from '../kit/controls.tsx'
import { PrintIcon } from '../kit/icons.tsx'
import { money, readMoney } from '../kit/money.ts'
import { failureText, type Staff } from '../kit/session.tsx'
import { common } from '../words/common.ts'
import { pit } from '../words/pit.ts'
import { Confirm, doorTrouble, mayAct } from './act.tsx'
import type { Desk } from './desk.ts'
import { Select } from './fields.tsx'
import { dayAndTime } from './figures-text.ts'
import { useDoor } from './use-door.ts'

type Place = { table: string; terminal?: string; player?: string; attendant?: string }
type TicketRow = {
  number: string
  amount: Cents
  status: 'open' | 'redeemed' | 'cancelled' | 'expired'
  issued: { place: Place; at: string }
  expires: string
  redeemed: { place: Place; at: string } | null
  cancelled: { reason: string; at: string } | null
}
type Total = { count: number; amount: Cents }
type Tickets = { totals: Record<'issued' | 'redeemed' | 'cancelled', Total>; tickets: TicketRow[] }
type Doing = 'pay' | 'sell' | 'cancel'

const SHOWN = 200

export function TicketsTab({ desk, who }: { desk: Desk; who: Staff }) {
  const { body, failure, again } = useDoor<Tickets>('/api/tickets', who.token)
  const [doing, setDoing] = useState<Doing | null>(null)
  const [done, setDone] = useState<Ticket | 'paid' | null>(null)
  const [paid, setPaid] = useState(0)
  const close = () => {
    setDoing(null)
    again()
  }
  const [isDealer, isPit] = [mayAct(who.role, 'dealer'), mayAct(who.role, 'pit-supervisor')]
  return (
    <section class="panel pit-block">
      <header class="pit-toolbar">
        <h2>{pit.tabTickets}</h2>
        <Button size="small" disabled={!isDealer} onPress={() => setDoing('pay')}>
          {pit.payTicket}
        </Button>
        <Button size="small" disabled={!isDealer} onPress={() => setDoing('sell')}>
          {pit.sellTicket}
        </Button>
        <Button size="small" look="warning" disabled={!isPit} onPress={() => setDoing('cancel')}>
          {pit.cancelTicket}
        </Button>
      </header>
      {failure && <Note tone="warning" text={failureText(failure)} />}
      {body && <Totals totals={body.totals} />}
      {body && <List rows={newestFirst(body.tickets)} />}
      {doing === 'pay' && (
        <PayTicket
          desk={desk}
          who={who}
          onPaid={(amount) => {
            setPaid(amount)
            setDone('paid')
          }}
          onClose={close}
        />
      )}
      {doing === 'sell' && <SellTicket desk={desk} who={who} onSold={setDone} onClose={close} />}
      {doing === 'cancel' && <CancelTicket who={who} onClose={close} />}
      {done && <DoneDialog done={done} paid={paid} who={who} onClose={() => setDone(null)} />}
    </section>
  )
}

const newestFirst = (tickets: readonly TicketRow[]): TicketRow[] =>
  [...tickets].sort((a, b) => (a.issued.at < b.issued.at ? 1 : -1)).slice(0, SHOWN)

function Totals({ totals: { issued, redeemed, cancelled } }: { totals: Tickets['totals'] }) {
  const open = {
    count: issued.count - redeemed.count - cancelled.count,
    amount: issued.amount - redeemed.amount - cancelled.amount,
  }
  const cells: [string, { count: number; amount: number }][] = [
    [pit.issued, issued],
    [pit.redeemed, redeemed],
    [pit.cancelled, cancelled],
    [`${pit.openTickets} / ${pit.expired}`, open],
  ]
  return (
    <dl class="pit-figures">
      {cells.map(([name, { count, amount }]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {money(amount)}
            <small>{count}</small>
          </dd>
        </div>
      ))}
    </dl>
  )
}

const statuses = {
  open: () => pit.openTickets,
  redeemed: () => pit.redeemed,
  cancelled: () => pit.cancelled,
  expired: () => pit.expired,
}
const placeText = ({ table, terminal, attendant }: Place): string => `${table} · ${terminal ?? attendant ?? ''}`

const List = ({ rows }: { rows: readonly TicketRow[] }) => (
  <DataTable
    caption={pit.tabTickets}
    empty={pit.noTickets}
    rows={rows}
    rowKey={({ number, issued }) => `${number} ${issued.at}`}
    columns={[
      { title: pit.number, cell: ({ number }) => <span class="pit-mono">{number}</span> },
      { title: pit.amount, isNumber: true, cell: ({ amount }) => money(amount) },
      { title: pit.status, cell: (one) => statuses[one.status]() },
      { title: pit.issued, cell: ({ issued }) => `${dayAndTime(issued.at)} · ${placeText(issued.place)}` },
      {
        title: `${pit.redeemed} / ${pit.cancelled}`,
        cell: ({ redeemed, cancelled }) =>
          redeemed
            ? `${dayAndTime(redeemed.at)} · ${placeText(redeemed.place)}`
            : cancelled && `${dayAndTime(cancelled.at)} · ${cancelled.reason}`,
      },
      { title: pit.expires, cell: ({ expires }) => dayAndTime(expires) },
    ]}
  />
)

const tableOptions = (desk: Desk) => desk.tables.value.map(({ id, name }) => ({ value: id, label: name }))

type PayProps = { desk: Desk; who: Staff; onPaid: (amount: number) => void; onClose: () => void }

function PayTicket({ desk, who, onPaid, onClose }: PayProps) {
  const options = tableOptions(desk)
  const [number, setNumber] = useState('')
  const [table, setTable] = useState(options[0]?.value ?? '')
  const [id] = useState(newId)
  const act = async () => {
    const reply = await call<{ ticket: Ticket }>('POST', '/api/tickets/redeem', {
      body: { number, table, id },
      token: who.token,
    })
    if (reply.ok) onPaid(reply.body.ticket.amount)
    return doorTrouble(reply)
  }
  return (
    <Confirm
      title={pit.payTicket}
      does={number.trim() === '' ? null : pit.payTicketDoes}
      reason="none"
      confirm={pit.payTicket}
      act={act}
      onClose={onClose}
    >
      <Field label={pit.ticketNumber} value={number} onInput={setNumber} inputMode="numeric" maxLength={40} autofocus />
      <Select label={pit.atTable} value={table} onInput={setTable} options={options} />
    </Confirm>
  )
}

type SellProps = { desk: Desk; who: Staff; onSold: (ticket: Ticket) => void; onClose: () => void }

function SellTicket({ desk, who, onSold, onClose }: SellProps) {
  const options = tableOptions(desk)
  const [text, setText] = useState('')
  const [table, setTable] = useState(options[0]?.value ?? '')
  const [id] = useState(newId)
  const amount = readMoney(text)
  const act = async () => {
    const reply = await call<{ ticket: Ticket }>('POST', '/api/tickets', {
      body: { amount, table, id },
      token: who.token,
    })
    if (reply.ok) onSold(reply.body.ticket)
    return doorTrouble(reply)
  }
  return (
    <Confirm
      title={pit.sellTicket}
      does={amount ? pit.sellTicketDoes : null}
      reason="none"
      confirm={pit.sellTicket}
      act={act}
      onClose={onClose}
    >
      <Field
        label={pit.amount}
        value={text}
        onInput={setText}
        inputMode="decimal"
        error={text !== '' && amount === null ? pit.notMoney : null}
        autofocus
      />
      <Select label={pit.atTable} value={table} onInput={setTable} options={options} />
    </Confirm>
  )
}

function CancelTicket({ who, onClose }: { who: Staff; onClose: () => void }) {
  const [number, setNumber] = useState('')
  const act = async (reason: string) => {
    const door = `/api/tickets/${encodeURIComponent(number.trim())}/cancel`
    return doorTrouble(await call('POST', door, { body: { reason }, token: who.token }))
  }
  return (
    <Confirm
      title={pit.cancelTicket}
      does={number.trim() === '' ? null : pit.cancelTicketDoes}
      confirm={pit.cancelTicket}
      look="warning"
      act={act}
      onClose={onClose}
    >
      <Field label={pit.ticketNumber} value={number} onInput={setNumber} inputMode="numeric" maxLength={40} autofocus />
    </Confirm>
  )
}

type DoneProps = { done: Ticket | 'paid'; paid: number; who: Staff; onClose: () => void }

function DoneDialog({ done, paid, who, onClose }: DoneProps) {
  const print = async (number: string) => {
    const page = await ticketPage(number, who.token)
    if (!page.ok) return
    const address = URL.createObjectURL(new Blob([page.body], { type: 'text/html' }))
    window.open(address, '_blank', 'noopener')
    setTimeout(() => URL.revokeObjectURL(address), 60_000)
  }
  const footer = (
    <>
      {done !== 'paid' && (
        <Button onPress={() => void print(done.number)}>
          <PrintIcon /> {pit.print}
        </Button>
      )}
      <Button look="primary" onPress={onClose}>
        {common.close}
      </Button>
    </>
  )
  return (
    <Dialog title={done === 'paid' ? pit.payTicket : pit.sellTicket} width="narrow" onClose={onClose} footer={footer}>
      <p class="pit-does">{done === 'paid' ? pit.paid(money(paid)) : pit.sold(done.number, money(done.amount))}</p>
    </Dialog>
  )
}
