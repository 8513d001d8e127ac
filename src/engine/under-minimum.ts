import type { RuleBook } from '../books/rule-book.ts'
import { type Limits, limitsFor } from './limits.ts'
import { type Cents, zero } from './money.ts'
import type { PersistentMap } from './persistent-map.ts'
import { type Stake, totalOf } from './settlement.ts'

/**
 * Rounds that stand settled in which a player had wagers under the minimum, in their order. The first of these
 * settles them as usual; in every other round they go back (reading 5).
 */
export type UnderMinimum = PersistentMap<readonly number[]>

/** Whether an earlier round has settled a player's wagers under the minimum. */
export const isWarned = (rounds: UnderMinimum, player: string, round: number): boolean =>
  (rounds.get(player)?.[0] ?? round) < round

export const withRound = (rounds: UnderMinimum, round: number, players: readonly string[]): UnderMinimum =>
  players.reduce((after, player) => {
    const others = (after.get(player) ?? []).filter((one) => one !== round)
    return after.set(
      player,
      [...others, round].sort((a, b) => a - b),
    )
  }, rounds)

/** A void round has settled nothing, so the player's one time is still unused. */
export const withoutRound = (rounds: UnderMinimum, round: number, players: Iterable<string>): UnderMinimum =>
  [...players].reduce((after, player) => {
    const before = after.get(player) ?? []
    if (!before.includes(round)) return after
    return before.length === 1
      ? after.without(player)
      : after.set(
          player,
          before.filter((one) => one !== round),
        )
  }, rounds)

/** Returns the amount of a stake that was placed under the minimum. */
export function underPart({ spot, under, ...stake }: Stake, limits: Limits): Cents {
  const total = totalOf(stake)
  return under ?? (total < limitsFor(limits, spot.kind).min ? total : zero)
}

/**
 * Players whose wagers under the minimum are settled in a round for their one time, and players whose wagers go back.
 */
export type OneTime = { warned?: readonly string[]; again?: readonly string[] }

export function oneTimeIn(
  book: RuleBook,
  { limits, underMinimum, round }: { limits: Limits; underMinimum: UnderMinimum; round: number },
  stakes: readonly Stake[],
): OneTime {
  if (book.rules.limits.policy !== 'settled-by-rule') return {}
  const under = stakes.filter((stake) => underPart(stake, limits) > 0).map(({ player }) => player)
  const players = [...new Set(under)]
  const again = players.filter((player) => isWarned(underMinimum, player, round))
  const warned = players.filter((player) => !again.includes(player))
  return { ...(warned.length > 0 ? { warned } : {}), ...(again.length > 0 ? { again } : {}) }
}
