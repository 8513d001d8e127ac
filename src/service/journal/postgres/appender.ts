import { randomInt } from 'node:crypto'
import { type BlockFrontier, growBlocks, LEAVES_IN_BLOCK } from '../../../proof/block-tree.ts'
import { toHex } from '../../../proof/bytes.ts'
import type { Append, Stored } from '../../../record/stored-entry.ts'
import type { Tip } from '../high-water.ts'
import { entryHash, JournalConflict, LeaseLost, mustFollow } from '../journal.ts'
import type { Fence } from '../leases.ts'
import { nodeTreesOfHex } from '../tree-hashing.ts'
import { bigintArray, byteaArray, textArray } from './binary-arrays.ts'
import type { Client } from './driver.ts'
import { lastOf } from './last-entry.ts'
import type { Line } from './line.ts'
import { frontierAt } from './postgres-trees.ts'
import { valuesOfMarks } from './schema.ts'

type Column = readonly [name: string, type: string]
/** Rows that are sent as a list for each column: the parameters from this one on. `isCounted`: with `nth`, from 1. */
const unnested = (first: number, columns: readonly Column[], isCounted = false): string => {
  const lists = columns.map(([, type], nth) => `$${first + nth}::${type}[]`)
  const names = [...columns.map(([name]) => name), ...(isCounted ? ['nth'] : [])]
  return `unnest(${lists.join(', ')}) ${isCounted ? 'WITH ORDINALITY ' : ''}AS given(${names.join(', ')})`
}

const [BATCH, STREAM, SEQ] = ['$1', '$2', '$3']
const COLUMNS = 'stream, seq, body, hash, batch, first_key, second_key, nodes'
/** The columns that differ from entry to entry. `nodes`: the row of the tree that every sixteenth entry completes. */
const entryColumns = [
  ['body', 'text'],
  ['hash', 'text'],
  ['first_key', 'bigint'],
  ['second_key', 'bigint'],
  ['nodes', 'bytea'],
] as const
const GIVEN_AT = 4
const CONDITIONS_AT = GIVEN_AT + entryColumns.length

/**
 * For each stream the entry before the first new one. A new stream has none, and the table's key keeps its first place.
 * The condition is a join alone; otherwise the whole journal is read.
 */
const selectPlaces = `
  SELECT count(*) FROM ${unnested(CONDITIONS_AT, [
    ['stream', 'text'],
    ['seq', 'bigint'],
    ['hash', 'text'],
  ])} JOIN journal j ON (j.stream, j.seq, j.hash) = (given.stream, given.seq, given.hash)`

const held = (first: number): string => `
  FROM leases l JOIN ${unnested(first, [
    ['stream', 'text'],
    ['epoch', 'bigint'],
  ])} ON (l.stream, l.epoch) = (given.stream, given.epoch)`

const FENCES_AT = CONDITIONS_AT + 4

/** This statement and a takeover of the lease wait for each other. */
const fences = `SELECT count(*) FROM (SELECT ${held(FENCES_AT)} FOR SHARE OF l) AS held`

/** For any streams: compares the numbers of places and leases with the expected ones. */
function appendToSeveral(isFenced: boolean): string {
  const [isPlaced, isHeld] = [
    `(SELECT count FROM place) = $${CONDITIONS_AT + 3}`,
    `(SELECT count FROM fence) = $${FENCES_AT + 2}`,
  ]
  return `
    WITH ${isFenced ? `fence AS MATERIALIZED (${fences}),` : ''} place AS MATERIALIZED (${selectPlaces})
    INSERT INTO journal (${COLUMNS}) SELECT stream, seq, body, hash, ${BATCH}, first_key, second_key, nodes
    FROM ${unnested(2, [['stream', 'text'], ['seq', 'bigint'], ...entryColumns])}
    WHERE ${isFenced ? `${isPlaced} AND ${isHeld}` : isPlaced}`
}

/** The columns of a batch for one stream. Most entries have one key; without any second key that list is left out. */
const ownColumns = [
  ['body', 'text'],
  ['hash', 'text'],
  ['first_key', 'bigint'],
] as const
const secondKey = ['second_key', 'bigint'] as const
const NODES_AT = GIVEN_AT
const OWN_COLUMNS_AT = NODES_AT + 1

/**
 * For one stream, by far the most common case: its place and its lease by their keys alone, with no list to join and
 * count. The rows of the tree are a short list: each column that is unnested costs every entry.
 */
