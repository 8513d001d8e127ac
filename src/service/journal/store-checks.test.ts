import {
  copyFileSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, test } from 'vitest'
import { cleanUp, freshFolder } from '../../../test/support/service.ts'
import { allOf, firstItems } from '../../record/journal-reader.ts'
import type { Append } from '../../record/stored-entry.ts'
import { houseKeyFile } from '../files.ts'
import { pack } from './batch.ts'
import { markFile, readMark } from './high-water.ts'
import { EntryDamaged, type Journal, JournalUnusable, StoreFault } from './journal.ts'
import { openReader } from './reader.ts'
import { sqliteJournal } from './sqlite.ts'
import { journalFile, openJournalFile, rescuedFile } from './sqlite-file.ts'

afterAll(cleanUp)

const SECRET = '778899001122334455'
const entry = (stream: string, seq: number): Append => ({ stream, seq, body: `{"number":"${SECRET}","nth":${seq}}` })
const run = (stream: string, from: number, to: number): Append[] =>
  Array.from({ length: to - from + 1 }, (_, nth) => entry(stream, from + nth))

async function filled(): Promise<string> {
  const folder = freshFolder()
  const journal = await sqliteJournal(folder)
  await journal.append([...run('a', 1, 20), ...run('b', 1, 5)])
  await journal.saveSnapshot('a', { seq: 20, body: '{"sum":1}' })
  await journal.close()
  return folder
}

function change(folder: string, sql: string): void {
  const db = new DatabaseSync(journalFile(folder))
  db.exec(sql)
  db.close()
}

const using = async <T>(folder: string, work: (journal: Journal) => Promise<T>): Promise<T> => {
  const journal = await sqliteJournal(folder, { retryForMs: 0 })
  return work(journal).finally(() => journal.close())
}

const refusalOf = (folder: string): Promise<string> =>
  using(folder, async () => 'opened').catch((error) =>
    error instanceof JournalUnusable ? error.message : `not in words: ${error}`,
  )

describe('an entry that was changed', () => {
  test.each([
    ['in its body', "UPDATE journal SET body = replace(body, '77', '78') WHERE stream = 'a' AND seq = 12", 12],
    [
      'in its hash',
      "UPDATE journal SET hash = replace(hash, substr(hash, 1, 1), 'g') WHERE stream = 'a' AND seq = 12",
      12,
    ],
    ['into a number', "UPDATE journal SET body = 5 WHERE stream = 'a' AND seq = 12", 12],
    ['and is gone', "DELETE FROM journal WHERE stream = 'a' AND seq = 12", 12],
    ['and is gone from the beginning', "DELETE FROM journal WHERE stream = 'a' AND seq = 1", 1],
  ])('%s is named by its number, without what it holds; other streams are read', async (_, sql, seq) => {
    const folder = await filled()
    change(folder, sql)
    await using(folder, async (journal) => {
      const error = await allOf(journal.pages('a')).then(String, (error) => error)
      expect(error).toBeInstanceOf(EntryDamaged)
      expect(error).toMatchObject({
        stream: 'a',
        seq,
        message: expect.stringContaining(`entry ${seq} of a is damaged`),
      })
      expect(error.message).not.toContain(SECRET.slice(0, 6))
      expect(await allOf(journal.pages('b'))).toHaveLength(5)
    })
  })

  test('is not believed when it is the first of what is read, nor when all before it is left out', async () => {
    const folder = await filled()
    change(folder, "UPDATE journal SET body = '{}' WHERE stream = 'a' AND seq = 12")
    await using(folder, async (journal) => {
      for (const from of [10, 12])
        await expect(firstItems(journal.pages('a', from), 5)).rejects.toMatchObject({ seq: 12 })
      expect((await allOf(journal.pages('a', 13, 17))).map(({ seq }) => seq)).toEqual([13, 14, 15, 16, 17])
    })
  })
})

test('a trigger in the file is refused before anything is written', async () => {
  const folder = await filled()
  change(folder, 'CREATE TRIGGER rich AFTER INSERT ON journal BEGIN DELETE FROM snapshots; END')
  expect(await refusalOf(folder)).toContain("holds content that is not Croupier's: trigger rich")
})

