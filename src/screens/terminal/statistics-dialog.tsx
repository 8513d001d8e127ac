import './statistics-dialog.css'
import './terminal-form.css'
import { useSignal } from '@preact/signals'
import { useMemo, useState } from 'preact/hooks'
import type { Pocket } from '../../books/rule-book.ts'
import { spotsOf } from '../../engine/spots.ts'
import type { PlayerView, Result } from '../../engine/views.ts'
import { money, percent } from '../../words/plain-text.ts'
import { type BetOffer, betsOffered, coveredBy } from '../kit/bet-offer.ts'
import { isFixedBet, roundTrack } from '../kit/bet-track.tsx'
import { Button, Dialog, Note } from '../kit/controls.tsx'
import { houseSign } from '../kit/house-sign.ts'
import { Racetrack } from '../kit/racetrack.tsx'
import { type Frequency, frequencyOf, wheelParts } from '../kit/statistics.ts'
import { useRounds } from '../kit/use-rounds.ts'
import { common } from '../words/common.ts'
import { betName, spotName } from '../words/names.ts'
import { terminal } from '../words/terminal.ts'
import type { Bets } from './bets.ts'
import type { Seat } from './seat.ts'

type StatisticsProps = { at: BetOffer; view: PlayerView; bets: Bets; seat: Seat; isOpen: boolean; onClose: () => void }

const depths = [100, 200, 500]

/** The counts beside those expected by chance. A press on a row places a bet. */
export function StatisticsDialog({ at, view, bets, seat, isOpen, onClose }: StatisticsProps) {
  const [depth, setDepth] = useState(depths[0]!)
  const { rounds, isAway } = useRounds({ ...seat, last: depths.at(-1)! }, view.results)
  const results = useMemo(() => rounds.filter(({ void: code }) => code === null).slice(0, depth), [rounds, depth])
  const one = frequencyOf(at.book, results, [at.order[0]!])
  return (
    <Dialog title={terminal.statistics} onClose={onClose} width="wide">
      {isAway && <Note tone="warning" text={common.serviceAway} />}
      <div class="flow terminal-tabs" role="group" aria-label={terminal.howMany}>
        {depths.map((count) => (
          <Button key={count} size="small" pressed={count === depth} onPress={() => setDepth(count)}>
            {terminal.lastRounds(count)}
          </Button>
        ))}
        <span class="fine">{terminal.restsOn(results.length)}</span>
      </div>
      <div class="terminal-statistics">
        {houseSign.value.shows.hotAndCold && <HeatRing at={at} results={results} bets={bets} isOpen={isOpen} />}
        <Groups at={at} results={results} bets={bets} isOpen={isOpen} view={view} />
      </div>
      <p class="fine">{terminal.chanceGives(inTenths(one.chance), one.least, one.most)}</p>
    </Dialog>
  )
}

const inTenths = (part: number): string => percent(part, 1)

type StatisticsPartProps = { at: BetOffer; results: readonly Result[]; bets: Bets; isOpen: boolean }

/** The wheel, each number the warmer the more often it came. */
function HeatRing({ at, results, bets, isOpen }: StatisticsPartProps) {
  const pointed = useSignal<Pocket | null>(null)
  const came = useMemo(() => new Map(at.order.map((one) => [one, frequencyOf(at.book, results, [one])])), [results])
  const most = Math.max(1, ...[...came.values()].map(({ count }) => count))
  const heat = new Map([...came].map(([number, { count }]) => [number, count / most]))
  const { byId } = spotsOf(at.book, at.layout)
  const describe = (number: Pocket): string => {
    const { count, share } = came.get(number)!
    return terminal.cameOften(number, count, inTenths(share))
  }
  const now = pointed.value
  return (
    <Racetrack
      book={at.book}
      order={at.order}
      lit={now === null ? [] : [now]}
      pointed={pointed}
      onPocket={isOpen ? (number) => bets.place(byId.get(number)!) : undefined}
      describe={describe}
      heat={heat}
      size={roundTrack}
    >
      <p class="terminal-pointed">{now === null ? terminal.heatMeans : describe(now)}</p>
    </Racetrack>
  )
}

function Groups({ at, results, bets, isOpen, view }: StatisticsPartProps & { view: PlayerView }) {
  const groups = spotsOf(at.book, at.layout).list.filter(({ isSection, covers }) => isSection && covers.length > 0)
  const staked = (spot: string): number => view.wagers[spot]?.stake ?? 0
  return (
    <div class="terminal-groups">
      {groups.map((spot) => (
        <GroupButton
          key={spot.spot}
          name={spotName(at.book, spot)}
          came={frequencyOf(at.book, results, spot.covers)}
          staked={staked(spot.spot)}
          isOpen={isOpen}
          onPress={() => bets.place(spot)}
        />
      ))}
      {sectorsOf(at, bets).map(({ name, covers, place }) => (
        <GroupButton
          key={name}
          name={name}
          came={frequencyOf(at.book, results, covers)}
          staked={0}
          isOpen={isOpen}
          onPress={place}
        />
      ))}
    </div>
  )
}

type Sector = { name: string; covers: readonly Pocket[]; place: () => void }

/** The sections that the terminal offers; where there are none, the quarters of the wheel, a chip on each number. */
function sectorsOf(at: BetOffer, bets: Bets): Sector[] {
  const offered = betsOffered(at).filter(isFixedBet)
  if (offered.length > 0)
    return offered.map(({ bet }) => ({
      name: betName(at.book, bet),
      covers: coveredBy(at, bet),
      place: () => bets.placeBet(bet),
    }))
  return wheelParts(at.order, 4).map((covers) => ({
    name: terminal.sector(covers[0]!, covers.at(-1)!),
    covers,
    place: () => bets.placeAll(covers.map((spot) => ({ spot, stake: bets.chip.value }))),
  }))
}

type GroupButtonProps = { name: string; came: Frequency; staked: number; isOpen: boolean; onPress: () => void }

/** A bar for what came, a mark for what chance gives. */
const GroupButton = ({ name, came: { count, share, chance }, staked, isOpen, onPress }: GroupButtonProps) => (
  <button
    type="button"
    class="terminal-group"
    disabled={!isOpen}
    onClick={onPress}
    style={{ '--share': inTenths(share), '--chance': inTenths(chance) }}
  >
    <span>{name}</span>
    <span>
      <b>{inTenths(share)}</b> <span class="fine">{terminal.times(count)}</span>
    </span>
    <small>{terminal.chanceOf(inTenths(chance))}</small>
    {staked > 0 && <small class="terminal-group-stake">{`${common.stake} ${money(staked)}`}</small>}
  </button>
)
