import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { freshStore } from '../../test/postgres/fresh-store.ts'
import { croupier } from '../../test/support/cli.ts'
import { cleanUp, freshFolder, quietService, seatAt } from '../../test/support/service.ts'
import { readBackupMark } from '../service/backup-mark.ts'
import { journalFile } from '../service/journal/sqlite-file.ts'

/** A drill: is there a house in the newest backup? */

afterAll(cleanUp)

const made = freshFolder()
beforeAll(async () => {
  const service = await quietService(made)
  await seatAt(service, 'etg', 'ann', 5_000)
  await service.stop()
})

/** A house, and a folder of backups of it. */
async function backedUp() {
  const [data, backups] = [freshFolder(), freshFolder()]
  cpSync(made, data, { recursive: true })
  const monday = join(backups, 'monday')
  expect((await croupier(['backup', monday, '--data', data])).status).toBe(0)
  return { data, backups, monday }
}

test('a drill restores the newest backup, opens the house in it, notes it and leaves nothing', async () => {
  const { data, backups, monday } = await backedUp()
  const tuesday = join(backups, 'tuesday')
  cpSync(monday, tuesday, { recursive: true })
  utimesSync(journalFile(monday), new Date('2026-01-01'), new Date('2026-01-01'))
  mkdirSync(join(backups, 'something-else'))
  expect(readBackupMark(data).backup?.at).toMatch(/^\d{4}-/)
  const temporary = freshFolder()
  vi.stubEnv('TMPDIR', temporary)
  onTestFinished(() => void vi.unstubAllEnvs())
  const { status, stdout, stderr } = await croupier(['drill', backups, '--data', data])
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(new RegExp(`^Backup: ${tuesday}, its newest entry of \\d{4}-`))
  expect(stdout).toMatch(/\netg +2 +0\n/)
  expect(stdout).toContain('People: 6, terminals: 1, tables: 3. The house was restored and opened.')
  expect(stdout).toMatch(/\nSound, in [\d.]+ seconds\.\n$/)
  expect(readdirSync(temporary)).toEqual([])
  expect(readBackupMark(data).drill).toEqual({ at: expect.any(String), isSound: true })
})

test('a drill of a backup of a database is the same', async () => {
  const data = freshFolder()
  const store = await freshStore()
  const service = await quietService(data, { store })
  await seatAt(service, 'etg', 'ann', 5_000)
  await service.stop()
  const copy = join(freshFolder(), 'copy')
  expect(await croupier(['backup', copy, '--store', store, '--data', data])).toMatchObject({ status: 0 })
  const { status, stdout } = await croupier(['drill', copy, '--data', data, '--json'])
  expect([status, JSON.parse(stdout)]).toMatchObject([
    0,
    { sound: true, backup: copy, house: { terminals: 1, tables: 3 } },
  ])
})

test.each<[string, (backup: string) => void, RegExp]>([
  ['an entry was changed', (backup) => changed(backup), /^etg, entry 2: /],
  ['the house key is missing', (backup) => rmSync(join(backup, 'house.key')), /house\.key is missing/],
  ['the signing key is missing', (backup) => rmSync(join(backup, 'signing.key')), /signing\.key/],
])('a drill fails where %s, and says so in the mark', async (_, damage, why) => {
  const { data, monday } = await backedUp()
  damage(monday)
  const { status, stderr, stdout } = await croupier(['drill', monday, '--data', data])
  expect([status, stderr]).toEqual([1, expect.stringMatching(why)])
  expect(stdout).toMatch(/NOT SOUND, in [\d.]+ seconds\.\n$/)
  expect(readBackupMark(data).drill?.isSound).toBe(false)
})

function changed(backup: string): void {
  const db = new DatabaseSync(journalFile(backup))
  db.exec(`UPDATE journal SET body = replace(body, '5000', '6000') WHERE stream = 'etg'`)
  db.close()
}

test('a drill fails where the newest entry is too old', async () => {
  const old = mkdtempSync(join(tmpdir(), 'croupier-test-'))
  cpSync(new URL('../../test/journals/version-1/', import.meta.url), old, { recursive: true })
  // The corpus may have been written a moment ago.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 3_600_000 })
  onTestFinished(() => void vi.useRealTimers())
  const { status, stderr } = await croupier(['drill', old, '--hours', '1', '--data', freshFolder()])
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^its newest entry is of .*, more than 1 hours ago\n$/)])
  rmSync(old, { recursive: true })
  expect(existsSync(old)).toBe(false)
})

test('a drill without a backup says so', async () => {
  const empty = freshFolder()
  expect(await croupier(['drill', empty])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('has no backup'),
  })
  expect(await croupier(['drill', join(empty, 'none')])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('is not a folder'),
  })
})
