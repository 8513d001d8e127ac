import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { decide } from '../src/engine/decide.ts'
import type { Decision } from '../src/engine/decision.ts'
import type { Command } from '../src/engine/language.ts'
import { HOUSE } from '../src/house/state.ts'
import { after, DAY } from '../src/house/time.ts'
import type { Anchor } from '../src/record/anchors.ts'
import { withRecorded } from '../src/record/book-of-then.ts'
import { builtInBooks } from '../src/record/known-books.ts'
import { decidedEntry, readTableEntry, type TableEntry } from '../src/record/table-entry.ts'
import { remember, type TableMemory } from '../src/record/table-memory.ts'
import { unknowable, verify } from '../src/record/verify.ts'
import { nodeSha256 } from '../src/service/journal/journal.ts'
import { corpus } from './corpus.ts'
import { readStore, rehash, rewriteJournal } from './support/journal.ts'
import { freshFolder } from './support/service.ts'

// biome-ignore lint/suspicious/noExplicitAny: a forger cares for no types
export type Plain = any
type Change = (entry: Plain) => void

/** Decides an entry again by the book that it names. */
export function decideThen(
  memory: TableMemory,
  { book, command }: Extract<TableEntry, { command: Command }>,
): Decision {
  const recorded = memory.books.find(({ fingerprint }) => fingerprint === book)!
  return decide(recorded.book, memory.state, command, withRecorded(memory, { bookById: builtInBooks.byId }))
}

/** A journal as values: its streams can be changed at will and written with all hashes computed again. */
export class Forgery {
  readonly folder = freshFolder()
  readonly streams = new Map<string, Plain[]>()
  /** Changes of the text of entries, as they are written. */
  readonly #texts = new Map<Plain, (body: string) => string>()
  readonly #keepsSnapshots: boolean

  constructor(name = 'version-1', keepsSnapshots = false) {
    cpSync(corpus(name), this.folder, { recursive: true })
    this.#keepsSnapshots = keepsSnapshots
    const db = new DatabaseSync(join(this.folder, 'croupier.db'), { readOnly: true })
    const rows = db.prepare('SELECT stream, body FROM journal ORDER BY stream, seq').all() as {
      stream: string
      body: string
    }[]
    db.close()
    for (const [stream, own] of Map.groupBy(rows, (row) => row.stream))
      this.streams.set(
        stream,
        own.map(({ body }) => JSON.parse(body)),
      )
  }

  at(stream: string): Plain[] {
    return this.streams.get(stream)!
  }

  /** Changes the first entry that is so; gives its number. */
  edit(stream: string, isIt: (entry: Plain) => boolean, change: Change): number {
    const at = this.at(stream).findIndex(isIt)
    if (at < 0) throw new Error('There is nothing to forge')
    change(this.at(stream)[at])
    return at + 1
  }

  /** Changes the text of the first entry that is so, in a way that no value shows. */
  editText(stream: string, isIt: (entry: Plain) => boolean, change: (body: string) => string): void {
    const entry = this.at(stream).find(isIt)
    if (entry === undefined) throw new Error('There is nothing to forge')
    this.#texts.set(entry, change)
  }

  /** After the last entry of all. */
  append(stream: string, entry: Plain): void {
    const now = [...this.streams.values()]
      .map((all) => all.at(-1).at as string)
      .sort()
      .at(-1)!
    this.at(stream).push(
      JSON.parse(
        JSON.stringify(entry)
          .replaceAll('NOW', now)
          .replaceAll('IN90', after(now, 90 * DAY)),
      ),
    )
  }

  /** Before the last entries, at the time of the one before it; whatever rests on the house is moved on. */
  insert(stream: string, entry: Plain): void {
    const at = this.at(stream).length - 2
    const now = this.at(stream)[at - 1].at as string
    const text = JSON.stringify(entry)
      .replaceAll('NOW', now)
      .replaceAll('IN90', after(now, 90 * DAY))
    this.at(stream).splice(at, 0, JSON.parse(text))
    if (stream !== HOUSE) return
    for (const [other, all] of this.streams)
      if (other !== HOUSE) for (const one of all) if (one.house > at) one.house += 1
  }

  /** Everything after an entry of a table is decided again: the forger knows the rules. */
  decideAgain(stream: string): void {
    let memory: TableMemory | null = null
    this.at(stream).forEach((plain, at) => {
      const entry = readTableEntry(JSON.stringify(plain))
      const isOfHouse = 'refused' in entry && entry.refused.refused === 'position-too-low'
      const again =
        !('command' in entry) || isOfHouse
          ? entry
          : decidedEntry(
              { ...entry, salt: entry.salt!, book: entry.book!, house: entry.house! },
              entry.command,
              decideThen(memory!, entry),
              'events' in entry ? entry : {},
            )
      this.at(stream)[at] = JSON.parse(JSON.stringify(again))
      memory = remember(memory, stream, at + 1, again)
    })
  }

  sql(text: string): void {
    const db = new DatabaseSync(join(this.folder, 'croupier.db'))
    db.exec(text)
    db.close()
  }

  /** `keeps`: the checkpoints that the house signed, as they are. */
  write(keeps?: 'checkpoints'): this {
    if (!this.#keepsSnapshots) this.sql('DELETE FROM snapshots')
    const entries = [...this.streams].flatMap(([stream, all]) =>
      rehash(all.map((plain, at) => ({ stream, seq: at + 1, body: this.#textOf(plain) }))),
    )
    rewriteJournal(join(this.folder, 'croupier.db'), entries, keeps)
    return this
  }

  #textOf(entry: Plain): string {
    return (this.#texts.get(entry) ?? ((body: string) => body))(JSON.stringify(entry))
  }

  verified(anchors: readonly Anchor[] = [], store = this.folder) {
    return readStore(store, async (reader) => {
      const reports = await verify(reader, nodeSha256, { anchors })
      return {
        findings: reports.flatMap(({ finding }) => finding ?? []),
        roots: Object.fromEntries(reports.map(({ stream, root }) => [stream, root])),
        remarks: reports.flatMap(({ remarks }) => remarks),
        unknown: unknowable(reader, reports),
      }
    })
  }
}
