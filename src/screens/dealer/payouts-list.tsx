import './payouts-list.css'
import './round-list.css'
import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import type { Pocket } from '../../books/rule-book.ts'
import type { Adjustment } from '../../engine/events.ts'
import { sum, zero } from '../../engine/money.ts'
import { inPlay, type Line } from '../../engine/settlement.ts'
import type { Result } from '../../engine/views.ts'
import type { StaffRecall } from '../../wire/floor-shapes.ts'
import { money, signedMoney } from '../../words/plain-text.ts'
import { Note } from '../kit/controls.tsx'
import { WarningIcon } from '../kit/icons.tsx'
import { PocketBadge } from '../kit/pocket.tsx'
import { failureText } from '../kit/session.ts'
import { linesForeseen, type Payout, payoutsIn } from '../staff/payouts.ts'
import { Dot } from '../staff/seat-dot.tsx'
import { useRoundRecall } from '../staff/use-round-recall.ts'
import { common } from '../words/common.ts'
import { dealer } from '../words/desk.ts'
import { colourName, nouns, voidReason } from '../words/names.ts'
import { type DealerDesk, mayAct } from './dealer-desk.ts'
import { nameOfSpot, Rule, SpotLine } from './parts.tsx'

/** Collections, payments and returns, in the dealer's order. */
export function PayoutsList({ desk }: { desk: DealerDesk }) {
  const { book, view } = desk
  const lines = view.phase === 'outcome-determined' ? linesForeseen(book, view) : null
  if (view.differs !== null) return <p class="blank">{dealer.differMeans}</p>
  if (lines) return <Paying desk={desk} round={view.round!} pocket={view.pocket} lines={lines} isForeseen />
  const [last] = view.results
  return last ? <LastRound desk={desk} last={last} /> : <p class="blank">{dealer.noRoundYet}</p>
}

/** The view holds neither the returns of a void round nor the differences of a correction. */
function LastRound({ desk, last }: { desk: DealerDesk; last: Result }) {
  const found = useRoundRecall(desk.table, desk.who.token, last.round, `${last.pocket} ${last.void}`)
  if (found === null) return <p class="blank">{common.loading}</p>
  if ('status' in found) return <Note tone="warning" text={failureText(found)} />
  return found.void === null ? (
    <Paying desk={desk} {...found} />
  ) : (
    <GivingBack desk={desk} recalled={found} code={found.void} />
  )
}

type PayingProps = {
  desk: DealerDesk
  round: number
  pocket: Pocket | null
  lines: readonly Line[]
  adjustments?: readonly Adjustment[]
  isForeseen?: boolean
}

function Paying({ desk, round, pocket, lines, adjustments = [], isForeseen = false }: PayingProps) {
  const { paid, others, totals } = useMemo(() => payoutsIn(lines, desk.spots), [lines, desk.spots])
  const back = others.filter(({ returned }) => returned > 0)
  const staying = [...paid, ...others].filter(({ stays }) => stays.length > 0)
  const lost = others.filter(({ returned, stays }) => returned === 0 && stays.length === 0).length
  return (
    <>
      <RoundHead desk={desk} round={round} pocket={pocket} />
      {adjustments.length > 0 && <Adjustments adjustments={adjustments} />}
      {isForeseen && <p class="fine dealer-foreseen">{dealer.foreseen}</p>}
      <div class="apart dealer-sum">
        <span>
          {dealer.collectFirst} <span class="fine">{dealer.fromSpots(totals.lostSpots)}</span>
        </span>
        <strong class="money">{money(totals.collected)}</strong>
      </div>
      <div class="apart dealer-sum">
        <span>
          {paid.length === 0 ? dealer.nobodyWon : dealer.thenPay}{' '}
          {paid.length > 0 && <span class="fine">{dealer.payOrder}</span>}
        </span>
        <strong class="money is-paid">{money(totals.paid)}</strong>
      </div>
      <PaidList desk={desk} round={round} paid={paid} mayTick={!isForeseen && adjustments.length === 0} />
      {back.length > 0 && <h3 class="caption dealer-heading">{dealer.giveBack}</h3>}
      {back.map((payout) => (
        <BackTo key={payout.player} desk={desk} payout={payout} />
      ))}
      {staying.length > 0 && <h3 class="caption dealer-heading">{dealer.staysInPrison}</h3>}
      {staying.map((payout) => (
        <StaysOf key={payout.player} desk={desk} payout={payout} />
      ))}
      {lost > 0 && <p class="fine dealer-lost">{dealer.lostOnly(lost)}</p>}
    </>
  )
}

