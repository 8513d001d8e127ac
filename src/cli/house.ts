import { houseKey } from '../table/config.ts'
import type { HouseEvent } from '../table/house/events.ts'
import { houseMeans, type Means } from '../table/house/means.ts'
import type { Principal } from '../table/house/principals.ts'
import { type HouseRefusal, houseRefusals, isHouseRefusal } from '../table/house/refusals.ts'
import { HouseHost } from '../table/house-host.ts'
import { JournalUnusable } from '../table/journal/journal.ts'
import { sqliteJournal } from '../table/journal/sqlite.ts'
import { BadInput } from './input.ts'

/** Whoever has the machine's own console may do what an administrator may, while the service is stopped. */
export const atConsole: Principal = { kind: 'console', name: process.env.USER ?? 'console' }

export type House = { host: HouseHost; means: Means; now: string }

/** Opens the house in a data folder, does something with it, and closes it. */
export async function inHouse<T>(data: string, use: (house: House) => Promise<T>): Promise<T> {
  const journal = await sqliteJournal(data).catch((error) => {
    if (error instanceof JournalUnusable)
      throw new BadInput(`${error.message}; while the service runs, use its doors (docs/api.md)`)
    throw error
  })
  try {
    const now = () => new Date().toISOString()
    const host = await HouseHost.open(journal, now)
    return await use({ host, means: houseMeans(houseKey(data)), now: now() })
  } finally {
    await journal.close()
  }
}

/** Records what was decided; a refusal is bad input, in words. */
export async function record<T extends { events: readonly HouseEvent[] }>(
  { host }: House,
  decided: T | HouseRefusal,
): Promise<T> {
  if (isHouseRefusal(decided)) throw new BadInput(`${decided.refused}: ${houseRefusals[decided.refused].means}`)
  await host.commit(decided.events, `console:${(atConsole as { name: string }).name}`)
  return decided
}
