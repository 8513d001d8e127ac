import './players.css'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { isMarked } from '../../engine/decisions/funds.ts'
import { staffClause, staffRules } from '../../engine/decisions/wagers.ts'
import type { PlayerFunds } from '../../engine/summary.ts'
import type { SeatView } from '../../engine/views.ts'
import { chipText, money, shortMoney } from '../../words/plain-text.ts'
import { betOffer, betsOffered } from '../kit/bet-offer.ts'
import { ChipPicture } from '../kit/chip.tsx'
import { chipsOffered } from '../kit/chips.ts'
import { Button } from '../kit/controls.tsx'
import { PlusIcon, WarningIcon } from '../kit/icons.tsx'
import { isTouched } from '../kit/motion.ts'
import { stageOf, takesBets } from '../kit/stage.ts'
import { shortClock } from '../kit/time-text.ts'
import { Dot } from '../staff/seat-dot.tsx'
import { hasLeft, seatsIn } from '../staff/tints.ts'
import { common } from '../words/common.ts'
import { dealer } from '../words/desk.ts'
import { colourName } from '../words/names.ts'
import { type DealerDesk, mayAct, type OpenDialog, sellName, type Unit } from './dealer-desk.ts'
import { Choice, Rule } from './parts.tsx'
import { placesAt, type SeatPlace } from './seat-map.ts'

/** The places at this table, what those who sit there have, and the chips to place for the one who is chosen. */
export function Players({ desk }: { desk: DealerDesk }) {
  const places = placesAt(desk.view.seats, desk.terminals)
  const left = seatsIn(desk.view.seats).filter(
    ([player, seat]) => hasLeft(seat) && !desk.terminals.some((one) => one.player === player),
  )
  return (
    <section class="panel dealer-players" aria-label={dealer.players}>
      <div class="dealer-seats">
        <div class="row dealer-seats-head">
          <h2 class="caption">{dealer.players}</h2>
          <span class="fine">{left.length > 0 && dealer.left(left.length)}</span>
          <NewPlayer desk={desk} />
        </div>
        {places.length === 0 && (
          <p class="lines dealer-nobody">
            {dealer.nobody}
            <small>{dealer.nobodyMeans}</small>
          </p>
        )}
        <ul class="dealer-map">
          {places.map((place) => (
            <PlaceCard key={place.player} desk={desk} place={place} />
          ))}
        </ul>
      </div>
      <Tray desk={desk} />
    </section>
  )
}

/** Always there, whoever is chosen. */
function NewPlayer({ desk }: { desk: DealerDesk }) {
  if (!mayAct(desk)) return null
  const open = () => {
    desk.dialog.value = { name: 'buy-in', player: null }
  }
  return (
    <Button size="small" onPress={open}>
      <PlusIcon size={18} />
      {dealer.newPlayer}
    </Button>
  )
}

