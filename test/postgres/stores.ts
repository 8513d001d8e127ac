import { inSuite } from '../suites.ts'
import { freshFolder, freshPlace, type HousePlace } from '../support/service.ts'
import { freshStore } from './fresh-store.ts'

async function placeInDatabase(): Promise<HousePlace> {
  const store = await freshStore()
  return { folder: freshFolder(), flags: { store }, store }
}

/** The stores for tests that are about a store: in the short suite SQLite. `contract.test.ts` always has both. */
export const stores = inSuite<readonly [name: string, fresh: () => Promise<HousePlace>]>(
  [
    ['SQLite', freshPlace],
    ['PostgreSQL', placeInDatabase],
  ],
  1,
)
