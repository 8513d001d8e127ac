import { useSignal } from '@preact/signals'
import { useEffect, useMemo, useState } from 'preact/hooks'
import type { Pocket } from '../../books/rule-book.ts'
import type { Adjustment } from '../../engine/events.ts'
import { inPlay } from '../../engine/figures.ts'
import type { Line } from '../../engine/settlement.ts'
import { call } from '../kit/api.ts'
import { Button } from '../kit/controls.tsx'
import { CloseIcon, WarningIcon } from '../kit/icons.tsx'
import { money, signed } from '../kit/money.ts'
import { PocketBadge } from '../kit/pocket.tsx'
import { stageOf, takesBets } from '../kit/stage.ts'
import { common } from '../words/common.ts'
import { colourName, dealer } from '../words/dealer.ts'
import { voidReason } from '../words/voids.ts'
import { type Desk, mayAct, useCommand } from './desk.ts'
import { Dot, nameOfSpot, Rule, SaidNo } from './parts.tsx'
import { type Flag, flagsIn, foreseen, type Payout, payoutsIn, stakedIn } from './payouts.ts'
import { seatsIn } from './tints.ts'

type Tab = 'wagers' | 'payouts'

/** Wagers while bets lie, payouts when the ball rests; the other is one press away. */
export function RoundPanel({ desk }: { desk: Desk }) {
  const { view } = desk
  const usual = usualTab(desk)
  const [chosen, choose] = useState<{ at: string; tab: Tab } | null>(null)
  const at = `${view.round} ${usual}`
  const tab = chosen?.at === at ? chosen.tab : usual
  return (
    <section class="panel dealer-round" aria-label={dealer[tab]}>
      <div class="dealer-tabs" role="tablist">
        {(['wagers', 'payouts'] as const).map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            aria-selected={tab === name}
            onClick={() => choose({ at, tab: name })}
          >
            {dealer[name]}
          </button>
        ))}
      </div>
      <div class="dealer-scroll" role="tabpanel" aria-label={dealer[tab]}>
        <DrawLine desk={desk} />
        {tab === 'wagers' ? <Wagers desk={desk} /> : <Payouts desk={desk} />}
      </div>
    </section>
  )
}

/** Payouts from the outcome on, and until somebody stakes on the next round. */
function usualTab({ view }: Desk): Tab {
  const isPaying = ['outcome-determined', 'settled', 'void'].includes(view.phase)
  const isFresh = view.phase === 'betting-open' && view.results.length > 0 && stakedIn(view.seats).total === 0
  return isPaying || isFresh ? 'payouts' : 'wagers'
}

/** What the draw lit, in words and numbers; the layout shows it with light. */
function DrawLine({ desk: { book, view } }: { desk: Desk }) {
  if (!view.draw) return null
  const { numbers, links, scatter } = view.draw
  const inOrder = book.wheel.pockets.filter((pocket) => numbers.includes(pocket))
  return (
    <div class="dealer-draw">
      <span class="caption">{dealer.bonusNumbers}</span>
      <ul>
        {inOrder.map((pocket) => (
          <li key={pocket}>
            <PocketBadge book={book} pocket={pocket} />
          </li>
        ))}
      </ul>
      {(links.length > 0 || scatter) && (
        <strong>
          {links.length > 0 && dealer.superBonus(links.join(', '))} {scatter && dealer.scatter}
        </strong>
      )}
    </div>
  )
}

// Wagers --------------------------------------------------------------------------------------------------------------

const PLAYERS_SHOWN = 60

function Wagers({ desk }: { desk: Desk }) {
  const { view, book } = desk
  const flags = useMemo(() => flagsIn(book, view.seats), [book, view.seats])
  const { total, players } = stakedIn(view.seats)
  const staking = seatsIn(view.seats).filter(([, { wagers }]) => Object.keys(wagers).length > 0)
  if (staking.length === 0) return <p class="dealer-empty">{dealer.noWagers}</p>
  return (
    <>
      <div class="dealer-sum">
        <span>
          {dealer.onLayout} <small class="fine">{dealer.wagersOf(players)}</small>
        </span>
        <strong class="money">{money(total)}</strong>
      </div>
      {flags.length > 0 && <Flags desk={desk} flags={flags} />}
      {staking.slice(0, PLAYERS_SHOWN).map(([player]) => (
        <PlayerWagers key={player} desk={desk} player={player} />
      ))}
      {staking.length > PLAYERS_SHOWN && <p class="fine">{dealer.more(staking.length - PLAYERS_SHOWN)}</p>}
    </>
  )
}

const flagWords = {
  'settled-once': () => `${dealer.under}: ${dealer.settledOnce}`,
  returned: () => `${dealer.under}: ${dealer.goesBack}`,
  'excess-returned': () => `${dealer.over}: ${dealer.excessBack}`,
}

