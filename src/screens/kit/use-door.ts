import { useEffect, useState } from 'preact/hooks'
import { call, type Failure } from './api.ts'
import { forgetSession } from './session.tsx'

export type Told<T> = { body: T | null; failure: Failure | null; again: () => void }

/** What a door says now, and again when asked. */
export function useDoor<T>(path: string, token: string): Told<T> {
  const [told, setTold] = useState<{ body: T | null; failure: Failure | null }>({ body: null, failure: null })
  const [times, setTimes] = useState(0)
  useEffect(() => {
    let isCurrent = true
    call<T>('GET', path, { token }).then((reply) => {
      if (!isCurrent) return
      if (reply.ok) setTold({ body: reply.body, failure: null })
      else if (reply.status === 401) forgetSession()
      else setTold((before) => ({ ...before, failure: reply }))
    })
    return () => {
      isCurrent = false
    }
  }, [path, token, times])
  return { ...told, again: () => setTimes((before) => before + 1) }
}
