import './terminal-form.css'
import './ticket-slip.css'
import { signal } from '@preact/signals'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Ticket } from '../../wire/house-shapes.ts'
import { serviceFor, ticketPage } from '../kit/api.ts'
import { Button, Dialog, Note } from '../kit/controls.tsx'
import { CloseIcon, PrintIcon, TicketIcon } from '../kit/icons.tsx'
import { money } from '../kit/money-text.ts'
import { dayOf } from '../kit/time-text.ts'
import { common } from '../words/common.ts'
import { service } from '../words/service.ts'
import { terminal } from '../words/terminal.ts'
import type { Seat } from './seat.ts'

const STAYS_MS = 60_000

/** The ticket that lies in the tray: since when. It stays until the next stake, or for a minute. */
export const tray = signal<{ ticket: Ticket; since: number } | null>(null)
/** The ticket that is shown large. */
const shown = signal<Ticket | null>(null)

/** Credits have just become this ticket. */
export function putInTray(ticket: Ticket): void {
  tray.value = { ticket, since: Date.now() }
  shown.value = ticket
}

/** The last one, while it is open: asked of the house, which knows whether somebody redeemed it meanwhile. */
export async function showLastTicket({ token }: Seat): Promise<boolean> {
  const reply = await serviceFor(token).call('GET /api/tickets/last')
  const ticket = reply.ok ? reply.body.ticket : null
  if (ticket) shown.value = ticket
  return ticket !== null
}

/** After a reload a ticket of the last minute is in the tray again. */
function useTray(seat: Seat, hasStake: boolean): Ticket | null {
  const [, tick] = useState(0)
  useEffect(() => {
    void serviceFor(seat.token)
      .call('GET /api/tickets/last')
      .then((reply) => {
        const ticket = reply.ok ? reply.body.ticket : null
        const since = ticket ? Date.parse(ticket.issued.at) : 0
        if (ticket && !tray.value && Date.now() - since < STAYS_MS) tray.value = { ticket, since }
      })
  }, [seat.token])
  useEffect(() => {
    if (hasStake) tray.value = null
  }, [hasStake])
  const since = tray.value?.since
  useEffect(() => {
    if (since === undefined) return
    const timer = setTimeout(
      () => {
        tray.value = null
        tick((count) => count + 1)
      },
      Math.max(0, since + STAYS_MS - Date.now()),
    )
    return () => clearTimeout(timer)
  }, [since])
  return tray.value?.ticket ?? null
}

/** The tray, and the ticket shown large; closing that leaves it in the tray. */
export function TicketSlip({ seat, hasStake }: { seat: Seat; hasStake: boolean }) {
  const ticket = useTray(seat, hasStake)
  return (
    <>
      {ticket && !shown.value && (
        <div class="terminal-slip panel" role="status">
          <TicketIcon />
          <strong>{service.ticketHere(`$${money(ticket.amount)}`)}</strong>
          <Button
            look="primary"
            onPress={() => {
              shown.value = ticket
            }}
          >
            {service.showTicket}
          </Button>
        </div>
      )}
      {shown.value && <TicketDialog ticket={shown.value} seat={seat} />}
    </>
  )
}

/** Printing is what it is for; to close it loses nothing. */
function TicketDialog({ ticket, seat }: { ticket: Ticket; seat: Seat }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [page, setPage] = useState<string | null>(null)
  const close = () => {
    shown.value = null
  }
  useEffect(() => {
    void ticketPage(ticket.number, seat.token).then((reply) => reply.ok && setPage(reply.body))
  }, [ticket.number])
  return (
    <Dialog
      title={terminal.ticketReady}
      onClose={close}
      width="narrow"
      footer={
        <>
          <Button look="quiet" onPress={close}>
            <CloseIcon /> {common.close}
          </Button>
          <Button look="primary" disabled={!page} onPress={() => frame.current?.contentWindow?.print()}>
            <PrintIcon /> {service.printTicket}
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
        <p class="fine">{service.ticketStays}</p>
      </div>
    </Dialog>
  )
}

/** For whoever pressed too soon. */
export function LastTicketButton({ seat, onShow }: { seat: Seat; onShow: () => void }) {
  const [isNone, setNone] = useState(false)
  const press = async () => {
    if (await showLastTicket(seat)) onShow()
    else setNone(true)
  }
  return (
    <>
      <Button onPress={() => void press()}>
        <TicketIcon /> {service.lastTicket}
      </Button>
      {isNone && <p class="fine">{service.noLastTicket}</p>}
    </>
  )
}
