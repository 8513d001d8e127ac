import type { Position } from '../books/rule-book.ts'
import { holds, type Role } from '../engine/positions.ts'

/** The positions of the rule books, and two that stand beside the ladder: they hold no position at a table. */
export type StaffRole = Exclude<Position, 'player'> | 'auditor' | 'administrator'

export const staffRoles: readonly StaffRole[] = [
  'dealer',
  'pit-supervisor',
  'pit-manager',
  'shift-manager',
  'auditor',
  'administrator',
]

export const isStaffRole = (value: unknown): value is StaffRole => staffRoles.includes(value as StaffRole)

/** The position of a member of staff at a table; none for roles beside the ladder. */
export const tableRoleOf = (role: StaffRole): Role | null =>
  role === 'auditor' || role === 'administrator' ? null : role

/** A higher position includes the permissions of the lower ones. */
export function holdsRole(role: StaffRole, needed: StaffRole): boolean {
  const [have, need] = [tableRoleOf(role), tableRoleOf(needed)]
  return have && need ? holds(have, need) : role === needed
}
