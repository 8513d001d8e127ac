import type { Line } from '../../engine/settlement.ts'
import type { Phase } from '../../engine/table.ts'
import type { DealerView, PitView } from '../../engine/views.ts'
import type { FeltStack } from '../kit/felt.tsx'

/** What the desk reads off a table's view. */

const concluded: readonly Phase[] = ['closed', 'settled', 'void']
export const isUnder = ({ phase }: Pick<PitView, 'phase'>): boolean => !concluded.includes(phase)

/** A ruling, a correction before settlement: the ball is at rest and nothing is settled. */
export const awaitsSettlement = ({ phase, pocket }: PitView): boolean =>
  pocket !== null && (phase === 'outcome-determined' || phase === 'referred')

export type WagerAtTable = { player: string; spot: string; stake: number; isOutside: boolean }

export const wagersIn = ({ seats }: Pick<DealerView, 'seats'>): WagerAtTable[] =>
  Object.entries(seats).flatMap(([player, { wagers }]) =>
    Object.entries(wagers).map(([spot, { stake, outside }]) => ({ player, spot, stake, isOutside: outside !== null })),
  )

export function stakesIn(view: PitView): { players: number; wagers: number; total: number } {
  const wagers = wagersIn(view)
  const players = new Set(wagers.map(({ player }) => player)).size
  return { players, wagers: wagers.length, total: wagers.reduce((sum, { stake }) => sum + stake, 0) }
}

export const outsideIn = (view: PitView): number => wagersIn(view).filter(({ isOutside }) => isOutside).length

/** Every player's chips; when the round is settled, what became of them. */
export function stacksIn(view: DealerView): FeltStack[] {
  if (!isUnder(view)) return stacksOf(view.lines)
  return wagersIn(view).map(({ player, spot, stake, isOutside }) => ({
    spot,
    amount: stake,
    owner: player,
    isOutside,
    ...tintOf(view, player),
  }))
}

export const stacksOf = (lines: readonly Line[]): FeltStack[] =>
  lines.map(({ player, spot, stake, result, chips }) => ({
    spot,
    amount: stake,
    owner: player,
    result,
    ...tint(chips?.colour),
  }))

const tintOf = ({ seats }: DealerView, player: string) => tint(seats[player]?.funds.colourChips?.colour)

/** A colour chip's name is its colour, where that is a colour that a browser knows. */
const tint = (colour: string | undefined): { tint?: string } =>
  colour && globalThis.CSS?.supports('color', colour) ? { tint: colour } : {}
