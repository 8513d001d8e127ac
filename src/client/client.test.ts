import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cleanUp, demoFlags, freshFolder } from '../../test/support/service.ts'
import { readConfig } from '../service/config.ts'
import { demoStaff } from '../service/demo.ts'
import { type Service, startService } from '../service/service.ts'
import { Croupier, isAccepted, isRefused, type TerminalView } from './index.ts'

/**
 * The client against the real service. Breaks and gaps of its connection are tested with simulated sockets, under the
 * screens.
 */

let service: Service
let house: Croupier

beforeAll(async () => {
  service = await startService(readConfig({ ...demoFlags, speed: '40', data: freshFolder() }, {}))
  house = new Croupier(service.address)
})
afterAll(async () => {
  await service.stop()
  cleanUp()
})

const dealer = demoStaff.find(({ role }) => role === 'dealer')!
const floor = async () => {
  const reply = await house.call('GET /api/tables')
  if (!reply.ok) throw new Error(`status ${reply.status}`)
  return reply.body
}

test('a route is called by its name, with the parameters of its path, a query and a body', async () => {
  const [table] = await floor()
  const rounds = await house.call('GET /api/tables/:id/rounds', { params: { id: table!.id }, query: { last: '1' } })
  expect(rounds.ok && rounds.body.length <= 1).toBe(true)
  const signedIn = await house.call('POST /api/sessions', { body: { badge: dealer.badge, pin: dealer.pin } })
  if (!signedIn.ok) throw new Error(`status ${signedIn.status}`)
  const who = await house.as(signedIn.body.token).call('GET /api/sessions')
  expect(who).toMatchObject({ ok: true, body: { kind: 'staff', badge: dealer.badge } })
})

test('the journal is told as the lines it is', async () => {
  const [table] = await floor()
  const { badge, pin } = demoStaff.find(({ role }) => role === 'auditor')!
  const signedIn = await house.call('POST /api/sessions', { body: { badge, pin } })
  const auditor = house.as(signedIn.ok ? signedIn.body.token : null)
  const journal = await auditor.call('GET /api/journal/:id', { params: { id: table!.id }, query: { from: '1' } })
  expect(journal.ok && JSON.parse(journal.body.split('\n')[0]!)).toMatchObject({ seq: 1 })
})

test('a failure has a form: refused with facts, a problem in words, or no answer', async () => {
  const wrong = await house.call('POST /api/sessions', { body: { badge: dealer.badge, pin: '000000' } })
  expect(wrong).toMatchObject({ ok: false, status: 401, refused: { refused: 'badge-or-pin-wrong' } })
  const nowhere = await house.call('GET /api/tables/:id', { params: { id: 'no/where' } })
  expect(nowhere).toEqual({ ok: false, status: 404, problem: 'there is no table no/where' })
  const nobody = await new Croupier('http://127.0.0.1:1').call('GET /api/tables')
  expect(nobody).toEqual({ ok: false, status: 0 })
})

test('when a wager is answered the view has it, and nothing is pending', async () => {
  const [{ id } = { id: '' }] = await floor()
  const seat = await house.call('POST /api/terminals/demo', { body: { table: id } })
  if (!seat.ok) throw new Error(`status ${seat.status}`)
  const { player, token } = seat.body
  const table = house.as(token).table<TerminalView>(id)
  for (;;) {
    await table.until(({ view }) => view?.phase === 'betting-open')
    const answer = await table.send({ do: 'wager', player, spot: 'red', stake: 1_000 })
    if (isRefused(answer)) continue
    expect(isAccepted(answer)).toBe(true)
    expect(table.known.pending).toEqual([])
    break
  }
  table.close()
})

test('without a token one sees what the room sees; with a wrong one nothing', async () => {
  const [{ id } = { id: '' }] = await floor()
  const wall = house.table(id)
  const { view } = await wall.until(({ status }) => status === 'live')
  expect(view).not.toHaveProperty('funds')
  wall.close()
  const stranger = house.as('nobody').table(id)
  expect((await stranger.until(({ status }) => status === 'unknown-token')).view).toBeNull()
  stranger.close()
})

test('the example of docs/client.md runs as it stands there', async () => {
  const page = readFileSync(new URL('../../docs/client.md', import.meta.url), 'utf8')
  const example = /```ts\n([\s\S]*?)```/.exec(page)![1]!
  const file = join(freshFolder(), 'example.ts')
  writeFileSync(file, example.replace("'@croupier/engine/client'", `'${new URL('./index.ts', import.meta.url)}'`))
  expect(await printedBy(file)).toMatch(/^.+: (\d+|S), -?\d+ cents\n$/)
})

/**
 * Bets are open for less than a second here. On a busy machine the wager may arrive too late; then the next round is
 * used.
 */
const printedBy = (file: string): Promise<string> =>
  promisify(execFile)(process.execPath, [file, service.address]).then(
    ({ stdout }) => stdout,
    (error) => (/"betting-is-closed"/.test(error.stderr) ? printedBy(file) : Promise.reject(error)),
  )
