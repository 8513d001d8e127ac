import type { TableEvent } from '../../engine/events.ts'
import { HOUSE } from '../../house/state.ts'
import { isTableStream, TICKETS } from '../../house/ticket-state.ts'
import { type Signer, writeKey } from '../../proof/keys.ts'
import type { KeptCheckpoint } from '../../record/stored-entry.ts'
import type { Raised } from '../../wire/alarm.ts'
import { type Journal, JournalUnusable } from '../journal/journal.ts'
import { askHouse, type HouseStream } from '../stream/house-stream.ts'
import type { TableStream } from '../stream/table-stream.ts'
import { Checkpointer } from './checkpointer.ts'
import { CosignedCheckpoints } from './cosigned-checkpoints.ts'
import { WitnessLink, type WitnessNews, type WitnessPlan } from './witness-link.ts'

export type HouseProofOptions = {
  journal: Journal
  house: HouseStream
  raise: (alarm: Raised) => void
  signer: Signer
  witnesses?: readonly WitnessPlan[]
  /** The number of witnesses that must have signed the checkpoint of a receipt; left out: all. */
  quorum?: number
  /** For tests: how patient it is with witnesses. */
  patience?: { timeoutMs?: number; retryMs?: number; silentAfterMs?: number; withinMs?: number }
}

const AT_LEAST_EVERY_MS = 60_000

/** Streams that do not belong to a table. */
const ofHouse = [HOUSE, TICKETS] as const

const endsOfRound: readonly TableEvent['type'][] = ['round-settled', 'round-voided']

/**
 * Signs and publishes the house's proofs: a checkpoint when a round ends and every minute, cosigned by witnesses.
 *
 * Among several nodes each signs for the tables that it owns. The owner of the first table by name also signs for the
 * house and its tickets. This division saves work; it is not needed for safety. Nodes sign the entries that the one
 * database has committed, and these only grow, so two nodes that both believe to be the owner sign equal checkpoints.
 */
export class HouseProof {
  readonly checkpointer: Checkpointer
  readonly #options: HouseProofOptions
  readonly #links: readonly WitnessLink[]
  readonly #cosigned: CosignedCheckpoints
  #clock: NodeJS.Timeout | null = null
  readonly #begunAt = performance.now()
  readonly #tables: TableStream[] = []
  /** Tables that this node had and gave up. If no node has taken them when this one stops, it still signs their end. */
  readonly #handedOver = new Set<TableStream>()

  constructor(options: HouseProofOptions) {
    const { journal, signer, raise, witnesses = [], quorum = witnesses.length, patience } = options
    this.#options = options
    const keys = witnesses.map(({ key }) => key)
    this.#cosigned = new CosignedCheckpoints({ journal, witnesses: keys, quorum, ...patience })
    this.checkpointer = new Checkpointer({
      journal,
      signer,
      onProblem: (stream, why) => raise(signingAlarm(stream, why)),
      whyNot: (key) => (keyOnRecord(options.house) === key ? null : OTHER_KEY),
    })
    this.#links = witnesses.map((plan) => this.#linkTo(plan))
    this.checkpointer.watch((stream, checkpoint) => this.#send(stream, checkpoint))
  }

  get witnesses(): { name: string; key: string }[] {
    return (this.#options.witnesses ?? []).map(({ name, key }) => ({ name, key: writeKey(key) }))
  }

  /** The time since each stream that this node signs for was last found signed to its end. */
  checkpointAges(): { stream: string; ms: number }[] {
    const now = performance.now()
    return this.#own.map((stream) => ({ stream, ms: now - (this.checkpointer.signedAt(stream) ?? this.#begunAt) }))
  }

  /** The time since each witness has been behind with its signatures; 0 if it has signed everything. */
  witnessAges(): { witness: string; ms: number }[] {
    return this.#links.map((link) => ({ witness: link.name, ms: link.behindMs }))
  }

  /**
   * The checkpoint that receipts are issued under: the newest with the cosignatures that the house requires. Where it ends
   * before entry `seq`, the next is made now, and witnesses get a moment to sign it.
   */
  async covering(stream: string, seq: number): Promise<KeptCheckpoint | null> {
    const newest = await this.#cosigned.newest(stream)
    if (newest && newest.size >= seq) return newest
    const made = await this.checkpointer.make(stream)
    return made ? this.#cosigned.covering(stream, seq) : newest
  }

  /** Records the signing key first, if it is not on record yet. */
  async begin(tables: Iterable<TableStream>): Promise<void> {
    const { house, signer } = this.#options
    const key = writeKey(signer.verifier)
    if (keyOnRecord(house) === null) await this.#takeKey(key)
    for (const table of tables) this.#follow(table)
    await this.#catchUp()
    // A house that was killed has not signed the end of its streams.
    await this.#makeAll()
    this.#clock = setInterval(() => void this.#makeAll(), AT_LEAST_EVERY_MS).unref()
  }

  /** If several nodes begin at once, the first decides which key it is. */
  async #takeKey(key: string): Promise<void> {
    const { house, journal } = this.#options
    const agreed = await journal.agree('signing-key', key)
    if (agreed !== null && agreed !== key)
      throw new JournalUnusable(
        'the signing key here is not the one of the house in this store: all nodes share one key (docs/operations.md)',
      )
    await house.catchUp()
    if (keyOnRecord(house) === null) await askHouse(house, { do: 'use-signing-key', key, by: { system: 'service' } })
  }

  /** Signs the rounds of a table as they end. */
  #follow(table: TableStream): void {
    this.#tables.push(table)
    table.watch({
      recorded: (events) => {
        if (isOwn(table) && events.some(({ type }) => endsOfRound.includes(type))) void this.checkpointer.make(table.id)
      },
      owned: () => {
        this.#handedOver.delete(table)
        // A failure is harmless: the end of the next round is signed and sent in any case.
        void this.#takeOver(table).catch(() => {})
      },
      left: (how) => {
        if (how === 'given') this.#handedOver.add(table)
      },
    })
  }