function Flags({ desk, flags }: { desk: Desk; flags: readonly Flag[] }) {
  return (
    <div class="dealer-flags" role="status">
      <h3>
        <WarningIcon size={18} /> {dealer.outside(flags.length)}
      </h3>
      <ul>
        {flags.map(({ player, spot, stake, what, clause }) => (
          <li key={`${player} ${spot}`}>
            <span>
              {player}, {nameOfSpot(desk.spots, spot)}
            </span>
            <span class="money">{money(stake)}</span>
            <small>
              {flagWords[what]()} <Rule clause={clause} />
            </small>
          </li>
        ))}
      </ul>
    </div>
  )
}

function PlayerWagers({ desk, player }: { desk: Desk; player: string }) {
  const { view, tints, spots } = desk
  const seat = view.seats[player]!
  const { give, said } = useCommand(desk)
  const mayRemove = takesBets(stageOf(view)) && mayAct(desk) && desk.isLive
  return (
    <div class="dealer-player">
      <h3>
        <Dot tint={tints.get(player)} />
        <span>{player}</span>
        <span class="money">{money(seat.funds.staked)}</span>
      </h3>
      <ul>
        {Object.entries(seat.wagers).map(([spot, { stake, outside }]) => (
          <li key={spot}>
            <span>{nameOfSpot(spots, spot)}</span>
            <span class="money">
              {outside && <span class="dealer-bang">!</span>} {money(stake)}
            </span>
            {mayRemove && (
              <Button
                look="quiet"
                size="small"
                isIcon
                class="dealer-remove"
                label={dealer.takeBack(player, nameOfSpot(spots, spot))}
                onPress={() => void give({ do: 'withdraw', player, spot })}
              >
                <CloseIcon size={14} />
              </Button>
            )}
          </li>
        ))}
      </ul>
      <SaidNo said={said} />
    </div>
  )
}

// Payouts -------------------------------------------------------------------------------------------------------------

/** A concluded round as its staff recall it. */
type Recalled = {
  round: number
  pocket: Pocket | null
  void: string | null
  lines: readonly Line[]
  adjustments: readonly Adjustment[]
}

/** A round's lines as the service keeps them; what a void round gives back is not in the view. */
function useRecalled({ table, who }: Desk, round: number | null): Recalled | null {
  const [recalled, setRecalled] = useState<Recalled | null>(null)
  useEffect(() => {
    if (round === null) return
    let isOver = false
    const path = `/api/tables/${encodeURIComponent(table)}/rounds/${round}`
    void call<Recalled>('GET', path, { token: who.token }).then((reply) => {
      if (!isOver && reply.ok) setRecalled(reply.body)
    })
    return () => {
      isOver = true
    }
  }, [table, who.token, round])
  return recalled?.round === round ? recalled : null
}

function Payouts({ desk }: { desk: Desk }) {
  const { book, view } = desk
  const isForeseen = view.phase === 'outcome-determined' && view.pocket !== null && view.differs === null
  const last = view.results[0]?.round ?? null
  const recalled = useRecalled(desk, isForeseen ? null : last)
  const lines = useMemo(
    () => (isForeseen ? foreseen(book, view, view.pocket!, view.draw) : null),
    [isForeseen, book, view],
  )
  if (view.differs !== null) return <p class="dealer-empty">{dealer.differMeans}</p>
  if (lines) return <Paying desk={desk} round={view.round!} pocket={view.pocket} lines={lines} isForeseen />
  if (last === null) return <p class="dealer-empty">{dealer.noRoundYet}</p>
  if (!recalled) return <p class="dealer-empty">{common.loading}</p>
  if (recalled.void !== null) return <GivingBack desk={desk} recalled={recalled} code={recalled.void} />
  return <Paying desk={desk} {...recalled} />
}

type PayingProps = {
  desk: Desk
  round: number
  pocket: Pocket | null
  lines: readonly Line[]
  adjustments?: readonly Adjustment[]
  isForeseen?: boolean
}

