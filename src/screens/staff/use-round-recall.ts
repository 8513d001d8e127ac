import { useEffect, useState } from 'preact/hooks'
import type { Failure } from '../../client/api-calls.ts'
import type { StaffRecall } from '../../wire/floor-shapes.ts'
import { serviceFor } from '../kit/api.ts'

/** A round as the service keeps it, told anew when `as` changes: a correction, say. Null: it is asked for. */
export function useRoundRecall(
  table: string,
  token: string,
  round: number | null,
  as = '',
): StaffRecall | Failure | null {
  const [told, setTold] = useState<{ of: string; found: StaffRecall | Failure } | null>(null)
  const of = `${table} ${round} ${as}`
  useEffect(() => {
    if (round === null) return
    let isCurrent = true
    const asked = { params: { id: table, round: String(round) } }
    void serviceFor(token)
      .call('GET /api/tables/:id/rounds/:round', asked)
      .then((reply) => {
        if (isCurrent) setTold({ of, found: reply.ok ? (reply.body as StaffRecall) : reply })
      })
    return () => {
      isCurrent = false
    }
  }, [of, token])
  return told?.of === of ? told.found : null
}
