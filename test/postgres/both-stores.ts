import { freshFolder, freshPlace, type HousePlace } from '../support/service.ts'
import { freshStore } from './fresh-store.ts'

async function placeInDatabase(): Promise<HousePlace> {
  const store = await freshStore()
  return { folder: freshFolder(), flags: { store }, store }
}

/** For tests that are about a store: each of them is for both. */
export const bothStores: readonly (readonly [name: string, fresh: () => Promise<HousePlace>])[] = [
  ['SQLite', freshPlace],
  ['PostgreSQL', placeInDatabase],
]
