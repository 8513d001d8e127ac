import { type Meters, meterHouse, metersFrom, noMeters } from '../house/meters.ts'
import { evolveHouse, freshHouse, type HouseState, houseFrom } from '../house/state.ts'
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
export const houseSnapshot = ({ state, meters }: HouseMemory, hash: string): string =>
  `${snapshotHead(hash)},"state":${JSON.stringify(state)},"meters":${JSON.stringify(meters)}}`

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
