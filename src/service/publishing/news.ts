import type { TableEvent } from '../../engine/events.ts'
import { impossible } from '../../engine/impossible.ts'
import { sumsOf } from '../../engine/sums.ts'

/** Spots that changed by player; null: everything of theirs. */
export type Touched = ReadonlyMap<string, ReadonlySet<string> | null>

/** Whose own fields something changes: on one spot, on none, or (`null`) all of them. */
export type Touch = readonly [player: string, spot: string | null | undefined]

/** What changed for players since it was last told. */
export class News {
  #touched = new Map<string, Set<string> | null>()
  #hasConcluded = false

  get isEmpty(): boolean {
    return this.#touched.size === 0
  }

  /** Whether something of this player's own is to be told. */
  isOf = (player: string): boolean => this.#touched.has(player)

  note(event: TableEvent, touches: readonly Touch[] = touchesOf(event)): void {
    for (const touch of touches) this.#touch(touch)
    if ('lines' in event) this.#hasConcluded = true
  }

  /** All of it, which is then no news any more. `isConcluded`: a round came out. */
  take(): { touched: Touched; isConcluded: boolean } {
    const taken = { touched: this.#touched, isConcluded: this.#hasConcluded }
    this.#touched = new Map()
    this.#hasConcluded = false
    return taken
  }

  #touch([player, spot]: Touch): void {
    if (spot === null) return void this.#touched.set(player, null)
    if (!this.#touched.has(player)) this.#touched.set(player, new Set())
    if (spot !== undefined) this.#touched.get(player)?.add(spot)
  }
}

/** Players whose own fields an event changes. */
export function touchesOf(event: TableEvent): Touch[] {
  switch (event.type) {
    case 'bought-in':
    case 'cashed-out':
    case 'owed-repaid':
      return [[event.player, undefined]]
    case 'wager-placed':
    case 'wager-withdrawn':
      return [[event.player, event.spot]]
    // A ruling may replace an earlier one that had moved chips to any other spot.
    case 'wager-ruled':
      return [[event.player, null]]
    case 'round-settled':
      return touchAll(sumsOf(event.lines).players.keys())
    case 'round-voided':
    case 'outcome-corrected':
      return touchAll([...sumsOf(event.lines).players.keys(), ...(event.adjustments ?? []).map(({ player }) => player)])
    case 'referral-decided':
      return touchAll((event.awards ?? []).map(({ player }) => player))
    case 'betting-opened':
    case 'ball-spun':
    case 'early-close-allowed':
    case 'betting-closed':
    case 'bonus-numbers-drawn':
    case 'outcome-determined':
    case 'results-differed':
    case 'round-referred':
    case 'power-failed':
    case 'play-resumed':
    case 'play-interrupted':
    case 'table-closed':
    case 'table-opened':
    case 'book-set':
    case 'limits-set':
      return []
    default:
      return impossible(event)
  }
}

const touchAll = (players: Iterable<string>): Touch[] => Array.from(players, (player) => [player, null])

/** Whether only the player and the staff see the event. */
export function isPrivate(event: TableEvent): boolean {
  switch (event.type) {
    case 'bought-in':
    case 'cashed-out':
    case 'owed-repaid':
    case 'wager-placed':
    case 'wager-withdrawn':
      return true
    case 'betting-opened':
    case 'ball-spun':
    case 'early-close-allowed':
    case 'betting-closed':
    case 'bonus-numbers-drawn':
    case 'outcome-determined':
    case 'results-differed':
    case 'wager-ruled':
    case 'round-settled':
    case 'round-voided':
    case 'round-referred':
    case 'referral-decided':
    case 'power-failed':
    case 'play-resumed':
    case 'play-interrupted':
    case 'outcome-corrected':
    case 'table-closed':
    case 'table-opened':
    case 'book-set':
    case 'limits-set':
      return false
    default:
      return impossible(event)
  }
}
