import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { croupier as runHere } from '../../test/support/cli.ts'
import {
  ask,
  cleanUp,
  freshFolder,
  must,
  quietService,
  quietTables,
  runCroupier,
  type Seat,
  seatAt,
  serve,
} from '../../test/support/service.ts'
import { readHouseEntry } from '../record/house-entry.ts'
import { allOf } from '../record/journal-reader.ts'
import { demoStaff } from '../service/demo.ts'
import { openReader } from '../service/journal/reader.ts'
import { journalFile } from '../service/journal/sqlite-file.ts'

/** Running the house from the console, as docs/operations.md says. */

afterAll(cleanUp)

const main = fileURLToPath(new URL('main.ts', import.meta.url))

const croupier = (...args: string[]) => runHere(args)
const withInput = (input: string, ...args: string[]) => runHere(args, input)

/** A second process that runs beside this one. */
async function started(...args: string[]) {
  const { child, exit } = runCroupier(args)
  child.stdout.resume()
  return exit
}

async function signedIn(address: string): Promise<string> {
  const { badge, pin } = demoStaff[0]!
  const { status, body } = await ask(address, 'POST', '/api/sessions', { body: { badge, pin } })
  expect(status).toBe(200)
  return body.token as string
}

const made = freshFolder()
let seat: Seat
beforeAll(async () => {
  const service = await quietService(made)
  seat = await seatAt(service, 'etg', 'ann', 5_000)
  await service.stop()
})

/** A data folder with its service's configuration, and a player who has credits. */
function houseWithCredits(): { data: string; config: string } {
  const data = freshFolder()
  cpSync(made, data, { recursive: true })
  return { data, config: join(data, 'config.json') }
}

describe('staff', () => {
  test('are added, listed, locked, changed and removed, each with one line', async () => {
    const data = freshFolder()
    const staff = (...args: string[]) => croupier('staff', ...args, '--data', data)
    const added = await staff('add', '9001', '--name', 'Tan', '--role', 'administrator')
    expect(added.stdout).toMatch(/^9001: added, PIN \d{6}\n$/)
    const lim = ['staff', 'add', '1001', '--name', 'Lim', '--role', 'dealer', '--data', data, '--pin']
    expect((await withInput('846201\n', ...lim, '-')).stdout).toBe('1001: added\n')
    expect((await staff('lock', '1001', '--reason', 'badge lost')).stdout).toBe('1001: done\n')
    expect((await staff('list')).stdout).toMatch(/ 1001 {2}Lim {3}dealer {9}locked\n 9001 {2}Tan {3}administrator\n/)
    expect((await staff('unlock', '1001')).stdout).toBe('1001: done\n')
    expect((await staff('role', '1001', '--role', 'auditor')).stdout).toBe('1001: done\n')
    expect(await staff('remove', '9001')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('last-administrator'),
    })
    expect((await staff('remove', '1001')).stdout).toBe('1001: done\n')
    expect((await staff('list', '--json')).json()).toMatchObject([{ badge: '9001', locked: null }])
    for (const name of readdirSync(data)) expect([name, statSync(join(data, name)).mode & 0o77]).toEqual([name, 0])
  })

  test('have no PIN in the arguments, where others could read it, and none that is too simple', async () => {
    const add = ['staff', 'add', '1001', '--name', 'Lim', '--role', 'dealer', '--data', freshFolder(), '--pin']
    expect(await croupier(...add, '846201')).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/not given as an argument.*standard input\n$/),
    })
    for (const pin of ['', '240585', '123456', 'secret'])
      expect((await withInput(pin, ...add, '-')).stderr).toMatch(/^croupier: pin-(not-valid|too-simple): /)
  })

  test('are let back in while the service runs, and what was done is on record', async () => {
    const { data, config } = houseWithCredits()
    const running = await serve(data, { config })
    const staff = (...args: string[]) => croupier('staff', ...args, '--data', data)
    const signIn = async (pin: string) =>
      (await ask(running.address, 'POST', '/api/sessions', { body: { badge: '9001', pin } })).status
    expect((await staff('list')).stdout).toMatch(/ 9001 {2}Admin {3}administrator\n/)
    const [, made] = /PIN set, PIN (\d{6})/.exec((await staff('pin', '9001')).stdout)!
    expect([await signIn(demoStaff.at(-1)!.pin), await signIn(made!)]).toEqual([401, 200])
    expect((await withInput('735190', 'staff', 'pin', '9001', '--pin', '-', '--data', data)).stdout).toBe(
      '9001: PIN set\n',
    )
    expect(await signIn('735190')).toBe(200)
    expect((await staff('lock', '1001')).stdout).toBe('1001: done\n')
    expect((await staff('unlock', '1001')).stdout).toBe('1001: done\n')
    expect(await staff('lock', '9001')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('last-administrator'),
    })
    expect((await staff('list', '--json')).json()).toContainEqual(
      expect.objectContaining({ badge: '1001', locked: null }),
    )
    expect(statSync(join(data, 'console.sock')).mode & 0o777).toBe(0o600)
    running.child.kill('SIGKILL')
    await running.exit
    expect((await staff('lock', '1001')).stdout).toBe('1001: done\n')
    expect((await croupier('verify', data)).status).toBe(0)
    const reader = await openReader(data)
    const ends = (await allOf(reader.pages('house'))).slice(-8).map(({ body }) => readHouseEntry(body))
    await reader.close()
    expect(ends.flatMap(({ command }) => ('console' in command.by ? [command.do] : []))).toEqual([
      'set-pin',
      'set-pin',
      'lock-staff',
      'unlock-staff',
      'lock-staff',
    ])
  })

  test('need new PINs when the house key is lost, and only then is a new key made', async () => {
    const data = freshFolder()
    const staff = (...args: string[]) => croupier('staff', ...args, '--data', data)
    await staff('add', '9001', '--name', 'Tan', '--role', 'administrator')
    rmSync(join(data, 'house.key'))
    expect(await staff('list')).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/house\.key is missing; put it back/),
    })
    expect(existsSync(join(data, 'house.key'))).toBe(false)
    expect((await staff('pin', '9001')).stdout).toMatch(/^9001: PIN set, PIN \d{6}\n$/)
    expect((await staff('list')).status).toBe(0)
  })
})