function Paying({ desk, round, pocket, lines, adjustments = [], isForeseen = false }: PayingProps) {
  const { paid, others, totals } = useMemo(() => payoutsIn(lines, desk.spots), [lines, desk.spots])
  const back = others.filter(({ returned }) => returned > 0)
  const lost = others.length - back.length
  return (
    <>
      <RoundHead desk={desk} round={round} pocket={pocket} />
      {adjustments.length > 0 && <Adjustments adjustments={adjustments} />}
      {isForeseen && <p class="fine dealer-foreseen">{dealer.foreseen}</p>}
      <div class="dealer-sum">
        <span>
          {dealer.collectFirst} <small class="fine">{dealer.fromSpots(totals.lostSpots)}</small>
        </span>
        <strong class="money">{money(totals.collected)}</strong>
      </div>
      <div class="dealer-sum">
        <span>
          {paid.length === 0 ? dealer.nobodyWon : dealer.thenPay}{' '}
          {paid.length > 0 && <small class="fine">{dealer.payOrder}</small>}
        </span>
        <strong class="money is-paid">{money(totals.paid)}</strong>
      </div>
      <PaidList desk={desk} round={round} paid={paid} mayTick={!isForeseen} />
      {back.length > 0 && <h3 class="caption dealer-heading">{dealer.giveBack}</h3>}
      {back.map((payout) => (
        <BackTo key={payout.player} desk={desk} payout={payout} />
      ))}
      {lost > 0 && <p class="fine dealer-lost">{dealer.lostOnly(lost)}</p>}
    </>
  )
}

/** A result that was put right afterwards: what each player got or gave back. */
function Adjustments({ adjustments }: { adjustments: readonly Adjustment[] }) {
  return (
    <div class="dealer-flags">
      <h3>
        <WarningIcon size={18} /> {dealer.corrected}
      </h3>
      <ul>
        {adjustments.map(({ player, amount }) => (
          <li key={player}>
            <span>{player}</span>
            <span class="money">{signed(amount)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function RoundHead({ desk, round, pocket }: { desk: Desk; round: number; pocket: Pocket | null }) {
  return (
    <div class="dealer-round-head">
      {pocket !== null && <PocketBadge book={desk.book} pocket={pocket} />}
      <h2>{dealer.ofRound(round)}</h2>
    </div>
  )
}

/** Who is paid is ticked off; the ticks are the dealer's own and go with the round. */
function PaidList({
  desk,
  round,
  paid,
  mayTick,
}: {
  desk: Desk
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
    <ol class="dealer-paid">
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
  desk: Desk
  payout: Payout
  isTicked: boolean
  onTick: ((isOn: boolean) => void) | undefined
}

function PaidTo({ desk, payout, isTicked, onTick }: PaidToProps) {
  const { player, won, back, paid } = payout
  return (
    <li class={`dealer-player${isTicked ? ' is-ticked' : ''}`}>
      <h3>
        {onTick && (
          <input
            type="checkbox"
            checked={isTicked}
            aria-label={dealer.markPaid(player)}
            onChange={({ currentTarget }) => onTick(currentTarget.checked)}
          />
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
          <BackLine key={line.spot} desk={desk} line={line} />
        ))}
      </ul>
    </li>
  )
}

function WonLine({ desk, line }: { desk: Desk; line: Line }) {
  const { spot, stake, pays, paid, clause, chips } = line
  const played = inPlay(line)
  const staked =
    chips && played === stake && chips.staked * chips.value === stake
      ? `${chips.staked} ${colourName(chips.colour)}`
      : money(played)
  return (
    <li>
      <span>
        {nameOfSpot(desk.spots, spot)}{' '}
        <small class="fine">
          {staked} × {pays} · <Rule clause={clause} />
        </small>
      </span>
      <span class="money">{money(paid)}</span>
    </li>
  )
}

function BackLine({ desk, line }: { desk: Desk; line: Line }) {
  return (
    <li>
      <span>
        {nameOfSpot(desk.spots, line.spot)}{' '}
        <small class="fine">
          {dealer.giveBack} · <Rule clause={line.clause} />
        </small>
      </span>
      <span class="money">({money(line.returned)})</span>
    </li>
  )
}

function BackTo({ desk, payout }: { desk: Desk; payout: Payout }) {
  return (
    <div class="dealer-player">
      <h3>
        <Dot tint={desk.tints.get(payout.player)} />
        <span>{payout.player}</span>
        <span class="money">{money(payout.returned)}</span>
      </h3>
      <ul>
        {payout.back.map((line) => (
          <BackLine key={line.spot} desk={desk} line={line} />
        ))}
      </ul>
    </div>
  )
}

/** A void round: every stake goes back. */
function GivingBack({ desk, recalled, code }: { desk: Desk; recalled: Recalled; code: string }) {
  const { others, totals } = useMemo(() => payoutsIn(recalled.lines, desk.spots), [recalled, desk.spots])
  return (
    <>
      <RoundHead desk={desk} round={recalled.round} pocket={null} />
      <p class="dealer-void">{dealer.voidRound(voidReason(desk.book, code))}</p>
      <div class="dealer-sum">
        <span>{others.length === 0 ? dealer.settleNothing : dealer.giveBackAll}</span>
        <strong class="money">{money(totals.returned)}</strong>
      </div>
      {others.map((payout) => (
        <BackTo key={payout.player} desk={desk} payout={payout} />
      ))}
    </>
  )
}
