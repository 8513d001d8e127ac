import { signal } from '@preact/signals'
import type { Call } from '../../house/floor-records.ts'
import type { Enrolled } from '../../wire/house-shapes.ts'
import { demoTerminal, enrolTerminal, myTerminal, tableAt } from '../kit/api.ts'
import { failureText } from '../kit/session.ts'
import { keep, readKeptJson } from '../storage.ts'

/** A terminal's own place: kept by the browser, so that a reload is the same player. */
export type Seat = Enrolled

const ofTable = (table: string): string => `seat.${table}`

/** The reason for a missing seat: the terminal needs a code, the service is away, or the table does not exist. */
export type NoSeat = 'not-enrolled' | 'away' | 'no-table'

/** The seat that this browser has at the table: a machine that was enrolled, or a tab of the demonstration. */
export async function seatAt(table: string): Promise<Seat | NoSeat> {
  const enrolled = readKeptJson<Seat>('terminal')
  if (enrolled?.table === table) return enrolled
  const before = readKeptJson<Seat>(ofTable(table), 'session')
  if (before && (await isKnown(before))) return before
  const there = await tableAt(table)
  if (!there.ok) return there.status === 404 ? 'no-table' : 'away'
  if (there.body.demo === false) return 'not-enrolled'
  const reply = await demoTerminal(table)
  if (!reply.ok) return reply.status === 404 ? 'not-enrolled' : 'away'
  keep(ofTable(table), JSON.stringify(reply.body), 'session')
  return reply.body
}

/** A missing answer does not prove that the house forgot the seat. */
async function isKnown({ token }: Seat): Promise<boolean> {
  const reply = await myTerminal(token)
  return reply.ok || reply.status !== 401
}

export async function enrolSeat(code: string): Promise<Seat | string> {
  const reply = await enrolTerminal(code)
  if (!reply.ok) return failureText(reply)
  keep('terminal', JSON.stringify(reply.body))
  return reply.body
}

export function forgetSeat({ table }: { table: string }): void {
  keep(ofTable(table), null, 'session')
  if (readKeptJson<Seat>('terminal')?.table === table) keep('terminal', null)
}

/** The player of this terminal and its last call for an attendant, for parts that do not see the table's view. */
export const ownSeat = signal<Seat | null>(null)
/** The beginning of play at this terminal, and won less lost since then; null: nobody plays, or not known yet. */
export const ownPlay = signal<{ since: number; net: number | null } | null>(null)
export const ownCall = signal<Call | null>(null)
