import { randomInt } from 'node:crypto'
import { type BlockFrontier, type GrownBlock, growBlocks } from '../../../proof/block-tree.ts'
import type { Hash } from '../../../proof/tree.ts'
import type { Append, Stored } from '../../../record/stored-entry.ts'
import type { Tip } from '../high-water.ts'
import { JournalConflict, LeaseLost, leafBytes, nodeChain } from '../journal.ts'
import type { Fence } from '../leases.ts'
import { nodeTrees } from '../tree-hashing.ts'
import { bigintArray, byteaArray, textArray } from './binary-arrays.ts'
import { lastOf } from './last-entry.ts'
import type { Line } from './line.ts'
import { frontierAt } from './postgres-trees.ts'

const entries = `
  INSERT INTO journal (stream, seq, body, hash, keys, batch)
  SELECT stream, seq, body, hash,
    CASE WHEN first IS NULL THEN NULL WHEN second IS NULL THEN ARRAY[first] ELSE ARRAY[first, second] END, $1
  FROM unnest($2::text[], $3::bigint[], $4::text[], $5::text[], $6::bigint[], $7::bigint[]) AS e(stream, seq, body, hash, first, second)`

/**
 * Of each stream the entry that the first new one follows. Of a stream that begins there is none, and its first place is
 * kept by the key of the table. A join, and nothing beside it in the condition: else the whole journal is read.
 */
const places = `
  SELECT count(*) FROM unnest($8::text[], $9::bigint[], $10::text[]) AS p(stream, seq, hash)
  JOIN journal j ON (j.stream, j.seq, j.hash) = (p.stream, p.seq, p.hash)`

/** The rows of the trees that these entries complete. */
const blocks = `
  INSERT INTO tree (stream, block, nodes)
  SELECT stream, block, nodes FROM unnest($12::text[], $13::bigint[], $14::bytea[]) AS b(stream, block, nodes)`

/** Whoever is about to take a lease waits until this is over, and this waits for whoever has begun to. */
const fences = `
  SELECT count(*) FROM (
    SELECT FROM leases l JOIN unnest($15::text[], $16::bigint[]) AS f(stream, epoch) ON (l.stream, l.epoch) = (f.stream, f.epoch)
    FOR SHARE OF l) AS held`

const isPlaced = '(SELECT count FROM place) = $11'
const isHeld = '(SELECT count FROM fence) = $17'

/** All of it in one statement, which is one transaction: no pause of ours can come between its parts. */
const appendPlain = {
  name: 'append',
  text: `
    WITH place AS MATERIALIZED (${places}), grown AS (${blocks} WHERE ${isPlaced}), put AS (${entries} WHERE ${isPlaced})
    SELECT 0 AS held, (SELECT count FROM place) AS placed`,
}
const appendFenced = {
  name: 'append-fenced',
  text: `
    WITH fence AS MATERIALIZED (${fences}), place AS MATERIALIZED (${places}),
      grown AS (${blocks} WHERE ${isPlaced} AND ${isHeld}), put AS (${entries} WHERE ${isPlaced} AND ${isHeld})
    SELECT (SELECT count FROM fence) AS held, (SELECT count FROM place) AS placed`,
}

const touch = { name: 'touch', text: "UPDATE about SET value = '' WHERE name = 'touched'" }

const findBatch = {
  name: 'find-batch',
  text: 'SELECT seq, hash FROM journal WHERE stream = $1 AND seq = $2 AND batch = $3',
}

type Outcome = { held: number; placed: number }
/** The last entry of a stream, and how its tree goes on. */
type End = Tip & { frontier: BlockFrontier }
type Chained = {
  rows: (Append & { hash: string })[]
  /** Where there is an entry before them. */
  follows: (Tip & { stream: string })[]
  grown: (GrownBlock & { stream: string })[]
}

const BATCHES = 2 ** 48 - 1

/** Appends, several on their way at once, each knowing what the one before it comes to. */
export class Appender {
  readonly #line: Line
  /** The last entries, of those on their way too; forgotten when one of them fails. */
  readonly #tips = new Map<string, End>()
  /** What was tried before, by its list of entries: whether it came there is looked at first. */
  readonly #tried = new WeakMap<readonly Append[], number>()
  #turn: Promise<unknown> = Promise.resolve()

  constructor(line: Line) {
    this.#line = line
  }

