import { evolveHouse, freshHouse, type HouseState, houseFrom, laterMaps, maps } from '../house/state.ts'
import type { HouseEntry } from './house-entry.ts'
import { openSnapshot, snapshotHead, writeColumns } from './snapshot-binding.ts'
import type { Snapshot, Stored } from './stored-entry.ts'

/** The memory of the house's stream. */
export type HouseMemory = { state: HouseState }

export const freshHouseMemory = (): HouseMemory => ({ state: freshHouse() })

/** Returns the house after one more of its entries. */
export const rememberHouse = ({ state }: HouseMemory, { events }: Pick<HouseEntry, 'events'>): HouseMemory => ({
  state: events.reduce(evolveHouse, state),
})

/** `hash`: that of the entry after which the house was so. */
export function* houseSnapshot({ state }: HouseMemory, hash: string): Generator<void, string> {
  // The values of this moment: later changes must not enter the snapshot while it is written.
  const written = maps.filter((name) => !laterMaps.includes(name) || state[name].size > 0)
  const all = written.map((name) => [name, state[name].columns()] as const)
  // Added up and not joined at the end: the whole is long, and would be copied in one go.
  let text = `${snapshotHead(hash)},"state":{"signingKeys":${JSON.stringify(state.signingKeys)}`
  for (const [name, columns] of all) text += `,"${name}":${yield* writeColumns(columns)}`
  return `${text}}}`
}

/** Reads the state from a snapshot. Null if the snapshot does not fit its entry: then the journal is replayed. */
export function readHouseSnapshot(snapshot: Snapshot, entry: Stored | undefined): HouseMemory | null {
  try {
    const opened = openSnapshot(snapshot, entry)
    return opened.misfit === undefined ? { state: houseFrom(opened.plain.state) } : null
  } catch {
    return null
  }
}
