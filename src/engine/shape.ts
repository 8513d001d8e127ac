/** Shapes of values that come from outside. */

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether a value is nested at most so deep. Deeper values could overflow the stack when they are written as JSON. */
export function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1))
}

/** Control and format characters and lone surrogates could disguise a name on a screen or in a log. */
export function isText(value: unknown, most: number): value is string {
  return (
    typeof value === 'string' &&
    value.length > 0 &&
    value.length <= most &&
    (isPlain(value) || (value.isWellFormed() && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(value)))
  )
}

/** Names the first character of a text that cannot be seen, such as U+200D; null: there is none. */
export function hiddenIn(text: string): string | null {
  const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.exec(text)?.[0]
  return hidden === undefined ? null : `U+${hidden.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
}

/** Text of ASCII letters, digits and signs without blanks: what is seen is what is compared. */
const isPlain = (text: string): boolean => /^[!-~]+$/.test(text)

/**
 * A name as it is stored and compared: without blanks around it, and normalised, so that names that look the same are
 * the same.
 *
 * @example
 * const name: string = plainName(' Ann ')
 */
export const plainName = (text: string): string => (isPlain(text) ? text : text.trim().normalize('NFC'))

/** Whether a text has a visible character. */
export const isSeen = (text: string): boolean => /[^\s\p{Default_Ignorable_Code_Point}]/u.test(text)

/**
 * Whether a value is a text with a visible character.
 *
 * @example
 * const isGood: boolean = isName('Ann', 64)
 */
export const isName = (value: unknown, most: number): value is string =>
  isText(value, most) && (isPlain(value) || (isText(plainName(value), most) && isSeen(value)))

export function isList(value: unknown, holds: (item: unknown) => boolean): value is unknown[] {
  return Array.isArray(value) && value.length <= 10_000 && value.every(holds)
}
