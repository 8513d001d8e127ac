import { isIPv6 } from 'node:net'
import type { HouseState } from '../../house/state.ts'
import { type Patience, patienceOfAddress, patienceOfBadge } from '../../house/wrong-tries.ts'
import { type KeyMaterial, keyedHash } from './key-material.ts'

/** What a try counts against and waits for, and how long that is. */
export type TryMark = { mark: string; patience: Patience }

/** From where somebody tries a PIN; `station`: the hash of what the station was given when somebody signed in there. */
export type TryingFrom = { address: string; station: string | null }

export const isKnownStation = ({ staff }: HouseState, badge: string, { station }: TryingFrom): boolean =>
  station !== null && !!staff.get(badge)?.stations.includes(station)

/**
 * At a station where the badge signed in before, its own tries alone count: what strangers do elsewhere does not matter.
 * The first mark is the one that a right PIN clears. Marks are hashes under the house key: what was typed as a badge may
 * be a PIN in the wrong field. A badge that nobody has waits like any other.
 */
export function tryMarks(state: HouseState, badge: string, from: TryingFrom, keyMaterial: KeyMaterial): TryMark[] {
  const markOf = (...parts: readonly string[]): string =>
    keyedHash(keyMaterial, `try ${JSON.stringify(parts)}`)
      .toString('base64url')
      .slice(0, 22)
  if (isKnownStation(state, badge, from))
    return [{ mark: markOf('station', badge, from.station!), patience: patienceOfBadge }]
  const network = networkOf(from.address)
  return [
    { mark: markOf('badge', badge, network), patience: patienceOfBadge },
    { mark: markOf('address', network), patience: patienceOfAddress },
  ]
}

/** Whoever has one address of IPv6 has the other 2^64 of its network too. */
export function networkOf(address: string): string {
  const plain = address.replace(/%.*$/, '').toLowerCase()
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)
  if (mapped) return mapped[1]!
  return isIPv6(plain) ? `${addressGroups(plain).slice(0, 4).join(':')}::/64` : plain
}

function addressGroups(address: string): string[] {
  const [head = '', tail = ''] = address.split('::') as [string, string?]
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'))
  const zeros = address.includes('::') ? Array(8).fill('0') : []
  return [...groups(head), ...zeros, ...groups(tail)].map((group) => group.replace(/^0+(?=.)/, ''))
}
