import './rule-dialog.css'
import type { SpotId } from '../../books/rule-book.ts'
import { spotsOf } from '../../engine/spots.ts'
import { Felt } from '../kit/felt.tsx'
import { withTint } from '../staff/stacks.ts'
import { useTints } from '../staff/tints.ts'
import { pit } from '../words/desk.ts'
import type { TableAtDesk } from './pit-desk.ts'
import type { WagerToRule } from './table-facts.ts'

type RuledFeltProps = {
  table: TableAtDesk
  wagers: readonly WagerToRule[]
  chosen: WagerToRule | undefined
  /** Where the wager is moved to, if anywhere. */
  to: SpotId
  onWager: (wager: WagerToRule) => void
  /** While a place is to be chosen, a press is where it goes. */
  onTo: ((spot: SpotId) => void) | null
}

/** The wagers as they lay: a press chooses one, of several on a spot the next; then a press is where it is moved to. */
export function RuledFelt({ table, wagers, chosen, to, onWager, onTo }: RuledFeltProps) {
  const { id, book, layout, connection } = table
  const { seats } = connection.view.value!
  const tints = useTints(id, seats)
  const { byId } = spotsOf(book, layout)
  const press = (spot: SpotId) => {
    if (onTo) return onTo(spot)
    const here = wagers.filter((one) => one.spot === spot)
    const next =
      here[(here.findIndex((one) => one.player === chosen?.player && chosen.spot === spot) + 1) % here.length]
    if (next) onWager(next)
  }
  return (
    <figure class="pit-ruled-felt">
      <figcaption class="fine">{onTo ? pit.pressPlace : pit.pressWager}</figcaption>
      <Felt
        book={book}
        layout={layout}
        label={onTo ? pit.pressPlace : pit.pressWager}
        stacks={wagers.map(({ spot, stake: amount, player: owner }) => withTint({ spot, amount, owner }, tints))}
        lit={byId.get(to || (chosen?.spot ?? ''))?.covers ?? []}
        onSpot={({ spot }, action) => action === 'place' && press(spot)}
      />
    </figure>
  )
}
