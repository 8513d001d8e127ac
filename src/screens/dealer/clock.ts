import { useEffect, useRef, useState } from 'preact/hooks'
import { type Glance, tables } from '../kit/api.ts'

/** Seconds since this screen saw `what` change. */
export function useSecondsSince(what: string): number {
  const since = useRef({ what, at: Date.now() })
  if (since.current.what !== what) since.current = { what, at: Date.now() }
  const [, tick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 500)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.floor((Date.now() - since.current.at) / 1000))
}

export const clockText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** A service that says slow down answers all the same. */
const isHeard = (status: number): boolean => status > 0 && status < 500

const ASK_EVERY_MS = 3_000

/** The table as the floor sees it: its name, its wheel, whether it is stopped. Null until the service has said it. */
export function useGlance(table: string): { glance: Glance | null; isAnswering: boolean } {
  const [seen, setSeen] = useState<{ glance: Glance | null; isAnswering: boolean }>({ glance: null, isAnswering: true })
  useEffect(() => {
    let isOver = false
    const ask = async () => {
      const reply = await tables()
      if (isOver) return
      const glance = reply.ok ? (reply.body.find(({ id }) => id === table) ?? null) : null
      setSeen((before) => ({ glance: glance ?? before.glance, isAnswering: reply.ok || isHeard(reply.status) }))
    }
    void ask()
    const timer = setInterval(ask, ASK_EVERY_MS)
    return () => {
      isOver = true
      clearInterval(timer)
    }
  }, [table])
  return seen
}
