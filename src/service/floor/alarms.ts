import type { Alarm, Raised } from '../../wire/alarm.ts'

const ALARMS_KEPT = 100

/** What went wrong since the service was started, the newest first. */
export class Alarms {
  readonly #now: () => string
  readonly #tell: (alarm: Alarm) => void
  readonly #list: Alarm[] = []
  #raised = 0

  constructor(now: () => string, tell: (alarm: Alarm) => void = () => {}) {
    this.#now = now
    this.#tell = tell
  }

  get list(): readonly Alarm[] {
    return this.#list
  }

  /** How many there were, also those that are not kept any more. */
  get raised(): number {
    return this.#raised
  }

  raise(raised: Raised): void {
    const alarm: Alarm = { at: this.#now(), ...raised }
    this.#keep(alarm)
    this.#raised++
    this.#tell(alarm)
  }

  /** One of another node: it is shown here, and counted and logged there. */
  hear(alarm: Alarm): void {
    this.#keep(alarm)
  }

  #keep(alarm: Alarm): void {
    this.#list.unshift(alarm)
    this.#list.splice(ALARMS_KEPT)
  }
}