  async append(batch: readonly Append[], fenced: readonly Fence[]): Promise<void> {
    // One after the other as far as to the wire: what is chained to an entry is chained after it.
    const turn = this.#turn.then(() => this.#send(batch, distinct(fenced)))
    this.#turn = turn.then(
      () => {},
      () => {},
    )
    try {
      const { answer } = await turn
      await answer
    } catch (error) {
      this.#tips.clear()
      throw error
    }
  }

  /** These were read, and are what somebody else has written after what is known here. */
  note(stream: string, read: readonly Stored[]): void {
    const known = this.#tips.get(stream)
    const more = known ? read.filter(({ seq }) => seq > known.seq) : []
    if (more.length === 0 || more[0]!.seq !== known!.seq + 1) return
    const { frontier } = growBlocks(known!.frontier, more.map(leafBytes), nodeTrees)
    const { seq, hash } = more.at(-1)!
    this.#tips.set(stream, { seq, hash, frontier })
  }

  /** The answer in an object, so that whoever waits for his turn does not wait for it. */
  async #send(batch: readonly Append[], fenced: readonly Fence[]): Promise<{ answer: Promise<void> }> {
    if (batch.length === 0) return { answer: this.#touch() }
    const before = this.#tried.get(batch)
    if (before !== undefined && (await this.#isThere(batch, before))) return { answer: this.#touch() }
    const number = before ?? randomInt(BATCHES)
    await this.#look(batch)
    const chained = this.#chain(batch)
    const { follows } = chained
    this.#tried.set(batch, number)
    const values = [number, ...valuesOf(chained)]
    const query =
      fenced.length === 0
        ? { ...appendPlain, values }
        : { ...appendFenced, values: [...values, ...valuesOfFences(fenced)] }
    const answer = this.#line.use(async (client) => {
      const { rows: outcome } = await client.query<Outcome>(query)
      mustBeDone(outcome[0]!, follows.length, fenced)
    })
    answer.catch(() => {})
    return { answer }
  }

  /**
   * That the server says it is there is not enough: it may be there alone, and its standby not have it yet. What is
   * written after it, and confirmed, carries it along.
   */
  async #touch(): Promise<void> {
    await this.#line.use((client) => client.query(touch))
  }

  async #isThere([first]: readonly Append[], batch: number): Promise<boolean> {
    const { stream, seq } = first!
    const { rows } = await this.#line.use((client) => client.query({ ...findBatch, values: [stream, seq, batch] }))
    return rows.length > 0
  }

  /** The last entries of streams that are not known, or of which somebody else seems to have written more. */
  async #look(batch: readonly Append[]): Promise<void> {
    const firsts = [...new Map(batch.toReversed().map((entry) => [entry.stream, entry])).values()]
    const unknown = firsts.filter(({ stream, seq }) => !(seq <= (this.#tips.get(stream)?.seq ?? Number.NaN) + 1))
    if (unknown.length === 0) return
    await this.#line.use((client) =>
      Promise.all(
        unknown.map(async ({ stream }) => {
          const tip = await lastOf(client, stream)
          this.#tips.set(stream, { ...tip, frontier: await frontierAt(client, stream, tip.seq) })
        }),
      ),
    )
  }

  #chain(batch: readonly Append[]): Chained {
    const after = new Map<string, Tip & { leaves: Hash[] }>()
    const follows: Chained['follows'] = []
    const rows = batch.map((entry) => {
      const { stream, seq, body } = entry
      const before = after.get(stream) ?? this.#tips.get(stream)!
      if (seq !== before.seq + 1) throw new JournalConflict(`${stream} is at ${before.seq}, not before ${seq}`)
      const own = after.get(stream) ?? { seq, hash: '', leaves: [] }
      if (own.leaves.length === 0 && before.seq > 0) follows.push({ stream, seq: before.seq, hash: before.hash })
      const hash = nodeChain.entryHash(before.hash, entry)
      own.leaves.push(leafBytes({ body, hash }))
      after.set(stream, { seq, hash, leaves: own.leaves })
      return { ...entry, hash }
    })
    const grown = [...after].flatMap(([stream, { seq, hash, leaves }]) => {
      const { frontier, blocks } = growBlocks(this.#tips.get(stream)!.frontier, leaves, nodeTrees)
      this.#tips.set(stream, { seq, hash, frontier })
      return blocks.map((block) => ({ stream, ...block }))
    })
    return { rows, follows, grown }
  }
}

/** In the order in which the statements name them. */
const valuesOf = ({ rows, follows, grown }: Chained): unknown[] => [
  textArray(rows.map(({ stream }) => stream)),
  bigintArray(rows.map(({ seq }) => seq)),
  textArray(rows.map(({ body }) => body)),
  textArray(rows.map(({ hash }) => hash)),
  bigintArray(rows.map(({ keys }) => keys?.[0] ?? null)),
  bigintArray(rows.map(({ keys }) => keys?.[1] ?? null)),
  textArray(follows.map(({ stream }) => stream)),
  bigintArray(follows.map(({ seq }) => seq)),
  textArray(follows.map(({ hash }) => hash)),
  follows.length,
  textArray(grown.map(({ stream }) => stream)),
  bigintArray(grown.map(({ index }) => index)),
  byteaArray(grown.map(({ nodes }) => nodes)),
]

const valuesOfFences = (fenced: readonly Fence[]): unknown[] => [
  textArray(fenced.map(({ stream }) => stream)),
  bigintArray(fenced.map(({ epoch }) => epoch)),
  fenced.length,
]

function mustBeDone({ held, placed }: Outcome, follows: number, fenced: readonly Fence[]): void {
  if (fenced.length > 0 && held !== fenced.length)
    throw new LeaseLost(
      `${fenced.map(({ stream, epoch }) => `${stream} (${epoch})`).join(', ')} is somebody else's by now`,
    )
  if (placed !== follows) throw new JournalConflict('somebody else has written there')
}

const distinct = (fenced: readonly Fence[]): Fence[] => [
  ...new Map(fenced.map(({ stream, epoch }) => [`${epoch} ${stream}`, { stream, epoch }])).values(),
]
