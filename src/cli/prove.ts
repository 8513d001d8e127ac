import { existsSync, writeFileSync } from 'node:fs'
import { growBlocks, inclusionFrom, noBlocks, portableTrees } from '../proof/block-tree.ts'
import type { Hash } from '../proof/tree.ts'
import { makeReceipt, type ReceiptSource } from '../receipts/make-receipt.ts'
import type { JournalReader, KeptCheckpoint, Stored } from '../record/stored-entry.ts'
import { RecordUnreadable } from '../record/versions.ts'
import { JournalUnusable, leafBytes } from '../table/journal/journal.ts'
import { openReader } from '../table/journal/reader.ts'
import { BadInput, readArguments, readCount } from './input.ts'
import { print, write } from './output.ts'

export const usage = 'prove TABLE SEQ [--data DIR] [--out FILE]'

/** A receipt for any entry of a journal, which may be in use. */
export async function run(args: readonly string[]): Promise<number> {
  const { values, words } = readArguments(args, usage, { data: { type: 'string' }, out: { type: 'string' } })
  const [table, number] = words as [string, string]
  const seq = readCount(number, 'SEQ', 1, Number.MAX_SAFE_INTEGER)
  const { out } = values
  if (out !== undefined && existsSync(out)) throw new BadInput(`${out} is there already; nothing is written over it`)
  const receipt = await attempt(() => receiptFrom(values.data ?? 'croupier-data', table, seq))
  if (out === undefined) return write(receipt).then(() => 0)
  writeFileSync(out, receipt)
  return print(out).then(() => 0)
}

async function attempt<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof JournalUnusable || error instanceof RecordUnreadable) throw new BadInput(error.message)
    throw error
  }
}

async function receiptFrom(data: string, table: string, seq: number): Promise<string> {
  const reader = openReader(data)
  try {
    if (!reader.streams().includes(table)) throw new BadInput(`${data} has no table ${table}`)
    const entries = reader.entries(table, seq)
    if (firstOf(entries)?.seq !== seq) throw new BadInput(`table ${table} has no entry ${seq}`)
    const receipt = await makeReceipt(sourceOf(reader, table), seq)
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
  let tree: ReturnType<typeof treeOf> | null = null
  return {
    read: async (from, limit) => take(reader.entries(stream, from), limit),
    async inclusion(seq, size) {
      tree ??= treeOf(reader, stream, size)
      return inclusionFrom(tree, seq - 1, size)
    },
    async checkpoint() {
      let last: KeptCheckpoint | null = null
      for (const checkpoint of reader.checkpoints(stream)) last = checkpoint
      return last
    },
  }
}

function take(entries: Iterable<Stored>, limit: number): Stored[] {
  const taken: Stored[] = []
  for (const entry of entries) {
    if (taken.length === limit) break
    taken.push(entry)
  }
  return taken
}

/** From the entries themselves: what is kept beside them need not be believed. */
function treeOf(reader: JournalReader, stream: string, size: number) {
  const leaves: Hash[] = []
  for (const entry of reader.entries(stream)) {
    if (leaves.length === size) break
    leaves.push(leafBytes(entry))
  }
  const { blocks } = growBlocks(noBlocks, leaves, portableTrees)
  return {
    leaves: (from: number, to: number) => leaves.slice(from, to),
    block: (index: number) => blocks[index]!.nodes,
  }
}
