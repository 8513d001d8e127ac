import './round-list.css'
import './dealer-round-panel.css'
import { useMemo, useRef, useState } from 'preact/hooks'
import { staffRules } from '../../engine/decisions/wagers.ts'
import { type Flag, flagsOf } from '../../engine/flags.ts'
import { stateFromView } from '../../engine/view-state.ts'
import { money } from '../../words/plain-text.ts'
import { Button } from '../kit/controls.tsx'
import { CloseIcon, WarningIcon } from '../kit/icons.tsx'
import { PocketBadge } from '../kit/pocket.tsx'
import { stageOf, takesBets } from '../kit/stage.ts'
import { stakedIn } from '../staff/payouts.ts'
import { Dot } from '../staff/seat-dot.tsx'
import { seatsIn } from '../staff/tints.ts'
import { common } from '../words/common.ts'
import { dealer } from '../words/desk.ts'
import { nouns } from '../words/names.ts'
import { type DealerDesk, mayAct, useCommand } from './dealer-desk.ts'
import { DealerTrouble, nameOfSpot, Rule, SpotLine } from './parts.tsx'
import { PayoutsList } from './payouts-list.tsx'

type RoundTab = 'wagers' | 'payouts'

/** Wagers while bets lie, payouts when the ball rests; the other is one press away. */
export function DealerRoundPanel({ desk }: { desk: DealerDesk }) {
  const { view } = desk
  const usual = usualTab(desk)
  const [chosen, choose] = useState<{ at: string; tab: RoundTab } | null>(null)
  const at = `${view.round} ${view.phase} ${usual}`
  const tab = chosen?.at === at ? chosen.tab : usual
  return (
    <section class="panel dealer-round" aria-label={dealer[tab]}>
      <Tabs shown={tab} onShow={(name) => choose({ at, tab: name })} />
      <div class="dealer-scroll" role="tabpanel" aria-label={dealer[tab]}>
        <DrawLine desk={desk} />
        {tab === 'wagers' ? <WagersList desk={desk} /> : <PayoutsList desk={desk} />}
      </div>
    </section>
  )
}

const tabs = ['wagers', 'payouts'] as const

/** One of them is in the order of the Tab key; the arrow keys go to the other. */
function Tabs({ shown, onShow }: { shown: RoundTab; onShow: (tab: RoundTab) => void }) {
  const list = useRef<HTMLDivElement>(null)
  const keyed = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    const other = tabs.findIndex((name) => name !== shown)
    onShow(tabs[other]!)
    list.current?.querySelectorAll('button')[other]?.focus()
  }
  return (
    <div class="tabs dealer-tabs" role="tablist" ref={list} onKeyDown={keyed}>
      {tabs.map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          aria-selected={shown === name}
          tabIndex={shown === name ? 0 : -1}
          onClick={() => onShow(name)}
        >
          {dealer[name]}
        </button>
      ))}
    </div>
  )
}

/** Payouts from the outcome until the first stake on the next round. */
function usualTab({ view }: DealerDesk): RoundTab {
  const isPaying = ['outcome-determined', 'settled', 'void'].includes(view.phase)
  const hasWagers = Object.values(view.seats).some(({ wagers }) => Object.keys(wagers).length > 0)
  const isFresh = view.phase === 'betting-open' && view.results.length > 0 && !hasWagers
  return isPaying || isFresh ? 'payouts' : 'wagers'
}

/** The drawn numbers in words; the layout shows them with light. */
function DrawLine({ desk: { book, view } }: { desk: DealerDesk }) {
  if (!view.draw) return null
  const { numbers, links, scatter } = view.draw
  const inOrder = book.wheel.pockets.filter((pocket) => numbers.includes(pocket))
  return (
    <div class="dealer-draw">
      <span class="caption">{common.bonusNumbers}</span>
      <ul class="row">
        {inOrder.map((pocket) => (
          <li key={pocket}>
            <PocketBadge book={book} pocket={pocket} />
          </li>
        ))}
      </ul>
      {(links.length > 0 || scatter) && (
        <strong>
          {links.length > 0 && common.superLink(links.join(', '))} {scatter && common.scatter}
        </strong>
      )}
    </div>
  )
}

