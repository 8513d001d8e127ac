import { createHash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, test } from 'vitest'
import { sql } from '../../../test/postgres/cable.ts'
import { freshStore } from '../../../test/postgres/fresh-store.ts'
import { memoryJournal } from '../../../test/support/memory-journal.ts'
import { KeptTree } from '../../../test/support/proof.ts'
import { cleanUp, freshFolder } from '../../../test/support/service.ts'
import { toHex, utf8 } from '../../proof/bytes.ts'
import { isConsistent, rootByInclusion } from '../../proof/tree.ts'
import { allOf, entryAt, firstItems } from '../../record/journal-reader.ts'
import type { Append } from '../../record/stored-entry.ts'
import { pack } from './batch.ts'
import { EntryDamaged, type Journal } from './journal.ts'
import { openStore } from './open-store.ts'
import { openReader } from './reader.ts'
import { journalFile, openJournalFile } from './sqlite-file.ts'

afterAll(cleanUp)

const leafEntry = (stream: string, seq: number): Append => ({ stream, seq, body: `{"v":1,"of":"${stream} ${seq}"}` })
const run = (make: typeof leafEntry, stream: string, from: number, to: number): Append[] =>
  Array.from({ length: to - from + 1 }, (_, index) => make(stream, from + index))

const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')

/** The tree as the documents describe it: each body is a leaf. */
function pureTree(entries: readonly Append[]): KeptTree {
  const tree = new KeptTree()
  for (const { body } of entries) tree.append(utf8(body))
  return tree
}

const one = (journal: Journal, seq: number) => entryAt(journal, 'a', seq)

/** Sizes near the end of a block, powers of two, and some between. */
const sizesTo = (most: number): number[] =>
  Array.from({ length: most + 1 }, (_, size) => size).filter(
    (size) => size % 16 < 2 || size % 16 === 15 || size % 7 === 3,
  )

async function mustBe(journal: Journal, entries: readonly Append[], sizes: readonly number[]): Promise<void> {
  const { stream } = entries[0]!
  const tree = pureTree(entries)
  expect(await journal.head(stream)).toEqual({ size: entries.length, root: new Uint8Array(tree.root) })
  for (const size of sizes) {
    const pure = pureTree(entries.slice(0, size))
    const head = await journal.head(stream, size)
    expect(toHex(head.root), `root of ${size}`).toBe(toHex(pure.root))
    for (const seq of [1, Math.ceil(size / 2), size - 1, size].filter((one) => one >= 1 && one <= size)) {
      const proof = await journal.inclusion(stream, seq, size)
      expect(toHex(rootByInclusion(tree.read(0, seq - 1), seq - 1, size, proof)!)).toBe(toHex(pure.root))
    }
    const whole = await journal.head(stream)
    expect(isConsistent(head, whole, await journal.consistency(stream, size, entries.length))).toBe(true)
  }
}

const stores = [
  { name: 'memory', open: async () => memoryJournal() },
  { name: 'SQLite', open: () => openStore(freshFolder()) },
  { name: 'PostgreSQL', open: async () => openStore(await freshStore()) },
]

describe.each(stores)('the trees of a journal in $name', ({ open }) => {
  test('are those of the entries, at every size, however they were written', async () => {
    const journal = await open()
    const entries = run(leafEntry, 'a', 1, 300)
    for (let at = 0, many = 1; at < 300; at += many, many = (many % 37) + 5)
      await journal.append([...entries.slice(at, at + many), leafEntry('b', (await journal.last('b')).seq + 1)])
    await mustBe(journal, entries, sizesTo(300))
    await journal.close()
  })

  test('of nothing is the empty one, and of more than there is none', async () => {
    const journal = await open()
    expect(toHex((await journal.head('a')).root)).toBe(sha256(''))
    await journal.append(run(leafEntry, 'a', 1, 3))
    await expect(journal.head('a', 4)).rejects.toThrow('a has 3 entries, not 4')
    await expect(journal.inclusion('a', 4, 3)).rejects.toThrow('not in a tree of 3')
    await expect(journal.consistency('a', 3, 4)).rejects.toThrow('not 4')
    await journal.close()
  })

  test('prove several entries at once in the tree of the first ones, and those after it not', async () => {
    const journal = await open()
    const entries = run(leafEntry, 'a', 1, 40)
    await journal.append(entries)
    expect((await journal.proven('a', [3], 0)).map(({ hashes }) => hashes)).toEqual([null])
    const proven = await journal.proven('a', [36, 1, 35, 17], 35)
    expect(proven.map(({ stored }) => stored)).toEqual(
      await Promise.all([36, 1, 35, 17].map((seq) => one(journal, seq))),
    )
    const root = toHex(pureTree(entries.slice(0, 35)).root)
    const tree = pureTree(entries)
    const roots = proven.map(({ stored: { seq }, hashes }) =>
      hashes ? toHex(rootByInclusion(tree.read(0, seq - 1), seq - 1, 35, hashes)!) : null,
    )
    expect(roots).toEqual([null, root, root, root])
    await expect(journal.proven('a', [41], 35)).rejects.toThrow('no entry 41')
    await journal.close()
  })

  test('have checkpoints, of each size one', async () => {
    const journal = await open()
    expect(await journal.latestCheckpoint('a')).toBeNull()
    expect(await allOf(journal.checkpoints('a'))).toEqual([])
    for (const size of [5, 12, 9]) await journal.saveCheckpoint('a', { size, note: `of ${size}` })
    expect(await journal.saveCheckpoint('a', { size: 9, note: 'of 9, by another' }, 'of 8')).toBe(false)
    expect(await journal.saveCheckpoint('a', { size: 9, note: 'of 9, as if new' }, null)).toBe(false)
    expect(await journal.saveCheckpoint('a', { size: 9, note: 'of 9, cosigned' }, 'of 9')).toBe(true)
    await journal.saveCheckpoint('b', { size: 99, note: 'of another' })
    expect(await journal.latestCheckpoint('a')).toEqual({ size: 12, note: 'of 12' })
    expect(await journal.latestCheckpoint('a', 12)).toEqual({ size: 9, note: 'of 9, cosigned' })
    expect(await journal.latestCheckpoint('a', 5)).toBeNull()
    expect(await allOf(journal.checkpoints('a', 6))).toEqual([
      { size: 9, note: 'of 9, cosigned' },
      { size: 12, note: 'of 12' },
    ])
    expect(await firstItems(journal.checkpoints('a'), 1)).toEqual([{ size: 5, note: 'of 5' }])
    await journal.close()
  })
})

