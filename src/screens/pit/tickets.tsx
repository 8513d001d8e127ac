import './figure-list.css'
import './pit-block.css'
import { useState } from 'preact/hooks'
import { newId } from '../../client/environment.ts'
import type { Ticket } from '../../house/ticket-state.ts'
import { MINUTE } from '../../house/time.ts'
import type { TicketAnswer, TicketRow } from '../../wire/house-shapes.ts'
import { money, readMoney } from '../../words/plain-text.ts'
import { openPage, serviceFor, ticketPage } from '../kit/api.ts'
import { Button, DataTable, Dialog, type Fact, Facts, Field } from '../kit/controls.tsx'
import { Select } from '../kit/fields.tsx'
import { PrintIcon } from '../kit/icons.tsx'
import { mayAct, type Staff } from '../kit/session.ts'
import { dayAndTime } from '../kit/time-text.ts'
import { apiTrouble, Confirm } from '../staff/command-dialog.tsx'
import { common } from '../words/common.ts'
import { pit } from '../words/desk.ts'
import { language } from '../words/speech.ts'
import { ManagedList, RowActions } from './managed-list.tsx'
import { type PitDesk, tableOptions } from './pit-desk.ts'

type TicketAction = 'pay' | 'sell' | 'cancel' | { row: TicketRow; what: 'copy' | 'cancel' }

const SHOWN = 200

export function TicketsTab({ desk, who }: { desk: PitDesk; who: Staff }) {
  const [done, setDone] = useState<Done | null>(null)
  const [sought, setSought] = useState<Sought>(nothingSought)
  const [isDealer, isPit] = [mayAct(who.role, 'dealer'), mayAct(who.role, 'pit-supervisor')]
  return (
    <>
      <ManagedList<'GET /api/tickets', TicketAction>
        title={pit.tabTickets}
        route="GET /api/tickets"
        who={who}
        query={queryOf(sought)}
        tools={(onDo) => (
          <>
            <Button size="small" disabled={!isDealer} onPress={() => onDo('pay')}>
              {pit.payTicket}
            </Button>
            <Button size="small" disabled={!isDealer} onPress={() => onDo('sell')}>
              {pit.sellTicket}
            </Button>
            <Button size="small" look="warning" disabled={!isPit} onPress={() => onDo('cancel')}>
              {pit.cancelTicket}
            </Button>
          </>
        )}
        dialog={(doing, onClose) => (
          <TicketActionDialog desk={desk} who={who} doing={doing} onDone={setDone} onClose={onClose} />
        )}
      >
        {({ totals, tickets }, onDo) => (
          <>
            <Totals totals={totals} />
            <TicketSearch sought={sought} onSeek={setSought} />
            <TicketList rows={newestFirst(tickets)} isPit={isPit} onDo={(row, what) => onDo({ row, what })} />
          </>
        )}
      </ManagedList>
      {done && <DoneDialog done={done} who={who} onClose={() => setDone(null)} />}
    </>
  )
}

/** The facts that the owner of a lost ticket remembers. */
type Sought = { place: string; amount: string; hours: string; status: string }
const nothingSought: Sought = { place: '', amount: '', hours: '', status: '' }

function queryOf({ place, amount, hours, status }: Sought): Readonly<Record<string, string>> {
  const cents = readMoney(amount)
  const from = new Date(Math.floor(Date.now() / MINUTE) * MINUTE - Number(hours) * 60 * MINUTE).toISOString()
  return {
    ...(place.trim() === '' ? {} : { place: place.trim() }),
    ...(cents && cents > 0 ? { amount: String(cents) } : {}),
    ...(hours === '' ? {} : { from }),
    ...(status === '' ? {} : { status }),
  }
}

/** A search by terminal, time and amount, without the number, which is worth money. */
function TicketSearch({ sought, onSeek }: { sought: Sought; onSeek: (next: Sought) => void }) {
  const set = (change: Partial<Sought>) => onSeek({ ...sought, ...change })
  return (
    <div class="flow pit-search">
      <Field label={pit.ticketPlace} value={sought.place} onInput={(place) => set({ place })} maxLength={64} />
      <Field label={common.amount} value={sought.amount} onInput={(amount) => set({ amount })} inputMode="decimal" />
      <Select
        label={pit.ticketSince}
        value={sought.hours}
        onInput={(hours) => set({ hours })}
        options={['', '1', '4', '12', '24', '168'].map((value) => ({ value, label: pit.lastHours(Number(value)) }))}
      />
      <Select
        label={pit.status}
        value={sought.status}
        onInput={(status) => set({ status })}
        options={[
          { value: '', label: pit.anyStatus },
          ...(Object.keys(ticketStatuses) as (keyof typeof ticketStatuses)[]).map((value) => ({
            value,
            label: ticketStatuses[value](),
          })),
        ]}
      />
    </div>
  )
}