describe('a journal that is not whole', () => {
  test.each([
    [
      'that lost its end',
      "DELETE FROM journal WHERE stream = 'a' AND seq > 17",
      'a ends at entry 17 and has been at 20',
    ],
    ['that lost a stream', "DELETE FROM journal WHERE stream = 'b'", 'b ends at entry 0 and has been at 5'],
    ['that lost everything', 'DELETE FROM journal', 'a ends at entry 0 and has been at 20'],
  ])('%s is refused, with what to do', async (_, sql, what) => {
    const folder = await filled()
    change(folder, sql)
    const refusal = await refusalOf(folder)
    expect(refusal).toContain(what)
    const reader = await openReader(folder)
    expect((await reader.missing())[0]).toMatch(/has been at entry \d+ by its mark, and that is not there/)
    await reader.close()
    expect(refusal).toMatch(/restore a backup.*remove journal\.mark/)
    rmSync(markFile(folder))
    expect(await refusalOf(folder)).toBe('opened')
  })

  test('of another house, though longer, is refused', async () => {
    const folder = await filled()
    const other = freshFolder()
    await using(other, (journal) =>
      journal.append([...run('b', 1, 5), ...run('a', 1, 30).with(19, { ...entry('a', 20), body: '{}' })]),
    )
    copyFileSync(journalFile(other), journalFile(folder))
    expect(await refusalOf(folder)).toContain('entry 20 of a is not the one that has been there')
  })

  test('of which the file is cut short is refused, with what to do; so is a lock that is no file of SQLite’s', async () => {
    const folder = await filled()
    const { size } = statSync(journalFile(folder))
    for (const bytes of [size - 4096, size / 2, 5000]) {
      truncateSync(journalFile(folder), bytes)
      expect(await refusalOf(folder)).toMatch(
        /is damaged and nothing is written to it: .*; move it away and restore a backup/,
      )
    }
    writeFileSync(join(folder, 'lock.db'), 'x'.repeat(8192))
    expect(await refusalOf(folder)).toMatch(/lock\.db is damaged; it holds no data: remove it$/)
  })

  test('beside a house key is refused when it is gone or empty; without one it is a new house', async () => {
    const folder = await filled()
    writeFileSync(houseKeyFile(folder), 'x'.repeat(32))
    expect(await refusalOf(folder)).toBe('opened')
    truncateSync(journalFile(folder), 0)
    expect(await refusalOf(folder)).toMatch(/its journal croupier\.db is empty.*restore a backup/)
    rmSync(journalFile(folder))
    rmSync(markFile(folder))
    expect(await refusalOf(folder)).toMatch(/its journal croupier\.db is gone.*restore a backup/)
    expect(existsSync(journalFile(folder))).toBe(false)
    rmSync(houseKeyFile(folder))
    expect(await refusalOf(folder)).toBe('opened')
  })

  test('a key beside a journal in which nothing was ever recorded is no loss', async () => {
    const folder = freshFolder()
    await using(folder, async () => {})
    writeFileSync(houseKeyFile(folder), 'x'.repeat(32))
    expect(await refusalOf(folder)).toBe('opened')
  })
})

describe('the mark', () => {
  test('is up to the last entry as soon as that is acknowledged, and never beyond', async () => {
    const folder = freshFolder()
    await using(folder, async (journal) => {
      for (let seq = 1; seq <= 50; seq++) {
        const appending = journal.append([entry('a', seq)])
        expect(readMark(folder).get('a')?.seq ?? 0).toBeLessThanOrEqual(seq)
        await appending
        expect(readMark(folder).get('a')).toEqual(await journal.last('a'))
      }
    })
  })

  test('that is torn or damaged lags behind, and is no reason to refuse', async () => {
    const folder = await filled()
    await using(folder, (journal) => journal.append(run('a', 21, 22)))
    const lines = readFileSync(markFile(folder), 'utf8')
    writeFileSync(markFile(folder), `${lines}0123456789abcdef 99 ${'a'.repeat(64)} a\n${lines.slice(0, 30)}`)
    expect(readMark(folder).get('a')?.seq).toBe(22)
    expect(await refusalOf(folder)).toBe('opened')
  })

  test('does not grow without end', async () => {
    const folder = freshFolder()
    await using(folder, async (journal) => {
      const names = Array.from({ length: 100 }, (_, nth) => `stream-${nth}`)
      for (let seq = 1; seq <= 80; seq++) {
        await journal.append(names.map((name) => entry(name, seq)))
        // The mark is also complete while a shorter file replaces it.
        expect(readMark(folder).get('stream-99')?.seq).toBe(seq)
      }
      await expect.poll(() => readFileSync(markFile(folder)).length).toBeLessThan(500_000)
      expect(readMark(folder).get('stream-99')?.seq).toBe(80)
    })
  })
})

