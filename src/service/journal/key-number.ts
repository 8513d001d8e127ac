import { hash } from 'node:crypto'

const BYTES = 6

/** A key of a stream's entry as a number of 48 bits. Nobody makes two keys of one number: each such is compared in full. */
export function keyNumber(stream: string, key: string): number {
  // A character for each byte: every wager has a key, and hexadecimal digits would be written only to be read again.
  const bytes = hash('sha256', `${stream}\n${key}`, 'binary')
  let number = 0
  for (let at = 0; at < BYTES; at++) number = number * 256 + bytes.charCodeAt(at)
  return number
}
