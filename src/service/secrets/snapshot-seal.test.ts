import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { memoryJournal } from '../../../test/support/memory-journal.ts'
import { cleanUp, freshFolder } from '../../../test/support/service.ts'
import { now } from '../../../test/support/stream.ts'
import { HOUSE } from '../../house/state.ts'
import { atOnce } from '../../record/stream-walk.ts'
import type { Journal } from '../journal/journal.ts'
import { askHouse, openHouse } from '../stream/house-stream.ts'
import { sealCheckBy, snapshotSeal } from './snapshot-seal.ts'

afterAll(cleanUp)

const [own, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)].map(snapshotSeal) as [
  ReturnType<typeof snapshotSeal>,
  ReturnType<typeof snapshotSeal>,
]

test('a seal is of its key, its stream, its entry and every byte', () => {
  for (const text of ['{"sum":1}', 'ü'.repeat(1_500_000)]) {
    const body = atOnce(own.seal('a', 20, text))
    expect(own.holds('a', { seq: 20, body })).toBe(true)
    expect(other.holds('a', { seq: 20, body })).toBe(false)
    expect(own.holds('b', { seq: 20, body })).toBe(false)
    expect(own.holds('a', { seq: 21, body })).toBe(false)
    expect(own.holds('a', { seq: 20, body: body.slice(0, -1) })).toBe(false)
    expect(own.holds('a', { seq: 20, body: text })).toBe(false)
  }
})

test('the key of the first file that is there checks', () => {
  const folder = freshFolder()
  const file = join(folder, 'house.key')
  expect(sealCheckBy(file, undefined)).toBeNull()
  writeFileSync(file, Buffer.alloc(32, 1))
  const holds = sealCheckBy(join(folder, 'none'), undefined, file)!
  expect(holds('a', { seq: 1, body: atOnce(own.seal('a', 1, '{}')) })).toBe(true)
})

/** The number of entries that a house reads when it starts. */
async function replayed(journal: Journal, seal = own): Promise<number> {
  let count = 0
  const counting: Journal = {
    ...journal,
    async *pages(stream, from, to) {
      for await (const page of journal.pages(stream, from, to)) {
        count += page.length
        yield page
      }
    },
  }
  await openHouse({ journal: counting, now, seal })
  return count
}

test('a house starts from a snapshot with the seal of its key, and from its entries where another made it', async () => {
  const journal = memoryJournal()
  const house = await openHouse({ journal, now, seal: own })
  for (const name of ['a', 'b', 'c'])
    await askHouse(house, { do: 'use-signing-key', key: `${name}+12345678+AQ==`, by: { console: 'root' } })
  await house.snapshot()
  // The entry of the snapshot itself is read, because the snapshot is bound to it.
  expect(await replayed(journal)).toBe(1)
  expect(await replayed(journal, other)).toBe(3)
  const { seq, body } = (await journal.snapshot(HOUSE))!
  await journal.saveSnapshot(HOUSE, { seq, body: body.replace('b+12345678', 'x+12345678') })
  expect(await replayed(journal)).toBe(3)
})
