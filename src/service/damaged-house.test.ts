import { existsSync, readFileSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, test } from 'vitest'
import {
  ask,
  cleanUp,
  freshFolder,
  must,
  quietService,
  runCroupier,
  seatAt,
  staffOf,
  within,
} from '../../test/support/service.ts'
import { HOUSE } from '../house/state.ts'
import { TICKETS } from '../house/ticket-state.ts'
import { sealedWith } from '../record/snapshot-binding.ts'
import type { Snapshot } from '../record/stored-entry.ts'
import { atOnce } from '../record/stream-walk.ts'
import { houseKeyFile } from './files.ts'
import { journalFile } from './journal/sqlite-file.ts'
import { snapshotSeal } from './secrets/snapshot-seal.ts'
import type { Service } from './service.ts'

afterAll(cleanUp)

const TICKET = 3_000

/** A house with a ticket that is not paid yet, and the ticket's number. */
async function house(): Promise<{ folder: string; number: string }> {
  const folder = freshFolder()
  const service = await quietService(folder)
  const { token } = await seatAt(service, 'etg', 'ann', 10_000)
  const sold = await ask(service.address, 'POST', '/api/tickets', { token, body: { amount: TICKET } })
  const { dealer } = await staffOf(service)
  for (const table of ['single', 'fast']) await must(service.address, dealer, table, { do: 'place-your-bets' })
  await service.stop()
  return { folder, number: (sold.body.ticket as { number: string }).number }
}

/**
 * Replaces a part of a stream's last entry by text of the same length, and removes snapshots that would spare reading
 * it.
 */
function damage(folder: string, stream: string, found: string, instead: string): number {
  const db = new DatabaseSync(journalFile(folder))
  const where = `stream = '${stream}' AND body LIKE '%${found}%'`
  const { seq } = db.prepare(`SELECT seq FROM journal WHERE ${where} ORDER BY seq LIMIT 1`).get() as { seq: number }
  db.exec(`UPDATE journal SET body = replace(body, '${found}', '${instead}') WHERE ${where} AND seq = ${seq}`)
  db.exec('DELETE FROM snapshots')
  db.close()
  return seq
}

const alarmsOf = ({ floor }: Service) => floor.alarms.list.map(({ at: _, ...alarm }) => alarm)

describe('a table of which an entry is damaged', () => {
  test('stays unavailable, with an alarm that names the entry; the others open and are played', async () => {
    const { folder } = await house()
    const seq = damage(folder, 'single', 'betting-opened', 'betting-openad')
    const service = await quietService(folder)
    const { address } = service
    const why = `entry ${seq} of single is damaged: its hash is not that of what it holds`
    expect(alarmsOf(service)).toEqual([{ table: 'single', alarm: 'table-damaged', why }])
    const { dealer } = await staffOf(service)
    expect(await ask(address, 'GET', '/readyz')).toMatchObject({ status: 503, body: { stopped: ['single'] } })
    const asked = await ask(address, 'POST', '/api/tables/single/commands', { token: dealer, body: { do: 'settle' } })
    expect(asked).toMatchObject({ status: 503, body: { problem: `table single is not available: ${why}` } })
    expect(await ask(address, 'GET', '/api/tables/single')).toMatchObject({ status: 503 })
    expect(await ask(address, 'GET', '/api/alarms', { token: dealer })).toMatchObject({ status: 200, body: [{ why }] })
    const spin = { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }
    for (const table of ['etg', 'fast'])
      await must(address, dealer, table, table === 'etg' ? { do: 'place-your-bets' } : spin)
    await service.stop()
  })

  test('at its beginning stays unavailable too, though a snapshot would do without it', async () => {
    const { folder } = await house()
    const db = new DatabaseSync(journalFile(folder))
    db.exec("UPDATE journal SET body = replace(body, 'mbs', 'mbz') WHERE stream = 'single' AND seq = 1")
    db.close()
    const service = await quietService(folder)
    expect(alarmsOf(service)).toMatchObject([{ table: 'single', why: expect.stringContaining('entry 1 of single') }])
    await service.stop()
  })
})

