import type { PendingCommand } from '../../client/commands.ts'
import type { TableEvent } from '../../engine/events.ts'

/** The pieces of a several-piece bet: spot and number of pieces. */
export type PiecesOf = (bet: string) => readonly { spot: string; pieces: number }[]

/** The effect of a player's unanswered commands on each spot, in cents. */
export function pendingBySpot(
  pending: readonly PendingCommand[],
  piecesOf: PiecesOf = () => [],
): ReadonlyMap<string, number> {
  const bySpot = new Map<string, number>()
  for (const { spot, stake } of pending.flatMap((one) => stakesMoved(one, piecesOf)))
    bySpot.set(spot, (bySpot.get(spot) ?? 0) + stake)
  return bySpot
}

function stakesMoved({ command, events }: PendingCommand, piecesOf: PiecesOf): { spot: string; stake: number }[] {
  if (events) return events.flatMap(movedBy)
  const { spot, stake, bet, unit } = command
  if (typeof bet === 'string' && typeof unit === 'number')
    return piecesOf(bet).map((piece) => ({ spot: piece.spot, stake: piece.pieces * unit }))
  if (typeof spot !== 'string' || typeof stake !== 'number') return []
  return [{ spot, stake: command.do === 'withdraw' ? -stake : stake }]
}

function movedBy(event: TableEvent): { spot: string; stake: number }[] {
  if (event.type === 'wager-placed') return [{ spot: event.spot, stake: event.stake }]
  return event.type === 'wager-withdrawn' ? [{ spot: event.spot, stake: -event.stake }] : []
}