function appendToOne(isFenced: boolean, hasTwoKeys: boolean): string {
  const columns = [...ownColumns, ...(hasTwoKeys ? [secondKey] : [])]
  const conditionsAt = OWN_COLUMNS_AT + columns.length
  const isPlaced = `(SELECT 1 FROM journal WHERE stream = ${STREAM} AND seq = ${SEQ} AND hash = $${conditionsAt}) = 1`
  const [lease, epoch] = [`$${conditionsAt + 1}`, `$${conditionsAt + 2}`]
  const isHeld = `(SELECT 1 FROM leases WHERE stream = ${lease} AND epoch = ${epoch} FOR SHARE) = 1`
  const [before, own, block] = [`${SEQ}::bigint`, `(${SEQ}::bigint + nth)`, LEAVES_IN_BLOCK]
  const nodes = `CASE WHEN ${own} % ${block} = 0 THEN ($${NODES_AT}::bytea[])[${own} / ${block} - ${before} / ${block}] END`
  return `
    INSERT INTO journal (${COLUMNS})
    SELECT ${STREAM}, ${own}, body, hash, ${BATCH}, first_key, ${hasTwoKeys ? 'second_key' : 'NULL'}, ${nodes}
    FROM ${unnested(OWN_COLUMNS_AT, columns, true)}
    WHERE ${isFenced ? `${isPlaced} AND ${isHeld}` : isPlaced}`
}

/**
 * The whole append in one statement, which is one transaction without pauses between its parts. The number of written
 * entries shows whether place and lease were right.
 */
const appends = {
  one: { name: 'append-one', text: appendToOne(false, false) },
  oneFenced: { name: 'append-one-fenced', text: appendToOne(true, false) },
  oneOfTwoKeys: { name: 'append-one-two-keys', text: appendToOne(false, true) },
  oneOfTwoKeysFenced: { name: 'append-one-two-keys-fenced', text: appendToOne(true, true) },
  several: { name: 'append', text: appendToSeveral(false) },
  severalFenced: { name: 'append-fenced', text: appendToSeveral(true) },
} as const

type Query = { name: string; text: string; values: unknown[] }

/** The same with the marks of rounds, which few entries have. Their parameters come after those of the append. */
function withMarks({ name, text, values }: Query, marks: readonly unknown[]): Query {
  const columns = [
    ['stream', 'text'],
    ['round', 'bigint'],
    ['seq', 'bigint'],
    ['mark', 'text'],
  ] as const
  const marked = `
    WITH written AS (${text} RETURNING 1), marked AS (
      INSERT INTO rounds (stream, round, seq, mark) SELECT stream, round, seq, mark
      FROM ${unnested(values.length + 1, columns)} WHERE EXISTS (SELECT FROM written)
    ) SELECT FROM written`
  return { name: `${name}-marked`, text: marked, values: [...values, ...marks] }
}

/** Finds the reason why an append wrote no entries: the lease, or the place. */
const findHeld = { name: 'find-held', text: `SELECT count(*) ${held(1)}` }

const touch = { name: 'touch', text: "UPDATE about SET value = '' WHERE name = 'touched'" }

const findBatch = {
  name: 'find-batch',
  text: 'SELECT seq, hash FROM journal WHERE stream = $1 AND seq = $2 AND batch = $3',
}

/**
 * The last entry of a stream and the state of its tree, with the leaves in hexadecimal as they are stored with their
 * entries.
 */
type End = Tip & { frontier: BlockFrontier<string> }
type Row = Stored & Pick<Append, 'keys' | 'marks'> & { nodes: Uint8Array | null }
/** The new entries of a stream, after its last one. */
type Run = { before: End; rows: Row[]; leaves: string[] }
type Chained = { rows: readonly Row[]; runs: ReadonlyMap<string, Run> }

const BATCHES = 2 ** 48 - 1

/** To hash a longer entry takes more than a millisecond: it is divided into the parts of its players. */
const LONG_ENTRY = 100_000

/** Appends batches, several under way at once. Each continues the state after the one before it. */
export class Appender {
  readonly #line: Line
  readonly #hashElsewhere: (body: string) => Promise<string>
  /** The last entries, including those under way; cleared when one of them fails. */
  readonly #tips = new Map<string, End>()
  /** Batches that failed before, by their entries. A retry first checks whether they were written nevertheless. */
  readonly #tried = new WeakMap<readonly Append[], number>()
  #turn: Promise<unknown> = Promise.resolve()

