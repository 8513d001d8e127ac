import { createHash, randomInt } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, test } from 'vitest'
import { campaign } from '../../../test/campaign.ts'
import { cleanUp, freshFolder } from '../../../test/support/service.ts'
import { requestKey, ticketKey } from '../../record/entry-keys.ts'
import type { Append } from '../../record/stored-entry.ts'
import { pack } from './batch.ts'
import { indexedEntry, keyNumber } from './entry-index.ts'
import { sqliteJournal } from './sqlite.ts'
import { journalFile, openJournalFile } from './sqlite-file.ts'

afterAll(cleanUp)

const opening = { type: 'betting-opened', round: 1 }
const bodyOf = (id: string, events: readonly object[] = []) =>
  JSON.stringify({ v: 1, actor: 'terminal:t1', command: { do: 'wager', id }, events })
const entryAt = (seq: number, body: string): Append => indexedEntry({ stream: 'etg', seq, body })

function folderWith(entries: readonly Append[]): string {
  const folder = freshFolder()
  const file = openJournalFile(folder)
  file.append(pack(entries))
  file.close()
  return folder
}

const change = (folder: string, sql: string): void => {
  const db = new DatabaseSync(journalFile(folder))
  db.exec(sql)
  db.close()
}

const many = Array.from({ length: 400 }, (_, nth) => entryAt(nth + 1, bodyOf(`n${nth}`, nth === 9 ? [opening] : [])))

test('a changed, missing or added row of the index never hides an id', () => {
  const folder = folderWith(many)
  const columns = ['ids SET key', 'ids SET seq', 'ids SET run', 'rounds SET round', 'rounds SET seq', 'rounds SET mark']
  const bit = () => 1 << randomInt(12)
  const accidents = [
    () => 'DELETE FROM rounds',
    () => `DELETE FROM ids WHERE seq = ${1 + randomInt(400)}`,
    () => 'INSERT INTO ids (run, key, seq) VALUES (0, 1, 1)',
    () => "UPDATE rounds SET stream = 'etf'",
    ...columns.map((column) => () => {
      const [table, , name] = column.split(' ')
      return `UPDATE ${column} = ${name} + ${bit()} WHERE seq = (SELECT seq FROM ${table} ORDER BY random() LIMIT 1)`
    }),
  ]
  for (let nth = 0; nth < Math.ceil(30 * campaign); nth++) {
    const accident = accidents[nth % accidents.length]!()
    change(folder, accident)
    const file = openJournalFile(folder)
    for (const { seq, keys } of many)
      if (file.find('etg', keys![0]!)[0]?.seq !== seq) expect.fail(`${accident}: ${seq} is not found`)
    expect(file.place('etg', 1), accident).toMatchObject({ opened: 10, changed: [] })
    file.close()
  }
})

test('entries without keys, and such as are no JSON, have no place in the index', async () => {
  const folder = folderWith([entryAt(1, 'no JSON'), entryAt(2, '{}')])
  change(folder, 'DROP TABLE ids')
  const journal = await sqliteJournal(folder)
  await expect.poll(() => journal.mayHold(keyNumber('etg', requestKey('terminal:t1', 'x')))).toBe(false)
  expect(await journal.place('etg', 1)).toBeNull()
  await journal.close()
})

test('keys of several runs are found, and all are known after a start', async () => {
  const folder = freshFolder()
  const keysOf = (seq: number) => [`one ${seq}`, `other ${seq}`].map((key) => keyNumber('etg', key))
  const file = openJournalFile(folder)
  for (let first = 1; first <= 25_000; first += 5_000)
    file.append(
      pack(
        Array.from({ length: 5_000 }, (_, nth) => ({
          stream: 'etg',
          seq: first + nth,
          body: '{}',
          keys: keysOf(first + nth),
        })),
      ),
    )
  file.close()
  const journal = await sqliteJournal(folder)
  await expect.poll(() => journal.mayHold(keyNumber('etg', 'one 25001'))).toBe(false)
  for (const seq of [1, 100, 4_095, 4_096, 4_097, 8_192, 24_999, 25_000])
    for (const key of keysOf(seq)) {
      expect([seq, journal.mayHold(key)]).toEqual([seq, true])
      expect((await journal.find('etg', key)).map((entry) => entry.seq)).toEqual([seq])
    }
  expect(await journal.find('etg', keyNumber('etg', 'one 25001'))).toEqual([])
  await journal.close()
})

test('a key is the first 48 bits of its hash', () => {
  const hex = createHash('sha256').update('house\nticket 123456789012345678').digest('hex')
  expect(keyNumber('house', ticketKey('123456789012345678'))).toBe(Number.parseInt(hex.slice(0, 12), 16))
})
