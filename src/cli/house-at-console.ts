import { existsSync, statSync } from 'node:fs'
import { plainWish } from '../house/fields.ts'
import type { PeopleWish, UnsignedWish } from '../house/house-commands.ts'
import type { HouseEvent } from '../house/house-events.ts'
import { type HouseRefusal, houseRefusals } from '../house/house-refusals.ts'
import { staffView } from '../house/people.ts'
import { HOUSE } from '../house/state.ts'
import { RecordUnreadable } from '../record/versions.ts'
import { ClockUnusable, machineTime } from '../service/clock.ts'
import { openNodeClock } from '../service/cluster/open-node-clock.ts'
import { askConsole, type ConsoleAnswer, type ConsoleRequest, type StaffView } from '../service/console-socket.ts'
import { houseKeyFile } from '../service/files.ts'
import { houseKey, mustBeSharedKey } from '../service/house-key.ts'
import { EntryDamaged, type Journal, JournalUnusable } from '../service/journal/journal.ts'
import { backupRemedy, holdsJournal, isDatabase, openStore } from '../service/journal/open-store.ts'
import { houseKeyMaterial, type KeyMaterial } from '../service/secrets/key-material.ts'
import { snapshotSeal } from '../service/secrets/snapshot-seal.ts'
import { askHouse, type HouseStream, openHouse } from '../service/stream/house-stream.ts'
import { BadInput } from './declaration.ts'

/** The user of the machine's own console has the permissions of an administrator. */
export const atConsole = { console: process.env.USER ?? 'console' }

/** The journal has ticket numbers in it: what is written to a data folder is for its owner alone. */
export const OWNER_ONLY = 0o077

export type House = { house: HouseStream; journal: Journal; keyMaterial: KeyMaterial; now: string }

/** The place of a house: its data folder with the house key, and its store, which is that folder or a database. */
export type HousePlace = { data: string; store: string; keyFile: string | undefined }

type PlaceFlags = { data?: string | undefined; store?: string | undefined }

/** As the service finds it: flags before the environment. */
export function housePlaceOf(flags: PlaceFlags, environment: NodeJS.ProcessEnv = process.env): HousePlace {
  const data = flags.data ?? environment.CROUPIER_DATA ?? 'croupier-data'
  const store = flags.store ?? environment.CROUPIER_STORE
  return { data, store: store || data, keyFile: environment.CROUPIER_HOUSE_KEY_FILE }
}

/** `makes`: create a missing house. `setsPins`: create a new house key if it is lost. */
type HouseOpening = { makes?: boolean; setsPins?: boolean }

/** Opens a house, does something with it, and closes it. */
export async function inHouse<T>(
  place: HousePlace,
  use: (house: House) => Promise<T>,
  { makes = false, setsPins = false }: HouseOpening = {},
): Promise<T> {
  process.umask(OWNER_ONLY)
  const { data, store, keyFile } = place
  if (!makes) mustBeThere(store)
  mustHaveTime()
  return inStore(store, { makes }, async (journal) => {
    const now = await clockOf(journal)
    const { seq } = await journal.last(HOUSE)
    const isLost = !existsSync(keyFile ?? houseKeyFile(data))
    const key = houseKey(data, seq === 0 || setsPins, keyFile)
    await mustBeSharedKey(journal, key, isLost && setsPins)
    const house = await openHouse({ journal, now, seal: snapshotSeal(key) })
    return use({ house, journal, keyMaterial: houseKeyMaterial(key), now: now() })
  })
}

/** Opens a store, does something with its journal, and closes it. A store that cannot be used is bad input. */
export async function inStore<T>(
  store: string,
  opening: { makes: boolean },
  use: (journal: Journal) => Promise<T>,
): Promise<T> {
  const journal = await openStore(store, opening).catch((error) => unusable(error, store))
  try {
    return await use(journal)
  } catch (error) {
    return unusable(error, store)
  } finally {
    await journal.close()
  }
}

/** Entries of a cluster go by the store's clock, as those of its nodes do. */
async function clockOf(journal: Journal): Promise<() => string> {
  const { leases } = journal
  return leases ? (await openNodeClock({ ...journal, leases })).now : machineTime
}

/** A house is not begun with a key and without an entry: that is how a lost journal looks. */
function mustHaveTime(): void {
  try {
    machineTime()
  } catch (error) {
    throw error instanceof ClockUnusable ? new BadInput(error.message) : error
  }
}

/** A mistyped folder is refused, so that no second house is created there. */
function mustBeThere(store: string): void {
  if (isDatabase(store)) return
  if (!existsSync(store)) throw new BadInput(`${store} is not there`)
  if (statSync(store).isDirectory() && !holdsJournal(store) && !existsSync(houseKeyFile(store)))
    throw new BadInput(`${store} holds no journal`)
}

function unusable(error: unknown, store: string): never {
  if (error instanceof EntryDamaged) throw new BadInput(withRemedy(error, store))
  if (error instanceof RecordUnreadable) throw new BadInput(error.message)
  if (!(error instanceof JournalUnusable)) throw error
  const hint = error.message.includes('in use') ? '; while the service runs, use its HTTP API (docs/api.md)' : ''
  throw new BadInput(`${error.message}${hint}`)
}

/** A damaged table alone stays closed. Without the house, no caller is known. */
export const withRemedy = ({ message }: EntryDamaged, store: string): string =>
  `${message}; without it the house does not open: ${backupRemedy(store)}`

/** Has the house do something, and gives what happened; a refusal is bad input, in words. */
export async function record({ house }: House, wish: UnsignedWish): Promise<readonly HouseEvent[]> {
  const { events, refused } = await askHouse(house, { ...plainWish(wish), by: atConsole } as PeopleWish)
  return refused ? refuseInWords(refused) : events
}

function refuseInWords({ refused }: HouseRefusal): never {
  throw new BadInput(`${refused}: ${houseRefusals[refused].means}`)
}

/** The staff of a house, whether its service runs or not. */
export type StaffDesk = {
  list(): Promise<readonly StaffView[]>
  record(wish: UnsignedWish): Promise<void>
  keyMaterial: KeyMaterial
}

/** Through the service where one runs on the data folder, else in the folder itself. */
export async function atStaffDesk<T>(
  place: HousePlace,
  use: (desk: StaffDesk) => Promise<T>,
  opening: HouseOpening,
): Promise<T> {
  const { data, store, keyFile } = place
  if (await askConsole(data, { list: 'staff' }))
    return Promise.try(() => use(deskOfService(data, keyFile))).catch((error) => unusable(error, store))
  return inHouse(place, (house) => use(deskOf(house)), opening)
}

const deskOf = (at: House): StaffDesk => ({
  list: async () =>
    at.house.settled.state.staff.entries().map(([, one]) => staffView(at.house.settled.state, one, at.now)),
  record: async (wish) => void (await record(at, wish)),
  keyMaterial: at.keyMaterial,
})

const deskOfService = (data: string, keyFile: string | undefined): StaffDesk => ({
  async list() {
    const answer = await toldByService(data, { list: 'staff' })
    return 'staff' in answer ? answer.staff : []
  },
  async record(wish) {
    await toldByService(data, { ask: wish, name: atConsole.console })
  },
  keyMaterial: houseKeyMaterial(houseKey(data, false, keyFile)),
})

async function toldByService(data: string, request: ConsoleRequest): Promise<ConsoleAnswer> {
  const answer = (await askConsole(data, request)) ?? { problem: 'the service has just stopped; try again' }
  if ('problem' in answer) throw new BadInput(answer.problem)
  return 'refused' in answer ? refuseInWords(answer.refused) : answer
}