test('the trees of two nodes in PostgreSQL that write in turns are one, at every size', async () => {
  const store = await freshStore()
  const nodes = [await openStore(store), await openStore(store)]
  const entries = run(leafEntry, 'a', 1, 70)
  for (const entry of entries) {
    await nodes[entry.seq % 2]!.append([entry])
    const { root } = pureTree(entries.slice(0, entry.seq))
    expect(toHex((await nodes[0]!.head('a')).root)).toBe(toHex(root))
  }
  await mustBe(nodes[0]!, entries, [16, 33, 70])
  const reader = await openReader(store)
  expect(await allOf(reader.blocks('a')!)).toHaveLength(4)
  await reader.close()
  await sql(store, 'UPDATE journal SET nodes = set_byte(nodes, 3, (get_byte(nodes, 3) + 1) % 256) WHERE seq = 64')
  await expect(allOf(nodes[1]!.pages('a'))).rejects.toMatchObject({ seq: 49 })
  const again = await openStore(store)
  await expect(again.append([leafEntry('a', 71)])).rejects.toThrow(EntryDamaged)
  for (const node of [...nodes, again]) await node.close()
})

describe('the trees in SQLite', () => {
  /** Every size at which a store may be closed and opened again. */
  test('go on where they were when the store is opened again, at every size to 100', () => {
    const folder = freshFolder()
    const entries = run(leafEntry, 'a', 1, 100)
    for (const entry of entries) {
      const file = openJournalFile(folder)
      file.append(pack([entry]))
      const { root } = pureTree(entries.slice(0, entry.seq))
      expect(toHex(file.head('a').root)).toBe(toHex(root))
      file.close()
    }
  })

  const damages: readonly [what: string, sql: string, named: RegExp][] = [
    [
      'a hash of a block',
      'UPDATE tree SET nodes = zeroblob(length(nodes)) WHERE block = 3',
      /tree beside it is another/,
    ],
    ['a row of a block', 'DELETE FROM tree WHERE block = 3', /tree beside it is (another|missing)/],
    ['the last row', 'DELETE FROM tree WHERE block = 5', /tree beside it is missing/],
  ]

  test.each(damages)('where %s is another, nothing is built on it', (_, sql, named) => {
    const folder = freshFolder()
    const first = openJournalFile(folder)
    const entries = run(leafEntry, 'a', 1, 96)
    first.append(pack(entries))
    first.close()
    const db = new DatabaseSync(journalFile(folder))
    db.exec(sql)
    db.close()
    const file = openJournalFile(folder)
    const next = leafEntry('a', 97)
    if (named.source === '^$') {
      // All values derived from the entries are computed again.
      file.append(pack([next]))
      expect(toHex(file.head('a').root)).toBe(toHex(pureTree([...entries, next]).root))
    } else expect(() => file.append(pack([next]))).toThrow(named)
    file.close()
  })

  test('an entry that was changed with its hash is found by its block, when it is read', () => {
    const folder = freshFolder()
    const first = openJournalFile(folder)
    first.append(pack(run(leafEntry, 'a', 1, 40)))
    first.close()
    const body = '{"v":1,"of":"somebody else"}'
    const db = new DatabaseSync(journalFile(folder))
    db.prepare('UPDATE journal SET body = ?, hash = ? WHERE seq = 20').run(body, sha256(`\0${body}`))
    db.close()
    const file = openJournalFile(folder)
    expect(file.read('a', 1, 16)).toHaveLength(16)
    expect(() => file.read('a', 1, 40)).toThrow(EntryDamaged)
    expect(() => file.inclusion('a', 20, 40)).toThrow(EntryDamaged)
    file.close()
  })
})
