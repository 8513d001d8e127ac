import { existsSync } from 'node:fs'
import { growBlocks, headFrom, LEAVES_IN_BLOCK, noBlocks, type TreeSource } from '../proof/block-tree.ts'
import { makeReceipt, type ReceiptSource } from '../receipts/make-receipt.ts'
import type { Scope } from '../receipts/round-entries.ts'
import { changesOf } from '../record/round-places.ts'
import type { JournalReader, KeptCheckpoint, Stored } from '../record/stored-entry.ts'
import { placesIn } from '../record/table-snapshot.ts'
import { checkedPage } from '../service/journal/checked-page.ts'
import { damagedEntry, leafBytes } from '../service/journal/journal.ts'
import { withoutPassword } from '../service/journal/postgres/address.ts'
import { openReader } from '../service/journal/reader.ts'
import { provedInclusion } from '../service/journal/tree-checks.ts'
import { nodeTrees } from '../service/journal/tree-hashing.ts'
import type { Arguments } from './commands.ts'
import { BadInput, readCount } from './declaration.ts'
import { placeOf } from './house-at-console.ts'
import { print, write, writeFile } from './output.ts'
import { journalUnread } from './read-journal.ts'

/** A receipt for any entry of a journal, which may be in use. */
export async function run({ values, words }: Arguments<'prove'>): Promise<number> {
  const [table, number] = words as [string, string]
  const seq = readCount(number, 'SEQ', 1, Number.MAX_SAFE_INTEGER)
  const { out } = values
  if (out !== undefined && existsSync(out)) throw new BadInput(`${out} is there already; nothing is written over it`)
  const { store } = placeOf(values)
  const scope: Scope = values['all-players'] ? 'all-players' : 'own-player'
  const receipt = await receiptFrom(store, table, seq, scope).catch((error) => journalUnread(store, error))
  if (out === undefined) return write(receipt).then(() => 0)
  writeFile(out, receipt)
  return print(out).then(() => 0)
}

async function receiptFrom(store: string, table: string, seq: number, scope: Scope): Promise<string> {
  const reader = openReader(store)
  try {
    // Not by the list of all streams: SQLite goes through every entry for that.
    if (!firstOf(reader.entries(table))) throw new BadInput(`${withoutPassword(store)} has no table ${table}`)
    if (firstOf(reader.entries(table, seq))?.seq !== seq) throw new BadInput(`table ${table} has no entry ${seq}`)
    const receipt = await makeReceipt(sourceOf(reader, table), seq, scope)
    if (receipt !== null) return receipt
    throw new BadInput(`no signed checkpoint of ${table} holds entry ${seq} yet: the service makes one within a minute`)
  } finally {
    reader.close()
  }
}

function firstOf<T>(items: Iterable<T>): T | undefined {
  for (const item of items) return item
  return undefined
}

function sourceOf(reader: JournalReader, stream: string): ReceiptSource {
  const tree = reader.blocks(stream) ? keptTree(reader, stream) : null
  return {
    // The proof is by the hash that stands beside an entry: what goes into a receipt must be what that is of.
    read: async (from, limit) => checkedPage(take(reader.entries(stream, Math.max(1, from)), limit), stream, from),
    changesOf: async (round, from) => changesFrom(reader, stream, round, from),
    async inclusion(seq, size) {
      const source = tree ?? madeTree(reader, stream, size)
      return provedInclusion(stream, source, seq, headFrom(source, size))
    },
    async checkpoint() {
      let last: KeptCheckpoint | null = null
      for (const checkpoint of reader.checkpoints(stream)) last = checkpoint
      return last
    },
  }
}

/** By the snapshot as far as it reaches: it lists them by round. The entries after it are read. */
function changesFrom(reader: JournalReader, stream: string, round: number, from: number): number[] {
  const snapshot = reader.snapshot(stream)
  const places = snapshot && placesIn(snapshot, firstOf(reader.entries(stream, snapshot.seq)))
  const listed = places ? changesOf(places, round).filter((seq) => seq >= from) : []
  const unlisted = places ? Math.max(from, snapshot.seq + 1) : from
  const isAbout = new RegExp(`"round":${round}[,}]`)
  const later: number[] = []
  for (const { seq, body } of reader.entries(stream, unlisted)) if (isAbout.test(body)) later.push(seq)
  return [...listed, ...later]
}

function take(entries: Iterable<Stored>, limit: number): Stored[] {
  const taken: Stored[] = []
  for (const entry of entries) {
    taken.push(entry)
    if (taken.length >= limit) break
  }
  return taken
}

/** By what is kept beside the entries: a few rows of it, however long the journal is. */
const keptTree = (reader: JournalReader, stream: string): TreeSource => ({
  leaves: (from, to) => (from < to ? take(reader.entries(stream, from + 1), to - from).map(leafBytes) : []),
  block(index) {
    const nodes = firstOf(reader.blocks(stream, index)!)
    if (!nodes?.length) throw damagedEntry(stream, index * LEAVES_IN_BLOCK + 1, 'the tree beside it is missing')
    return nodes
  },
})

/** What an older version wrote has no tree beside it: from the entries. */
function madeTree(reader: JournalReader, stream: string, size: number): TreeSource {
  const leaves = take(reader.entries(stream), size).map(leafBytes)
  const { blocks } = growBlocks(noBlocks, leaves, nodeTrees)
  return { leaves: (from, to) => leaves.slice(from, to), block: (index) => blocks[index]!.nodes }
}
