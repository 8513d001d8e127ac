import type { Line } from '../../engine/settlement.ts'
import type { DealerView, SeatView, WagersShown } from '../../engine/views.ts'
import type { FeltStack } from '../kit/felt-stacks.tsx'
import { type Tints, tintsOf } from './tints.ts'

/** The results of wagers, by `player spot`. */
export type Results = ReadonlyMap<string, Line['result']>

const concluded: readonly DealerView['phase'][] = ['closed', 'settled', 'void']
export const isUnderWay = ({ phase }: Pick<DealerView, 'phase'>): boolean => !concluded.includes(phase)

type Seen = Pick<DealerView, 'phase' | 'seats' | 'lines'>

/** Every player's chips as they lie; when the round is settled, what became of them. */
export function stacksIn(view: Seen, tints: Tints = tintsOf(view.seats), results?: Results): FeltStack[] {
  if (view.phase === 'settled') return stacksOf(view.lines, tints)
  const imprisoned = Object.entries(view.seats).flatMap(([player, seat]) => stacksInPrison(player, seat, tints))
  if (!isUnderWay(view)) return imprisoned
  const lying = Object.entries(view.seats).flatMap(([player, { wagers, setAside }]) => [
    ...stacksBy(player, wagers, tints, (spot) => results?.get(`${player} ${spot}`)),
    ...stacksBy(player, setAside, tints, () => 'returned'),
  ])
  return [...lying, ...imprisoned]
}

/** Stakes in prison lie on their spots between rounds too. */
const stacksInPrison = (owner: string, { imprisoned }: SeatView, tints: Tints): FeltStack[] =>
  imprisoned.map(({ spot, stake: amount }) => withTint({ spot, amount, owner, isImprisoned: true }, tints))

function stacksBy(
  owner: string,
  wagers: WagersShown,
  tints: Tints,
  resultOn: (spot: string) => Line['result'] | undefined,
): FeltStack[] {
  return Object.entries(wagers).map(([spot, { stake: amount, outside }]) => {
    const result = resultOn(spot)
    return withTint({ spot, amount, owner, isOutside: outside !== null, ...(result ? { result } : {}) }, tints)
  })
}

export const stacksOf = (lines: readonly Line[], tints: Tints): FeltStack[] =>
  lines.map(({ spot, stake, imprisoned: amount = stake, player: owner, result }) =>
    withTint({ spot, amount, owner, result }, tints),
  )

export function withTint(stack: FeltStack, tints: Tints): FeltStack {
  const tint = tints.get(stack.owner ?? '')
  return tint ? { ...stack, tint } : stack
}
