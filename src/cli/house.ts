import type { HouseEvent } from '../house/events.ts'
import { houseMeans, type Means } from '../house/means.ts'
import type { Principal } from '../house/principals.ts'
import { type HouseRefusal, houseRefusals, isHouseRefusal } from '../house/refusals.ts'
import { HOUSE } from '../house/state.ts'
import { actorOf } from '../table/floor.ts'
import { HouseHost } from '../table/host/house-host.ts'
import { houseKey } from '../table/house-key.ts'
import { type Journal, JournalUnusable } from '../table/journal/journal.ts'
import { sqliteJournal } from '../table/journal/sqlite.ts'
import { BadInput } from './input.ts'

/** Whoever has the machine's own console may do what an administrator may, while the service is stopped. */
export const atConsole: Principal = { kind: 'console', name: process.env.USER ?? 'console' }

/** The journal has ticket numbers in it: what is written to a data folder is for its owner alone. */
export const OWNER_ONLY = 0o077

export type House = { host: HouseHost; journal: Journal; means: Means; now: string }

/** Opens the house in a data folder, does something with it, and closes it. `setsPins`: a lost house key is made anew. */
export async function inHouse<T>(data: string, use: (house: House) => Promise<T>, setsPins = false): Promise<T> {
  process.umask(OWNER_ONLY)
  const journal = await sqliteJournal(data).catch(unusable)
  try {
    const now = () => new Date().toISOString()
    const { seq } = await journal.last(HOUSE)
    const key = houseKey(data, seq === 0 || setsPins)
    return await use({ host: await HouseHost.open(journal, now), journal, means: houseMeans(key), now: now() })
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

/** Records what was decided; a refusal is bad input, in words. */
export async function record<T extends { events: readonly HouseEvent[] }>(
  { host }: House,
  decided: T | HouseRefusal,
): Promise<T> {
  if (isHouseRefusal(decided)) throw new BadInput(`${decided.refused}: ${houseRefusals[decided.refused].means}`)
  await host.commit(decided.events, actorOf(atConsole))
  return decided
}
