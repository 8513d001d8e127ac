import './spot-line.css'
import type { Signal } from '@preact/signals'
import type { Book, SpotId } from '../../books/rule-book.ts'
import { limitsFor } from '../../engine/limits.ts'
import { sum } from '../../engine/money.ts'
import { type Spot, spotsOf } from '../../engine/spots.ts'
import type { PlayerView } from '../../engine/views.ts'
import { rangeIn } from '../../words/naming.ts'
import { capitalise, money } from '../../words/plain-text.ts'
import { isLimited } from '../kit/limits-text.ts'
import { common } from '../words/common.ts'
import { nouns, spotName } from '../words/names.ts'
import { terminal } from '../words/terminal.ts'

type SpotLineProps = {
  book: Book
  pointed: Signal<SpotId | null>
  view: PlayerView
  pending: ReadonlyMap<SpotId, number>
}

/** The line for the spot that is pointed at. It has a place of its own and hides nothing that can be bet on. */
export function SpotLine({ book, pointed, view, pending }: SpotLineProps) {
  const spot = pointed.value === null ? undefined : spotsOf(book, view.layout).byId.get(pointed.value)
  return (
    <div class="spot-line" role="status">
      {spot && <SpotFacts book={book} spot={spot} view={view} pending={pending.get(spot.spot) ?? 0} />}
    </div>
  )
}

/** The spot pointed at: its numbers and pay, its limits, and the player's stake. */
type SpotCardProps = { book: Book; spot: Spot; view: PlayerView; pending: number }

function SpotFacts({ book, spot, view, pending }: SpotCardProps) {
  const range = limitsFor(view.limits, spot.kind)
  const { stake = 0, outside = null } = view.wagers[spot.spot] ?? {}
  const imprisoned = sum(view.imprisoned.filter((one) => one.spot === spot.spot).map((one) => one.stake))
  return (
    <div class="flow spot-card">
      <h3>{spotName(book, spot)}</h3>
      {spot.covers.length > 1 && !spot.spot.includes('/') && <p class="fine">{spot.covers.join(' ')}</p>}
      {spot.covers.length === 0 && <p class="fine">{terminal.onDraw}</p>}
      <dl class="flow">
        <CardRow name={terminal.paysLabel} value={nouns.odds(spot.pays)} />
        {spot.paysBonus !== spot.pays && (
          <CardRow name={capitalise(nouns.lit.bonus)} value={nouns.odds(spot.paysBonus)} />
        )}
        {spot.paysSuperBonus !== spot.paysBonus && (
          <CardRow name={capitalise(nouns.lit['super-bonus'])} value={nouns.odds(spot.paysSuperBonus)} />
        )}
        {isLimited(range) && <CardRow name={common.limits} value={rangeIn(nouns, range, money)} />}
        <CardRow name={terminal.yourStake} value={money(stake)} isStrong={stake > 0} />
        {imprisoned > 0 && <CardRow name={capitalise(nouns.results.imprisoned)} value={money(imprisoned)} isStrong />}
      </dl>
      {imprisoned > 0 && <p class="fine">{terminal.prisonMeans}</p>}
      {outside && <p class="fine is-warning">{terminal.outside[outside]}</p>}
      {pending > 0 && <p class="fine">{terminal.pending(money(pending))}</p>}
    </div>
  )
}

const CardRow = ({ name, value, isStrong }: { name: string; value: string; isStrong?: boolean }) => (
  <div class={isStrong ? 'is-strong' : ''}>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
)
