import { isTableStream } from '../../house/ticket-state.ts'
import type { Alarm, Raised } from '../../wire/alarm.ts'

const ALARMS_KEPT = 100

/** Alarms since the start of the service, the newest first. */
export class Alarms {
  readonly #now: () => string
  readonly #followers: ((alarm: Alarm) => void)[] = []
  readonly #list: Alarm[] = []
  #raised = 0

  constructor(now: () => string) {
    this.#now = now
  }

  /** Calls with every alarm that this process has raised and still keeps, and with each later one. */
  follow(follower: (alarm: Alarm) => void): void {
    for (const alarm of this.#list.toReversed()) follower(alarm)
    this.#followers.push(follower)
  }

  get list(): readonly Alarm[] {
    return this.#list
  }

  /** The number of alarms raised, including those that are not kept any more. */
  get raised(): number {
    return this.#raised
  }

  raise(raised: Raised): void {
    const alarm: Alarm = { at: this.#now(), ...raised }
    this.#keep(alarm)
    this.#raised++
    for (const follower of this.#followers) follower(alarm)
  }

  /** Adds an alarm of another node: it is shown here, but counted and logged there. */
  hear(alarm: Alarm): void {
    this.#keep(alarm)
  }

  #keep(alarm: Alarm): void {
    this.#list.unshift(alarm)
    this.#list.splice(ALARMS_KEPT)
  }
}

/** A stream that stopped has an alarm of its own. */
export function raiseSnapshotFailure(
  alarms: Alarms,
  { id, stopped }: { id: string; stopped: Error | null },
  { message }: Error,
): void {
  const table = isTableStream(id) ? id : null
  if (!stopped) alarms.raise({ table, alarm: 'step-failed', step: 'save-snapshot', why: message })
}
