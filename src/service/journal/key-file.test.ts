import { createHash, randomInt } from 'node:crypto'
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { campaign } from '../../../test/campaign.ts'
import { cleanUp, freshFolder } from '../../../test/support/service.ts'
import { requestKey, ticketKey } from '../../record/entry-keys.ts'
import { openAide } from './aide.ts'
import { pack } from './batch.ts'
import { keyFile, keyPairs } from './key-file.ts'
import { keyNumber } from './key-number.ts'
import { sqliteJournal } from './sqlite.ts'
import { openJournalFile } from './sqlite-file.ts'

afterAll(cleanUp)

const wager = (id: string) => JSON.stringify({ v: 2, actor: 'terminal:t1', command: { do: 'wager', id }, events: [] })
const ticket = JSON.stringify({
  actor: 'terminal:t1',
  command: { do: 'issue-ticket', id: 'x' },
  events: [{ type: 'ticket-issued', number: '123456789012345678' }],
})
type Keyed = { stream: string; seq: number; body: string; keys: number[] }

const entries = [
  { stream: 'etg', seq: 1, body: wager('x'), keys: [keyNumber('etg', requestKey('terminal:t1', 'x'))] },
  { stream: 'etg', seq: 2, body: 'no JSON' },
  {
    stream: 'house',
    seq: 1,
    body: ticket,
    keys: [requestKey('terminal:t1', 'x'), ticketKey('123456789012345678')].map((key) => keyNumber('house', key)),
  },
]

async function folderWith(...bodies: typeof entries): Promise<string> {
  const folder = freshFolder()
  const journal = await sqliteJournal(folder)
  await journal.append(bodies)
  await journal.close()
  return folder
}

const sought = [
  ['etg', requestKey('terminal:t1', 'x')],
  ['house', requestKey('terminal:t1', 'x')],
  ['house', ticketKey('123456789012345678')],
  ['etg', requestKey('terminal:t2', 'x')],
] as const

async function found(folder: string): Promise<number[]> {
  const journal = await sqliteJournal(folder)
  const counts: number[] = []
  for (const [stream, key] of sought) {
    const number = keyNumber(stream, key)
    counts.push(journal.mayHold(number) ? (await journal.find(stream, number)).length : 0)
  }
  await journal.close()
  return counts
}

const forget = (folder: string): void => {
  for (const end of ['', '-wal', '-shm']) rmSync(`${keyFile(folder)}${end}`, { force: true })
}

test('the keys are made from the journal where they are missing or damaged', async () => {
  const folder = await folderWith(...entries)
  forget(folder)
  expect(await found(folder)).toEqual([1, 1, 1, 0])
  expect(existsSync(keyFile(folder))).toBe(true)
  forget(folder)
  writeFileSync(keyFile(folder), 'no database at all'.repeat(1_000))
  expect(await found(folder)).toEqual([1, 1, 1, 0])
})

test('the keys of another journal, and of more than the journal has, are left aside', async () => {
  const [folder, other] = [await folderWith(...entries), await folderWith({ stream: 'etg', seq: 1, body: wager('y') })]
  for (const [from, to] of [
    [folder, other],
    [other, folder],
  ] as const) {
    const before = await found(to)
    forget(to)
    cpSync(keyFile(from), keyFile(to))
    expect(await found(to)).toEqual(before)
  }
})

test('what came after the keys were last written is caught up with', async () => {
  const folder = await folderWith(entries[0]!)
  const keys = `${keyFile(folder)}.then`
  cpSync(keyFile(folder), keys)
  const journal = await sqliteJournal(folder)
  await journal.append(entries.slice(1))
  await journal.close()
  forget(folder)
  cpSync(keys, keyFile(folder))
  expect(await found(folder)).toEqual([1, 1, 1, 0])
})

test('what is on disk of an append that failed is found, and not passed over by what comes after it', async () => {
  const folder = await folderWith(entries[0]!)
  const [file, aide] = [openJournalFile(folder), openAide(folder)]
  const [failed, alsoFailed, next] = ['y', 'z', 'after'].map((id, nth) => ({
    stream: 'etg',
    seq: 2 + nth,
    body: wager(id),
    keys: [keyNumber('etg', requestKey('terminal:t1', id))],
  })) as [Keyed, Keyed, Keyed]
  file.append(pack([failed]))
  expect(aide.find(failed.keys[0]!)).toEqual([])
  aide.doubt()
  expect(aide.find(failed.keys[0]!)).toEqual([2])
  file.append(pack([alsoFailed]))
  aide.doubt()
  aide.note(keyPairs([next]), file.append(pack([next])))
  aide.close()
  file.close()
  const journal = await sqliteJournal(folder)
  for (const { seq, keys } of [failed, alsoFailed, next])
    expect((await journal.find('etg', keys[0]!)).map((entry) => entry.seq)).toEqual([seq])
  await journal.close()
})

test('keys of several runs are found, those that were written in small parts too', async () => {
  const folder = freshFolder()
  const keysOf = (seq: number) => [`one ${seq}`, `other ${seq}`].map((key) => keyNumber('etg', key))
  const append = async (from: number, to: number) => {
    const journal = await sqliteJournal(folder)
    for (let first = from; first <= to; first += 5_000) {
      const count = Math.min(5_000, to - first + 1)
      await journal.append(
        Array.from({ length: count }, (_, nth) => ({
          stream: 'etg',
          seq: first + nth,
          body: '{}',
          keys: keysOf(first + nth),
        })),
      )
    }
    await journal.close()
  }
  for (const [from, to] of [
    [1, 100],
    [101, 60_000],
    [60_001, 60_010],
    [60_011, 70_000],
  ] as const)
    await append(from, to)
  const journal = await sqliteJournal(folder)
  for (const seq of [1, 100, 101, 32_768, 59_999, 60_000, 60_001, 60_010, 60_011, 65_536, 70_000])
    for (const key of keysOf(seq)) {
      expect([seq, journal.mayHold(key)]).toEqual([seq, true])
      expect((await journal.find('etg', key)).map((entry) => entry.seq)).toEqual([seq])
    }
  expect(await journal.find('etg', keyNumber('etg', 'one 70001'))).toEqual([])
  await journal.close()
})

test('whatever bit of the keys is another, none is forgotten', async () => {
  const many = Array.from({ length: 400 }, (_, at) => ({
    stream: 'etg',
    seq: at + 1,
    body: wager(`n${at}`),
    keys: [keyNumber('etg', requestKey('terminal:t1', `n${at}`))],
  }))
  const folder = await folderWith(...many)
  const good = readFileSync(keyFile(folder))
  const flips = Math.ceil(30 * campaign)
  for (let flip = 0; flip < flips; flip++) {
    // Half of them where the keys themselves lie, near the end of the file.
    const at = flip % 2 === 0 ? randomInt(good.length) : good.length - 1 - randomInt(Math.min(8_000, good.length))
    const bad = Buffer.from(good)
    bad[at]! ^= 1 << randomInt(8)
    forget(folder)
    writeFileSync(keyFile(folder), bad)
    const aide = openAide(folder)
    for (const { seq, keys } of many)
      if (!aide.find(keys[0]!).includes(seq)) expect.fail(`bit ${at}: ${seq} is not found`)
    aide.close()
  }
})

test('a key is the first 48 bits of its hash: numbers that are on disk are found for ever', () => {
  const hex = createHash('sha256').update('house\nticket 123456789012345678').digest('hex')
  expect(keyNumber('house', ticketKey('123456789012345678'))).toBe(Number.parseInt(hex.slice(0, 12), 16))
})
