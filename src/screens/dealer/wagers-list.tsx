import './round-list.css'
import { useMemo } from 'preact/hooks'
import { type Flag, flagsOf } from '../../engine/flags.ts'
import { stateFromView } from '../../engine/view-state.ts'
import { money } from '../../words/plain-text.ts'
import { Button } from '../kit/controls.tsx'
import { CloseIcon, WarningIcon } from '../kit/icons.tsx'
import { stageOf, takesBets } from '../kit/stage.ts'
import { stakedIn } from '../staff/payouts.ts'
import { seatsIn } from '../staff/tints.ts'
import { common } from '../words/common.ts'
import { dealer } from '../words/desk.ts'
import { nouns } from '../words/names.ts'
import { type DealerDesk, mayAct, useCommand } from './dealer-desk.ts'
import { DealerTrouble, Dot, nameOfSpot, Rule } from './parts.tsx'

const PLAYERS_SHOWN = 60

/** What lies on the layout, by player. */
export function WagersList({ desk }: { desk: DealerDesk }) {
  const { view, book } = desk
  const flags = useMemo(() => flagsOf(book, stateFromView(view)), [book, view])
  const { total, players } = stakedIn(view.seats)
  const staking = seatsIn(view.seats).filter(([, { funds }]) => funds.staked > 0)
  if (staking.length === 0) return <p class="dealer-empty">{dealer.noWagers}</p>
  return (
    <>
      <div class="dealer-sum">
        <span>
          {common.onLayout} <small class="fine">{dealer.wagersOf(players)}</small>
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
      <h3>
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
  const { view, tints, book } = desk
  const { funds, wagers, setAside } = view.seats[player]!
  const { give, trouble } = useCommand(desk)
  const mayRemove = takesBets(stageOf(view)) && mayAct(desk) && desk.isLive
  return (
    <div class="dealer-player">
      <h3>
        <Dot tint={tints.get(player)} />
        <span>{player}</span>
        <span class="money">{money(funds.staked)}</span>
      </h3>
      <ul>
        {Object.entries(wagers).map(([spot, { stake, outside }]) => (
          <li key={spot}>
            <span>{nameOfSpot(desk, spot)}</span>
            <span class="money">
              {outside && <span class="dealer-bang">!</span>} {money(stake)}
            </span>
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
          </li>
        ))}
        {Object.entries(setAside).map(([spot, { stake }]) => (
          <li key={`aside ${spot}`}>
            <span>
              {nameOfSpot(desk, spot)}{' '}
              <small class="fine">
                {dealer.setAside} · <Rule clause={(book.rules.unclearWagers ?? book.rules.referral).clause} />
              </small>
            </span>
            <span class="money">({money(stake)})</span>
          </li>
        ))}
      </ul>
      <DealerTrouble trouble={trouble} />
    </div>
  )
}
