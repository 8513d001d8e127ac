import type { TerminalView } from '../../wire/audiences.ts'
import { money } from '../../words/plain-text.ts'
import { Button, Dialog } from '../kit/controls.tsx'
import { service } from '../words/terminal.ts'
import { timeText } from './time-at-play.ts'

/** After each hour at play. */
export function Reminder({ view, minutes, onClose }: { view: TerminalView; minutes: number; onClose: () => void }) {
  const footer = (
    <Button look="primary" onPress={onClose}>
      {service.playOn}
    </Button>
  )
  return (
    <Dialog title={service.reminderTitle} width="narrow" isFirm onClose={() => {}} footer={footer}>
      <p>{service.reminder(timeText(minutes))}</p>
      <p>
        <b class="money">{service.reminderBalance(money(view.funds.balance))}</b>
      </p>
    </Dialog>
  )
}