  /**
   * Signs the end of a table that another node had before: that node may have stopped before it signed, or before it
   * sent the signature to the witnesses.
   */
  async #takeOver(table: TableStream): Promise<void> {
    for (const stream of this.#signedWith([table])) {
      const last = await this.#options.journal.latestCheckpoint(stream)
      const made = await this.checkpointer.make(stream)
      if (last && made?.size === last.size) this.#send(stream, last)
    }
  }

  /** Changes to another key, which is already on record. */
  change(signer: Signer): Promise<void> {
    return this.checkpointer.change(signer, [...ofHouse, ...this.#tables.map(({ id }) => id)])
  }

  async close(): Promise<void> {
    if (this.#clock) clearInterval(this.#clock)
    await this.#makeAll()
    for (const stream of this.#signedWith([...this.#handedOver])) await this.checkpointer.make(stream)
    for (const link of this.#links) link.close()
  }

  /** The streams that this node signs for. */
  get #own(): string[] {
    return this.#tables.length === 0 ? [...ofHouse] : this.#signedWith(this.#tables.filter(isOwn))
  }

  /** The streams of these tables. The first table by name brings the house and its tickets with it. */
  #signedWith(tables: readonly TableStream[]): string[] {
    const [first] = this.#tables.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    return [...(first && tables.includes(first) ? ofHouse : []), ...tables.map(({ id }) => id)]
  }

  async #makeAll(): Promise<void> {
    for (const stream of this.#own) await this.checkpointer.make(stream)
  }

  /** Sends the last signed checkpoints to witnesses that were not reached before the last stop. */
  async #catchUp(): Promise<void> {
    if (this.#links.length === 0) return
    for (const stream of this.#own) {
      const last = await this.#options.journal.latestCheckpoint(stream)
      if (last) this.#send(stream, last)
    }
  }

  #send(stream: string, checkpoint: KeptCheckpoint): void {
    for (const link of this.#links) link.send(stream, checkpoint)
  }

  #linkTo(plan: WitnessPlan): WitnessLink {
    const { journal, raise, patience = {} } = this.#options
    return new WitnessLink({
      plan,
      journal,
      ...patience,
      onSigned: (stream, size, signatures) =>
        void this.checkpointer.addSignatures(stream, size, signatures).then(
          () => this.#cosigned.heard(stream),
          // The witness signs the next checkpoint, which covers this one.
          () => {},
        ),
      onNews: (news) => raise(witnessAlarm(plan.name, news)),
    })
  }
}

const isOwn = ({ role }: TableStream): boolean => role === 'sole' || role === 'owner'

const keyOnRecord = ({ settled }: HouseStream): string | null => settled.state.signingKeys.at(-1)?.key ?? null

const OTHER_KEY =
  'the house signs by another key by now: give this node the new signing.key, and start it again (docs/operations.md)'

const tableIn = (stream: string): string | null => (isTableStream(stream) ? stream : null)

const signingAlarm = (stream: string, why: string | null) =>
  why === null
    ? ({ table: tableIn(stream), alarm: 'signing-resumed' } as const)
    : ({ table: tableIn(stream), alarm: 'signing-stopped', why } as const)

function witnessAlarm(witness: string, news: WitnessNews) {
  if (news.news === 'heard') return { table: null, alarm: 'witness-heard', witness } as const
  if (news.news === 'silent') return { table: null, alarm: 'witness-silent', witness, why: news.why } as const
  const { stream, why } = news
  return { table: tableIn(stream), alarm: 'witness-refused', witness, why } as const
}
