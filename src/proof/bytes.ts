const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const values = new Map([...ALPHABET].map((letter, value) => [letter, value]))

/**
 * Standard Base 64 with padding (RFC 4648, section 4), in Node and browsers alike.
 *
 * @example
 * const text: string = toBase64(fromHex('00ff'))
 */
export function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += ARGUMENTS_MAX)
    text += String.fromCharCode.apply(null, bytes.subarray(at, at + ARGUMENTS_MAX) as unknown as number[])
  return btoa(text)
}

/** Every engine takes this number of arguments in one call. */
const ARGUMENTS_MAX = 8_192

/**
 * Null for anything that `toBase64` would not have written: one value has one text, so no byte of a proof is loose.
 *
 * @example
 * const bytes: Uint8Array | null = fromBase64('Y3JvdXBpZXI=')
 */
export function fromBase64(text: string): Uint8Array | null {
  if (text.length % 4 !== 0) return null
  const digits = text.replace(/={1,2}$/, '')
  const bytes = new Uint8Array(Math.floor((digits.length * 3) / 4))
  let [held, bits, at] = [0, 0, 0]
  for (const letter of digits) {
    const value = values.get(letter)
    if (value === undefined) return null
    held = ((held << 6) | value) & 0xffff
    bits += 6
    if (bits >= 8) {
      bits -= 8
      bytes[at++] = (held >> bits) & 0xff
    }
  }
  return toBase64(bytes) === text ? bytes : null
}

/**
 * Writes bytes in hexadecimal.
 *
 * @example
 * const text: string = toHex(fromHex('00ff'))
 */
export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * Reads the output of `toHex`.
 *
 * @example
 * const bytes: Uint8Array = fromHex('00ff')
 */
export function fromHex(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length / 2)
  for (let at = 0; at < bytes.length; at++) bytes[at] = 16 * digitAt(text, 2 * at) + digitAt(text, 2 * at + 1)
  return bytes
}

const [ZERO, NINE, TEN] = [...'09a'].map((letter) => letter.charCodeAt(0)) as [number, number, number]

function digitAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code > NINE ? code - TEN + 10 : code - ZERO
}

const encoder = new TextEncoder()
export const utf8 = (text: string): Uint8Array => encoder.encode(text)

/** Null where the bytes are not UTF-8. */
export function fromUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

export const areEqual = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, at) => byte === b[at])

/** A count as the formats write it: ASCII digits, no leading zero, a safe integer. */
export function readCount(text: string): number | null {
  if (!/^(0|[1-9]\d{0,15})$/.test(text)) return null
  const count = Number(text)
  return Number.isSafeInteger(count) ? count : null
}