  /** `hashElsewhere`: hashes a long entry in another thread. */
  constructor(line: Line, hashElsewhere = async (body: string): Promise<string> => entryHash(body)) {
    this.#line = line
    this.#hashElsewhere = hashElsewhere
  }

  async append(batch: readonly Append[], fenced: readonly Fence[]): Promise<void> {
    // Batches are sent one after the other, so that each is chained to the one before it.
    const turn = this.#turn.then(() => this.#send(batch, distinct(fenced)))
    // The caller of this batch receives its failure; the next batch continues.
    this.#turn = turn.catch(() => {})
    try {
      const { answer } = await turn
      await answer
    } catch (error) {
      this.#tips.clear()
      throw error
    }
  }

  /** Takes entries that were read, if other nodes have written them after the known ones. */
  note(stream: string, read: readonly Stored[]): void {
    const known = this.#tips.get(stream)
    const more = known ? read.filter(({ seq }) => seq > known.seq) : []
    if (more.length === 0 || more[0]!.seq !== known!.seq + 1) return
    const { frontier } = growBlocks(
      known!.frontier,
      more.map(({ hash }) => hash),
      nodeTreesOfHex,
    )
    const { seq, hash } = more.at(-1)!
    this.#tips.set(stream, { seq, hash, frontier })
  }

  /** The answer is wrapped in an object, so that a waiting batch is not delayed until it arrives. */
  async #send(batch: readonly Append[], fenced: readonly Fence[]): Promise<{ answer: Promise<void> }> {
    if (batch.length === 0) return { answer: this.#touch() }
    const before = this.#tried.get(batch)
    if (before !== undefined && (await this.#isThere(batch, before))) return { answer: this.#touch() }
    const number = before ?? randomInt(BATCHES)
    const chained = await this.#chained(batch)
    const query = queryOf(number, chained, fenced)
    const answer = this.#line.use(async (client) => {
      const { rowCount } = await client.query(query)
      if (rowCount !== chained.rows.length) throw await refusalOf(client, fenced)
    })
    answer.catch(() => this.#tried.set(batch, number))
    return { answer }
  }

  /**
   * The server's answer that the entry exists is not enough, because its standby may lack it. A later, confirmed write
   * makes sure.
   */
  async #touch(): Promise<void> {
    await this.#line.use((client) => client.query(touch))
  }