function PlaceCard({ desk, place }: { desk: DealerDesk; place: SeatPlace }) {
  const { chosen, tints } = desk
  const { player, name, seat, terminal } = place
  const isChosen = chosen.value === player
  const toggle = () => {
    chosen.value = isChosen ? null : player
  }
  const card = useRef<HTMLLIElement>(null)
  // A player who is chosen elsewhere may be out of sight in the list.
  useEffect(() => {
    if (isChosen) card.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  const funds = seat?.funds
  const isEmpty = !seat || hasLeft(seat)
  return (
    <li ref={card}>
      <button
        type="button"
        class={`choice dealer-seat${isEmpty ? ' is-empty' : ''}`}
        aria-pressed={isChosen}
        onClick={toggle}
      >
        <span class="row dealer-seat-name">
          {isEmpty ? <span class="dealer-no-dot" /> : <Dot tint={tints.get(player)} />}
          {player}
          {seat?.warned && (
            <span class="dealer-warned" title={dealer.warned}>
              <WarningIcon size={14} />
              <span class="only-heard">{dealer.warned}</span>
            </span>
          )}
        </span>
        <span class="money">{money(funds?.balance ?? 0)}</span>
        <small class="one-line">{placeState(place, name)}</small>
        <span class={`money${funds && funds.staked > 0 ? ' is-staked' : ''}`}>{money(funds?.staked ?? 0)}</span>
        {funds?.colourChips && <small class="dealer-seat-more">{colourText(desk, funds.colourChips)}</small>}
        {funds && funds.owed > 0 && (
          <small class="dealer-owes dealer-seat-more">{dealer.owes(money(funds.owed))}</small>
        )}
        {terminal?.called && (
          <small class="dealer-owes dealer-seat-more">{dealer.calls(shortClock(terminal.called))}</small>
        )}
      </button>
    </li>
  )
}

/** The kind and the state of a place. */
function placeState({ player, terminal, seat }: SeatPlace, name: string): string {
  if (!terminal) return dealer.atTheTable
  const called = name === player ? dealer.terminal : name
  if (terminal.status !== 'open') return `${called} · ${dealer.terminalStates[terminal.status]}`
  if (!terminal.enrolled) return `${called} · ${dealer.notSetUp}`
  return seat && !hasLeft(seat) ? called : `${called} · ${dealer.seatFree}`
}

/** A value above the table minimum has the marker, also where limits fell since the chips were sold. */
function colourText({ book, view }: DealerDesk, chips: NonNullable<PlayerFunds['colourChips']>): string {
  const { colour, value, count } = chips
  const held = dealer.colourHolding(count, colourName(colour), money(value))
  const marked = isMarked(book, { limits: view.limits, setup: { layout: view.layout } }, value)
  return marked ? `${held} · ${dealer.hasMarker}` : held
}

// The chips of the one who is chosen ----------------------------------------------------------------------------------

/** With what one points, that is how it is said. */
const placeHint = (): string => (isTouched.value ? dealer.placeHintFinger : dealer.placeHint)

/** Once something lies there, the dealer knows how, and the room is for chips. */
function trayHint({ book, isRequest }: DealerDesk, seat: SeatView | undefined): string {
  if (isRequest.value && staffRules(book).placing === null) return dealer.byStaffMeans
  return seat && seat.funds.staked > 0 ? '' : placeHint()
}

function Tray({ desk }: { desk: DealerDesk }) {
  const { chosen, view, dialog } = desk
  const player = chosen.value
  const seat = player === null ? undefined : view.seats[player]
  const { placing, recording } = staffRules(desk.book)
  const isTaking = takesBets(stageOf(view)) && !recording
  const open = (next: OpenDialog) => () => {
    dialog.value = next
  }
  if (!mayAct(desk)) return <p class="fine dealer-tray">{dealer.watching}</p>
  return (
    <div class="dealer-tray">
      <div class="dealer-tray-head">
        <strong>{player ?? dealer.choosePlayer}</strong>
        <span class="fine">
          {recording ? dealer.playersAlone : isTaking ? trayHint(desk, seat) : dealer.placeClosed}{' '}
          {recording && <Rule clause={recording.clause} />}
        </span>
      </div>
      <div class="row">
        {player !== null && (
          <Button size="small" onPress={open({ name: 'buy-in', player })}>
            {sellName(desk.book)}
          </Button>
        )}
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
      {seat && !recording && <PutDownBy desk={desk} mayPlace={placing === null} />}
      {seat && !recording && <Units desk={desk} funds={seat.funds} />}
      {seat && !recording && betsOffered(betOffer(desk.book, view)).length > 0 && (
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

/** Reading 30: the dealer keys in what the player puts down. Where the book has the rule, staff place at a request too. */
function PutDownBy({ desk, mayPlace }: { desk: DealerDesk; mayPlace: boolean }) {
  const { book, isRequest } = desk
  if (!mayPlace) return <p class="fine dealer-put-down">{dealer.recordsOnly}</p>
  return (
    <div class="row dealer-put-down">
      <Choice
        label={dealer.putDownBy}
        isHeard
        value={isRequest.value ? 'request' : 'own'}
        onInput={(value) => {
          isRequest.value = value === 'request'
        }}
        options={[
          { value: 'own', text: dealer.byPlayer },
          { value: 'request', text: dealer.byStaff },
        ]}
      />
      {isRequest.value && <Rule clause={staffClause(book)} />}
    </div>
  )
}

const COUNTS = [1, 5, 10, 20]

function Units({ desk, funds }: { desk: DealerDesk; funds: PlayerFunds }) {
  const { unit, view, chosen, tints } = desk
  const own = funds.colourChips
  const isColour = unit.value.kind === 'colour' && own !== null
  const now: Unit = isColour ? unit.value : unit.value.kind === 'cash' ? unit.value : { kind: 'cash', value: 500 }
  const tint = tints.get(chosen.value ?? '')
  const choose = (next: Unit) => () => {
    unit.value = next
  }
  return (
    <fieldset class="flow dealer-units">
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
            label={dealer.colourHolding(count, colourName(own.colour), money(own.value))}
            isWide
          >
            <span class="row dealer-count">
              <Dot tint={tint} />×{count}
            </span>
          </UnitButton>
        ))}
      {own && <span class="fine">{dealer.chipsAt(money(own.value))}</span>}
    </fieldset>
  )
}

/** The label repeats the chip's text. */
const chipLabel = (value: number): string => {
  const [printed, amount] = [chipText(value), common.dollars(shortMoney(value))]
  return amount.includes(printed) ? amount : `${printed}, ${amount}`
}

type UnitButtonProps = {
  isOn: boolean
  onPress: () => void
  label: string
  /** A number of chips, and no chip: it does not look like one. */
  isWide?: boolean
  children: ComponentChildren
}

const UnitButton = ({ isOn, onPress, label, isWide = false, children }: UnitButtonProps) => (
  <button
    type="button"
    class={`dealer-unit${isWide ? ' is-count' : ''}`}
    aria-pressed={isOn}
    aria-label={label}
    title={label}
    onClick={onPress}
  >
    {children}
  </button>
)
