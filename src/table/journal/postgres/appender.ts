import { randomInt } from 'node:crypto'
import { type BlockFrontier, type GrownBlock, growBlocks } from '../../../proof/block-tree.ts'
import type { Hash } from '../../../proof/tree.ts'
import type { Append, Stored } from '../../../record/stored-entry.ts'
import type { Tip } from '../high-water.ts'
import { JournalConflict, LeaseLost, leafBytes, nodeChain } from '../journal.ts'
import type { Fence } from '../leases.ts'
import { nodeTrees } from '../tree-hashing.ts'
import { bigintArray, byteaArray, textArray } from './binary-arrays.ts'
import type { Client } from './driver.ts'
import { lastOf } from './last-entry.ts'
import type { Line } from './line.ts'
import { frontierAt } from './postgres-trees.ts'

/** Rows that are sent as a list for each column: the parameters from this one on. */
const unnested = (first: number, columns: readonly (readonly [name: string, type: string])[]): string => {
  const lists = columns.map(([, type], nth) => `$${first + nth}::${type}[]`)
  return `unnest(${lists.join(', ')}) AS given(${columns.map(([name]) => name).join(', ')})`
}

const ENTRIES_AT = 2
const PLACES_AT = 8
const FENCES_AT = 12

const entries = `
  INSERT INTO journal (stream, seq, body, hash, keys, batch)
  SELECT stream, seq, body, hash,
    CASE WHEN first IS NULL THEN NULL WHEN second IS NULL THEN ARRAY[first] ELSE ARRAY[first, second] END, $1
  FROM ${unnested(ENTRIES_AT, [
    ['stream', 'text'],
    ['seq', 'bigint'],
    ['body', 'text'],
    ['hash', 'text'],
    ['first', 'bigint'],
    ['second', 'bigint'],
  ])}`

/**
 * Of each stream the entry that the first new one follows. Of a stream that begins there is none, and its first place is
 * kept by the key of the table. A join, and nothing beside it in the condition: else the whole journal is read.
 */
const places = (first: number): string => `
  SELECT count(*) FROM ${unnested(first, [
    ['stream', 'text'],
    ['seq', 'bigint'],
    ['hash', 'text'],
  ])} JOIN journal j ON (j.stream, j.seq, j.hash) = (given.stream, given.seq, given.hash)`

const held = (first: number): string => `
  FROM leases l JOIN ${unnested(first, [
    ['stream', 'text'],
    ['epoch', 'bigint'],
  ])} ON (l.stream, l.epoch) = (given.stream, given.epoch)`

/** Whoever is about to take a lease waits until this is over, and this waits for whoever has begun to. */
const fences = `SELECT count(*) FROM (SELECT ${held(FENCES_AT)} FOR SHARE OF l) AS held`

/** The rows of the trees that these entries complete. */
const blocks = (first: number): string => `
  INSERT INTO tree (stream, block, nodes) SELECT stream, block, nodes FROM ${unnested(first, [
    ['stream', 'text'],
    ['block', 'bigint'],
    ['nodes', 'bytea'],
  ])}`

type Condition = { parts: readonly string[]; holds: string; values: number }

/** Of whatever streams: as many places and leases are there as there should be. */
const ofSeveral = (isFenced: boolean): Condition => {
  const isPlaced = `(SELECT count FROM place) = $${PLACES_AT + 3}`
  const place = `place AS MATERIALIZED (${places(PLACES_AT)})`
  if (!isFenced) return { parts: [place], holds: isPlaced, values: 4 }
  const parts = [`fence AS MATERIALIZED (${fences})`, place]
  return { parts, holds: `${isPlaced} AND (SELECT count FROM fence) = $${FENCES_AT + 2}`, values: 7 }
}

/** Of one stream, the most by far: its place and its lease by their keys alone, with no list to join and count. */
const ofOne = (isFenced: boolean): Condition => {
  const isPlaced = '(SELECT 1 FROM journal WHERE stream = $8 AND seq = $9 AND hash = $10) = 1'
  if (!isFenced) return { parts: [], holds: isPlaced, values: 3 }
  const isHeld = '(SELECT 1 FROM leases WHERE stream = $11 AND epoch = $12 FOR SHARE) = 1'
  return { parts: [], holds: `${isPlaced} AND ${isHeld}`, values: 5 }
}

type Shape = { isOne: boolean; isFenced: boolean; hasBlocks: boolean }

/**
 * All of it in one statement, which is one transaction: no pause of ours can come between its parts. How many entries it
 * wrote says whether it was in its place and held. What it need not look at is left out: most complete no row of a tree.
 */
