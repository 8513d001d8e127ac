import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

/**
 * The id of the request that is being served. It is in the log lines of the request, in its answer and in what is forwarded to
 * another node, which logs it too. Nothing is decided by it.
 */
const current = new AsyncLocalStorage<string>()

export const inRequest = <Result>(id: string, work: () => Result): Result => current.run(id, work)

/** The request that this is done for; undefined where the service does something by itself. */
export const currentRequest = (): string | undefined => current.getStore()

const REQUEST_ID = /^[\w.-]{1,64}$/

export const isRequestId = (value: unknown): value is string => typeof value === 'string' && REQUEST_ID.test(value)

const process = randomBytes(6).toString('base64url').replaceAll('-', '_')
let count = 0

/** No other process of the house makes the same one. */
export const freshRequestId = (): string => `${process}-${(++count).toString(36)}`
