import './terminal-form.css'
import { useMemo, useState } from 'preact/hooks'
import { newId } from '../../client/environment.ts'
import { money } from '../../words/plain-text.ts'
import { redeem } from '../kit/api.ts'
import { Button, Dialog, Field, Note } from '../kit/controls.tsx'
import { failureText } from '../kit/session.ts'
import { common } from '../words/common.ts'
import { terminal } from '../words/terminal.ts'
import { Keypad } from './keypad.tsx'
import type { Seat } from './seat.ts'
import { LastTicketButton } from './ticket-slip.tsx'

/** A ticket becomes credits. A barcode reader types its digits and presses Enter. */
export function InsertTicket({ seat, onClose }: { seat: Seat; onClose: () => void }) {
  const [number, setNumber] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [added, setAdded] = useState<number | null>(null)
  const id = useMemo(newId, [number])
  const submit = async (event: Event) => {
    event.preventDefault()
    setAdded(null)
    const reply = await redeem(number.trim(), id, seat.token)
    if (!reply.ok) return setProblem(failureText(reply))
    setProblem(null)
    setNumber('')
    setAdded(reply.body.ticket.amount)
  }
  return (
    <Dialog title={terminal.buyCredits} onClose={onClose} width="narrow">
      <form class="column terminal-form" onSubmit={submit}>
        <p class="fine">{terminal.ticketMeans}</p>
        <Field
          label={terminal.ticketNumber}
          value={number}
          onInput={setNumber}
          inputMode="numeric"
          error={problem}
          autofocus
          autocomplete="off"
          maxLength={30}
          placeholder="000-000-000-000-000-000"
        />
        <Keypad value={number} onInput={setNumber} most={30} />
        {added !== null && <Note tone="info" text={terminal.redeemed(`$${money(added)}`)} />}
        <LastTicketButton seat={seat} onShow={onClose} />
        <div class="row terminal-form-buttons">
          <Button look="quiet" onPress={onClose}>
            {common.close}
          </Button>
          <Button look="primary" submits disabled={number.replace(/\D/g, '').length !== 18}>
            {terminal.redeem}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
