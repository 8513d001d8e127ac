import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

/**
 * The id of the request that is being served. It is in the log lines of the request, in its answer and in the request
 * forwarded to another node, which logs it too. No decision depends on it.
 */
const current = new AsyncLocalStorage<string>()

export const inRequest = <Result>(id: string, work: () => Result): Result => current.run(id, work)

/** The id of the request being served; undefined for work that the service does by itself. */
export const currentRequest = (): string | undefined => current.getStore()

const REQUEST_ID = /^[\w.-]{1,64}$/

export const isRequestId = (value: unknown): value is string => typeof value === 'string' && REQUEST_ID.test(value)

const process = randomBytes(6).toString('base64url').replaceAll('-', '_')
let count = 0

/** An id that no other process of the house makes. */
export const freshRequestId = (): string => `${process}-${(++count).toString(36)}`
