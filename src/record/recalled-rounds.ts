import type { TableEvent } from '../engine/events.ts'
import { evolve } from '../engine/evolve.ts'
import { type Concluded, isForgotten, keptRound, withRecalled } from '../engine/history.ts'
import type { Command } from '../engine/language.ts'
import { freshTable } from '../engine/table.ts'
import type { RoundPlace } from './round-index.ts'
import { limitsOfRound } from './round-limits.ts'
import { readTableEntry, type TableEntry } from './table-entry.ts'
import type { TableMemory } from './table-memory.ts'

/** The rounds that a command is about and that the table has forgotten: they must be read from the journal first. */
export function forgottenBy(command: Command, { state }: TableMemory): number[] {
  if (!('rounds' in command || 'round' in command)) return []
  const named = 'rounds' in command ? command.rounds : 'round' in command ? [command.round] : []
  return [...new Set(named)].filter(
    (round): round is number => round !== undefined && isForgotten(state.history, round),
  )
}

/** The entries of one table between two numbers, in order, a page at a time. */
export type EntriesBetween = (first: number, last: number) => AsyncIterable<readonly { body: string }[]>

/**
 * A concluded round as its own entries tell it: from its opening to its conclusion, then what changed it. What players had in
 * hand besides is not told by them. `memory`: of the table, after all entries so far.
 */
export async function replayRound(
  place: RoundPlace,
  memory: TableMemory,
  entriesBetween: EntriesBetween,
): Promise<Concluded | undefined> {
  const { round, opened, concluded, changed } = place
  if (concluded === null) return undefined
  let state = freshTable({ ...memory.state.setup, limits: limitsOfRound(memory.limits, round) })
  for (const [first, last] of [[opened, concluded] as const, ...changed.map((seq) => [seq, seq] as const)])
    for await (const page of entriesBetween(first, last))
      for (const { body } of page) state = eventsOfRound(readTableEntry(body), round).reduce(evolve, state)
  const found = keptRound(state.history, round)
  return found && { ...found, balances: {} }
}

const eventsOfRound = (entry: TableEntry, round: number): TableEvent[] =>
  'events' in entry ? entry.events.filter((event) => 'round' in event && event.round === round) : []

/** Memory for the one decision that is about these rounds. */
export const withRounds = (memory: TableMemory, rounds: readonly Concluded[]): TableMemory => ({
  ...memory,
  state: { ...memory.state, history: withRecalled(memory.state.history, rounds) },
})
