import { signal } from '@preact/signals'
import { keep, readKeptJson } from '../storage.ts'
import type { SpotStake } from './bets.ts'

/** A pattern that a player keeps under a name of their own; empty: it goes by its number. */
export type Favourite = { name: string; stakes: readonly SpotStake[] }

const FAVOURITES_MAX = 6
export const NAME_MAX = 24

/** By book and layout: a spot of one book may not be on another's layout. */
export function favouritesOf(book: string, layout: string) {
  const key = `favourites.${book}.${layout}`
  const list = signal<readonly Favourite[]>(readFavourites(readKeptJson<unknown[]>(key)))
  const set = (next: readonly Favourite[]) => {
    list.value = next
    keep(key, JSON.stringify(next))
  }
  return {
    list,
    add: (stakes: readonly SpotStake[], name = '') =>
      set(
        [{ name, stakes }, ...list.value.filter((one) => !areSameStakes(one.stakes, stakes))].slice(0, FAVOURITES_MAX),
      ),
    rename: (index: number, name: string) =>
      set(list.value.map((one, at) => (at === index ? { ...one, name: name.slice(0, NAME_MAX) } : one))),
    remove: (index: number) => set(list.value.filter((_, at) => at !== index)),
  }
}

/** Those that were kept before they had names are lists of stakes. */
export const readFavourites = (kept: unknown[] | null): readonly Favourite[] =>
  (kept ?? []).map((one) => (Array.isArray(one) ? { name: '', stakes: one as SpotStake[] } : (one as Favourite)))

const areSameStakes = (a: readonly SpotStake[], b: readonly SpotStake[]): boolean =>
  JSON.stringify(a) === JSON.stringify(b)
