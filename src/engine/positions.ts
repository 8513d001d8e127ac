import type { Position } from '../books/rule-book.ts'

/** Who gives a command. `system` is the house's own random number generator: no person can be it. */
export type Role = Position | 'system'
export type By = { role: Role; name?: string }

const ladder: readonly Position[] = ['player', 'dealer', 'pit-supervisor', 'pit-manager', 'shift-manager']
export const roles: readonly Role[] = [...ladder, 'system']

/** Whoever holds a higher position may do what a lower one may (reading 22); the system stands beside the ladder. */
export function holds(role: Role, needed: Role): boolean {
  if (role === 'system' || needed === 'system') return role === needed
  return ladder.indexOf(role) >= ladder.indexOf(needed)
}

/**
 * What is lacking where a position is too low for a command, null where it is not: nobody else decides it. `by`: what
 * whoever asks is called, where that is no position at a table.
 */
export const tooLow = (held: Role | null, needs: Role, by: string = held ?? ''): { needs: Role; by: string } | null =>
  held !== null && holds(held, needs) ? null : { needs, by }

export const isStaff = (role: Role): boolean => holds(role, 'dealer')
