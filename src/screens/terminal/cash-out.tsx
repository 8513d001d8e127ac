import './cash-out.css'
import './terminal-form.css'
import { useMemo, useRef, useState } from 'preact/hooks'
import { newId } from '../../client/client-means.ts'
import type { PlayerView } from '../../engine/views.ts'
import type { Ticket } from '../../wire/house-shapes.ts'
import { cashOut, ticketPage } from '../kit/api.ts'
import { Button, Dialog, Field, Note } from '../kit/controls.tsx'
import { PrintIcon } from '../kit/icons.tsx'
import { money, readMoney } from '../kit/money-text.ts'
import { failureText } from '../kit/session.tsx'
import { common } from '../words/common.ts'
import { terminal } from '../words/terminal.ts'
import type { Seat } from './seat.ts'

type CashOutProps = { view: PlayerView; seat: Seat; onClose: () => void }

/** Credits become a ticket. The request has one id, however often it is tried: it never pays out twice. */
export function CashOut({ view, seat, onClose }: CashOutProps) {
  const id = useMemo(newId, [])
  const [text, setText] = useState(money(view.funds.cash))
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [ticket, setTicket] = useState<{ ticket: Ticket; page: string | null } | null>(null)
  const amount = readMoney(text)
  if (ticket) return <TicketShown {...ticket} onClose={onClose} />
  const submit = async () => {
    if (amount === null || amount <= 0) return setProblem(terminal.notAnAmount)
    if (amount > view.funds.cash) return setProblem(terminal.moreThanBalance)
    setBusy(true)
    const reply = await cashOut(amount, id, seat.token)
    setBusy(false)
    if (!reply.ok) return setProblem(failureText(reply))
    const page = await ticketPage(reply.body.ticket.number, seat.token)
    setTicket({ ticket: reply.body.ticket, page: page.ok ? page.body : null })
  }
  const isEmpty = view.funds.cash <= 0
  return (
    <Dialog
      title={common.cashOut}
      onClose={onClose}
      width="narrow"
      footer={
        <>
          <Button look="quiet" onPress={onClose}>
            {common.cancel}
          </Button>
          <Button look="primary" disabled={isBusy || isEmpty} onPress={() => void submit()}>
            {terminal.cashOutPress(amount === null ? '' : `$${money(amount)}`)}
          </Button>
        </>
      }
    >
      <div class="terminal-form">
        <p class="fine">{isEmpty ? terminal.cashOutNothing : terminal.cashOutMeans}</p>
        <Field label={common.amount} value={text} onInput={setText} inputMode="decimal" error={problem} />
      </div>
    </Dialog>
  )
}

function TicketShown({ ticket, page, onClose }: { ticket: Ticket; page: string | null; onClose: () => void }) {
  const frame = useRef<HTMLIFrameElement>(null)
  return (
    <Dialog
      title={terminal.ticketReady}
      onClose={onClose}
      width="narrow"
      footer={
        <>
          {page && (
            <Button onPress={() => frame.current?.contentWindow?.print()}>
              <PrintIcon /> {common.print}
            </Button>
          )}
          <Button look="primary" onPress={onClose}>
            {terminal.done}
          </Button>
        </>
      }
    >
      <div class="terminal-form">
        {page ? (
          <iframe ref={frame} class="terminal-ticket" title={terminal.ticketReady} srcdoc={page} />
        ) : (
          <p class="terminal-ticket-number">
            {ticket.number.match(/.{1,3}/g)?.join('-')}
            <strong>${money(ticket.amount)}</strong>
          </p>
        )}
        <Note tone="info" text={terminal.ticketKeep} fine={terminal.validUntil(dayOf(ticket.expires))} />
      </div>
    </Dialog>
  )
}

/** The day in Singapore, as it is printed. */
const dayOf = (time: string): string => new Date(time).toLocaleDateString('en-CA', { timeZone: 'Asia/Singapore' })
