import type { Position } from '../books/rule-book.ts'

/**
 * The caller of a command. `system` is the house's own random number generator, `wheel` a wheel that reports by itself.
 */
export type Role = Position | 'system' | 'wheel'
/** The giver of a command: a role, and a name where there is one. */
export type By = { role: Role; name?: string }

const ladder: readonly Position[] = ['player', 'dealer', 'pit-supervisor', 'pit-manager', 'shift-manager']
/** The roles: positions from the lowest to the highest, then the system and the wheel. */
export const roles: readonly Role[] = [...ladder, 'system', 'wheel']

/**
 * Whether a role holds a position. A higher position may do what a lower one may (reading 22). The system stands beside
 * the ladder. A wheel takes the dealer's place in the commands that it may give.
 *
 * @example
 * const mayRule: boolean = holds('pit-manager', 'pit-supervisor')
 */
export function holds(role: Role, needed: Role): boolean {
  if (role === 'wheel') return holds('dealer', needed)
  if (role === 'system' || needed === 'system' || needed === 'wheel') return role === needed
  return ladder.indexOf(role) >= ladder.indexOf(needed)
}

/**
 * The facts of a refusal where a position is too low for a command; null where it suffices. Every check of a position
 * goes through this function. `by`: the caller's name, where the caller has none of the positions of a table.
 */
export const tooLow = (held: Role | null, needs: Role, by: string = held ?? ''): { needs: Role; by: string } | null =>
  held !== null && holds(held, needs) ? null : { needs, by }

export const isStaff = (role: Role): boolean => holds(role, 'dealer')
