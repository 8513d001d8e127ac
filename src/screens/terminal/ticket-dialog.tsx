import './terminal-form.css'
import { useRef } from 'preact/hooks'
import type { Ticket } from '../../house/ticket-state.ts'
import { money } from '../../words/plain-text.ts'
import { Button, Dialog, Note } from '../kit/controls.tsx'
import { CloseIcon, PrintIcon } from '../kit/icons.tsx'
import { dayOf } from '../kit/time-text.ts'
import { useApi } from '../kit/use-api.ts'
import { common } from '../words/common.ts'
import { language } from '../words/speech.ts'
import { service, terminal } from '../words/terminal.ts'
import type { Seat } from './seat.ts'

type TicketDialogProps = { ticket: Ticket; seat: Seat; onClose: () => void }

/** The dialog is for printing; closing it loses nothing. */
export function TicketDialog({ ticket, seat, onClose }: TicketDialogProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const { body: page } = useApi(seat, 'GET /api/tickets/:id/print', {
    params: { id: ticket.number },
    query: { language: language.value },
  })
  return (
    <Dialog
      title={terminal.ticketReady}
      onClose={onClose}
      width="narrow"
      footer={
        <>
          <Button look="quiet" onPress={onClose}>
            <CloseIcon /> {common.close}
          </Button>
          <Button look="primary" disabled={!page} onPress={() => frame.current?.contentWindow?.print()}>
            <PrintIcon /> {service.printTicket}
          </Button>
        </>
      }
    >
      <div class="column terminal-form">
        {page ? (
          <iframe ref={frame} class="terminal-ticket" title={terminal.ticketReady} srcdoc={page} />
        ) : (
          <p class="list terminal-ticket-number">
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