/** A ticket that was sold, or the amount of one that was paid. */
type Done = { sold: Ticket } | { paid: number }
type TicketActionProps = { desk: PitDesk; who: Staff; onDone: (done: Done) => void; onClose: () => void }

function TicketActionDialog({ doing, ...rest }: TicketActionProps & { doing: TicketAction }) {
  if (typeof doing === 'object')
    return doing.what === 'copy' ? <CopyTicket {...rest} row={doing.row} /> : <CancelTicket {...rest} row={doing.row} />
  if (doing === 'pay') return <PayTicket {...rest} />
  return doing === 'sell' ? <SellTicket {...rest} /> : <CancelTicket {...rest} />
}

const newestFirst = (tickets: readonly TicketRow[]): TicketRow[] =>
  [...tickets].sort((a, b) => (a.issued.at < b.issued.at ? 1 : -1)).slice(0, SHOWN)

function Totals({ totals: { issued, redeemed, cancelled } }: { totals: TicketAnswer['totals'] }) {
  const open = {
    count: issued.count - redeemed.count - cancelled.count,
    amount: issued.amount - redeemed.amount - cancelled.amount,
  }
  const fact = (name: string, { count, amount }: { count: number; amount: number }): Fact => [
    name,
    <>
      {money(amount)}
      <small>{pit.ticketCount(count)}</small>
    </>,
  ]
  return (
    <Facts
      class="pit-figures"
      facts={[
        fact(pit.issued, issued),
        fact(pit.redeemed, redeemed),
        fact(pit.cancelled, cancelled),
        fact(`${pit.openTickets} / ${pit.expired}`, open),
      ]}
    />
  )
}

const ticketStatuses = {
  open: () => pit.openTickets,
  redeemed: () => pit.redeemed,
  cancelled: () => pit.cancelled,
  expired: () => pit.expired,
}
const ticketPlaceText = (place: TicketRow['issued']['place']): string =>
  `${place.table} · ${'terminal' in place ? place.terminal : place.attendant}`

type TicketListProps = {
  rows: readonly TicketRow[]
  isPit: boolean
  onDo: (row: TicketRow, what: 'copy' | 'cancel') => void
}

const TicketList = ({ rows, isPit, onDo }: TicketListProps) => (
  <DataTable
    caption={pit.tabTickets}
    empty={pit.noTickets}
    rows={rows}
    rowKey={({ mark }) => mark}
    columns={[
      { title: pit.number, cell: ({ number }) => <span class="pit-mono">{number}</span> },
      { title: common.amount, isNumber: true, cell: ({ amount }) => money(amount) },
      {
        title: pit.status,
        cell: (one) =>
          one.copies ? `${ticketStatuses[one.status]()} · ${pit.copies(one.copies)}` : ticketStatuses[one.status](),
      },
      { title: pit.issued, cell: ({ issued }) => `${dayAndTime(issued.at)} · ${ticketPlaceText(issued.place)}` },
      {
        title: `${pit.redeemed} / ${pit.cancelled}`,
        cell: ({ redeemed, cancelled }) =>
          redeemed
            ? `${dayAndTime(redeemed.at)} · ${ticketPlaceText(redeemed.place)}`
            : cancelled && `${dayAndTime(cancelled.at)} · ${cancelled.reason}`,
      },
      { title: pit.expires, cell: ({ expires }) => dayAndTime(expires) },
      {
        title: pit.actions,
        cell: (row) =>
          (row.status === 'open' || row.status === 'expired') && (
            <RowActions
              actions={[
                { label: pit.copyTicket, onPress: () => onDo(row, 'copy'), disabled: !isPit || row.status !== 'open' },
                { label: pit.cancelTicket, onPress: () => onDo(row, 'cancel'), disabled: !isPit },
              ]}
            />
          ),
      },
    ]}
  />
)

