import type { TableEvent } from '../../engine/events.ts'
import { impossible } from '../../engine/impossible.ts'
import { sumsOf } from '../../engine/sums.ts'

/** Changed spots by player; null: all of that player's fields. */
export type Touched = ReadonlyMap<string, ReadonlySet<string> | null>

/** A player whose own fields changed: on one spot, on none, or (`null`) all of them. */
type Touch = readonly [player: string, spot: string | null | undefined]

/** Changes for players that are not published yet. */
export class News {
  #touched = new Map<string, Set<string> | null>()
  #hasConcluded = false

  get isEmpty(): boolean {
    return this.#touched.size === 0
  }

  /** Whether fields of this player wait to be published. */
  isOf = (player: string): boolean => this.#touched.has(player)

  note(event: TableEvent, touches: readonly Touch[] = touchesOf(event)): void {
    for (const touch of touches) this.#touch(touch)
    if ('lines' in event) this.#hasConcluded = true
  }

  /** Takes all of them. `isConcluded`: a round was concluded. */
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

/** Unpublished changes for staff: the players whose seats changed, and whether the payouts changed. */
export class SeatNews {
  readonly #players = new Set<string>()
  /** Payouts change once a round, and can be long. */
  #hasPayouts = false
  #isUrgent = false

  /** Whether staff wait for it, so that it is published at once. */
  get isUrgent(): boolean {
    return this.#isUrgent
  }

  get isEmpty(): boolean {
    return this.#players.size === 0
  }

  note(event: TableEvent, touches: readonly Touch[] = touchesOf(event)): void {
    for (const [player] of touches) this.#players.add(player)
    if ('lines' in event || event.type === 'betting-opened') this.#hasPayouts = true
    if (!isPrivate(event)) this.#isUrgent = true
  }

  /** The urgent publication is arranged. */
  calm(): void {
    this.#isUrgent = false
  }

  take(): { players: readonly string[]; hasPayouts: boolean } {
    const taken = { players: [...this.#players], hasPayouts: this.#hasPayouts }
    this.#players.clear()
    this.#hasPayouts = false
    return taken
  }
}

/** Players whose own fields an event changes. */
export function touchesOf(event: TableEvent): Touch[] {
  switch (event.type) {
    case 'bought-in':
      return [[event.player, undefined], ...touchAll(othersIn(event))]
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
    default:
      return impossible(event)
  }
}

/** Other players whose colour a buy-in changed. */
const othersIn = ({ player, seatColours = {} }: Extract<TableEvent, { type: 'bought-in' }>): string[] =>
  Object.keys(seatColours).filter((one) => one !== player)

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
    case 'revolutions-counted':
    case 'irregularity-reported':
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
