import type { TableEvent } from '../../engine/events.ts'
import { isPrivate, type Touch, touchesOf } from './news.ts'

/** What changed for staff since they were last told: whose seats, and whether there is something else to be paid. */
export class SeatNews {
  readonly #players = new Set<string>()
  /** What is to be paid changes once a round; it can be long. */
  #hasPayouts = false
  #isWaitedFor = false

  /** Something that staff wait for: they are told at once. */
  get isUrgent(): boolean {
    return this.#isWaitedFor
  }

  get isEmpty(): boolean {
    return this.#players.size === 0
  }

  note(event: TableEvent, touches: readonly Touch[] = touchesOf(event)): void {
    for (const [player] of touches) this.#players.add(player)
    if ('lines' in event || event.type === 'betting-opened') this.#hasPayouts = true
    if (!isPrivate(event)) this.#isWaitedFor = true
  }

  /** That they are to be told at once is arranged. */
  calm(): void {
    this.#isWaitedFor = false
  }

  take(): { players: readonly string[]; hasPayouts: boolean } {
    const taken = { players: [...this.#players], hasPayouts: this.#hasPayouts }
    this.#players.clear()
    this.#hasPayouts = false
    return taken
  }
}
