import './felt.css'
import { useMemo, useRef } from 'preact/hooks'
import type { Pocket, SpotId } from '../../books/rule-book.ts'
import type { LineResult } from '../../engine/settlement.ts'
import { type Board, chipPlace, isFigure } from '../../felt/board.ts'
import { shortMoney } from '../../words/plain-text.ts'
import { Label, PendingChip, Stack, StackTotal } from './chip.tsx'
import { differ, memo } from './components.tsx'
import { dollyPlace } from './felt-lights.tsx'
import { placeTags, TAG_TYPE } from './felt-tags.ts'

/** The chips on a spot: one player's, or the viewer's own. */
export type FeltStack = {
  spot: SpotId
  amount: number
  /** Pending chips; negative: chips that are being taken back. */
  pending?: number
  /** A colour chip's colour (CSS). */
  tint?: string
  owner?: string
  result?: LineResult
  paid?: number
  /** The stack has left for the balance: its payment is still shown. */
  isGone?: boolean
  isOutside?: boolean
  /** No longer in play: it goes back when the round is settled. */
  isAside?: boolean
  /** In prison: the next settled round decides it. */
  isImprisoned?: boolean
}

/** The chips on each spot; the same map as long as they do not change. */
export function useTotals(stacks: readonly FeltStack[]): ReadonlyMap<SpotId, number> {
  const before = useRef<ReadonlyMap<SpotId, number>>(new Map())
  return useMemo(() => {
    const totals = new Map<SpotId, number>()
    for (const { spot, amount } of stacks) totals.set(spot, (totals.get(spot) ?? 0) + amount)
    const isSame =
      totals.size === before.current.size && [...totals].every(([spot, sum]) => before.current.get(spot) === sum)
    if (!isSame) before.current = totals
    return before.current
  }, [stacks])
}

/** A light that goes once over all stacks that won. `of`: what its clip is called after. */
export function Sweep({ board, stacks, of }: StacksProps & { of: string }) {
  const won = stacks.filter(({ spot, result }) => result === 'won' && board.byId.has(spot))
  const { x, y, w, h } = board.bounds
  const clip = `${of}-sweep`
  return (
    <g aria-hidden="true">
      <clipPath id={clip}>
        {won.map(({ spot }) => {
          const at = chipPlace(board, spot)
          return <circle key={spot} cx={at.x} cy={at.y - 0.05} r={radiusOn(board, spot) * 1.35} />
        })}
      </clipPath>
      <g clip-path={`url(#${clip})`}>
        <path
          class="stack-sweep"
          style={{ '--way': `${w + h + SWEEP}px` }}
          d={`M${x - SWEEP} ${y + h}l${h} ${-h}h${SWEEP}l${-h} ${h}Z`}
        />
      </g>
    </g>
  )
}

/** How wide the light is. */
const SWEEP = 1.4

const STACKS_SEEN = 4
/** The places of several players' stacks on one spot: the first in the middle, the others around it. */
const around4 = [
  { dx: 0, dy: 0 },
  { dx: 0.19, dy: 0.08 },
  { dx: -0.19, dy: 0.08 },
  { dx: 0, dy: 0.2 },
]

type StacksProps = { board: Board; stacks: readonly FeltStack[] }

export const Stacks = memo(function Stacks({ board, stacks, pocket }: StacksProps & { pocket: Pocket | null }) {
  const known = [...useBySpot(stacks)].filter(([spot]) => board.byId.has(spot))
  // Drawn from the top of the layout down, so that a stack covers the one behind it.
  known.sort(([a], [b]) => board.byId.get(a)!.y - board.byId.get(b)!.y)
  const each = known.map(([spot, those]) => ({
    spot,
    ...chipPlace(board, spot),
    stacks: those,
    r: radiusOn(board, spot),
  }))
  return (
    <g aria-hidden="true">
      {each.map((props) => (
        <SpotStacks key={props.spot} {...props} />
      ))}
      {each.map((props) => (
        <SpotTotal key={props.spot} {...props} />
      ))}
      <PaidTags board={board} stacks={stacks} pocket={pocket} />
    </g>
  )
})

/** The winnings of each stack stay visible when its chips have left for the balance. */
function PaidTags({ board, stacks, pocket }: StacksProps & { pocket: Pocket | null }) {
  const paid = stacks.flatMap(({ spot, paid: amount = 0, isGone }) =>
    isGone && amount > 0 && board.byId.has(spot) ? [{ spot, text: `+${shortMoney(amount)}` }] : [],
  )
  if (paid.length === 0) return null
  return (
    <>
      {placeTags(board, paid, dollyPlace(board, pocket)).map(({ spot, text, x, y }) => (
        <Label key={spot} x={x} y={y} size={TAG_TYPE} text={text} isPaid />
      ))}
    </>
  )
}

/** On a number it hides all of it rather than a part. */
function radiusOn(board: Board, spot: SpotId): number {
  const cell = board.cellOf.get(spot)
  return cell && isFigure(board, cell) ? 0.29 : 0.24
}

/** Chips that are not registered yet lie above all others. */
export function OnTheirWay({ board, stacks }: StacksProps) {
  const coming = stacks.filter(({ spot, pending = 0 }) => pending > 0 && board.byId.has(spot))
  return (
    <g aria-hidden="true">
      {coming.map(({ spot, amount, pending }) => (
        <PendingChip
          key={spot}
          {...chipPlace(board, spot)}
          r={radiusOn(board, spot)}
          amount={amount}
          pending={pending!}
        />
      ))}
    </g>
  )
}

/** Stacks of a spot that are as they were are the same object: of thousands of chips only those that moved are drawn. */
function useBySpot(stacks: readonly FeltStack[]): ReadonlyMap<SpotId, readonly FeltStack[]> {
  const before = useRef<ReadonlyMap<SpotId, readonly FeltStack[]>>(new Map())
  return useMemo(() => {
    const lying = stacks.filter(({ amount }) => amount > 0)
    const now = new Map<SpotId, readonly FeltStack[]>(Map.groupBy(lying, ({ spot }) => spot))
    for (const [spot, those] of now) {
      const old = before.current.get(spot)
      if (old && areSameStacks(old, those)) now.set(spot, old)
    }
    before.current = now
    return now
  }, [stacks])
}

const areSameStacks = (a: readonly FeltStack[], b: readonly FeltStack[]): boolean =>
  a.length === b.length && a.every((stack, index) => !differ(stack, b[index]!))

type SpotStacksProps = { spot: SpotId; x: number; y: number; stacks: readonly FeltStack[]; r: number }

/** `r`: of a single stack. */
const SpotStacks = memo(function SpotStacks({ spot, x, y, stacks, r }: SpotStacksProps) {
  return (
    <g data-chips={spot}>
      {stacks.slice(0, STACKS_SEEN).map((stack, index) => (
        <Stack
          key={index}
          {...stack}
          x={x + around4[index]!.dx}
          y={y + around4[index]!.dy}
          r={stacks.length === 1 ? r : 0.19}
        />
      ))}
    </g>
  )
})

/** Above all stacks: no chip hides the sum of another stack. */
const SpotTotal = memo(function SpotTotal({ x, y, stacks, r }: SpotStacksProps) {
  const [first] = stacks
  if (stacks.length === 1) return <StackTotal {...first!} x={x} y={y} r={r} />
  const total = stacks.reduce((sum, { amount }) => sum + amount, 0)
  const isOutside = stacks.some((stack) => stack.isOutside)
  return <Label x={x} y={y + 0.34} size={0.15} text={`${stacks.length} · ${shortMoney(total)}`} isOutside={isOutside} />
})
