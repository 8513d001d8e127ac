import { useEffect, useState } from 'preact/hooks'
import type { Pocket } from '../../books/rule-book.ts'
import type { Draw } from '../../engine/draw.ts'
import type { Adjustment } from '../../engine/events.ts'
import type { Line } from '../../engine/settlement.ts'
import { call, type Failure } from '../kit/api.ts'

/** A concluded round as staff recall it. */
export type Recalled = {
  round: number
  pocket: Pocket | null
  void: string | null
  draw: Draw | null
  lines: readonly Line[]
  adjustments: readonly Adjustment[]
}

/** A round as the service keeps it, told anew when `as` changes: a correction, say. Null: it is asked for. */
export function useRecalled(table: string, token: string, round: number | null, as = ''): Recalled | Failure | null {
  const [told, setTold] = useState<{ of: string; found: Recalled | Failure } | null>(null)
  const of = `${table} ${round} ${as}`
  useEffect(() => {
    if (round === null) return
    let isCurrent = true
    const path = `/api/tables/${encodeURIComponent(table)}/rounds/${round}`
    void call<Recalled>('GET', path, { token }).then((reply) => {
      if (isCurrent) setTold({ of, found: reply.ok ? reply.body : reply })
    })
    return () => {
      isCurrent = false
    }
  }, [of, token])
  return told?.of === of ? told.found : null
}
