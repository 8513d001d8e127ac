import { freshFolder } from '../../src/table/testing.ts'
import { freshStore } from './fresh-store.ts'

/** Where a new house is: its folder, what `serve` is told of its store, and what its journal is opened and read by. */
export type HousePlace = { folder: string; flags: Readonly<Record<string, string>>; store: string }

/** For tests that are about a store: each of them is for both. */
export const bothStores: readonly (readonly [name: string, fresh: () => Promise<HousePlace>])[] = [
  [
    'SQLite',
    async () => {
      const folder = freshFolder()
      return { folder, flags: {}, store: folder }
    },
  ],
  [
    'PostgreSQL',
    async () => {
      const store = await freshStore()
      return { folder: freshFolder(), flags: { store }, store }
    },
  ],
]