/** A result that was put right afterwards: what each player got or gave back. */
function Adjustments({ adjustments }: { adjustments: readonly Adjustment[] }) {
  return (
    <div class="dealer-flags">
      <h3 class="row">
        <WarningIcon size={18} /> {dealer.corrected}
      </h3>
      <ul>
        {adjustments.map(({ player, amount }) => (
          <li key={player}>
            <span>{player}</span>
            <span class="money">{signedMoney(amount)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function RoundHead({ desk, round, pocket }: { desk: DealerDesk; round: number; pocket: Pocket | null }) {
  return (
    <div class="row dealer-round-head">
      {pocket !== null && <PocketBadge book={desk.book} pocket={pocket} />}
      <h2>{common.round(round)}</h2>
    </div>
  )
}

/**
 * The dealer ticks off paid players. The ticks belong to this console and round. After a correction the differences are
 * paid.
 */
function PaidList({
  desk,
  round,
  paid,
  mayTick,
}: {
  desk: DealerDesk
  round: number
  paid: readonly Payout[]
  mayTick: boolean
}) {
  const ticked = useSignal<{ round: number; players: readonly string[] }>({ round, players: [] })
  const players = ticked.value.round === round ? ticked.value.players : []
  const tick = (player: string, isOn: boolean) => {
    ticked.value = { round, players: isOn ? [...players, player] : players.filter((one) => one !== player) }
  }
  return (
    <ol>
      {paid.map((payout) => (
        <PaidTo
          key={payout.player}
          desk={desk}
          payout={payout}
          isTicked={players.includes(payout.player)}
          onTick={mayTick && mayAct(desk) ? (isOn) => tick(payout.player, isOn) : undefined}
        />
      ))}
    </ol>
  )
}

type PaidToProps = {
  desk: DealerDesk
  payout: Payout
  isTicked: boolean
  onTick: ((isOn: boolean) => void) | undefined
}

function PaidTo({ desk, payout, isTicked, onTick }: PaidToProps) {
  const { player, won, back, paid } = payout
  return (
    <li class={`dealer-player${isTicked ? ' is-ticked' : ''}`}>
      <h3 class="row">
        {onTick && (
          <label class="dealer-tick">
            <input
              type="checkbox"
              checked={isTicked}
              aria-label={dealer.markPaid(player)}
              onChange={({ currentTarget }) => onTick(currentTarget.checked)}
            />
          </label>
        )}
        <Dot tint={desk.tints.get(player)} />
        <span>{player}</span>
        <span class="money is-paid">{money(paid)}</span>
      </h3>
      <ul>
        {won.map((line) => (
          <WonLine key={line.spot} desk={desk} line={line} />
        ))}
        {back.map((line) => (
          <BackLine key={`${line.spot} ${line.imprisonedIn}`} desk={desk} line={line} />
        ))}
      </ul>
    </li>
  )
}

function WonLine({ desk, line }: { desk: DealerDesk; line: Line }) {
  const { spot, stake, pays, paid, clause, chips, cut } = line
  const played = inPlay(line)
  const over = stake - played
  const staked =
    chips && played === stake && chips.staked * chips.value === stake
      ? `${chips.staked} ${colourName(chips.colour)}`
      : money(played)
  return (
    <li class="row">
      <span>
        {nameOfSpot(desk, spot)}{' '}
        <span class="fine">
          {staked} × {pays} · {over > 0 && `${dealer.overBack(money(over))} · `}
          <Rule clause={clause} />
          {cut && (
            <>
              {' '}
              · {nouns.notPaid(money(cut.amount))} · <Rule clause={cut.clause} />
            </>
          )}
        </span>
      </span>
      <span class="money">{money(paid)}</span>
    </li>
  )
}

/** Chips that the dealer leaves on their spots, marked. */
function StaysOf({ desk, payout: { player, stays } }: { desk: DealerDesk; payout: Payout }) {
  return (
    <div class="dealer-player">
      <h3 class="row">
        <Dot tint={desk.tints.get(player)} />
        <span>{player}</span>
        <span class="money">{money(sum(stays.map(({ imprisoned = zero }) => imprisoned)))}</span>
      </h3>
      <ul>
        {stays.map(({ spot, imprisoned, imprisonedIn, clause }) => (
          <SpotLine
            key={`${spot} ${imprisonedIn}`}
            desk={desk}
            spot={spot}
            about={imprisonedIn === undefined ? '' : dealer.imprisonedSince(imprisonedIn)}
            clause={clause}
            amount={money(imprisoned!)}
          />
        ))}
      </ul>
    </div>
  )
}

const BackLine = ({ desk, line: { spot, clause, returned } }: { desk: DealerDesk; line: Line }) => (
  <SpotLine desk={desk} spot={spot} about={dealer.giveBack} clause={clause} amount={`(${money(returned)})`} />
)

function BackTo({ desk, payout }: { desk: DealerDesk; payout: Payout }) {
  return (
    <div class="dealer-player">
      <h3>
        <Dot tint={desk.tints.get(payout.player)} />
        <span>{payout.player}</span>
        <span class="money">{money(payout.returned)}</span>
      </h3>
      <ul>
        {payout.back.map((line) => (
          <BackLine key={`${line.spot} ${line.imprisonedIn}`} desk={desk} line={line} />
        ))}
      </ul>
    </div>
  )
}

/** A void round: every stake goes back. */
function GivingBack({ desk, recalled, code }: { desk: DealerDesk; recalled: StaffRecall; code: string }) {
  const { others, totals } = useMemo(() => payoutsIn(recalled.lines, desk.spots), [recalled, desk.spots])
  return (
    <>
      <RoundHead desk={desk} round={recalled.round} pocket={null} />
      <p class="dealer-void">{dealer.voidRound(voidReason(desk.book, code))}</p>
      <div class="apart dealer-sum">
        <span>{others.length === 0 ? dealer.settleNothing : dealer.giveBackAll}</span>
        <strong class="money">{money(totals.returned)}</strong>
      </div>
      {others.map((payout) => (
        <BackTo key={payout.player} desk={desk} payout={payout} />
      ))}
    </>
  )
}
