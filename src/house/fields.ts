import { hiddenIn, isName, isSeen, isText, plainName } from '../engine/shape.ts'
import { type HouseRefusal, refuse } from './house-refusals.ts'
import { isStaffRole, staffRoles } from './roles.ts'
import { stopScopes, stopTimes } from './stop-words.ts'
import { wheelWorks } from './wheel-work.ts'

/**
 * Rules for typed fields. They are short enough that a name and a badge fit together into a name of the table's
 * language.
 */
const rules = {
  badge: { must: 'be 1 to 16 letters, digits, dots, dashes', holds: (value: unknown) => isWord(value, 16) },
  terminal: { must: 'be 1 to 32 letters, digits, dots, dashes', holds: (value: unknown) => isWord(value, 32) },
  table: { must: 'be a name of 1 to 64 characters', holds: (value: unknown) => isText(value, 64) },
  player: { must: 'be a name of 1 to 64 characters, not blank', holds: (value: unknown) => isName(value, 64) },
  name: { must: 'be a name of 1 to 45 characters', holds: (value: unknown) => isText(value, 45) },
  role: { must: `be one of ${staffRoles.join(', ')}`, holds: isStaffRole },
  note: { must: 'be a text of 1 to 500 characters', holds: (value: unknown) => isText(value, 500) },
  wheel: {
    must: 'be a serial number of 1 to 32 letters, digits, dots, dashes',
    holds: (value: unknown) => isWord(value, 32),
  },
  work: { must: `be one of ${wheelWorks.join(', ')}`, holds: (value: unknown) => isOneOf(wheelWorks, value) },
  technician: { must: 'be a name of 1 to 64 characters', holds: (value: unknown) => isText(value, 64) },
  scope: { must: `be one of ${stopScopes.join(', ')}`, holds: (value: unknown) => isOneOf(stopScopes, value) },
  when: { must: `be one of ${stopTimes.join(', ')}`, holds: (value: unknown) => isOneOf(stopTimes, value) },
  reason: { must: 'be a text of 1 to 500 characters', holds: (value: unknown) => isText(value, 500) },
}

const isOneOf = (words: readonly string[], value: unknown): boolean => words.some((word) => word === value)

const isWord = (value: unknown, most: number): boolean =>
  isText(value, most) && /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(value)

type Fields = { readonly [Field in keyof typeof rules]?: unknown }

/** The refusal of the first field that breaks its rule. */
export function fieldRefusal(fields: Fields): HouseRefusal | null {
  for (const [field, value] of Object.entries(fields)) {
    const { must, holds } = rules[field as keyof typeof rules]
    if (holds(value)) continue
    const hidden = typeof value === 'string' ? hiddenIn(value) : null
    return notValid(field, hidden === null ? must : `hold no invisible character, and has ${hidden}`)
  }
  return null
}

const typedFields: readonly string[] = ['table', 'player', 'name', 'reason', 'note', 'technician']

/**
 * Typed text in its stored form: trimmed, in NFC, and empty if nothing of it is visible, which is then refused. It is
 * applied to requests, not in decisions, so that older records stay valid.
 */
export const plainWish = <Wish extends object>(wish: Wish): Wish =>
  Object.fromEntries(
    Object.entries(wish).map(([field, value]) => [
      field,
      typedFields.includes(field) && typeof value === 'string' ? plainText(value) : value,
    ]),
  ) as Wish

const plainText = (text: string): string => (isSeen(text) ? plainName(text) : '')

export const notValid = (field: string, must: string): HouseRefusal => refuse('field-not-valid', { field, must })
