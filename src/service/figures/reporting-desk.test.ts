import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { reportingDesk } from '../../../test/support/floor.ts'
import { lend, memoryJournal } from '../../../test/support/memory-journal.ts'
import { writeEntryLine } from '../../record/entry-lines.ts'
import { allOf } from '../../record/journal-reader.ts'
import { EntryDamaged } from '../journal/journal.ts'
import type { ReportingDesk } from './reporting-desk.ts'

async function exported(desk: ReportingDesk, from: number, last: number, isCompressed: boolean): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of desk.lines('a', from, last, isCompressed)) pieces.push(piece)
  return Buffer.concat(pieces)
}

test('an export of several pieces is the same text, compressed or not', async () => {
  const journal = memoryJournal()
  await journal.append(
    Array.from({ length: 2_500 }, (_, nth) => ({ stream: 'a', seq: nth + 1, body: `{"entry":${nth},"名":"é"}` })),
  )
  const entries = await allOf(journal.pages('a'))
  const desk = reportingDesk(journal)
  for (const [from, last] of [
    [1, 2_500],
    [3, 1_200],
    [2_500, 2_500],
    [2_501, 2_500],
  ] as const) {
    const text = entries
      .slice(from - 1, last)
      .map(writeEntryLine)
      .join('')
    expect((await exported(desk, from, last, false)).toString()).toBe(text)
    expect(gunzipSync(await exported(desk, from, last, true)).toString()).toBe(text)
  }
})

test('a damaged entry is told as such by the thread that reports', async () => {
  const desk = reportingDesk({
    lend: () =>
      lend(() => {
        throw new EntryDamaged('a', 7, 'entry 7 of a is damaged')
      }),
  })
  await expect(exported(desk, 1, 9, true)).rejects.toMatchObject({ stream: 'a', seq: 7 })
  await expect(desk.ask('figures', 'a', 9, 'total')).rejects.toBeInstanceOf(EntryDamaged)
})
