import { EntryDamaged, JournalConflict, JournalUnusable, LeaseLost, StoreFault } from '../journal.ts'

/** Translates errors of PostgreSQL and the network into those of the journal's contract. */

type ServerError = Error & { code?: string; severity?: string; detail?: string }

export const codeOf = (error: unknown): string =>
  (error as ServerError).code ?? (lostWords.test((error as ServerError).message) ? LOST : '')

/**
 * Codes after which the session cannot be used: its last statement may have been executed or not. Codes without a digit
 * come from the network.
 */
const endsSession = (code: string): boolean =>
  /^(08|57P|25006|58|XX)/.test(code) || /^[A-Z_]+$/.test(code) || code === LOST

/** The driver's own messages, without a code, about a connection that was lost or never opened. */
const LOST = 'lost'
const lostWords = /Connection terminated|connection ended|not queryable|timeout|timed out|Client was closed/i

/**
 * The server executed nothing, and a retry may succeed: disk or memory full, too many connections, deadlock, lock,
 * cancellation.
 */
const isRefusedForNow = (code: string): boolean => /^(53|40001|40P01|55P03|55006|57014)/.test(code)

/** Faults of the server, its disk or the network that may pass. Damaged pages do not. */
const isPassingCode = (code: string): boolean =>
  isRefusedForNow(code) || (endsSession(code) && !/^XX00[12]$/.test(code))

const ours = [EntryDamaged, JournalConflict, JournalUnusable, LeaseLost, StoreFault]
const isOurs = (error: unknown): error is Error => ours.some((kind) => error instanceof kind)

export const mustReconnect = (error: unknown): boolean => !isOurs(error) && endsSession(codeOf(error))

const TAKEN = '23505'

export function faultOf(error: unknown): Error {
  if (isOurs(error)) return error
  const code = codeOf(error)
  // A fault of neither the server nor the network: a bug, or an impossible request.
  if (code === '') return error as Error
  if (code === TAKEN) return new JournalConflict((error as ServerError).detail ?? 'the place is taken')
  return new StoreFault(inWords(error), isPassingCode(code))
}

const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nobody answers there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'its name cannot be looked up',
  ETIMEDOUT: 'it does not answer',
  EHOSTUNREACH: 'the network has no route to it',
  ENETUNREACH: 'the network has no route to it',
  ECONNRESET: 'the connection was lost',
  EPIPE: 'the connection was lost',
  '53100': 'its disk is full',
  '53300': 'it has no connection left',
  '57P01': 'it is being shut down',
  '57P02': 'it has crashed and starts again',
  '57P03': 'it is starting or being shut down',
  '25006': 'it may only be read',
}

/** One line without the statement, which may hold a secret. */
export function inWords(error: unknown): string {
  const { message, errors } = error as ServerError & { errors?: readonly Error[] }
  // Every address of a name was tried.
  if (errors?.[0]) return inWords(errors[0])
  const known = words[codeOf(error)]
  if (known) return known
  if (/timeout|timed out/i.test(message)) return 'it does not answer'
  if (/Connection terminated|connection ended|not queryable/i.test(message)) return 'the connection was lost'
  return message.split('\n')[0]!
}
