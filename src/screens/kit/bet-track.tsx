import './bet-track.css'
import { type ReadonlySignal, type Signal, useSignal } from '@preact/signals'
import { useEffect, useMemo, useState } from 'preact/hooks'
import type { Pocket, SeveralPieceBet } from '../../books/rule-book.ts'
import type { Cents } from '../../engine/money.ts'
import { type FinalesBet, finalesOf } from '../../engine/several-piece.ts'
import { type Spot, spotsOf } from '../../engine/spots.ts'
import { money } from '../../words/plain-text.ts'
import { track } from '../words/common.ts'
import { betName } from '../words/names.ts'
import { type BetOffer, betsOffered, coveredBy, piecesIn } from './bet-offer.ts'
import { memo } from './components.tsx'
import { Button } from './controls.tsx'
import { MinusIcon, PlusIcon } from './icons.tsx'
import { Racetrack } from './racetrack.tsx'
import { oval, type SectionPlan, sectionsOf } from './racetrack-shape.ts'

/** Actions of presses on the track. `chip`: the value of a piece. */
type BetPlacing = { readonly chip: ReadonlySignal<Cents>; place: (spot: Spot) => void; placeBet: (bet: string) => void }
/** Stakes by spot. */
type Stakes = Readonly<Record<string, { readonly stake: number }>>

type BetTrackProps = BetOffer & {
  bets: BetPlacing
  lit: Signal<readonly Pocket[]>
  pocket: Pocket | null
  wagers: Stakes
  /** Rather round than long: where it has a panel of its own. */
  isRound?: boolean
}

/**
 * The wheel's order to bet on: a number with its neighbours where the terminal offers that, else the number alone. Sections
 * are pressed where they lie; beside the track is what has no place on it.
 */
export const BetTrack = memo(function BetTrack({ bets, lit, pocket, wagers, isRound, ...at }: BetTrackProps) {
  const { book, layout, order } = at
  const offer = betsOffered(at)
  const stakes = useMemo(() => ridingOn(at, wagers), [book, wagers])
  const neighbours = offer.find(isNeighbours)
  const [sides, setSides] = useState(Math.min(2, neighbours?.sidesMax ?? 1))
  const pointed = useSignal<Pocket | null>(null)
  const wouldBe = useSignal<string | null>(null)
  const betOn = (number: Pocket): string | null => (neighbours ? `${neighbours.bet}:${number}:${sides}` : null)
  useEffect(
    () =>
      pointed.subscribe((number) => {
        const bet = number === null ? wouldBe.value : betOn(number)
        lit.value = bet ? coveredBy(at, bet) : number === null ? [] : [number]
      }),
    [sides, order],
  )
  const point = (bet: string | null) => {
    wouldBe.value = bet
    lit.value = bet ? coveredBy(at, bet) : []
  }
  const onPocket = (number: Pocket) => {
    const bet = betOn(number)
    if (bet) bets.placeBet(bet)
    else bets.place(spotsOf(book, layout).byId.get(number)!)
  }
  const describe = (number: Pocket) => {
    const does = neighbours ? track.neighboursOf(number, sides) : track.straightUpOn(number)
    const rides = stakes.get(number)
    return rides ? `${does}; ${track.ridesOn(money(rides))}` : does
  }
  const hasOffer = offer.length > 0
  const size = isRound ? roundTrack : hasOffer ? sectionTrack : longTrack
  const { list, besides } = useSections(at, size, bets.chip.value)
  return (
    <section class={`row bet-track${isRound ? ' is-round' : ''}`} aria-label={track.racetrack}>
      <Racetrack
        book={book}
        order={order}
        lit={lit.value}
        pocket={pocket}
        pointed={pointed}
        onPocket={onPocket}
        describe={describe}
        stakes={stakes}
        sections={{ list, pointed: wouldBe, onPoint: point, onSection: bets.placeBet }}
        size={size}
      >
        {list.length === 0 && <p class="fine track-hint">{track.hint}</p>}
      </Racetrack>
      {hasOffer && (
        <div class="list track-offer">
          {neighbours && <NeighbourCount rule={neighbours} sides={sides} onSides={setSides} />}
          {besides.map(({ bet }) => (
            <BetButton key={bet} bet={bet} name={betName(book, bet)} at={at} bets={bets} onPoint={point} />
          ))}
          {offer.filter(isFinales).map((rule) => (
            <Finales key={rule.bet} rule={rule} at={at} bets={bets} onPoint={point} />
          ))}
        </div>
      )}
    </section>
  )
})

type TrackSize = typeof roundTrack

