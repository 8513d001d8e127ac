import { scrypt, timingSafeEqual } from 'node:crypto'
import type { PinHash } from '../../house/house-events.ts'
import { type HouseRefusal, refuse } from '../../house/house-refusals.ts'
import type { HouseState } from '../../house/state.ts'
import { type KeyMaterial, keyedHash, type PinCost } from './key-material.ts'

const PIN_HASH_BYTES = 32

export function pinRefusal(badge: string, pin: unknown): HouseRefusal | null {
  if (typeof pin !== 'string' || !/^[0-9]{6,12}$/.test(pin)) return refuse('pin-not-valid', { digits: [6, 12] })
  const isBadge = badge.includes(pin) || (badge.length >= 4 && pin.includes(badge))
  return isSimple(pin) || isBadge ? refuse('pin-too-simple') : null
}

/**
 * The PINs that an attacker tries first: 111111, 123456, 987654, 135791, 112233, 121212, 123123, 111112, and birthdays.
 */
function isSimple(pin: string): boolean {
  const digits = [...pin].map(Number)
  const steps = digits.slice(1).map((digit, at) => (digit - digits[at]! + 10) % 10)
  const isRun = steps.every((step) => step === steps[0])
  const isStair = [1, 9].some((by) => steps.every((step) => step === 0 || step === by))
  return isRun || isStair || new Set(digits).size < 3 || (pin + pin).indexOf(pin, 1) < pin.length || isDate(pin)
}

/** A day of the calendar, or a month of a year, whichever way round it is written. */
function isDate(pin: string): boolean {
  if (monthsOfYears.some((order) => order.test(pin))) return true
  const orders = { 6: [/^(?<d>..)(?<m>..)../, /^(?<m>..)(?<d>..)../, /^..(?<m>..)(?<d>..)/], 8: eightDigits }[
    pin.length
  ]
  return (orders ?? []).some((order) => {
    const { d, m } = order.exec(pin)?.groups ?? {}
    return Number(d) >= 1 && Number(d) <= (DAYS_OF_MONTHS[Number(m) - 1] ?? 0)
  })
}

const YEAR = '(?:19|20)..'
const MONTH = '(?:0[1-9]|1[0-2])'
const monthsOfYears = [new RegExp(`^${MONTH}${YEAR}$`), new RegExp(`^${YEAR}${MONTH}$`)]
const eightDigits = [
  new RegExp(`^(?<d>..)(?<m>..)${YEAR}$`),
  new RegExp(`^(?<m>..)(?<d>..)${YEAR}$`),
  new RegExp(`^${YEAR}(?<m>..)(?<d>..)$`),
]
const DAYS_OF_MONTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Checks the new PIN of a person whom the house knows, and hashes it. Only this hash is recorded. */
export async function newPin(badge: string, pin: unknown, keyMaterial: KeyMaterial): Promise<PinHash | HouseRefusal> {
  const refused = pinRefusal(badge, pin)
  if (refused) return refused
  const { N, r, p } = keyMaterial.pinCost
  const salt = Buffer.from(keyMaterial.chance.bytes(16))
  const hash = await keyMaterial.stationTurns(() => hashPin(pin as string, salt, keyMaterial.pinCost, keyMaterial))
  if (!hash) return refuse('too-many-at-once')
  return { scheme: 'scrypt', N, r, p, salt: salt.toString('base64'), hash: hash.toString('base64') }
}

function hashPin(pin: string, salt: Buffer, { N, r, p }: PinCost, keyMaterial: KeyMaterial): Promise<Buffer> {
  const maxmem = 256 * N * r + 1024 * r * p
  return new Promise((resolve, reject) =>
    scrypt(keyedHash(keyMaterial, pin), salt, PIN_HASH_BYTES, { N, r, p, maxmem }, (error, hash) =>
      error ? reject(error) : resolve(hash),
    ),
  )
}

/**
 * The result of an attempt, for the decision that follows; `against`: the hash it was checked with, which shows whether
 * the PIN was changed meanwhile.
 */
export type PinCheck = { badge: string; against: string | null; matches: boolean }

/** A badge that does not exist takes as long as one with a wrong PIN. */
export async function checkPin(
  state: HouseState,
  badge: string,
  pin: string,
  keyMaterial: KeyMaterial,
  turns = keyMaterial.pinTurns,
): Promise<PinCheck | HouseRefusal> {
  const known = state.staff.get(badge)?.pin ?? null
  const stored = known ?? { ...keyMaterial.pinCost, salt: '', hash: Buffer.alloc(PIN_HASH_BYTES).toString('base64') }
  const hash = await turns(() => hashPin(pin, Buffer.from(stored.salt, 'base64'), stored, keyMaterial))
  if (!hash) return refuse('too-many-at-once')
  const isSame = timingSafeEqual(hash, Buffer.from(stored.hash, 'base64'))
  return { badge, against: known?.hash ?? null, matches: isSame && known !== null }
}

/** Whether the PIN was right and is still in force. */
export function matchesNow({ staff }: HouseState, badge: string, check: PinCheck): boolean {
  if (check.badge !== badge) throw new Error('The PIN of another badge was checked')
  return check.matches && check.against !== null && check.against === staff.get(badge)?.pin?.hash
}
