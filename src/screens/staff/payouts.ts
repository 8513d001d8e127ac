import type { Book } from '../../books/rule-book.ts'
import { linesIfSettled } from '../../engine/foresee.ts'
import { memoByIdentity } from '../../engine/memo.ts'
import { type Cents, sum } from '../../engine/money.ts'
import type { Line } from '../../engine/settlement.ts'
import type { Spots } from '../../engine/spots.ts'
import { sumsOf } from '../../engine/sums.ts'
import { stateFromView } from '../../engine/view-state.ts'
import type { DealerView } from '../../engine/views.ts'

/** The payments of one player in the order of paying, with collections and returns. */
export type Payout = {
  player: string
  won: readonly Line[]
  lost: readonly Line[]
  /** Goes back without having won: a void round, over the maximum, under the minimum again, a ruling. */
  back: readonly Line[]
  /** Stays on its spot, in prison. */
  stays: readonly Line[]
  paid: Cents
  collected: Cents
  returned: Cents
}

type Payouts = {
  /** Losing chips are cleared first, then winners are paid. */
  paid: readonly Payout[]
  others: readonly Payout[]
  totals: { paid: Cents; collected: Cents; returned: Cents; lostSpots: number }
}

/**
 * The order of payment: outside wagers before inside ones and the number itself last, so a player who won only there
 * comes last too. Within a player the same: from the lowest odds to the highest, then in the order of the layout.
 */
export function payoutsIn(lines: readonly Line[], spots: Spots): Payouts {
  const each = [...Map.groupBy(lines, ({ player }) => player)].map(([player, own]) => payoutOf(player, own, spots))
  const highest = ({ won }: Payout) => Math.max(...won.map(({ pays }) => pays))
  const paid = each.filter(({ won }) => won.length > 0).sort((a, b) => highest(a) - highest(b) || inOrderOfName(a, b))
  const others = each
    .filter(({ won }) => won.length === 0)
    .sort((a, b) => b.returned - a.returned || inOrderOfName(a, b))
  return { paid, others, totals: totalsOf(lines) }
}

const inOrderOfName = (a: Payout, b: Payout): number => a.player.localeCompare(b.player, 'en', { numeric: true })

function payoutOf(player: string, lines: readonly Line[], spots: Spots): Payout {
  const { paid, collected, returned } = sumsOf(lines).players.get(player)!
  const index = ({ spot }: Line) => spots.byId.get(spot)?.index ?? 0
  const sorted = [...lines].sort((a, b) => a.pays - b.pays || index(a) - index(b))
  return {
    player,
    won: sorted.filter(({ result }) => result === 'won'),
    lost: sorted.filter(({ result, returned }) => result === 'lost' && returned === 0),
    back: sorted.filter(({ result, returned }) => result === 'returned' || (result !== 'won' && returned > 0)),
    stays: sorted.filter(({ result }) => result === 'imprisoned'),
    paid,
    collected,
    returned,
  }
}

function totalsOf(lines: readonly Line[]): Payouts['totals'] {
  const each = [...sumsOf(lines).players.values()]
  return {
    paid: sum(each.map(({ paid }) => paid)),
    collected: sum(each.map(({ collected }) => collected)),
    returned: sum(each.map(({ returned }) => returned)),
    lostSpots: new Set(lines.filter(({ result }) => result === 'lost').map(({ spot }) => spot)).size,
  }
}

/**
 * The payments that settling will make; null if it cannot be settled yet. Several parts of the console read them from
 * one view.
 */
export const linesForeseen = (book: Book, view: DealerView): readonly Line[] | null => foreseenLines(view, book)
const foreseenLines = memoByIdentity((view: DealerView, book: Book) => linesIfSettled(book, stateFromView(view)))

/** All chips on the layout, with stakes in prison, and the number of their players. */
export function stakedIn(seats: DealerView['seats']): { total: Cents; players: number } {
  const staked = Object.values(seats).map(({ funds }) => funds.staked)
  return { total: sum(staked), players: staked.filter((amount) => amount > 0).length }
}
