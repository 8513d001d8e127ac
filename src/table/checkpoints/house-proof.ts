import type { TableEvent } from '../../engine/events.ts'
import { HOUSE } from '../../house/state.ts'
import { type Signer, writeKey } from '../../proof/keys.ts'
import type { Raised } from '../../wire/alarm.ts'
import type { Journal } from '../journal/journal.ts'
import { askHouse, type HouseStream } from '../stream/house-stream.ts'
import type { TableStream } from '../stream/table-stream.ts'
import { Checkpointer } from './checkpointer.ts'
import { WitnessLink, type WitnessNews, type WitnessPlan } from './witness-link.ts'

export type HouseProofOptions = {
  journal: Journal
  house: HouseStream
  raise: (alarm: Raised) => void
  signer: Signer
  witnesses?: readonly WitnessPlan[]
  /** For tests: how patient it is with witnesses. */
  patience?: { timeoutMs?: number; retryMs?: number; silentAfterMs?: number }
}

const AT_LEAST_EVERY_MS = 60_000

const endsOfRound: readonly TableEvent['type'][] = ['round-settled', 'round-voided']

/** What leaves the house as proof: checkpoints when a round ends and every minute, and the witnesses that sign them too. */
export class HouseProof {
  readonly checkpointer: Checkpointer
  readonly #options: HouseProofOptions
  readonly #links: readonly WitnessLink[]
  #clock: NodeJS.Timeout | null = null
  readonly #streams = [HOUSE]

  constructor(options: HouseProofOptions) {
    const { journal, signer, raise, witnesses = [] } = options
    this.#options = options
    this.checkpointer = new Checkpointer({
      ...{ journal, signer },
      onProblem: (stream, why) => raise(signingAlarm(stream, why)),
    })
    this.#links = witnesses.map((plan) => this.#linkTo(plan))
    this.checkpointer.watch((stream, checkpoint) => {
      for (const link of this.#links) link.send(stream, checkpoint)
    })
  }

  get witnesses(): { name: string; key: string }[] {
    return (this.#options.witnesses ?? []).map(({ name, key }) => ({ name, key: writeKey(key) }))
  }

  /** The key that signs goes on record first, where it is not there yet. */
  async begin(tables: Iterable<TableStream>): Promise<void> {
    const { house, signer } = this.#options
    const key = writeKey(signer.verifier)
    if (house.settled.state.signingKeys.length === 0)
      await askHouse(house, { do: 'use-signing-key', key, by: { system: 'service' } })
    for (const table of tables) this.#follow(table)
    await this.#catchUp()
    this.#clock = setInterval(() => void this.#makeAll(), AT_LEAST_EVERY_MS).unref()
  }

  /** Its rounds are signed as they end. */
  #follow(table: TableStream): void {
    this.#streams.push(table.id)
    table.watch({
      recorded: (events) => {
        if (events.some(({ type }) => endsOfRound.includes(type))) void this.checkpointer.make(table.id)
      },
    })
  }

  /** By another key from now on, which is on record by then. */
  change(signer: Signer): Promise<void> {
    return this.checkpointer.change(signer, this.#streams)
  }

  async close(): Promise<void> {
    if (this.#clock) clearInterval(this.#clock)
    await this.#makeAll()
    for (const link of this.#links) link.close()
  }

  async #makeAll(): Promise<void> {
    for (const stream of this.#streams) await this.checkpointer.make(stream)
  }

  /** Witnesses that were not reached before the house was shut are sent what was signed last. */
  async #catchUp(): Promise<void> {
    if (this.#links.length === 0) return
    for (const stream of this.#streams) {
      const last = await this.#options.journal.latestCheckpoint(stream)
      if (last) for (const link of this.#links) link.send(stream, last)
    }
  }

  #linkTo(plan: WitnessPlan): WitnessLink {
    const { journal, raise, patience = {} } = this.#options
    return new WitnessLink({
      ...{ plan, journal, ...patience },
      onSigned: (stream, size, signatures) =>
        void this.checkpointer.addSignatures(stream, size, signatures).catch(() => {}),
      onNews: (news) => raise(witnessAlarm(plan.name, news)),
    })
  }
}

const tableOf = (stream: string): string | null => (stream === HOUSE ? null : stream)

const signingAlarm = (stream: string, why: string | null) =>
  why === null
    ? ({ table: tableOf(stream), alarm: 'signing-resumed' } as const)
    : ({ table: tableOf(stream), alarm: 'signing-stopped', why } as const)

function witnessAlarm(witness: string, news: WitnessNews) {
  if (news.news === 'heard') return { table: null, alarm: 'witness-heard', witness } as const
  if (news.news === 'silent') return { table: null, alarm: 'witness-silent', witness, why: news.why } as const
  const { stream, why } = news
  return { table: tableOf(stream), alarm: 'witness-refused', witness, why } as const
}
