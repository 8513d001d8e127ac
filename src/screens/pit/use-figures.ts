import { useEffect, useState } from 'preact/hooks'
import type { Failure } from '../../client/api-calls.ts'
import type { HourRow } from '../../wire/floor-shapes.ts'
import { serviceFor } from '../kit/api.ts'
import { forgetSession } from '../kit/session.ts'
import { addHours } from './house-figures.ts'

/** What to ask the figures of a table with. */
export const figuresBy = (id: string, by: 'hour' | 'round') => ({ params: { id }, query: { by } })

const AGAIN_EVERY_MS = 60_000

type HourFigures = { hours: readonly HourRow[] | null; failure: Failure | null }

/** The hours of several tables as one, told again every minute. `hours` null: nothing was told yet. */
export function useHours(tables: readonly string[], token: string): HourFigures {
  const [told, setTold] = useState<HourFigures & { of: string }>({ hours: null, failure: null, of: '' })
  const key = tables.join(' ')
  useEffect(() => {
    let isCurrent = true
    const ask = async () => {
      const replies = await Promise.all(
        tables.map((table) => serviceFor(token).call('GET /api/tables/:id/figures', figuresBy(table, 'hour'))),
      )
      if (!isCurrent) return
      const failure = replies.find((reply) => !reply.ok) as Failure | undefined
      if (failure?.status === 401) return forgetSession()
      const hours = addHours(
        replies.flatMap((reply) => (reply.ok && reply.body.by === 'hour' ? [reply.body.figures] : [])),
      )
      setTold({ hours, failure: failure ?? null, of: key })
    }
    void ask()
    const timer = setInterval(() => void ask(), AGAIN_EVERY_MS)
    return () => {
      isCurrent = false
      clearInterval(timer)
    }
  }, [key, token])
  return told.of === key ? told : { hours: null, failure: null }
}
