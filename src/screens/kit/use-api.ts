import { useEffect, useState } from 'preact/hooks'
import type { Failure, RouteInput } from '../../client/api-calls.ts'
import type { AnswerOf, RouteName } from '../../wire/routes.ts'
import { serviceFor } from './api.ts'
import { forgetSession } from './session.ts'

type Heard<T> = { body: T | null; failure: Failure | null }

/** What a door says now, and again when asked. */
export function useDoor<Name extends RouteName>(
  token: string,
  name: Name,
  ...told: RouteInput<Name>
): Heard<AnswerOf<Name>> & { again: () => void } {
  const [heard, setHeard] = useState<Heard<AnswerOf<Name>>>({ body: null, failure: null })
  const [times, setTimes] = useState(0)
  useEffect(() => {
    let isCurrent = true
    serviceFor(token)
      .call(name, ...told)
      .then((reply) => {
        if (!isCurrent) return
        if (reply.ok) setHeard({ body: reply.body, failure: null })
        else if (reply.status === 401) forgetSession()
        else setHeard((before) => ({ ...before, failure: reply }))
      })
    return () => {
      isCurrent = false
    }
  }, [name, JSON.stringify(told), token, times])
  return { ...heard, again: () => setTimes((before) => before + 1) }
}

const POLLED_EVERY_MS = 3_000

/** What a door says now and every few seconds; null until it has said something. */
export function usePolled<Name extends RouteName>(
  token: string,
  name: Name,
  ...told: RouteInput<Name>
): AnswerOf<Name> | null {
  const { body, again } = useDoor(token, name, ...told)
  useEffect(() => {
    const timer = setInterval(again, POLLED_EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return body
}
