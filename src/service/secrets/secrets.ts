import type { HouseState } from '../../house/state.ts'
import { drawSymbols, type KeyMaterial, keyedHash } from './key-material.ts'

/** What is drawn by chance, and what is kept of it. The house itself knows only numbers and hashes. */

/** Nothing that is taken for another when read out or written by hand: no 0 O, 1 I, 2 Z, 5 S, 8 B. */
export const CODE_SYMBOLS = 'ACDEFGHJKLMNPQRTUVWXY34679'
const CODE_LENGTH = 10

/** Shown once, to whoever sets the terminal up; the house keeps its hash. */
export function freshCode(keyMaterial: KeyMaterial): { code: string; hash: string } {
  const code = drawSymbols(keyMaterial.chance, CODE_SYMBOLS, CODE_LENGTH)
  return { code: `${code.slice(0, 5)}-${code.slice(5)}`, hash: codeHash(keyMaterial, code) }
}

const codeHash = (keyMaterial: KeyMaterial, code: string): string =>
  keyedHash(keyMaterial, `enrolment ${code}`).toString('hex')

/** The terminal that waits for a code as it was typed: spaces, dashes and small letters do not matter. */
export function terminalWaiting({ codes }: HouseState, typed: string, keyMaterial: KeyMaterial): string | null {
  return codes.get(codeHash(keyMaterial, typed.toUpperCase().replace(/[\s-]/g, ''))) ?? null
}

const DIGITS = 18

/** Nobody guesses one of a million million million numbers. */
export function freshNumber(isTaken: (number: string) => boolean, { chance }: KeyMaterial): string {
  for (let tries = 0; tries < 100; tries++) {
    const number = drawSymbols(chance, '0123456789', DIGITS)
    if (!isTaken(number)) return number
  }
  throw new Error('Chance gives the same number again and again')
}

/** Under the house key: eighteen digits are few enough to be tried out against a plain hash. */
export const ticketMark = (number: string, keyMaterial: Pick<KeyMaterial, 'key'>): string =>
  keyedHash(keyMaterial, `ticket ${number}`).toString('hex').slice(0, 32)
