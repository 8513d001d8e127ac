import type { HouseState } from '../../house/state.ts'
import { drawSymbols, type KeyMaterial, keyedHash } from './key-material.ts'

/** Random codes and numbers, and their hashes. The house itself knows only numbers and hashes. */

/** Symbols that are not mistaken for others when read aloud or written by hand: no 0 O, 1 I, 2 Z, 5 S, 8 B. */
export const CODE_SYMBOLS = 'ACDEFGHJKLMNPQRTUVWXY34679'
const CODE_LENGTH = 10

/** A code that is shown once, to the person who sets up the terminal. The house keeps its hash. */
export function freshCode(keyMaterial: KeyMaterial): { code: string; hash: string } {
  const code = drawSymbols(keyMaterial.chance, CODE_SYMBOLS, CODE_LENGTH)
  return { code: `${code.slice(0, 5)}-${code.slice(5)}`, hash: codeHash(keyMaterial, code) }
}

const codeHash = (keyMaterial: KeyMaterial, code: string): string =>
  keyedHash(keyMaterial, `enrolment ${code}`).toString('hex')

/** The terminal that waits for a code as typed: spaces, dashes and case do not matter. */
export function terminalWaiting({ codes }: HouseState, typed: string, keyMaterial: KeyMaterial): string | null {
  return codes.get(codeHash(keyMaterial, typed.toUpperCase().replace(/[\s-]/g, ''))) ?? null
}

const DIGITS = 18

/** A ticket number, one of 10^18, too many to guess. */
export function freshNumber(isTaken: (number: string) => boolean, { chance }: KeyMaterial): string {
  for (let tries = 0; tries < 100; tries++) {
    const number = drawSymbols(chance, '0123456789', DIGITS)
    if (!isTaken(number)) return number
  }
  throw new Error('Chance gives the same number again and again')
}

/** A hash under the house key: eighteen digits are few enough to be found by trial from a plain hash. */
export const ticketMark = (number: string, keyMaterial: Pick<KeyMaterial, 'key'>): string =>
  keyedHash(keyMaterial, `ticket ${number}`).toString('hex').slice(0, 32)
