import './floor-service.css'
import { useEffect } from 'preact/hooks'
import type { TerminalView } from '../../wire/audiences.ts'
import { money } from '../../words/plain-text.ts'
import { chipsOffered } from '../kit/chips.ts'
import { lazily } from '../kit/components.tsx'
import { Button } from '../kit/controls.tsx'
import { houseSign } from '../kit/house-sign.ts'
import { CashOutIcon, LockIcon, TicketIcon } from '../kit/icons.tsx'
import { common } from '../words/common.ts'
import { service, terminal } from '../words/terminal.ts'
import type { DialogName } from './action-bar.tsx'
import { AttendantButton, AttendantState } from './attendant.tsx'
import { ownCall, ownPlay, ownSeat, type Seat } from './seat.ts'
import { TicketSlip, tray } from './ticket-slip.tsx'
import { useTimeAtPlay } from './time-at-play.ts'

const MoreCredits = lazily(async () => (await import('./more-credits.tsx')).MoreCredits)
const Reminder = lazily(async () => (await import('./reminder.tsx')).Reminder)

type FloorServiceProps = {
  view: TerminalView
  seat: Seat
  /** Whether a stake is on the layout, or pending. */
  hasStake: boolean
  onDialog: (name: DialogName) => void
}

/** Matters between player and house: the ticket in the tray, an attendant, a closed or empty terminal. */
export function FloorService({ view, seat, hasStake, onDialog }: FloorServiceProps) {
  useEffect(() => {
    ownSeat.value = seat
  }, [seat])
  useEffect(() => {
    ownCall.value = view.attendant ?? null
  }, [view.attendant])
  const time = useTimeAtPlay(view, seat)
  const { since, net } = time
  useEffect(() => {
    ownPlay.value = since === null ? null : { since, net }
  }, [since, net])
  return (
    <div class="terminal-service">
      <Standstill view={view} seat={seat} hasStake={hasStake} onDialog={onDialog} />
      <div class="list terminal-service-corner">
        <AttendantState />
        <TicketSlip seat={seat} hasStake={hasStake} />
      </div>
      {time.isReminded && <Reminder view={view} time={time} onClose={time.playOn} />}
    </div>
  )
}

/** The message of a terminal that takes no stakes, in the place for stakes. */
function Standstill({ view, seat, hasStake, onDialog }: FloorServiceProps) {
  const { funds, terminalStatus } = view
  if (terminalStatus === 'closed')
    return (
      <section class="column terminal-standstill panel" role="alert">
        <LockIcon size={40} />
        <h2>{service.closedTitle}</h2>
        <p>{funds.balance > 0 ? service.closedMeans : service.closedEmpty}</p>
        {funds.balance > 0 && (
          <Button look="primary" onPress={() => onDialog('cash-out')}>
            <CashOutIcon /> {common.cashOut}
          </Button>
        )}
      </section>
    )
  const least = chipsOffered(view.limits)[0] ?? 1
  // A player who has just cashed out knows where the credits are.
  if (funds.balance >= least || funds.staked > 0 || hasStake || tray.value) return null
  const { demo } = houseSign.value
  return (
    <section class="column terminal-standstill panel" role="status">
      <h2>
        {funds.balance > 0
          ? service.tooFewCredits(money(least))
          : view.last === null
            ? service.noCredits
            : service.outOfCredits}
      </h2>
      <p>{service.outOfCreditsMeans}</p>
      <div class="flow terminal-standstill-ways">
        {demo && <MoreCredits seat={seat} />}
        <Button look={demo ? 'plain' : 'primary'} onPress={() => onDialog('ticket')}>
          <TicketIcon /> {terminal.buyCredits}
        </Button>
        <AttendantButton isWide />
        {funds.balance > 0 && (
          <Button onPress={() => onDialog('cash-out')}>
            <CashOutIcon /> {common.cashOut}
          </Button>
        )}
      </div>
    </section>
  )
}
