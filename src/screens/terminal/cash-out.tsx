import './terminal-form.css'
import { useMemo, useState } from 'preact/hooks'
import { newId } from '../../client/environment.ts'
import type { PlayerView } from '../../engine/views.ts'
import { money, readMoney } from '../../words/plain-text.ts'
import { cashOut } from '../kit/api.ts'
import { Button, Dialog, Field } from '../kit/controls.tsx'
import { failureText } from '../kit/session.ts'
import { common } from '../words/common.ts'
import { terminal } from '../words/terminal.ts'
import type { Seat } from './seat.ts'
import { LastTicketButton, putInTray } from './ticket-slip.tsx'

type CashOutProps = { view: PlayerView; seat: Seat; onClose: () => void }

/** Credits become a ticket. The request has one id, however often it is tried: it never pays out twice. */
export function CashOutDialog({ view, seat, onClose }: CashOutProps) {
  const id = useMemo(newId, [])
  const [text, setText] = useState(money(view.funds.cash))
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const amount = readMoney(text)
  const submit = async () => {
    if (amount === null || amount <= 0) return setProblem(terminal.notAnAmount)
    if (amount > view.funds.cash) return setProblem(terminal.moreThanBalance)
    setBusy(true)
    const reply = await cashOut(amount, id, seat.token)
    setBusy(false)
    if (!reply.ok) return setProblem(failureText(reply))
    putInTray(reply.body.ticket)
    onClose()
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
      <div class="column terminal-form">
        <p class="fine">{isEmpty ? terminal.cashOutNothing : terminal.cashOutMeans}</p>
        <Field label={common.amount} value={text} onInput={setText} inputMode="decimal" error={problem} />
        <LastTicketButton seat={seat} onShow={onClose} />
      </div>
    </Dialog>
  )
}
