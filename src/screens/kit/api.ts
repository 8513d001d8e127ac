import type { Pocket } from '../../books/rule-book.ts'
import type { Draw } from '../../engine/draw.ts'
import type { Limits } from '../../engine/limits.ts'
import type { Cents } from '../../engine/money.ts'
import type { Phase } from '../../engine/table.ts'
import type { PlayerRound, Result } from '../../engine/views.ts'
import type { Refused } from '../../words/refusal.ts'
import { language } from './language.ts'

/** The service's HTTP doors (docs/api.md). */
export type Failure = { status: number; refused?: Refused; problem?: string }
export type Reply<T> = { ok: true; body: T } | ({ ok: false } & Failure)

export async function call<T>(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  { body, token }: { body?: object; token?: string | null } = {},
): Promise<Reply<T>> {
  try {
    const response = await fetch(path, {
      method,
      headers: {
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const isJson = response.headers.get('content-type')?.includes('json')
    const told = isJson ? await response.json() : await response.text()
    return response.ok ? { ok: true, body: told as T } : { ok: false, status: response.status, ...failureOf(told) }
  } catch {
    return { ok: false, status: 0 }
  }
}

function failureOf(told: unknown): { refused?: Refused; problem?: string } {
  if (typeof told !== 'object' || told === null) return {}
  if ('refused' in told) return { refused: told as Refused }
  return 'problem' in told ? { problem: String(told.problem) } : {}
}

/** A table of the floor. */
export type Glance = {
  id: string
  name: string
  book: string
  title: string
  layout: string
  terminal: string | null
  limits: Limits
  phase: Phase
  round: number | null
  pocket: Pocket | null
  results: readonly Result[]
  /** Where players can sit; free: nobody has credits or stakes there. */
  terminals: { total: number; free: number }
  stopped: boolean
  /** Whether anybody may sit down with credits to play. */
  demo?: boolean
  wheel: { connected: boolean; faults: readonly string[] } | null
  listeners: number
}

export type Enrolled = { token: string; terminal: string; table: string; player: string }
export type Ticket = { number: string; amount: Cents; expires: string }
export type RecalledRound = PlayerRound & { book: string; draw: Draw | null }

export const tables = () => call<Glance[]>('GET', '/api/tables')
export const tableAt = (table: string) => call<Glance>('GET', `/api/tables/${encodeURIComponent(table)}`)
export const demoTerminal = (table: string) => call<Enrolled>('POST', '/api/terminals/demo', { body: { table } })
export const enrolTerminal = (code: string) => call<Enrolled>('POST', '/api/terminals/enrol', { body: { code } })
export const myTerminal = (token: string) => call<Omit<Enrolled, 'token'>>('GET', '/api/terminals/me', { token })
export const roundsOf = (table: string, token: string | null) =>
  call<RecalledRound[]>('GET', `/api/tables/${encodeURIComponent(table)}/rounds`, { token })
export const cashOut = (amount: number, id: string, token: string) =>
  call<{ ticket: Ticket }>('POST', '/api/tickets', { body: { amount, id }, token })
export const redeem = (number: string, id: string, token: string) =>
  call<{ ticket: Ticket }>('POST', '/api/tickets/redeem', { body: { number, id }, token })
export const ticketPage = (number: string, token: string) =>
  call<string>('GET', `/api/tickets/${number}/print?language=${language.value}`, { token })