describe('while it is open', () => {
  const wal = (folder: string): string => `${journalFile(folder)}-wal`
  const away = (file: string): string => `${file}.away`

  // biome-ignore format: a table is read down its columns
  const losses: readonly [string, string, (folder: string) => void][] = [
    ['the file is removed',          'croupier.db was removed',       (folder) => rmSync(journalFile(folder))],
    ['its log is removed',           'croupier.db-wal was removed',   (folder) => rmSync(wal(folder))],
    ['the file is replaced',         'croupier.db was replaced',      (folder) => {
      copyFileSync(journalFile(folder), away(journalFile(folder)))
      renameSync(away(journalFile(folder)), journalFile(folder))
    }],
    ['the file is cut',              'croupier.db was cut',           (folder) => truncateSync(journalFile(folder), 4096)],
    ['the file is written over',     'croupier.db was written',       (folder) => {
      const other = readFileSync(journalFile(folder))
      writeFileSync(journalFile(folder), Buffer.concat([other, Buffer.alloc(4096)]))
    }],
    ['the folder is moved away',     'croupier.db was removed',       (folder) => renameSync(folder, away(folder))],
  ]

  test.each(losses)('%s: nothing more is acknowledged, and it is told', async (_, what, lose) => {
    const folder = await filled()
    let told: (why: string | null) => void = () => {}
    const lost = new Promise<string | null>((resolve) => {
      told = resolve
    })
    const journal = await sqliteJournal(folder, { retryForMs: 0, onLost: (why) => told(why) })
    lose(folder)
    expect(await lost).toContain(what)
    await expect(journal.append([entry('a', 21)])).rejects.toThrow(what)
    await expect(journal.saveSnapshot('a', { seq: 20, body: '{}' })).rejects.toThrow(StoreFault)
    await journal.close()
  })

  test('a file moved away and back is found again, and nothing is lost', async () => {
    const folder = await filled()
    const heard: (string | null)[] = []
    let found = (): void => {}
    const back = new Promise<void>((resolve) => {
      found = resolve
    })
    let gone = (): void => {}
    const lost = new Promise<void>((resolve) => {
      gone = resolve
    })
    const onLost = (why: string | null): void => {
      heard.push(why)
      if (why === null) found()
      else gone()
    }
    const journal = await sqliteJournal(folder, { retryForMs: 60_000, onLost })
    renameSync(journalFile(folder), away(journalFile(folder)))
    await lost
    const waiting = journal.append([entry('a', 21)])
    renameSync(away(journalFile(folder)), journalFile(folder))
    await waiting
    await back
    expect(heard).toEqual([expect.stringContaining('removed'), null])
    await journal.close()
    await using(folder, async (again) => expect(await again.last('a')).toMatchObject({ seq: 21 }))
  })

  test('a removed file is written out as a whole when it is closed, and continues from there', async () => {
    const folder = await filled()
    const journal = await sqliteJournal(folder)
    await journal.append([entry('a', 21)])
    for (const file of [journalFile(folder), wal(folder)]) rmSync(file)
    await journal.close()
    expect(await refusalOf(folder)).toContain('is not whole')
    for (const name of ['', '-wal', '-shm']) rmSync(`${journalFile(folder)}${name}`, { force: true })
    renameSync(rescuedFile(folder), journalFile(folder))
    await using(folder, async (again) => {
      expect(await again.last('a')).toMatchObject({ seq: 21 })
      await again.append([entry('a', 22)])
    })
  })

  test('a checkpoint by the other thread does not count as a foreign write', async () => {
    const folder = await filled()
    const [file, other] = [openJournalFile(folder), new DatabaseSync(journalFile(folder))]
    const body = `"${'x'.repeat(100_000)}"`
    const long = Array.from({ length: 42 }, (_, nth) => ({ stream: 'a', seq: 21 + nth, body }))
    file.append(pack(long.slice(0, 1)))
    expect(file.takeCheckpointDue()).toBe(false)
    file.append(pack(long.slice(1)))
    const before = statSync(journalFile(folder)).size
    expect(file.takeCheckpointDue()).toBe(true)
    expect([file.problem(), file.takeCheckpointDue()]).toEqual([null, false])
    other.exec('PRAGMA wal_checkpoint(PASSIVE)')
    expect(statSync(journalFile(folder)).size).toBeGreaterThan(before + 4_000_000)
    expect(file.problem()).toBeNull()
    file.noteCheckpoint()
    expect([file.problem(), file.problem()]).toEqual([null, null])
    // This is noticed also while entries are recorded, which go to the log.
    writeFileSync(journalFile(folder), readFileSync(journalFile(folder)))
    expect(() => {
      for (let seq = 63; ; seq++) file.append(pack([{ ...long[0]!, seq }]))
    }).toThrow('croupier.db was written by somebody else')
    other.close()
    file.close()
  })

  test('somebody else holds the store for a while: the append waits and is written once', async () => {
    const folder = await filled()
    const journal = await sqliteJournal(folder, { retryForMs: 60_000 })
    const other = new DatabaseSync(journalFile(folder))
    other.exec('BEGIN IMMEDIATE')
    const waiting = journal.append([entry('a', 21)])
    // Asked after it, so answered when the store has said no to it for the first time.
    expect((await journal.last('a')).seq).toBe(20)
    other.exec('ROLLBACK')
    other.close()
    await waiting
    expect((await journal.last('a')).seq).toBe(21)
    await journal.close()
  })
})

test('a journal that is closed refuses every request', async () => {
  const journal = await sqliteJournal(freshFolder())
  await journal.append([{ stream: 'table', seq: 1, body: '{}' }])
  await journal.close()
  await expect(journal.streams()).rejects.toThrow('the journal is closed')
  await expect(journal.append([{ stream: 'table', seq: 2, body: '{}' }])).rejects.toThrow('the journal is closed')
})