/** Bets that have a place on the track, and those beside it. `unit`: what a piece is worth. */
function useSections(at: BetOffer, size: TrackSize, unit: number) {
  const { book, layout, order } = at
  const plain = useMemo(() => plainBets(at), [book, layout, at.terminal, order])
  const places = useMemo(
    () => sectionsOf(oval(order.length, size.w, size.h, size.depth), order, plain),
    [order, size, plain],
  )
  const list = places.map((place) => ({
    ...place,
    name: betName(book, place.bet),
    label: `${betName(book, place.bet)}, ${piecesText(at, place.bet, unit)}`,
  }))
  const besides = plain.filter(({ bet }) => !places.some((place) => place.bet === bet))
  return { list, besides }
}

const plainBets = (at: BetOffer): SectionPlan[] =>
  betsOffered(at)
    .filter(isFixedBet)
    .map(({ bet }) => ({ bet, pockets: coveredBy(at, bet) }))

const longTrack = { w: 640, h: 88, depth: 29 }
const sectionTrack = { w: 640, h: 122, depth: 34 }
export const roundTrack = { w: 372, h: 290, depth: 40 }

type Neighbours = Extract<SeveralPieceBet, { choose: 'number-and-neighbours' }>
const isNeighbours = (rule: SeveralPieceBet): rule is Neighbours => rule.choose === 'number-and-neighbours'
const isFinales = (rule: SeveralPieceBet): rule is FinalesBet => rule.choose === 'last-digit'
export const isFixedBet = (rule: SeveralPieceBet): boolean => rule.choose === 'nothing'

/** The stakes on each number: all that cover it, alone or with a few others. */
function ridingOn({ book, layout }: BetOffer, wagers: Stakes): ReadonlyMap<Pocket, number> {
  const { byId } = spotsOf(book, layout)
  const riding = new Map<Pocket, number>()
  for (const [id, { stake }] of Object.entries(wagers)) {
    const covers = byId.get(id)?.covers ?? []
    if (covers.length <= NUMBERS_MOST)
      for (const pocket of covers) riding.set(pocket, (riding.get(pocket) ?? 0) + stake)
  }
  return riding
}

/** More than a six line is a group of the layout, and no number's own. */
const NUMBERS_MOST = 6

function piecesText(at: BetOffer, bet: string, unit: number): string {
  const count = piecesIn(at, bet).reduce((sum, { pieces }) => sum + pieces, 0)
  return track.pieces(count, money(count * unit))
}

type BetProps = {
  bet: string
  name: string
  at: BetOffer
  bets: BetPlacing
  onPoint: (bet: string | null) => void
  digit?: string
}

function BetButton({ bet, name, at, bets, onPoint, digit }: BetProps) {
  const told = piecesText(at, bet, bets.chip.value)
  return (
    <span
      onPointerEnter={() => onPoint(bet)}
      onPointerLeave={() => onPoint(null)}
      onFocusIn={() => onPoint(bet)}
      onFocusOut={() => onPoint(null)}
      title={told}
    >
      <Button size="small" class="is-digit" onPress={() => bets.placeBet(bet)} label={`${name}, ${told}`}>
        {digit ?? name}
      </Button>
    </span>
  )
}

function Finales({ rule, ...rest }: { rule: FinalesBet } & Omit<BetProps, 'bet' | 'name'>) {
  const name = betName(rest.at.book, rule.bet)
  return (
    <div class="track-finales">
      <span class="caption">{name}</span>
      {[...finalesOf(rule, rest.at.order).keys()].map((digit) => (
        <BetButton key={digit} {...rest} bet={`${rule.bet}:${digit}`} name={`${name} ${digit}`} digit={digit} />
      ))}
    </div>
  )
}

function NeighbourCount({
  rule,
  sides,
  onSides,
}: {
  rule: Neighbours
  sides: number
  onSides: (sides: number) => void
}) {
  return (
    <div class="track-sides" role="group" aria-label={track.neighbours}>
      <span class="caption">{track.neighbours}</span>
      <Button
        size="small"
        isIcon
        label={track.fewerNeighbours}
        disabled={sides <= rule.sidesMin}
        onPress={() => onSides(sides - 1)}
      >
        <MinusIcon size={18} />
      </Button>
      <output>{`±${sides}`}</output>
      <Button
        size="small"
        isIcon
        label={track.moreNeighbours}
        disabled={sides >= rule.sidesMax}
        onPress={() => onSides(sides + 1)}
      >
        <PlusIcon size={18} />
      </Button>
    </div>
  )
}
