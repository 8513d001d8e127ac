import { memoByIdentity } from './memo.ts'
import { type Cents, subtract, times, zero } from './money.ts'
import type { Line } from './settlement.ts'

/**
 * A stake in prison: it stays on its spot until the next round that is settled. `rounds`: those that imprisoned it, the
 * one in which it was wagered first.
 */
export type Prisoner = { player: string; spot: string; rounds: readonly number[]; cash: Cents; chips: number }
export type Prison = readonly Prisoner[]

export const emptyPrison: Prison = []

/** The permanent key of a wager: a player has at most one stake on a spot in play in a round. */
export type PrisonerKey = { player: string; spot: string; round: number }

export const prisonerKey = ({ player, spot, round }: PrisonerKey): string => `${round} ${spot} ${player}`
export const keyOfPrisoner = ({ player, spot, rounds }: Prisoner): string =>
  prisonerKey({ player, spot, round: rounds[0]! })

/** `round`: the round of the line. */
export const keyOfLine = ({ player, spot, imprisonedIn }: Line, round: number): string =>
  prisonerKey({ player, spot, round: imprisonedIn ?? round })

/** The rounds that had imprisoned the stake before the line; empty if it was wagered in the line's own round. */
export const roundsBefore = ({ imprisonedIn, through = [] }: Line): readonly number[] =>
  imprisonedIn === undefined ? [] : [imprisonedIn, ...through]

const byPlayer = memoByIdentity((prison: Prison) => {
  const own = new Map<string, Prisoner[]>()
  for (const prisoner of prison) {
    const before = own.get(prisoner.player)
    if (before) before.push(prisoner)
    else own.set(prisoner.player, [prisoner])
  }
  return own
})

export const prisonersOf = (prison: Prison, player: string): readonly Prisoner[] => byPlayer(prison).get(player) ?? []

/** The stakes that a settled round leaves in prison. Its lines include all that were there before. */
export const prisonersLeft = (lines: readonly Line[], round: number): Prison =>
  lines.filter(({ result }) => result === 'imprisoned').map((line) => prisonerIn(line, round))

function prisonerIn(line: Line, round: number): Prisoner {
  const { player, spot, imprisoned = zero, chips } = line
  const count = chips?.imprisoned ?? 0
  const cash = subtract(imprisoned, times(chips?.value ?? zero, count))
  return { player, spot, rounds: [...roundsBefore(line), round], cash, chips: count }
}
