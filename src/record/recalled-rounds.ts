import { evolve } from '../engine/evolve.ts'
import { type Concluded, isForgotten, keptRound, withRecalled } from '../engine/history.ts'
import type { Command } from '../engine/language.ts'
import { freshTable, type TableState } from '../engine/table.ts'
import { limitsOfRound } from './round-places.ts'
import type { TableEntry } from './table-entry.ts'
import type { TableMemory } from './table-memory.ts'

/** The rounds that a command is about and that the table has forgotten: they must be read from the journal first. */
export function forgottenBy(command: Command, { state }: TableMemory): number[] {
  if (!('rounds' in command || 'round' in command)) return []
  const named = 'rounds' in command ? command.rounds : 'round' in command ? [command.round] : []
  return [...new Set(named)].filter(
    (round): round is number => round !== undefined && isForgotten(state.history, round),
  )
}

/** A round as its own entries tell it, a few at a time: from its opening to its conclusion, then what changed it. */
export class RoundReplay {
  readonly #round: number
  #state: TableState

  constructor(round: number, { state: { setup }, places }: TableMemory) {
    this.#round = round
    this.#state = freshTable({ ...setup, limits: limitsOfRound(places, round) })
  }

  take(entry: TableEntry): void {
    if (!('events' in entry)) return
    const own = entry.events.filter((event) => 'round' in event && event.round === this.#round)
    this.#state = own.reduce(evolve, this.#state)
  }

  /** What players had in hand besides is not told by it. */
  get concluded(): Concluded | undefined {
    const found = keptRound(this.#state.history, this.#round)
    return found && { ...found, balances: {} }
  }
}

/** Memory for the one decision that is about these rounds. */
export const withRounds = (memory: TableMemory, rounds: readonly Concluded[]): TableMemory => ({
  ...memory,
  state: { ...memory.state, history: withRecalled(memory.state.history, rounds) },
})
