import { significantIn } from '../../house/significant.ts'
import type { HouseState } from '../../house/state.ts'
import { terminalsAt } from '../../house/terminals.ts'
import { moment } from '../../house/time.ts'
import type { Floor } from './floor.ts'

const LOOK_EVERY_MS = 5_000
/** A screen that loads again is away for some seconds. */
const LOST_AFTER_MS = 30_000

/**
 * Notes that a terminal is lost when no screen of it was there for some time, and that it is back. The node that decides a
 * table watches its terminals. Those of the demonstration come and go with their visitors.
 */
export class TerminalWatch {
  readonly #floor: Floor
  readonly #steady: () => number
  /** When a screen of each terminal was there last. */
  readonly #seen = new Map<string, number>()
  readonly #timer: NodeJS.Timeout

  constructor(floor: Floor, steady: () => number) {
    this.#floor = floor
    this.#steady = steady
    this.#timer = setInterval(() => this.look(), LOOK_EVERY_MS).unref()
  }

  look(): void {
    const { rooms, house, events, alarms } = this.#floor
    const { state } = house.settled
    const lost = lostTerminals(state)
    for (const [table, { table: stream, publisher }] of rooms) {
      if (stream.role === 'follower') continue
      for (const { terminal, player, demo, credential } of terminalsAt(state, table)) {
        if (demo || credential === null) continue
        if (publisher.players.has(player)) {
          this.#seen.set(terminal, this.#steady())
          if (lost.has(terminal)) events.note({ alarm: 'terminal-back', table, terminal })
        } else if (this.#isLate(terminal)) {
          this.#seen.delete(terminal)
          alarms.raise({ alarm: 'terminal-lost', table, terminal })
        }
      }
    }
  }

  #isLate(terminal: string): boolean {
    const seen = this.#seen.get(terminal)
    return seen !== undefined && this.#steady() - seen >= LOST_AFTER_MS
  }

  close(): void {
    clearInterval(this.#timer)
  }
}

/** Terminals that were lost and did not come back, by the record. */
function lostTerminals(state: HouseState): Set<string> {
  const last = new Map<string, { at: string; isLost: boolean }>()
  for (const { facts, last: at } of significantIn(state)) {
    if (facts.alarm !== 'terminal-lost' && facts.alarm !== 'terminal-back') continue
    const terminal = String(facts.terminal)
    const before = last.get(terminal)
    if (!before || moment(before.at) <= moment(at)) last.set(terminal, { at, isLost: facts.alarm === 'terminal-lost' })
  }
  return new Set([...last].filter(([, { isLost }]) => isLost).map(([terminal]) => terminal))
}