const PLAYERS_SHOWN = 60

/** The wagers on the layout, by player. */
function WagersList({ desk }: { desk: DealerDesk }) {
  const { view, book } = desk
  const flags = useMemo(() => flagsOf(book, stateFromView(view)), [book, view])
  const { total, players } = stakedIn(view.seats)
  const staking = seatsIn(view.seats).filter(([, { funds }]) => funds.staked > 0)
  if (staking.length === 0) return <p class="blank">{dealer.noWagers}</p>
  return (
    <>
      <div class="apart dealer-sum">
        <span>
          {common.onLayout} <span class="fine">{dealer.wagersOf(players)}</span>
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
  'settled-once': () => common.labelled(nouns.outside['under-minimum'], dealer.settledOnce),
  returned: () => common.labelled(nouns.outside['under-minimum'], dealer.goesBack),
  'excess-returned': () => common.labelled(nouns.outside['over-maximum'], dealer.excessBack),
}

function Flags({ desk, flags }: { desk: DealerDesk; flags: readonly Flag[] }) {
  return (
    <div class="dealer-flags" role="status">
      <h3 class="row">
        <WarningIcon size={18} /> {dealer.outside(flags.length)}
      </h3>
      <ul>
        {flags.map(({ player, spot, stake, becomes, clause }) => (
          <li key={`${player} ${spot}`}>
            <span>
              {player}, {nameOfSpot(desk, spot)}
            </span>
            <span class="money">{money(stake)}</span>
            <small>
              {flagWords[becomes]()} <Rule clause={clause} />
            </small>
          </li>
        ))}
      </ul>
    </div>
  )
}

function PlayerWagers({ desk, player }: { desk: DealerDesk; player: string }) {
  const {
    view,
    tints,
    book: { rules },
  } = desk
  const { funds, wagers, setAside, imprisoned } = view.seats[player]!
  const { give, trouble } = useCommand(desk)
  const mayRecord = staffRules(desk.book).recording === null && mayAct(desk)
  const mayRemove = takesBets(stageOf(view)) && mayRecord && desk.isLive
  return (
    <div class="dealer-player">
      <h3 class="row">
        <Dot tint={tints.get(player)} />
        <span>{player}</span>
        <span class="money">{money(funds.staked)}</span>
      </h3>
      <ul>
        {Object.entries(wagers).map(([spot, { stake, outside }]) => (
          <SpotLine
            key={spot}
            desk={desk}
            spot={spot}
            amount={
              <>
                {outside && <span class="dealer-bang">!</span>} {money(stake)}
              </>
            }
          >
            {mayRemove && (
              <Button
                look="quiet"
                size="small"
                isIcon
                class="dealer-remove"
                label={dealer.takeBack(player, nameOfSpot(desk, spot))}
                onPress={() => void give({ do: 'withdraw', player, spot })}
              >
                <CloseIcon size={14} />
              </Button>
            )}
          </SpotLine>
        ))}
        {Object.entries(setAside).map(([spot, { stake }]) => (
          <SpotLine
            key={`aside ${spot}`}
            desk={desk}
            spot={spot}
            about={dealer.setAside}
            clause={(rules.unclearWagers ?? rules.referral).clause}
            amount={`(${money(stake)})`}
          />
        ))}
        {imprisoned.map(({ spot, stake, rounds: [since] }) => (
          <SpotLine
            key={`prison ${since} ${spot}`}
            desk={desk}
            spot={spot}
            about={`${dealer.imprisonedSince(since!)}, ${dealer.notWithdrawn}`}
            clause={rules.enPrison?.clause}
            amount={money(stake)}
          />
        ))}
      </ul>
      <DealerTrouble trouble={trouble} />
    </div>
  )
}
