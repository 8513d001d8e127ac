import type { Concluded } from './history.ts'
import type { Holding } from './holdings.ts'
import { PersistentMap } from './persistent-map.ts'
import type { Round, TableState } from './table.ts'

/** A state as text, and back: what a table starts again from instead of its whole journal. */
export const writeSnapshot = (state: TableState): string => JSON.stringify(state)

type Plain = Record<string, never>

export function readSnapshot(snapshot: unknown): TableState {
  // biome-ignore lint/suspicious/noExplicitAny: a snapshot is our own writing, read back
  const plain = snapshot as any
  return {
    ...plain,
    round: readRound(plain.round),
    ledger: mapOf(plain.ledger),
    colours: mapOf(plain.colours),
    warned: mapOf(plain.warned),
    history: { ...plain.history, rounds: mapOf<Concluded>(plain.history.rounds) },
  }
}

function readRound(round: Record<string, unknown>): Round {
  const wagers = 'wagers' in round ? { wagers: wagersOf(round.wagers as Plain) } : {}
  const setAside = 'setAside' in round ? { setAside: wagersOf(round.setAside as Plain) } : {}
  return { ...round, ...wagers, ...setAside } as Round
}

const mapOf = <V>(plain: Record<string, V>): PersistentMap<V> => PersistentMap.of(Object.entries(plain))

const wagersOf = (plain: Record<string, Record<string, Holding>>) =>
  PersistentMap.of(Object.entries(plain).map(([player, spots]) => [player, mapOf(spots)] as const))