test('a terminal is not removed while there are credits on it', async () => {
  const { data } = houseWithCredits()
  const terminal = (...args: string[]) => croupier('terminal', ...args, '--data', data)
  expect((await terminal('add', 't1', '--table', 'etg')).stdout).toMatch(
    /^t1: enrolment code [A-Z0-9]{5}-[A-Z0-9]{5}, good once/,
  )
  for (const one of ['t1', seat.terminal]) expect((await terminal('close', one)).status).toBe(0)
  expect((await terminal('remove', 't1')).stdout).toBe('t1: done\n')
  expect(await terminal('remove', seat.terminal)).toMatchObject({
    status: 2,
    stderr:
      'croupier: terminal-not-empty: the terminal still has credits or stakes: let its round finish, cash it out, then remove it\n',
  })
})

describe('a backup', () => {
  test('of a service at work is sound, and a house is restored from it', async () => {
    const { data, config } = houseWithCredits()
    const [copy, again] = [join(freshFolder(), 'copy'), join(freshFolder(), 'again')]
    const running = await serve(data, { config })
    const dealer = await signedIn(running.address)
    let isOver = false
    const buying = (async () => {
      let bought = 0
      while (!isOver) {
        await must(running.address, dealer, 'etg', { do: 'buy-in', player: 'ann', amount: 1 })
        bought++
      }
      return bought
    })()
    expect(await started('backup', copy, '--data', data)).toMatchObject({ code: 0 })
    expect(await started('verify', data)).toMatchObject({ code: 0 })
    isOver = true
    expect(await buying).toBeGreaterThan(0)
    expect(await started('terminal', 'list', '--data', data)).toMatchObject({
      code: 2,
      said: expect.stringContaining('in use by another process; while'),
    })
    running.child.kill('SIGTERM')
    expect(await running.exit).toMatchObject({ code: 0 })
    expect((await croupier('verify', data)).stdout).toContain('Every hash, every decision')

    expect((await croupier('backup', copy, '--data', data)).stderr).toContain(
      'holds a journal already; nothing is written over it',
    )
    expect((await croupier('backup', copy, '--data', again, '--restore')).stdout).toMatch(
      /^Restored to .*again; every hash/,
    )
    const restored = await serve(again, { config })
    onTestFinished(() => void restored.child.kill('SIGKILL'))
    const asDealer = (address: string) => ask(address, 'GET', '/api/sessions', { token: dealer })
    expect((await asDealer(restored.address)).status).toBe(401)
    expect((await croupier('verify', again)).status).toBe(0)
    await signedIn(restored.address)
    const { status, body } = await ask(restored.address, 'GET', '/api/terminals/me', { token: seat.token })
    expect([status, (body.meters as { balance: number }).balance]).toEqual([200, expect.any(Number)])
  })

  test('is for its owner alone, in a folder that was there for all', async () => {
    const { data } = houseWithCredits()
    const copy = freshFolder()
    expect(await croupier('backup', join(main, 'copy'), '--data', data)).toMatchObject({ status: 2 })
    expect((await croupier('backup', copy, '--data', data)).status).toBe(0)
    for (const name of readdirSync(copy)) expect([name, statSync(join(copy, name)).mode & 0o777]).toEqual([name, 0o600])
    expect(readFileSync(join(copy, 'house.key'))).toEqual(readFileSync(join(data, 'house.key')))
  })

  test('takes the place of a journal that is gone, though that had come further', async () => {
    const { data } = houseWithCredits()
    const copy = join(freshFolder(), 'copy')
    expect((await croupier('backup', copy, '--data', data)).status).toBe(0)
    expect((await croupier('staff', 'add', '7001', '--name', 'Lee', '--role', 'dealer', '--data', data)).status).toBe(0)
    rmSync(join(data, 'croupier.db'))
    const refused = await croupier('staff', 'list', '--data', data)
    expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining('its journal croupier.db is gone')])
    expect((await croupier('backup', copy, '--data', data, '--restore')).status).toBe(0)
    const list = await croupier('staff', 'list', '--data', data)
    expect(list.status).toBe(0)
    expect(list.stdout).not.toContain('7001')
  })

  test('without a house key says what that means', async () => {
    const { data } = houseWithCredits()
    rmSync(join(data, 'house.key'))
    const { status, stderr } = await croupier('backup', join(freshFolder(), 'copy'), '--data', data)
    expect([status, stderr]).toEqual([
      0,
      expect.stringMatching(/house\.key is missing: with this copy every PIN must be/),
    ])
  })

  test('of a journal with a wrong index is sound: it says so, and a start from it makes the index again', async () => {
    const { data } = houseWithCredits()
    const db = new DatabaseSync(journalFile(data))
    db.exec("INSERT INTO rounds (stream, round, seq, mark) VALUES ('etg', 1, 99, 0)")
    db.close()
    const copy = join(freshFolder(), 'copy')
    const remark =
      /\netg: its index of rounds names entry 99, which is not there; the record is sound, and the next start makes/
    const { status, stdout } = await croupier('backup', copy, '--data', data)
    expect([status, stdout]).toEqual([0, expect.stringMatching(remark)])
    expect((await croupier('verify', copy)).stdout).toMatch(remark)
    const again = join(freshFolder(), 'again')
    expect((await croupier('backup', copy, '--data', again, '--restore')).status).toBe(0)
    const verified = await croupier('verify', again)
    expect([verified.status, verified.stdout]).toEqual([0, expect.not.stringMatching(remark)])
  })

  test('of a journal that is not sound is kept under a name that says so: exit 1, and it is not restored', async () => {
    const { data } = houseWithCredits()
    const db = new DatabaseSync(journalFile(data))
    db.exec(`UPDATE journal SET body = replace(body, '5000', '6000') WHERE stream = 'etg'`)
    db.close()
    const copy = freshFolder()
    const { status, stderr } = await croupier('backup', copy, '--data', data)
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/: etg, entry 2: .* kept as .*croupier\.unsound\.db\n$/),
    ])
    expect(readdirSync(copy).sort()).toEqual(['croupier.unsound.db', 'house.key', 'signing.key'])
    expect((await croupier('verify', join(copy, 'croupier.unsound.db'))).stderr).toMatch(/^etg, entry 2: /)
    expect(await croupier('backup', copy, '--data', data)).toMatchObject({ status: 2 })
    const again = join(freshFolder(), 'again')
    expect(await croupier('backup', copy, '--data', again, '--restore')).toMatchObject({ status: 2 })
    renameSync(join(copy, 'croupier.unsound.db'), journalFile(copy))
    const { status: restored, stderr: why } = await croupier('backup', copy, '--data', again, '--restore')
    expect([restored, why]).toEqual([1, expect.stringMatching(/; nothing was copied\n$/)])
    expect(existsSync(again)).toBe(false)
  })

  test.each([
    ['from nowhere', (copy: string) => ['backup', copy, '--data', '/no/such/folder']],
    ['of a folder without a journal', (copy: string) => ['backup', copy, '--data', freshFolder()]],
  ])('%s: exit 2 and one line', async (_, args) => {
    const { status, stderr } = await croupier(...args(join(freshFolder(), 'copy')))
    expect([status, stderr]).toEqual([2, expect.stringMatching(/^croupier: [^\n]+\n$/)])
  })

  test('a copy that fails leaves no folder behind', async () => {
    const [copy, exported] = [join(freshFolder(), 'a', 'copy'), join(freshFolder(), 'r1.jsonl')]
    writeFileSync(exported, `{"seq":1,"hash":"${'0'.repeat(64)}","entry":{"at":"2026-11-16","actor":"service"}}\n`)
    expect(await croupier('backup', copy, '--data', exported)).toMatchObject({ status: 2 })
    expect(existsSync(join(copy, '..'))).toBe(false)
  })
})

