import { add, type Cents, subtract, sum } from '../../engine/money.ts'
import type { PlayerRound, PlayerView } from '../../engine/views.ts'
import { roomBefore } from '../kit/landing.ts'

/**
 * The view as it stood before a result that is not shown yet: the ball runs, chips lie where they lay, and nobody is
 * richer. The next round may be open by then: what is of that round is left as it is.
 */
export function beforeResult(view: PlayerView, landing: number | null, last: PlayerRound | null): PlayerView {
  if (landing === null) return view
  const room = roomBefore(view, landing)
  const mine = view.last?.round === landing ? view.last : null
  const staked = sum((mine?.lines ?? []).map(({ stake }) => stake))
  const funds = { ...view.funds, balance: subtract(view.funds.balance, add(gainOf(mine), staked)) }
  if (view.round !== landing) return { ...room, last, funds }
  return {
    ...room,
    last,
    wagers: mine && mine.lines.length > 0 ? wagersOfLines(mine) : view.wagers,
    funds: { ...funds, staked: add(view.funds.staked, staked) },
  }
}

const gainOf = (round: PlayerRound | null): Cents =>
  round?.balance ? subtract(round.balance.after, round.balance.before) : (0 as Cents)

const wagersOfLines = ({ lines }: PlayerRound): PlayerView['wagers'] =>
  Object.fromEntries(lines.map(({ spot, stake }) => [spot, { stake, chips: 0, outside: null }]))
