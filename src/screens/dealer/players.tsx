import './players.css'
import type { ComponentChildren } from 'preact'
import { staffClause } from '../../engine/decisions/wagers.ts'
import type { PlayerFunds } from '../../engine/summary.ts'
import type { SeatView } from '../../engine/views.ts'
import { ChipPicture } from '../kit/chip.tsx'
import { chipsOffered } from '../kit/chips.ts'
import { Button } from '../kit/controls.tsx'
import { PlusIcon, WarningIcon } from '../kit/icons.tsx'
import { chipText, money, shortMoney } from '../kit/money-text.ts'
import { stageOf, takesBets } from '../kit/stage.ts'
import { common } from '../words/common.ts'
import { dealer } from '../words/dealer.ts'
import { colourName } from '../words/names.ts'
import { type Desk, mayAct, type OpenDialog, type Unit } from './dealer-desk.ts'
import { Dot, Rule } from './parts.tsx'
import { severalPieceBets } from './several-pieces.tsx'
import { seatsIn } from './tints.ts'

const hasLeft = ({ funds }: SeatView): boolean => funds.balance === 0 && funds.staked === 0 && funds.owed === 0

/** Who plays, what they have, and the chips to place for the one who is chosen. */
export function Players({ desk }: { desk: Desk }) {
  const seats = seatsIn(desk.view.seats)
  const here = seats.filter(([, seat]) => !hasLeft(seat))
  return (
    <section class="panel dealer-players" aria-label={dealer.players}>
      <div class="dealer-seats">
        <div class="dealer-seats-head">
          <h2 class="caption">{dealer.players}</h2>
          <span class="fine">{seats.length > here.length && dealer.left(seats.length - here.length)}</span>
          <span class="caption money">{common.inHand}</span>
          <span class="caption money">{common.staked}</span>
        </div>
        {here.length === 0 && (
          <p class="dealer-nobody">
            {dealer.nobody}
            <small class="fine">{dealer.nobodyMeans}</small>
          </p>
        )}
        <ul>
          {here.map(([player, seat]) => (
            <SeatRow key={player} desk={desk} player={player} seat={seat} />
          ))}
        </ul>
      </div>
      <Tray desk={desk} />
    </section>
  )
}

function SeatRow({ desk, player, seat }: { desk: Desk; player: string; seat: SeatView }) {
  const { chosen, tints } = desk
  const isChosen = chosen.value === player
  const toggle = () => {
    chosen.value = isChosen ? null : player
  }
  const { funds, warned } = seat
  return (
    <li>
      <button type="button" class="dealer-seat" aria-pressed={isChosen} onClick={toggle}>
        <Dot tint={tints.get(player)} />
        <span class="dealer-seat-name">
          {player}
          {funds.colourChips && <small class="fine">{colourText(funds.colourChips)}</small>}
          {warned && (
            <span class="dealer-warned" title={dealer.warned}>
              <WarningIcon size={14} />
              <span class="only-heard">{dealer.warned}</span>
            </span>
          )}
          {funds.owed > 0 && <small class="dealer-owes">{dealer.owes(money(funds.owed))}</small>}
        </span>
        <span class="money">{money(funds.balance)}</span>
        <span class={`money${funds.staked > 0 ? ' is-staked' : ''}`}>{money(funds.staked)}</span>
      </button>
    </li>
  )
}

const colourText = ({ colour, value, count }: NonNullable<PlayerFunds['colourChips']>): string =>
  `${count} ${colourName(colour)} × ${shortMoney(value)}`

// The chips of the one who is chosen ----------------------------------------------------------------------------------

function Tray({ desk }: { desk: Desk }) {
  const { chosen, view, dialog } = desk
  const player = chosen.value
  const seat = player === null ? undefined : view.seats[player]
  const { playersAlone } = desk.book.rules
  const isTaking = takesBets(stageOf(view)) && !playersAlone
  const open = (next: OpenDialog) => () => {
    dialog.value = next
  }
  if (!mayAct(desk)) return <p class="fine dealer-tray">{dealer.watching}</p>
  return (
    <div class="dealer-tray">
      <div class="dealer-tray-head">
        <strong>{seat ? dealer.placingFor(player!) : dealer.choosePlayer}</strong>
        <span class="fine" title={dealer.byStaff}>
          {playersAlone ? dealer.playersAlone : isTaking ? dealer.placeHint : dealer.placeClosed}{' '}
          {playersAlone && <Rule clause={playersAlone.clause} />}
          {isTaking && seat && <Rule clause={staffClause(desk.book)} />}
        </span>
      </div>
      <div class="dealer-tray-buttons">
        <Button size="small" onPress={open({ name: 'buy-in', player })}>
          {!seat && <PlusIcon size={18} />}
          {seat ? dealer.buyIn : dealer.newPlayer}
        </Button>
        {seat && (
          <Button size="small" disabled={seat.funds.balance === 0} onPress={open({ name: 'cash-out', player })}>
            {common.cashOut}
          </Button>
        )}
        {seat && seat.funds.owed > 0 && (
          <Button size="small" look="warning" onPress={open({ name: 'repay', player })}>
            {dealer.repay}
          </Button>
        )}
      </div>
      {seat && !playersAlone && <Units desk={desk} funds={seat.funds} />}
      {seat && !playersAlone && severalPieceBets(desk).length > 0 && (
        <Button
          size="small"
          class="dealer-several"
          disabled={!isTaking}
          onPress={open({ name: 'several-pieces', player: player! })}
        >
          {dealer.severalPieces}
        </Button>
      )}
    </div>
  )
}

const COUNTS = [1, 5, 10, 20]

function Units({ desk, funds }: { desk: Desk; funds: PlayerFunds }) {
  const { unit, view, chosen, tints } = desk
  const own = funds.colourChips
  const isColour = unit.value.kind === 'colour' && own !== null
  const now: Unit = isColour ? unit.value : unit.value.kind === 'cash' ? unit.value : { kind: 'cash', value: 500 }
  const tint = tints.get(chosen.value ?? '')
  const choose = (next: Unit) => () => {
    unit.value = next
  }
  return (
    <fieldset class="dealer-units">
      <legend class="only-heard">{dealer.chip}</legend>
      {chipsOffered(view.limits).map((value) => (
        <UnitButton
          key={value}
          isOn={now.kind === 'cash' && now.value === value}
          onPress={choose({ kind: 'cash', value })}
          label={chipLabel(value)}
        >
          <ChipPicture value={value} size={38} />
        </UnitButton>
      ))}
      {own &&
        COUNTS.map((count) => (
          <UnitButton
            key={`c${count}`}
            isOn={now.kind === 'colour' && now.count === count}
            onPress={choose({ kind: 'colour', count })}
            label={`${dealer.chipsCount(count)}, ${colourName(own.colour)}`}
          >
            <ChipPicture value={count * 100} size={38} {...(tint ? { tint } : {})} />
          </UnitButton>
        ))}
      {own && <span class="fine">× {money(own.value)}</span>}
    </fieldset>
  )
}

/** What is on the chip is in what is said of it. */
const chipLabel = (value: number): string => {
  const [printed, amount] = [chipText(value), common.dollars(shortMoney(value))]
  return amount.includes(printed) ? amount : `${printed}, ${amount}`
}

type UnitButtonProps = { isOn: boolean; onPress: () => void; label: string; children: ComponentChildren }

const UnitButton = ({ isOn, onPress, label, children }: UnitButtonProps) => (
  <button type="button" class="dealer-unit" aria-pressed={isOn} aria-label={label} title={label} onClick={onPress}>
    {children}
  </button>
)
