import { plainWish } from '../house/fields.ts'
import type { HouseWish, UnsignedWish } from '../house/house-commands.ts'
import type { HouseEvent } from '../house/house-events.ts'
import { houseRefusals } from '../house/house-refusals.ts'
import { HOUSE } from '../house/state.ts'
import { houseKey } from '../table/house-key.ts'
import { type Journal, JournalUnusable } from '../table/journal/journal.ts'
import { sqliteJournal } from '../table/journal/sqlite.ts'
import { houseMeans, type Means } from '../table/means/means.ts'
import { askHouse, type HouseStream, openHouse } from '../table/stream/house-stream.ts'
import { BadInput } from './input.ts'

/** Whoever has the machine's own console may do what an administrator may, while the service is stopped. */
const atConsole = { console: process.env.USER ?? 'console' }

/** The journal has ticket numbers in it: what is written to a data folder is for its owner alone. */
export const OWNER_ONLY = 0o077

export type House = { house: HouseStream; journal: Journal; means: Means; now: string }

/** Opens the house in a data folder, does something with it, and closes it. `setsPins`: a lost house key is made anew. */
export async function inHouse<T>(data: string, use: (house: House) => Promise<T>, setsPins = false): Promise<T> {
  process.umask(OWNER_ONLY)
  const journal = await sqliteJournal(data).catch(unusable)
  try {
    const now = () => new Date().toISOString()
    const { seq } = await journal.last(HOUSE)
    const key = houseKey(data, seq === 0 || setsPins)
    return await use({ house: await openHouse({ journal, now }), journal, means: houseMeans(key), now: now() })
  } catch (error) {
    return unusable(error)
  } finally {
    await journal.close()
  }
}

function unusable(error: unknown): never {
  if (!(error instanceof JournalUnusable)) throw error
  const hint = error.message.includes('in use') ? '; while the service runs, use its doors (docs/api.md)' : ''
  throw new BadInput(`${error.message}${hint}`)
}

/** Has the house do something, and gives what happened; a refusal is bad input, in words. */
export async function record({ house }: House, wish: UnsignedWish): Promise<readonly HouseEvent[]> {
  const { events, refused } = await askHouse(house, { ...plainWish(wish), by: atConsole } as HouseWish)
  if (refused) throw new BadInput(`${refused.refused}: ${houseRefusals[refused.refused].means}`)
  return events
}
