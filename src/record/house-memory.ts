import { type Meters, meterHouse, metersFrom, noMeters } from '../house/meters.ts'
import { evolveHouse, freshHouse, type HouseState, houseFrom, laterMaps, maps } from '../house/state.ts'
import type { HouseEntry } from './house-entry.ts'
import { openSnapshot, snapshotHead } from './snapshot-binding.ts'
import type { Snapshot, Stored } from './stored-entry.ts'

/** All that the house remembers. */
export type HouseMemory = { state: HouseState; meters: Meters }

export const freshHouseMemory = (): HouseMemory => ({ state: freshHouse(), meters: noMeters() })

/** What the house is after one more of its entries. */
export const rememberHouse = ({ state, meters }: HouseMemory, { events }: Pick<HouseEntry, 'events'>): HouseMemory => ({
  state: events.reduce(evolveHouse, state),
  meters: events.reduce(meterHouse, meters),
})

/** `hash`: that of the entry after which the house was so. */
export function* houseSnapshot({ state, meters }: HouseMemory, hash: string): Generator<void, string> {
  // As they are now: what comes while it is written is of later.
  const written = maps.filter((name) => !laterMaps.includes(name) || state[name].size > 0)
  const all = written.map((name) => [name, state[name].columns()] as const)
  const counted = meters.columns()
  // Added up and not joined at the end: the whole is long, and would be copied in one go.
  const { ticketTotals, signingKeys } = state
  let text = `${snapshotHead(hash)},"state":{"ticketTotals":${JSON.stringify(ticketTotals)}`
  text += `,"signingKeys":${JSON.stringify(signingKeys)}`
  for (const [name, columns] of all) text += `,"${name}":${yield* writeColumns(columns)}`
  return `${text}},"meters":${yield* writeColumns(counted)}}`
}

const WRITTEN_AT_ONCE = 200

type Columns = { keys: readonly string[]; values: readonly unknown[] }

/** An object as text, so many fields at a time. */
function* writeColumns({ keys, values }: Columns): Generator<void, string> {
  let text = '{'
  for (let from = 0; from < keys.length; from += WRITTEN_AT_ONCE) {
    const names = keys.slice(from, from + WRITTEN_AT_ONCE)
    const part = JSON.stringify(Object.fromEntries(names.map((key, nth) => [key, values[from + nth]]))).slice(1, -1)
    text += from === 0 ? part : `,${part}`
    yield
  }
  return `${text}}`
}

/** Null where the snapshot does not fit: then the journal alone tells. */
export function readHouseSnapshot(snapshot: Snapshot, entry: Stored | undefined): HouseMemory | null {
  try {
    const opened = openSnapshot(snapshot, entry)
    if (opened.misfit !== undefined) return null
    return { state: houseFrom(opened.plain.state), meters: metersFrom(opened.plain.meters) }
  } catch {
    return null
  }
}
