import { useRef } from 'preact/hooks'
import type { DealerView } from '../../engine/views.ts'
import { keep, readKeptJson } from '../storage.ts'
import { type Tints, tintsAfter } from './tints.ts'

/** The colours of a table's players, kept from one look to the next, and over a reload: at the console and at the pit desk. */
export function useTints(table: string, seats: DealerView['seats']): Tints {
  const key = `tints.${table}`
  const known = useRef<{ seats: DealerView['seats'] | null; tints: Tints }>(null)
  known.current ??= { seats: null, tints: new Map(readKeptJson<[string, string][]>(key) ?? []) }
  if (known.current.seats === seats) return known.current.tints
  const next = tintsAfter(known.current.tints, seats)
  const isSame = JSON.stringify([...next]) === JSON.stringify([...known.current.tints])
  known.current = { seats, tints: isSame ? known.current.tints : next }
  if (!isSame) keep(key, JSON.stringify([...next]))
  return known.current.tints
}
