import type { Cents } from '../engine/money.ts'
import { type StaffRole, staffRoles } from './roles.ts'
import { DAY, HOUR, MINUTE } from './time.ts'

/** From which amounts something is a significant event. */
export type LargeAmounts = { win: Cents; wager: Cents; cash: Cents }

/** A number for each position. */
export type OfPositions = Readonly<Record<StaffRole, number>>
export const mapPositions = (each: OfPositions, change: (value: number) => number): OfPositions =>
  Object.fromEntries(staffRoles.map((role) => [role, change(each[role])])) as OfPositions

/** The limits that a house sets for its people, tickets and events. Each decision on them carries its limit in the command. */
export type HousePolicy = {
  sessionMs: number
  /** After how long without a sign of life a session ends, by position. */
  idleMs: OfPositions
  /** How old a PIN may be; null: any age. */
  pinMs: number | null
  ticketDays: number
  large: LargeAmounts
}

export const SESSION_MAX = 12 * HOUR
export const SESSION_IDLE = 30 * MINUTE
/** At a dealer's station money lies open: GLI-19 C.6.5 asks for five minutes. */
export const DEALER_IDLE = 5 * MINUTE
export const TICKET_DAYS = 90
/** The amount from which Singapore asks for a report of cash. */
export const LARGE = 1_000_000 as Cents

export const usualPolicy: HousePolicy = {
  sessionMs: SESSION_MAX,
  idleMs: {
    dealer: DEALER_IDLE,
    'pit-supervisor': SESSION_IDLE,
    'pit-manager': SESSION_IDLE,
    'shift-manager': SESSION_IDLE,
    auditor: SESSION_IDLE,
    administrator: SESSION_IDLE,
  },
  pinMs: null,
  ticketDays: TICKET_DAYS,
  large: { win: LARGE, wager: LARGE, cash: LARGE },
}

/** A lifetime in milliseconds as whole days. */
export const daysOf = (ms: number): number => Math.floor(ms / DAY)
