import { useEffect, useState } from 'preact/hooks'
import type { Failure, RouteInput } from '../../client/api-calls.ts'
import type { AnswerOf, RouteName } from '../../wire/routes.ts'
import { serviceFor } from './api.ts'
import { forgetSession, staff } from './session.ts'

/** Caller of a route: staff, a terminal, or a visitor. Another `as` repeats the request. */
type Caller = { readonly token: string | null; readonly as?: string }
export const anybody: Caller = { token: null }

/** The last answer, kept while another is awaited. `failure`: of the last request. */
type ApiState<T> = { body: T | null; failure: Failure | null; question: string }

/** Calls a route now, when its input changes, and on `again`. Without a caller it sends no request. */
export function useApi<Name extends RouteName>(caller: Caller | null, name: Name, ...input: RouteInput<Name>) {
  const [state, setState] = useState<ApiState<AnswerOf<Name>>>({ body: null, failure: null, question: '' })
  const [times, setTimes] = useState(0)
  const question = caller ? JSON.stringify([caller.token, caller.as, name, input]) : ''
  useEffect(() => {
    if (!caller) return
    let isCurrent = true
    void serviceFor(caller.token)
      .call(name, ...input)
      .then((reply) => {
        if (!isCurrent) return
        if (!reply.ok && reply.status === 401 && caller.token === staff.peek()?.token) forgetSession()
        setState((before) =>
          reply.ok ? { body: reply.body, failure: null, question } : { ...before, failure: reply, question },
        )
      })
    return () => {
      isCurrent = false
    }
  }, [question, times])
  const { body, failure } = state
  return { body, failure, isAsking: state.question !== question, again: () => setTimes((before) => before + 1) }
}

const POLLED_EVERY_MS = 3_000

/** Calls a route now and every few seconds. */
export function usePolled<Name extends RouteName>(caller: Caller, name: Name, ...input: RouteInput<Name>) {
  const { body, failure, again } = useApi(caller, name, ...input)
  useEffect(() => {
    const timer = setInterval(again, POLLED_EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return { body, failure }
}

/** Returns the short name of a table, asked again after each break; null while it is not known. */
export function useTableName(table: string, isLive = true): string | null {
  const { body } = useApi(isLive ? anybody : null, 'GET /api/tables/:id', { params: { id: table } })
  return body?.short ?? null
}