  async #isThere([first]: readonly Append[], batch: number): Promise<boolean> {
    const { stream, seq } = first!
    const { rows } = await this.#line.use((client) => client.query({ ...findBatch, values: [stream, seq, batch] }))
    return rows.length > 0
  }

  /**
   * Reads the last entries of streams that are not known, or of which another node seems to have written more. An append
   * that fails meanwhile clears all of them: those that are missing then are read again.
   */
  async #chained(batch: readonly Append[]): Promise<Chained> {
    const hashes = await this.#longHashes(batch)
    const firsts = [...new Map(batch.toReversed().map((entry) => [entry.stream, entry])).values()]
    let unread = firsts.filter(({ stream, seq }) => !(seq <= (this.#tips.get(stream)?.seq ?? Number.NaN) + 1))
    while (unread.length > 0) {
      await this.#readTips(unread)
      unread = firsts.filter(({ stream }) => !this.#tips.has(stream))
    }
    return this.#chain(batch, hashes)
  }

  async #longHashes(batch: readonly Append[]): Promise<ReadonlyMap<Append, string>> {
    const long = batch.filter(({ body }) => body.length > LONG_ENTRY)
    return new Map(
      await Promise.all(long.map(async (entry) => [entry, await this.#hashElsewhere(entry.body)] as const)),
    )
  }

  async #readTips(firsts: readonly Append[]): Promise<void> {
    await this.#line.use((client) =>
      Promise.all(
        firsts.map(async ({ stream }) => {
          const tip = await lastOf(client, stream)
          const { loose, ...whole } = await frontierAt(client, stream, tip.seq)
          this.#tips.set(stream, { ...tip, frontier: { ...whole, loose: loose.map(toHex) } })
        }),
      ),
    )
  }

  #chain(batch: readonly Append[], hashes: ReadonlyMap<Append, string>): Chained {
    const runs = new Map<string, Run>()
    const rows = batch.map((entry) => {
      const { stream, seq, body, keys = [], marks = [] } = entry
      const run = runs.get(stream) ?? { before: this.#tips.get(stream)!, rows: [], leaves: [] }
      if (run.rows.length === 0) runs.set(stream, run)
      const before = run.rows.at(-1) ?? run.before
      mustFollow(before, entry)
      const hash = hashes.get(entry) ?? entryHash(body)
      const row: Row = { stream, seq, body, keys, marks, hash, nodes: null }
      run.rows.push(row)
      run.leaves.push(hash)
      return row
    })
    for (const [stream, run] of runs) this.#tips.set(stream, endOf(run))
    return { rows, runs }
  }
}

/** The end of a run. Entries that complete a row of the tree receive it. */
function endOf({ before, rows, leaves }: Run): End {
  const { frontier, blocks } = growBlocks(before.frontier, leaves, nodeTreesOfHex)
  for (const { index, nodes } of blocks) rows[(index + 1) * LEAVES_IN_BLOCK - before.seq - 1]!.nodes = nodes
  const { seq, hash } = rows.at(-1)!
  return { seq, hash, frontier }
}

/** Values in the order of the statements' parameters: of every entry. */
const columnsOf = (rows: readonly Row[]): unknown[] => [
  textArray(rows.map(({ body }) => body)),
  textArray(rows.map(({ hash }) => hash)),
  bigintArray(rows.map(({ keys }) => keys?.[0] ?? null)),
]

const secondKeysOf = (rows: readonly Row[]): unknown => bigintArray(rows.map(({ keys }) => keys?.[1] ?? null))

const valuesOfSeveral = (rows: readonly Row[]): unknown[] => [
  ...columnsOf(rows),
  secondKeysOf(rows),
  byteaArray(rows.map(({ nodes }) => nodes)),
]

function valuesOfPlaces(runs: Chained['runs']): unknown[] {
  const follows = [...runs].filter(([, { before }]) => before.seq > 0)
  return [
    textArray(follows.map(([stream]) => stream)),
    bigintArray(follows.map(([, { before }]) => before.seq)),
    textArray(follows.map(([, { before }]) => before.hash)),
    follows.length,
  ]
}

const valuesOfFences = (fenced: readonly Fence[]): unknown[] => [
  textArray(fenced.map(({ stream }) => stream)),
  bigintArray(fenced.map(({ epoch }) => epoch)),
  fenced.length,
]

function queryOf(batch: number, chained: Chained, fenced: readonly Fence[]): Query {
  const query = appendOf(batch, chained, fenced)
  return chained.rows.some(({ marks }) => marks?.length) ? withMarks(query, valuesOfMarks(chained.rows)) : query
}

function appendOf(batch: number, { rows, runs }: Chained, fenced: readonly Fence[]): Query {
  const [fence] = fenced
  const { stream } = rows[0]!
  const { before } = runs.get(stream)!
  if (runs.size === 1 && before.seq > 0 && fenced.length <= 1) {
    return appendOfOne(batch, rows, before, fence)
  }
  const places = [textArray(rows.map(({ stream }) => stream)), bigintArray(rows.map(({ seq }) => seq))]
  const leases = fence ? valuesOfFences(fenced) : []
  const values = [batch, ...places, ...valuesOfSeveral(rows), ...valuesOfPlaces(runs), ...leases]
  return { ...(fence ? appends.severalFenced : appends.several), values }
}

function appendOfOne(batch: number, rows: readonly Row[], before: Tip, fence: Fence | undefined): Query {
  const nodes = byteaArray(rows.map(({ nodes }) => nodes).filter((own) => own !== null))
  const hasTwoKeys = rows.some(({ keys = [] }) => keys.length > 1)
  const lease = fence ? [fence.stream, fence.epoch] : []
  const own = [...columnsOf(rows), ...(hasTwoKeys ? [secondKeysOf(rows)] : [])]
  const values = [batch, rows[0]!.stream, before.seq, nodes, ...own, before.hash, ...lease]
  if (hasTwoKeys) return { ...(fence ? appends.oneOfTwoKeysFenced : appends.oneOfTwoKeys), values }
  return { ...(fence ? appends.oneFenced : appends.one), values }
}

/** A lost lease stays lost, so a later query still shows it. */
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
