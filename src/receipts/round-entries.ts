import type { TableEvent } from '../engine/events.ts'
import { BESIDE_MAX } from './receipt.ts'

/** The part of an entry that concerns receipts of one round. */
export type RoundEntry = {
  readonly seq: number
  /** The entry opens the round or draws its bonus numbers: no later entry changes that. */
  readonly isCourse: boolean
  /** The entry commits to a draw, and so carries its sealed secret. */
  readonly commits: boolean
  /** The entry draws the numbers or ends the round: the secret is revealed, or useless from then on. */
  readonly endsSecret: boolean
  /** The entry settles the round for the first time: that follows from the entries before it. */
  readonly isSettlement: boolean
  /** Players whose result the entry makes or changes; null: all players. */
  readonly resultOf: readonly string[] | null
  /** The entry is too long to be read for a receipt. */
  readonly isLong?: true
}

/** Null if the entry has no content that a receipt of that round needs. */
export function roundEntryIn(round: number, seq: number, events: readonly TableEvent[]): RoundEntry | null {
  const own = events.filter((event) => 'round' in event && event.round === round)
  const isCourse = own.some(({ type }) => type === 'betting-opened' || type === 'bonus-numbers-drawn')
  const isSettlement = own.some((event) => event.type === 'round-settled' && !event.adjustments)
  const results = own.map(resultOf)
  const players = results.includes(null) ? null : results.flatMap((one) => one ?? [])
  if (!isCourse && !isSettlement && players?.length === 0) return null
  const commits = own.some((event) => event.type === 'betting-opened' && event.commitment !== undefined)
  const endsSecret = own.some(({ type }) => endsOfSecret.includes(type))
  return { seq, isCourse, commits, endsSecret, isSettlement, resultOf: players }
}

const endsOfSecret: readonly TableEvent['type'][] = ['bonus-numbers-drawn', 'round-settled', 'round-voided']

export const longEntry = (seq: number, isSettlement: boolean): RoundEntry => ({
  seq,
  isCourse: false,
  commits: false,
  // It has lines, so the round has ended.
  endsSecret: true,
  isSettlement,
  resultOf: isSettlement ? [] : null,
  isLong: true,
})

/** Players whose result an event makes or changes; null: all players. */
function resultOf(event: TableEvent): readonly string[] | null {
  switch (event.type) {
    case 'outcome-determined':
    case 'results-differed':
    case 'outcome-corrected':
    case 'round-voided':
      return null
    case 'round-settled':
      return event.adjustments ? null : []
    case 'wager-ruled':
      return [event.player]
    case 'referral-decided':
      return (event.awards ?? []).map(({ player }) => player)
    case 'bought-in':
    case 'cashed-out':
    case 'owed-repaid':
    case 'betting-opened':
    case 'wager-placed':
    case 'wager-withdrawn':
    case 'ball-spun':
    case 'early-close-allowed':
    case 'betting-closed':
    case 'bonus-numbers-drawn':
    case 'revolutions-counted':
    case 'irregularity-reported':
    case 'round-referred':
    case 'power-failed':
    case 'play-resumed':
    case 'play-interrupted':
    case 'table-closed':
    case 'table-opened':
    case 'book-set':
    case 'limits-set':
      return []
  }
}

/** The content of a receipt from entries about several players: the part of its own player, or all of it. */
export type Scope = 'own-player' | 'all-players'

/**
 * Chooses the entries that accompany a player's wager in a receipt. If an entry that made or changed the result is too
 * long or not among the `size` signed entries, the whole result is left out: a part of it would be untrue. The opening
 * is left out while its secret is sealed: the holder of the keys would know the draw beforehand.
 */
export function companionsFor(entries: readonly RoundEntry[], player: string, size: number): readonly RoundEntry[] {
  const isResult = ({ resultOf }: RoundEntry) => resultOf === null || resultOf.includes(player)
  const isSealed = isSecretSealed(entries)
  const isShown = ({ seq, isLong, commits }: RoundEntry) => seq <= size && !isLong && !(commits && isSealed)
  const all = entries.filter((entry) => isShown(entry) && (entry.isCourse || entry.isSettlement || isResult(entry)))
  const isWhole = entries.every((entry) => !isResult(entry) || isShown(entry))
  return isWhole && all.length < BESIDE_MAX ? all : courseOf(all)
}

/** Whether the secret of a round is still sealed, by the entries of the round. */
export const isSecretSealed = (entries: readonly RoundEntry[]): boolean =>
  entries.some(({ commits }) => commits) && !entries.some(({ endsSecret }) => endsSecret)

/** The entries without the result. */
export const courseOf = <Entry extends RoundEntry>(entries: readonly Entry[]): readonly Entry[] =>
  entries.filter(({ isCourse }) => isCourse)
