import type { TerminalView } from '../../wire/audiences.ts'
import { money, signedMoney } from '../../words/plain-text.ts'
import { Button, Dialog } from '../kit/controls.tsx'
import { houseSign } from '../kit/house-sign.ts'
import { service } from '../words/terminal.ts'
import { clockText } from './time-at-play.ts'

type ReminderProps = { view: TerminalView; time: { since: number | null; net: number | null }; onClose: () => void }

/** After each hour at play: how long, with what result, and what the house says about safer gambling. */
export function Reminder({ view, time: { since, net }, onClose }: ReminderProps) {
  const { saferGambling } = houseSign.value
  const footer = (
    <Button look="primary" onPress={onClose}>
      {service.playOn}
    </Button>
  )
  return (
    <Dialog title={service.reminderTitle} width="narrow" isFirm onClose={() => {}} footer={footer}>
      <p>{service.reminder(clockText(since === null ? 0 : Date.now() - since))}</p>
      <p>
        <b class="money">{service.reminderBalance(money(view.funds.balance))}</b>
      </p>
      {net !== null && (
        <p>
          <b class="money">{service.reminderNet(signedMoney(net))}</b>
        </p>
      )}
      {saferGambling !== '' && <p>{saferGambling}</p>}
    </Dialog>
  )
}
