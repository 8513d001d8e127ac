import { systemReasons } from '../../engine/system-reasons.ts'
import { Thread } from '../journal/thread-calls.ts'
import type { SelfCheck } from '../program/self-check.ts'
import type { SelfCheckCalls } from '../program/self-check-worker.ts'
import { askHouse, type HouseStream } from '../stream/house-stream.ts'
import type { Alarms } from './alarms.ts'
import type { EventRecord } from './event-record.ts'

const DAILY_MS = 86_400_000
/** So many differences are named on record; how many there are is said as well. */
const NAMED_MAX = 20

/** `node`: the name of this node. `configuration`: the digest of its effective configuration. `stops`: gaming stops on a mismatch. */
export type SelfCheckOptions = { node: string; configuration: string; stops: boolean; check: () => Promise<SelfCheck> }

const thread = new URL('../program/self-check-worker.ts', import.meta.url)

let last: Promise<unknown> = Promise.resolve()

/** Checks the program in a thread of its own, which ends with the check. One check at a time: it takes a core for itself. */
export function checkProgramAside(): Promise<SelfCheck> {
  // The caller of a check has its failure, and the next check still runs.
  const checked = last.catch(() => {}).then(checkInThread)
  last = checked
  return checked
}

async function checkInThread(): Promise<SelfCheck> {
  const checking = new Thread<SelfCheckCalls>(thread)
  try {
    return await checking.ask('check')
  } finally {
    await checking.end()
  }
}

/**
 * Checks the program against its manifest at the start, once a day and on demand (GLI-19 2.3.2). Each result is on record. A
 * mismatch raises an alarm and, where the house is set so, stops gaming until somebody resumes it.
 */
export class SelfCheckDesk {
  readonly #options: SelfCheckOptions
  readonly #house: HouseStream
  readonly #alarms: Alarms
  readonly #events: EventRecord
  readonly #daily: NodeJS.Timeout

  constructor(
    options: SelfCheckOptions,
    { house, alarms, events }: { house: HouseStream; alarms: Alarms; events: EventRecord },
  ) {
    this.#options = options
    this.#house = house
    this.#alarms = alarms
    this.#events = events
    this.#daily = setInterval(() => void this.runOfService(), DAILY_MS).unref()
  }

  /** `by`: the actor who asked for it. */
  async run(by: string): Promise<SelfCheck> {
    const { node, configuration, check } = this.#options
    const result = await check()
    const { outcome, version, manifest, differences } = result
    const facts = { table: null, node, version, digest: manifest, configuration, asker: by }
    if (outcome === 'passed') this.#events.note({ alarm: 'self-check-passed', ...facts })
    else if (outcome === 'no-manifest') this.#events.note({ alarm: 'self-check-unverified', ...facts })
    else {
      const named = differences.slice(0, NAMED_MAX).map(({ what, name }) => [name, what] as const)
      this.#alarms.raise({
        alarm: 'self-check-failed',
        ...facts,
        count: differences.length,
        differences: Object.fromEntries(named),
      })
    }
    await this.#events.record()
    if (outcome === 'failed' && this.#options.stops) await this.#stopGaming()
    return result
  }

  /** Runs the check that the service makes of itself. A check that fails to run raises an alarm, and the service continues. */
  async runOfService(): Promise<void> {
    try {
      await this.run('service')
    } catch (error) {
      const why = (error as Error).message
      this.#alarms.raise({ table: null, alarm: 'step-failed', step: 'check-program', why })
    }
  }

  async #stopGaming(): Promise<void> {
    const stop = { do: 'stop-gaming', scope: 'house', of: '', when: 'now', by: { system: 'service' } } as const
    // A house that is stopped plays nothing either; one that is stopped already refuses.
    await askHouse(this.#house, { ...stop, reason: systemReasons.selfCheckFailed }).catch(() => {})
  }

  close(): void {
    clearInterval(this.#daily)
  }
}
