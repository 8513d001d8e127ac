import { after, moment } from '../../house/time.ts'
import type { ClockStep, ServiceClock } from '../clock.ts'
import { askHouse, type HouseStream } from '../stream/house-stream.ts'
import type { Alarms } from './alarms.ts'

/**
 * Records each step of the wall clock, and raises an alarm for it and for a clock that is not followed. `clock` null:
 * its steps are not recorded here.
 */
export function recordClockSteps(clock: ServiceClock | null, house: HouseStream, alarms: Alarms): void {
  const record = new ClockRecord(house)
  clock?.onStep((step) => {
    alarms.raise({ table: null, alarm: 'clock-set', ...step })
    record.take(step)
  })
  clock?.onFault((fault) => alarms.raise({ table: null, alarm: 'clock-out-of-range', ...fault }))
  house.watch({ restored: () => record.takeAgain() })
}

/**
 * Records steps of the wall clock. A step that a stopped house could not record is recorded first when the house is
 * back.
 */
class ClockRecord {
  readonly #house: HouseStream
  #owed: readonly ClockStep[] = []

  constructor(house: HouseStream) {
    this.#house = house
  }

  take(step: ClockStep): void {
    this.#owed = [...this.#owed, step]
    this.#ask(step, [step])
  }

  /** Records several steps as one, with their sum. */
  takeAgain(): void {
    const last = this.#owed.at(-1)
    if (!last) return
    const moved = this.#owed.reduce((sum, { from, to }) => sum + moment(to) - moment(from), 0)
    this.#ask({ from: after(last.to, -moved), to: last.to }, this.#owed)
  }

  #ask(step: ClockStep, settles: readonly ClockStep[]): void {
    askHouse(this.#house, { do: 'correct-clock', ...step, by: { system: 'service' } }).then(
      () => {
        this.#owed = this.#owed.filter((one) => !settles.includes(one))
      },
      // Recorded by `takeAgain` when the house is back.
      () => {},
    )
  }
}
