import { isIPv6 } from 'node:net'
import type { HouseState } from '../../house/state.ts'
import { type Patience, patienceOfAddress, patienceOfBadge } from '../../house/wrong-tries.ts'
import { type KeyMaterial, keyedHash } from './key-material.ts'

/** The counter of an attempt, and how long to wait after wrong ones. */
export type TryMark = { mark: string; patience: Patience }

/**
 * The origin of an attempt; `station`: the hash of the token that the station received when somebody signed in there.
 */
export type TryingFrom = { address: string; station: string | null }

export const isKnownStation = ({ staff }: HouseState, badge: string, { station }: TryingFrom): boolean =>
  station !== null && !!staff.get(badge)?.stations.includes(station)

/**
 * The counters of an attempt. At a station where the badge signed in before, only its own attempts count, so strangers
 * elsewhere cannot lock it. The first mark is the one that a right PIN clears. Marks are hashes under the house key:
 * text typed as a badge may be a PIN in the wrong field. A badge that does not exist waits like any other.
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

/** The owner of one IPv6 address usually has the other 2^64 of its network too, so a network counts as one address. */
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
