import type { Clause, Pocket, RuleBook } from '../../books/rule-book.ts'
import type { Draw } from '../../engine/draw.ts'
import type { Limits } from '../../engine/limits.ts'
import { type Cents, subtract, sum, times, zero } from '../../engine/money.ts'
import { type Line, returnedLine, type Stake, settle } from '../../engine/settlement.ts'
import { type Spots, spotsOf } from '../../engine/spots.ts'
import type { PlayerFunds } from '../../engine/summary.ts'
import type { DealerView, WagersShown } from '../../engine/views.ts'

/** What one player is paid, in the order of paying, and what is taken from or given back to them. */
export type Payout = {
  player: string
  won: readonly Line[]
  lost: readonly Line[]
  /** Goes back without having won: a void round, over the maximum, under the minimum again, a ruling. */
  back: readonly Line[]
  paid: Cents
  collected: Cents
  returned: Cents
}

export type Payouts = {
  /** Losing chips are cleared first, then winners are paid. */
  paid: readonly Payout[]
  others: readonly Payout[]
  totals: { paid: Cents; collected: Cents; returned: Cents; lostSpots: number }
}

/**
 * Outside wagers are paid before inside ones and the number itself last, so who won only there comes last too. Within a
 * player the same: from the lowest odds to the highest, then as the layout lies.
 */
export function payoutsIn(lines: readonly Line[], spots: Spots): Payouts {
  const each = [...Map.groupBy(lines, ({ player }) => player)].map(([player, own]) => payoutOf(player, own, spots))
  const highest = ({ won }: Payout) => Math.max(...won.map(({ pays }) => pays))
  const paid = each.filter(({ won }) => won.length > 0).sort((a, b) => highest(a) - highest(b) || byName(a, b))
  const others = each.filter(({ won }) => won.length === 0).sort((a, b) => b.returned - a.returned || byName(a, b))
  return { paid, others, totals: totalsOf(lines) }
}

const byName = (a: Payout, b: Payout): number => a.player.localeCompare(b.player, 'en', { numeric: true })

function payoutOf(player: string, lines: readonly Line[], spots: Spots): Payout {
  const index = ({ spot }: Line) => spots.byId.get(spot)?.index ?? 0
  const sorted = [...lines].sort((a, b) => a.pays - b.pays || index(a) - index(b))
  return {
    player,
    won: sorted.filter(({ result }) => result === 'won'),
    lost: sorted.filter(({ result, returned }) => result === 'lost' && returned === 0),
    back: sorted.filter(({ result, returned }) => result === 'returned' || (result === 'lost' && returned > 0)),
    ...moneyOf(lines),
  }
}

const moneyOf = (lines: readonly Line[]) => ({
  paid: sum(lines.map(({ paid }) => paid)),
  collected: sum(lines.map(({ collected }) => collected)),
  returned: sum(lines.map(({ returned }) => returned)),
})

const totalsOf = (lines: readonly Line[]): Payouts['totals'] => ({
  ...moneyOf(lines),
  lostSpots: new Set(lines.filter(({ result }) => result === 'lost').map(({ spot }) => spot)).size,
})

type Seated = Pick<DealerView, 'layout' | 'limits' | 'seats'>

/**
 * What settling will pay, by the engine's own arithmetic on what the service shows. It is shown as foreseen: what counts
 * is what the service answers. Wagers that a ruling set aside go back.
 */
export function foreseen(book: RuleBook, view: Seated, pocket: Pocket, draw: Draw | null): Line[] {
  const spots = spotsOf(book, view.layout)
  const warned = (player: string) => view.seats[player]?.warned ?? false
  const round = { book, limits: view.limits as Limits, warned, pocket, draw }
  const ruled = book.rules.unclearWagers?.clause ?? ''
  return Object.entries(view.seats).flatMap(([player, { wagers, setAside, funds }]) => [
    ...settle(round, stakesOf(player, wagers, funds, spots)),
    ...stakesOf(player, setAside, funds, spots).map((stake) => returnedLine(stake, ruled)),
  ])
}

function stakesOf(player: string, wagers: WagersShown, funds: PlayerFunds, spots: Spots): Stake[] {
  const chipValue = funds.colourChips?.value ?? zero
  return Object.entries(wagers).map(([id, { stake, chips }]) => ({
    player,
    spot: spots.byId.get(id)!,
    cash: subtract(stake, times(chipValue, chips)),
    chips,
    colour: funds.colourChips?.colour ?? null,
    chipValue,
  }))
}

/** A wager outside the limits, and what becomes of it. */
export type Flag = {
  player: string
  spot: string
  stake: Cents
  what: 'settled-once' | 'returned' | 'excess-returned'
  clause: Clause
}

/** Readings 5 and 6: under the minimum settles once and goes back after that; over the maximum the excess goes back. */
export function flagsIn({ rules }: RuleBook, seats: DealerView['seats']): Flag[] {
  const { limits } = rules
  if (limits.policy !== 'settled-by-rule') return []
  return Object.entries(seats).flatMap(([player, { wagers, warned }]) =>
    Object.entries(wagers).flatMap(([spot, { stake, outside }]): Flag[] => {
      if (outside === null) return []
      const flag = { player, spot, stake }
      if (outside === 'over-maximum') return [{ ...flag, what: 'excess-returned', clause: limits.overMaximum }]
      return [{ ...flag, what: warned ? 'returned' : 'settled-once', clause: limits.underMinimum }]
    }),
  )
}

/** All that lies on the layout, and whose it is: what goes back when the round is void. */
export function stakedIn(seats: DealerView['seats']): { total: Cents; players: number } {
  const staked = Object.values(seats).map(({ funds }) => funds.staked)
  return { total: sum(staked), players: staked.filter((amount) => amount > 0).length }
}