test('a table whose snapshot fits its entry and does not agree with its meters stays unavailable', async () => {
  const { folder } = await house()
  const db = new DatabaseSync(journalFile(folder))
  const row = db.prepare("SELECT seq, body FROM snapshots WHERE stream = 'etg'").get() as Snapshot
  const { seal } = snapshotSeal(readFileSync(houseKeyFile(folder)))
  const text = sealedWith(row.body)!.text.replace(/"boughtIn":\d+/, '"boughtIn":99')
  const richer = atOnce(seal('etg', row.seq, text))
  db.prepare("UPDATE snapshots SET body = ? WHERE stream = 'etg'").run(richer)
  db.close()
  const service = await quietService(folder)
  const why = expect.stringMatching(/^the meters of ann show -?\d+ cents, but the ledger 7000$/)
  expect(alarmsOf(service)).toEqual([{ table: 'etg', alarm: 'table-damaged', why }])
  await service.stop()
})

describe('a house of which an entry is damaged', () => {
  test.each([
    [TICKETS, 'serve'],
    [HOUSE, 'serve'],
    [HOUSE, 'staff', 'list'],
  ])('is refused in one line without a ticket’s digits: %s, %s', async (stream, ...words) => {
    const { folder, number } = await house()
    const seq =
      stream === TICKETS
        ? damage(folder, TICKETS, number, `${number.slice(0, -1)}x`)
        : damage(folder, HOUSE, 'terminal-added', 'terminal-addad')
    const flags = words[0] === 'serve' ? ['--port=0', `--config=${folder}/config.json`] : []
    const { exit } = runCroupier([...words, ...flags, `--data=${folder}`])
    const { code, said } = await within(20, 'refusing', exit)
    expect(code).toBe(2)
    expect(said).toMatch(/^croupier: [^\n]+\n$/)
    expect(said).toContain(`entry ${seq} of ${stream} is damaged`)
    expect(said).toContain('restore a backup')
    expect(said).not.toContain(number.slice(0, 8))
  })

  test('whose journal is gone is not started again', async () => {
    const { folder } = await house()
    for (const end of ['', '-wal', '-shm']) rmSync(`${journalFile(folder)}${end}`, { force: true })
    const { exit } = runCroupier(['serve', '--port=0', `--config=${folder}/config.json`, `--data=${folder}`])
    const { code, said } = await within(20, 'refusing', exit)
    expect([code, said]).toEqual([
      2,
      expect.stringMatching(/^croupier: [^\n]+its journal croupier\.db is gone[^\n]+\n$/),
    ])
    expect(existsSync(journalFile(folder))).toBe(false)
  })
})

describe('a journal that is removed while it runs', () => {
  test('raises an alarm, acknowledges nothing more, and the first who asks is told why', async () => {
    const folder = freshFolder()
    const service = await quietService(folder, { 'store-seconds': '0.01' })
    const { dealer } = await staffOf(service)
    rmSync(journalFile(folder))
    const why = 'croupier.db was removed while it was in use'
    await expect.poll(() => alarmsOf(service)).toContainEqual({ table: null, alarm: 'journal-lost', why })
    const asked = { token: dealer, body: { do: 'place-your-bets' } }
    expect(await ask(service.address, 'POST', '/api/tables/etg/commands', asked)).toMatchObject({
      status: 503,
      body: { problem: `table etg is stopped: ${why}` },
    })
    expect(service.floor.rooms.get('etg')!.table.settled.state.roundsOpened).toBe(0)
    const away = await ask(service.address, 'DELETE', '/api/sessions', { token: dealer })
    expect(away).toMatchObject({ status: 503, body: { problem: `the house is stopped: ${why}` } })
    const alarms = await ask(service.address, 'GET', '/api/alarms', { token: dealer })
    expect(alarms.status).toBe(200)
    expect(JSON.stringify(alarms.body)).toContain('house-stopped')
    await service.stop()
  })
})