test.each([
  ['staff', 'list'],
  ['staff', 'pin', '1001'],
  ['staff', 'lock', '1001'],
  ['staff', 'dance', '1001'],
  ['staff', 'add'],
  ['staff', 'add', '1001', '--role', 'dealer'],
  ['terminal', 'list'],
  ['terminal', 'close', 't1'],
  ['terminal', 'dance', 't1'],
  ['terminal', 'add', 't1'],
  ['key'],
  ['key', 'rotate'],
])('%s %s in a folder that is not there: exit 2, one line, and nothing is there after it', async (...args) => {
  const data = join(freshFolder(), 'data')
  const { status, stdout, stderr } = await croupier(...args.filter((one) => one !== undefined), '--data', data)
  expect([status, stdout, stderr]).toEqual([2, '', expect.stringMatching(/^croupier: [^\n]+\n$/)])
  expect(existsSync(data)).toBe(false)
})

test.each([
  ['--port', '65536'],
  ['--log-level', 'loud'],
  ['--host', '192.0.2.1'],
  ['--public-hosts', 'https://pit.example'],
  ['--config', '/no/such/file'],
  ['--data', main],
])('serve %s %s: exit 2 and one line', async (...args) => {
  const { status, stdout, stderr } = await croupier(
    'serve',
    '--demo',
    '--data',
    join(freshFolder(), 'data'),
    '--port',
    '0',
    ...args,
  )
  expect([status, stdout, stderr]).toEqual([2, '', expect.stringMatching(/^croupier: [^\n]+\n$/)])
})

test('a table that is set up otherwise: exit 2 and one line that names it', async () => {
  const { data, config } = houseWithCredits()
  writeFileSync(config, JSON.stringify({ tables: [{ ...quietTables[0], layout: 'B' }] }))
  expect(await croupier('serve', '--data', data, '--config', config, '--port', '0')).toMatchObject({
    status: 2,
    stderr:
      'croupier: table etg, layout: the configuration says "B", its journal "A"; a changed table takes a new id\n',
  })
})
