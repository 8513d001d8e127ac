import { hash } from 'node:crypto'

const HEX_DIGITS = 12

/** A key of a stream's entry as a number of 48 bits. Nobody makes two keys of one number: each such is compared in full. */
export const keyNumber = (stream: string, key: string): number =>
  Number.parseInt(hash('sha256', `${stream}\n${key}`).slice(0, HEX_DIGITS), 16)
