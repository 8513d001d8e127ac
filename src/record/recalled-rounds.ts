import type { TableEvent } from '../engine/events.ts'
import { evolve } from '../engine/evolve.ts'
import { type Concluded, isForgotten, keptRound, withRecalled } from '../engine/history.ts'
import type { Command } from '../engine/language.ts'
import { isConcluding, noteOtherRounds } from '../engine/prison-changes.ts'
import { freshTable, type TableState } from '../engine/table.ts'
import type { EntryReader } from './journal-reader.ts'
import { otherRoundsIn, type RoundPlace } from './round-index.ts'
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

/**
 * Replays a concluded round from its own entries: from its opening to its conclusion, then the later changes. They do not
 * contain the balances of the players. `memory`: the memory of the table after all entries so far.
 */
export async function replayRound(
  reader: Pick<EntryReader, 'pages'>,
  table: string,
  place: RoundPlace,
  memory: TableMemory,
): Promise<Concluded | undefined> {
  const { round, opened, concluded, changed } = place
  if (concluded === null) return undefined
  let state = freshTable({ ...memory.state.setup, limits: limitsOfRound(memory.limits, round) })
  for (const [first, last] of [[opened, concluded] as const, ...changed.map((seq) => [seq, seq] as const)])
    for await (const page of reader.pages(table, first, last))
      for (const { body } of page) state = afterEntry(state, readTableEntry(body), round)
  const found = keptRound(state.history, round)
  return found && { ...found, balances: {} }
}

const afterEntry = (state: TableState, entry: TableEntry, round: number): TableState =>
  'events' in entry ? entry.events.reduce((after, event) => afterEvent(after, event, round), state) : state

/** An event about another round matters only for the stakes that this round left in prison. */
function afterEvent(state: TableState, event: TableEvent, round: number): TableState {
  if ('round' in event && event.round === round) return evolve(state, event)
  const isAbout = isConcluding(event) && otherRoundsIn(event).includes(round)
  return isAbout ? { ...state, history: noteOtherRounds(state.history, event) } : state
}

/** Reads a concluded round of any age from a table's journal; `memory`: of the table, all of it on disk. */
export async function recallRound(
  reader: Pick<EntryReader, 'pages' | 'place'>,
  table: string,
  round: number,
  memory: TableMemory,
): Promise<Concluded | undefined> {
  const place = await reader.place(table, round)
  return place ? replayRound(reader, table, place, memory) : undefined
}

/** Memory for the one decision that is about these rounds. */
export const withRounds = (memory: TableMemory, rounds: readonly Concluded[]): TableMemory => ({
  ...memory,
  state: { ...memory.state, history: withRecalled(memory.state.history, rounds) },
})