function PayTicket({ desk, who, onDone, onClose }: TicketActionProps) {
  const options = tableOptions(desk)
  const [number, setNumber] = useState('')
  const [table, setTable] = useState(options[0]?.value ?? '')
  const [id] = useState(newId)
  const act = async () => {
    const reply = await serviceFor(who.token).call('POST /api/tickets/redeem', { body: { number, table, id } })
    if (reply.ok) onDone({ paid: reply.body.ticket.amount })
    return apiTrouble(reply)
  }
  return (
    <Confirm
      title={pit.payTicket}
      does={number.trim() === '' ? null : pit.payTicketDoes}
      reason="none"
      isForm
      act={act}
      onClose={onClose}
    >
      <Field label={pit.ticketNumber} value={number} onInput={setNumber} inputMode="numeric" maxLength={40} autofocus />
      <Select label={pit.atTable} value={table} onInput={setTable} options={options} />
    </Confirm>
  )
}

function SellTicket({ desk, who, onDone, onClose }: TicketActionProps) {
  const options = tableOptions(desk)
  const [text, setText] = useState('')
  const [table, setTable] = useState(options[0]?.value ?? '')
  const [id] = useState(newId)
  const amount = readMoney(text)
  const act = async () => {
    const reply = await serviceFor(who.token).call('POST /api/tickets', { body: { amount: amount!, table, id } })
    if (reply.ok) onDone({ sold: reply.body.ticket })
    return apiTrouble(reply)
  }
  return (
    <Confirm title={pit.sellTicket} does={amount ? pit.sellTicketDoes : null} reason="none" act={act} onClose={onClose}>
      <Field
        label={common.amount}
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

/** The first paper shown is paid. The copy is marked as one, and the record names the person who asked for it. */
function CopyTicket({ who, row, onClose }: Pick<TicketActionProps, 'who' | 'onClose'> & { row: TicketRow }) {
  const act = async (reason: string) => {
    const asked = { params: { id: row.mark }, body: { reason }, query: { language: language.value } }
    const reply = await serviceFor(who.token).call('POST /api/tickets/:id/copy', asked)
    if (reply.ok) openPage(reply.body)
    return apiTrouble(reply)
  }
  return (
    <Confirm
      title={pit.copyTicket}
      does={pit.copyTicketDoes(money(row.amount), ticketPlaceText(row.issued.place), dayAndTime(row.issued.at))}
      look="warning"
      act={act}
      onClose={onClose}
    />
  )
}

/** In the list, the row identifies the ticket; a person with the paper types its number. */
function CancelTicket({ who, row, onClose }: Pick<TicketActionProps, 'who' | 'onClose'> & { row?: TicketRow }) {
  const [number, setNumber] = useState('')
  const act = async (reason: string) => {
    const asked = { params: { id: row?.mark ?? number.trim() }, body: { reason } }
    return apiTrouble(await serviceFor(who.token).call('POST /api/tickets/:id/cancel', asked))
  }
  return (
    <Confirm
      title={pit.cancelTicket}
      does={row || number.trim() !== '' ? pit.cancelTicketDoes : null}
      look="warning"
      act={act}
      onClose={onClose}
    >
      {row ? (
        <p>
          {money(row.amount)} · {ticketPlaceText(row.issued.place)} · {dayAndTime(row.issued.at)}
        </p>
      ) : (
        <Field
          label={pit.ticketNumber}
          value={number}
          onInput={setNumber}
          inputMode="numeric"
          maxLength={40}
          autofocus
        />
      )}
    </Confirm>
  )
}

function DoneDialog({ done, who, onClose }: { done: Done; who: Staff; onClose: () => void }) {
  const footer = (
    <>
      {'sold' in done && (
        <Button onPress={() => void print(done.sold.number, who.token)}>
          <PrintIcon /> {common.print}
        </Button>
      )}
      <Button look="primary" onPress={onClose}>
        {common.close}
      </Button>
    </>
  )
  const [title, text] =
    'sold' in done
      ? [pit.sellTicket, pit.sold(done.sold.number, money(done.sold.amount))]
      : [pit.payTicket, pit.paid(money(done.paid))]
  return (
    <Dialog title={title} width="narrow" onClose={onClose} footer={footer}>
      <p class="confirm-does">{text}</p>
    </Dialog>
  )
}

async function print(number: string, token: string): Promise<void> {
  const page = await ticketPage(number, token)
  if (page.ok) openPage(page.body)
}