function appendStatement({ isOne, isFenced, hasBlocks }: Shape): { name: string; text: string } {
  const { parts, holds, values } = (isOne ? ofOne : ofSeveral)(isFenced)
  const grown = hasBlocks ? [`grown AS (${blocks(PLACES_AT + values)} WHERE ${holds})`] : []
  const before = [...parts, ...grown]
  const name = `append${isOne ? '-one' : ''}${isFenced ? '-fenced' : ''}${hasBlocks ? '-blocks' : ''}`
  return { name, text: `${before.length > 0 ? `WITH ${before.join(', ')}` : ''} ${entries} WHERE ${holds}` }
}

const both = [false, true]
const appends = both.map((isOne) =>
  both.map((isFenced) => both.map((hasBlocks) => appendStatement({ isOne, isFenced, hasBlocks }))),
)

const appendOf = ({ isOne, isFenced, hasBlocks }: Shape): { name: string; text: string } =>
  appends[Number(isOne)]![Number(isFenced)]![Number(hasBlocks)]!

/** Of one that wrote nothing: was it the lease, or the place? */
const findHeld = { name: 'find-held', text: `SELECT count(*) ${held(1)}` }

const touch = { name: 'touch', text: "UPDATE about SET value = '' WHERE name = 'touched'" }

const findBatch = {
  name: 'find-batch',
  text: 'SELECT seq, hash FROM journal WHERE stream = $1 AND seq = $2 AND batch = $3',
}

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
    this.#tried.set(batch, number)
    const query = queryOf(number, chained, fenced)
    const answer = this.#line.use(async (client) => {
      const { rowCount } = await client.query(query)
      if (rowCount !== chained.rows.length) throw await refusalOf(client, fenced)
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
const valuesOf = ({ rows }: Chained): unknown[] => [
  textArray(rows.map(({ stream }) => stream)),
  bigintArray(rows.map(({ seq }) => seq)),
  textArray(rows.map(({ body }) => body)),
  textArray(rows.map(({ hash }) => hash)),
  bigintArray(rows.map(({ keys }) => keys?.[0] ?? null)),
  bigintArray(rows.map(({ keys }) => keys?.[1] ?? null)),
]

const valuesOfPlaces = ({ follows }: Chained): unknown[] => [
  textArray(follows.map(({ stream }) => stream)),
  bigintArray(follows.map(({ seq }) => seq)),
  textArray(follows.map(({ hash }) => hash)),
  follows.length,
]

const valuesOfBlocks = ({ grown }: Chained): unknown[] =>
  grown.length === 0
    ? []
    : [
        textArray(grown.map(({ stream }) => stream)),
        bigintArray(grown.map(({ index }) => index)),
        byteaArray(grown.map(({ nodes }) => nodes)),
      ]

const valuesOfFences = (fenced: readonly Fence[]): unknown[] => [
  textArray(fenced.map(({ stream }) => stream)),
  bigintArray(fenced.map(({ epoch }) => epoch)),
  fenced.length,
]

function queryOf(batch: number, chained: Chained, fenced: readonly Fence[]) {
  const { rows, follows, grown } = chained
  const isFenced = fenced.length > 0
  const [place] = follows
  const [fence] = fenced
  const isOne = follows.length === 1 && fenced.length <= 1 && rows.every(({ stream }) => stream === place!.stream)
  const conditions = isOne
    ? [place!.stream, place!.seq, place!.hash, ...(fence ? [fence.stream, fence.epoch] : [])]
    : [...valuesOfPlaces(chained), ...(isFenced ? valuesOfFences(fenced) : [])]
  return {
    ...appendOf({ isOne, isFenced, hasBlocks: grown.length > 0 }),
    values: [batch, ...valuesOf(chained), ...conditions, ...valuesOfBlocks(chained)],
  }
}

/** A lease that is lost stays lost: that it is not there any more is seen afterwards too. */
async function refusalOf(client: Client, fenced: readonly Fence[]): Promise<Error> {
  const conflict = new JournalConflict('somebody else has written there')
  if (fenced.length === 0) return conflict
  const values = valuesOfFences(fenced).slice(0, -1)
  const { rows } = await client.query<{ count: number }>({ ...findHeld, values })
  if (rows[0]!.count === fenced.length) return conflict
  const named = fenced.map(({ stream, epoch }) => `${stream} (${epoch})`).join(', ')
  return new LeaseLost(`${named} is somebody else's by now`)
}

const distinct = (fenced: readonly Fence[]): Fence[] => [
  ...new Map(fenced.map(({ stream, epoch }) => [`${epoch} ${stream}`, { stream, epoch }])).values(),
]
