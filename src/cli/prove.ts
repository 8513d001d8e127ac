import { existsSync } from 'node:fs'
import { headFrom } from '../proof/block-tree.ts'
import { isCosigned } from '../proof/notes.ts'
import type { Hash } from '../proof/tree.ts'
import { makeReceipt, type ProvingReader, sealsComingDraw } from '../receipts/make-receipt.ts'
import type { Scope } from '../receipts/round-entries.ts'
import { entryAt, firstItems, type JournalReader, type OpenedJournal } from '../record/journal-reader.ts'
import type { KeptCheckpoint } from '../record/stored-entry.ts'
import { checkedPage } from '../service/journal/checked-page.ts'
import { damagedEntry, leafBytes, provenBy } from '../service/journal/journal.ts'
import { withoutPassword } from '../service/journal/open-store.ts'
import { computeFromTree, provedInclusion, type TreeParts } from '../service/journal/tree-checks.ts'
import type { Arguments } from './commands.ts'
import { BadInput, readCount } from './declaration.ts'
import { housePlaceOf } from './house-at-console.ts'
import { readWitnesses } from './input.ts'
import { print, write, writeFile } from './output.ts'
import { readJournal } from './read-journal.ts'

/** A receipt for any entry of a journal, which may be in use. */
export async function runProve({ values, words }: Arguments<'prove'>): Promise<void> {
  const [table, number] = words as [string, string]
  const seq = readCount(number, 'SEQ', 1, Number.MAX_SAFE_INTEGER)
  const { out } = values
  if (out !== undefined && existsSync(out)) throw new BadInput(`${out} is there already; nothing is written over it`)
  const { store } = housePlaceOf(values)
  const scope: Scope = values['all-players'] ? 'all-players' : 'own-player'
  const receipt = await receiptFrom(store, table, seq, scope, readWitnesses(values))
  if (out === undefined) return write(receipt)
  await writeFile(out, receipt)
  await print(out)
}

async function receiptFrom(
  store: string,
  table: string,
  seq: number,
  scope: Scope,
  cosigners: Cosigners,
): Promise<string> {
  return readJournal(store, async (reader) => {
    // The list of all streams would answer this too, but SQLite reads every entry for it.
    const [first] = await firstItems(reader.pages(table), 1)
    if (!first) throw new BadInput(`${withoutPassword(store)} has no table ${table}`)
    if (!(await entryAt(reader, table, seq))) throw new BadInput(`table ${table} has no entry ${seq}`)
    if (await sealsComingDraw(reader, table, seq))
      throw new BadInput(
        `entry ${seq} of ${table} holds the sealed secret of a draw that is still to come: prove it after the draw`,
      )
    const receipt = await makeReceipt(provingReader(reader, cosigners), table, seq, scope)
    if (receipt !== null) return receipt
    const cosigned = cosigners.quorum > 0 ? ` that ${cosigners.quorum} of these witnesses have signed` : ''
    throw new BadInput(
      `no signed checkpoint of ${table}${cosigned} holds entry ${seq} yet: the service makes one within a minute`,
    )
  })
}

type Cosigners = ReturnType<typeof readWitnesses>

function provingReader(reader: OpenedJournal, { witnesses, quorum }: Cosigners): ProvingReader {
  const checked = {
    // The proof is about the hash stored with an entry, so the entry in the receipt must have that hash.
    async *pages(stream: string, from = 1, to?: number) {
      let next = from
      for await (const page of reader.pages(stream, from, to)) {
        yield checkedPage(page, stream, next)
        next += page.length
      }
      if (next === from) throw damagedEntry(stream, from, 'it is missing')
    },
    inclusion: (stream: string, seq: number, size: number) =>
      computeFromTree(
        stream,
        (source) => provedInclusion(stream, source, seq, headFrom(source, size)),
        treeOf(reader, stream),
      ),
  }
  return {
    pages: reader.pages,
    place: reader.place,
    async checkpoint(stream) {
      let last: KeptCheckpoint | null = null
      for await (const page of reader.checkpoints(stream))
        last = page.findLast(({ note }) => isCosigned(note, witnesses, quorum)) ?? last
      return last
    },
    proven: (stream, seqs, size) => provenBy(checked, stream, seqs, size),
  }
}

/** A few rows of the tree beside the entries, however long the journal is. */
const treeOf = (reader: JournalReader, stream: string): TreeParts => ({
  async leaves(ranges) {
    const leaves = new Map<number, Hash>()
    for (const { from, to } of ranges)
      for await (const page of reader.pages(stream, from + 1, to))
        for (const entry of page) leaves.set(entry.seq - 1, leafBytes(entry))
    return leaves
  },
  async blocks(indexes) {
    const blocks = new Map<number, Uint8Array>()
    for (const index of indexes) {
      const kept = reader.blocks(stream, index)
      const [nodes] = kept ? await firstItems(kept, 1) : []
      if (nodes?.length) blocks.set(index, nodes)
    }
    return blocks
  },
})
