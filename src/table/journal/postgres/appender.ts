import { randomInt } from 'node:crypto'
import type { Append } from '../../../record/stored-entry.ts'
import type { Tip } from '../high-water.ts'
import { JournalConflict, LeaseLost, nodeChain } from '../journal.ts'
import type { Fence } from '../leases.ts'
import type { Client } from './driver.ts'
import type { Line } from './line.ts'

const entries = `
  INSERT INTO journal (stream, seq, body, hash, keys, batch)
  SELECT stream, seq, body, hash, keys, $2 FROM json_to_recordset($1) AS e(stream text, seq bigint, body text, hash text, keys bigint[])`

/** Of each stream the entry that the first new one follows, where there is one. */
const places = `
  SELECT count(*) FROM json_to_recordset($3) AS p(stream text, seq bigint, hash text)
  WHERE seq = 0 OR EXISTS (SELECT FROM journal j WHERE (j.stream, j.seq, j.hash) = (p.stream, p.seq, p.hash))`

/** Whoever is about to take a lease waits until this is over, and this waits for whoever has begun to. */
const fences = `
  SELECT count(*) FROM (
    SELECT FROM leases l JOIN json_to_recordset($5) AS f(stream text, epoch bigint) ON (l.stream, l.epoch) = (f.stream, f.epoch)
    FOR SHARE OF l) AS held`

/** All of it in one statement, which is one transaction: no pause of ours can come between its parts. */
const appendPlain = {
  name: 'append',
  text: `
    WITH place AS MATERIALIZED (${places}), put AS (${entries} WHERE (SELECT count FROM place) = $4 RETURNING 1)
    SELECT 0 AS held, (SELECT count FROM place) AS placed, (SELECT count(*) FROM put) AS put`,
}
const appendFenced = {
  name: 'append-fenced',
  text: `
    WITH fence AS MATERIALIZED (${fences}), place AS MATERIALIZED (${places}),
      put AS (${entries} WHERE (SELECT count FROM place) = $4 AND (SELECT count FROM fence) = $6 RETURNING 1)
    SELECT (SELECT count FROM fence) AS held, (SELECT count FROM place) AS placed, (SELECT count(*) FROM put) AS put`,
}

const touch = { name: 'touch', text: "UPDATE about SET value = '' WHERE name = 'touched'" }

const findBatch = {
  name: 'find-batch',
  text: 'SELECT seq, hash FROM journal WHERE stream = $1 AND seq = $2 AND batch = $3',
}

export const selectLast = {
  name: 'last',
  text: 'SELECT seq, hash FROM journal WHERE stream = $1 ORDER BY seq DESC LIMIT 1',
}

type Outcome = { held: number; placed: number; put: number }
type Row = Append & { hash: string }

const BATCHES = 2 ** 48 - 1

/** Appends, several on their way at once, each knowing what the one before it comes to. */
export class Appender {
  readonly #line: Line
  /** The last entries, of those on their way too; forgotten when one of them fails. */
  readonly #tips = new Map<string, Tip>()
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

  /** Somebody has read so far. */
  note(stream: string, tip: Tip): void {
    if (tip.seq > (this.#tips.get(stream)?.seq ?? -1)) this.#tips.set(stream, tip)
  }

  forget(): void {
    this.#tips.clear()
  }

  /** The answer in an object, so that whoever waits for his turn does not wait for it. */
  async #send(batch: readonly Append[], fenced: readonly Fence[]): Promise<{ answer: Promise<void> }> {
    if (batch.length === 0) return { answer: this.#touch() }
    const before = this.#tried.get(batch)
    if (before !== undefined && (await this.#isThere(batch, before))) return { answer: this.#touch() }
    const number = before ?? randomInt(BATCHES)
    await this.#look(batch)
    const { rows, follows } = this.#chain(batch)
    this.#tried.set(batch, number)
    const values = [JSON.stringify(rows), number, JSON.stringify(follows), follows.length]
    const query =
      fenced.length === 0
        ? { ...appendPlain, values }
        : { ...appendFenced, values: [...values, JSON.stringify(fenced), fenced.length] }
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
          this.#tips.set(stream, await lastOf(client, stream))
        }),
      ),
    )
  }

  #chain(batch: readonly Append[]): { rows: Row[]; follows: (Tip & { stream: string })[] } {
    const after = new Map<string, Tip>()
    const follows: (Tip & { stream: string })[] = []
    const rows = batch.map((entry) => {
      const { stream, seq, body, keys } = entry
      const before = after.get(stream) ?? this.#tips.get(stream)!
      if (seq !== before.seq + 1) throw new JournalConflict(`${stream} is at ${before.seq}, not before ${seq}`)
      if (!after.has(stream)) follows.push({ stream, ...before })
      const hash = nodeChain.chainHash(before.hash, entry)
      after.set(stream, { seq, hash })
      return { stream, seq, body, hash, ...(keys && keys.length > 0 ? { keys } : {}) }
    })
    for (const [stream, tip] of after) this.#tips.set(stream, tip)
    return { rows, follows }
  }
}

export async function lastOf(client: Client, stream: string): Promise<Tip> {
  const { rows } = await client.query<Tip>({ ...selectLast, values: [stream] })
  return rows[0] ?? { seq: 0, hash: nodeChain.seedHash(stream) }
}

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
