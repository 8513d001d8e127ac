import fc from 'fast-check'

/**
 * A character of any script, or half of one: what no writer means and a program sends. fast-check's own (`binary`) takes
 * a second to begin with.
 */
export const anyCharacter = fc.oneof(
  fc.nat(0xffff).map((code) => String.fromCharCode(code)),
  fc.integer({ min: 0x1_0000, max: 0x10_ffff }).map((code) => String.fromCodePoint(code)),
)
