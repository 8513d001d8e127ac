import './floor-service.css'
import { signal } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import type { Ticket } from '../../house/ticket-state.ts'
import { money } from '../../words/plain-text.ts'
import { serviceFor } from '../kit/api.ts'
import { lazily } from '../kit/components.tsx'
import { Button } from '../kit/controls.tsx'
import { TicketIcon } from '../kit/icons.tsx'
import { service } from '../words/terminal.ts'
import type { Seat } from './seat.ts'

const TicketDialog = lazily(async () => (await import('./ticket-dialog.tsx')).TicketDialog)

const STAYS_MS = 60_000

/** The last ticket and its time. It is shown until the next stake, or for a minute. */
export const tray = signal<{ ticket: Ticket; since: number } | null>(null)
/** The ticket that is shown large. */
const ticketOnSlip = signal<Ticket | null>(null)

const putAway = (): void => {
  ticketOnSlip.value = null
}

/** Credits have just become this ticket. */
export function putInTray(ticket: Ticket): void {
  tray.value = { ticket, since: Date.now() }
  ticketOnSlip.value = ticket
}

/**
 * Shows the last ticket while it is open. The house is asked, because it knows whether the ticket was redeemed
 * meanwhile.
 */
async function showLastTicket({ token }: Seat): Promise<boolean> {
  const reply = await serviceFor(token).call('GET /api/tickets/last')
  const ticket = reply.ok ? reply.body.ticket : null
  if (ticket) ticketOnSlip.value = ticket
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
      {ticket && !ticketOnSlip.value && (
        <div class="row terminal-slip panel" role="status">
          <TicketIcon />
          <strong>{service.ticketHere(`$${money(ticket.amount)}`)}</strong>
          <Button
            look="primary"
            onPress={() => {
              ticketOnSlip.value = ticket
            }}
          >
            {service.showTicket}
          </Button>
        </div>
      )}
      {ticketOnSlip.value && <TicketDialog ticket={ticketOnSlip.value} seat={seat} onClose={putAway} />}
    </>
  )
}

/** For a player who closed it too soon. */
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
