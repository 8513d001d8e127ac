import { signal } from '@preact/signals'
import { keep, readKeptJson } from '../storage.ts'
import type { Stake } from './bets.ts'

/** Patterns that a player keeps, by book and layout: a spot of one book may not be on another's layout. */
const FAVOURITES_MAX = 6

export function favouritesOf(book: string, layout: string) {
  const name = `favourites.${book}.${layout}`
  const list = signal<readonly (readonly Stake[])[]>(readKeptJson<Stake[][]>(name) ?? [])
  const set = (next: readonly (readonly Stake[])[]) => {
    list.value = next
    keep(name, JSON.stringify(next))
  }
  return {
    list,
    add: (stakes: readonly Stake[]) =>
      set([stakes, ...list.value.filter((one) => !isSame(one, stakes))].slice(0, FAVOURITES_MAX)),
    remove: (index: number) => set(list.value.filter((_, at) => at !== index)),
  }
}

const isSame = (a: readonly Stake[], b: readonly Stake[]): boolean => JSON.stringify(a) === JSON.stringify(b)
