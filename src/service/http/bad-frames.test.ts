import { once } from 'node:events'
import fc, { type Arbitrary } from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stores } from '../../../test/postgres/stores.ts'
import { deep, expectSound, oddNames } from '../../../test/support/http.ts'
import {
  ask,
  type Body,
  Client,
  cleanUp,
  everybody,
  type Process,
  type Seat,
  serve,
  within,
} from '../../../test/support/service.ts'
import { type CommandName, commandNames, commands } from '../../engine/language.ts'
import type { StaffRole } from '../../house/roles.ts'

/** Invalid and random frames over a WebSocket. The service is a process of its own, so that a crash is noticed. */

const TABLE = 'roulette-3'
let house: Process
let staff: Record<StaffRole, string>
let seat: Seat

afterAll(cleanUp)

/** Checks that the service runs and that no table has stopped. */
async function isWell(): Promise<void> {
  const told = await ask(house.address, 'GET', '/readyz').catch((error) => ({ status: 0, body: { error: `${error}` } }))
  expect(told).toMatchObject({ status: 200, body: { ready: true } })
}

/** A visitor, a terminal, a dealer, and the person with the highest position. */
const hellos = (): { token?: string }[] => [
  {},
  { token: seat.token },
  { token: staff.dealer },
  { token: staff['shift-manager'] },
]

const sent = async (message: string | Uint8Array, hello?: object): Promise<Client> => {
  const client = hello ? await Client.at(house.address, TABLE, hello) : new Client(house.address, TABLE)
  if (!hello) await once(client.socket, 'open')
  const before = client.heard.length
  client.socket.send(message)
  await within(5, 'an answer', Promise.race([client.until(() => client.heard.length > before), client.closed]))
  return client
}

const word = fc.constantFrom('17', 'red', '0', 'demo-1', 'ball-broke', 'clockwise', 'finales:7', 'wheel', ...oddNames)
const amount = fc.constantFrom(0, 1, -1, 500, 1_000, 100_000_000_000, 1.5, 2 ** 53)

/** A value that is valid for a field of this kind, or nearly. */
function valueFor(rule: string | readonly string[]): Arbitrary<unknown> {
  if (typeof rule !== 'string') return fc.constantFrom(...rule)
  if (/^(cents|count)/.test(rule)) return amount
  if (/^words/.test(rule)) return fc.array(word, { minLength: 1, maxLength: 3 })
  if (/^rounds/.test(rule)) return fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 3 })
  if (/^round/.test(rule)) return fc.integer({ min: 1, max: 9 })
  return /^object/.test(rule) ? fc.constantFrom({}, { default: { min: 1 } }, { constructor: { max: 1 } }) : word
}

function commandFor(name: CommandName): Arbitrary<Body> {
  const fields: [string, string | readonly string[]][] = Object.entries(commands[name].fields)
  const values = Object.fromEntries(fields.map(([field, rule]) => [field, valueFor(rule)] as const))
  const needed = fields.filter(([, rule]) => typeof rule !== 'string' || !rule.endsWith('?')).map(([field]) => field)
  return fc.record(values, { requiredKeys: needed }).map((body) => ({ ...body, do: name }))
}

describe.each(stores)('on %s', (_, fresh) => {
  let store: string
  beforeAll(async () => {
    const place = await fresh()
    store = place.store
    house = await serve(place.folder, { ...place.flags, demo: true, speed: '0.05' })
    staff = await everybody(house.address)
    seat = (await ask(house.address, 'POST', '/api/terminals/demo', { body: { table: TABLE } })).body as Seat
  })
  afterAll(async () => {
    house.child.kill('SIGKILL')
    await house.exit
  })

  test('every message gets one answer, whatever it is', async () => {
    const texts = ['', '{', 'null', '[]', '1e999', '"x"', '{"do":null}', '{"__proto__":{"do":"settle"}}']
    const frame = fc.oneof(fc.json(), fc.string(), fc.constantFrom(...texts), fc.uint8Array({ maxLength: 200 }))
    for (const hello of hellos()) {
      const client = await Client.at(house.address, TABLE, hello)
      const answered = () => client.heard.filter(({ answer, problem }) => answer || problem).length
      const frames = fc.sample(frame, 400)
      for (const one of frames) client.socket.send(one)
      await within(
        10,
        'answering',
        client.until(() => answered() >= frames.length),
      )
      await client.ask({ do: 'settle', player: 'nobody' })
      expect(answered()).toBe(frames.length + 1)
      client.cut()
    }
    await isWell()
  })

  test('random commands by everybody, right or nearly: no fault, and no table stops', async () => {
    const asked = fc.sample(fc.constantFrom(...commandNames).chain(commandFor), 3_000)
    const clients = await Promise.all(
      hellos()
        .slice(1)
        .map((hello) => Client.at(house.address, TABLE, hello)),
    )
    const answers = asked.map((body, nth) => clients[nth % clients.length]!.ask({ ...body, id: `fuzz-${nth}` }))
    const told = await within(30, 'answering', Promise.all(answers))
    expect(told.filter(({ problem }) => /could not|stopped/.test(problem ?? ''))).toEqual([])
    expect(told.filter(({ events }) => events).length).toBeGreaterThan(10)
    expect(told.filter(({ refused }) => refused).length).toBeGreaterThan(50)
    await isWell()
  })

  test.each([
    ['a list', deep],
    ['an id', `{"do":"settle","id":${deep}}`],
    ['a name', `{"do":${deep}}`],
    ['limits', `{"do":"set-limits","limits":{"default":${deep}}}`],
    ['terminals', `{"do":"interruption","terminals":[${deep}]}`],
  ])('%s nested without end', async (_, message) => {
    for (const hello of hellos()) (await sent(message, hello)).cut()
    await isWell()
  })

  test('a first message that is none', async () => {
    const texts = ['[]', 'x', '{"from":"12"}', '{"from":-1e99}', '{"token":7}', '{"token":null}', '{"token":{}}']
    for (const message of [...texts, deep, `{"token":${deep}}`, `{"from":${deep}}`, Buffer.from([0, 1, 2])])
      (await sent(message)).cut()
    await isWell()
  })

  test('frames that are too large, no text, or never finished end that socket alone', async () => {
    const bystander = await Client.at(house.address, TABLE)
    const hello = { token: seat.token }
    const large = await sent(JSON.stringify({ do: 'settle', id: 'x'.repeat(70_000) }), hello)
    expect(await large.closed).toMatchObject({ code: 1009 })
    const broken = await Client.at(house.address, TABLE, hello)
    broken.socket.send(Buffer.from([0xc3, 0x28]), { binary: false })
    expect(await broken.closed).toMatchObject({ code: 1007 })
    const half = await Client.at(house.address, TABLE, hello)
    half.socket.send('{"do":', { fin: false })
    half.cut()
    await isWell()
    expect(bystander.socket.readyState).toBe(bystander.socket.OPEN)
  })

  test('a player whose name is one that objects have', async () => {
    const decided = (body: Body) =>
      ask(house.address, 'POST', `/api/tables/${TABLE}/commands`, { token: staff['shift-manager'], body })
    // Ends any state that earlier frames have left.
    const ended = [
      { do: 'open-table', reason: 'x' },
      { do: 'decide', decision: 'void' },
      { do: 'irregularity', code: 'ball-broke', reason: 'x' },
    ]
    for (const body of [...ended, { do: 'place-your-bets' }, ...ended]) await decided(body)
    for (const player of oddNames) {
      const body = { terminal: `odd-${player.replaceAll('_', '')}`, table: TABLE, player }
      const added = await ask(house.address, 'POST', '/api/terminals', { token: staff.administrator, body })
      const enrolled = await ask(house.address, 'POST', '/api/terminals/enrol', { body: { code: added.body.code } })
      const token = enrolled.body.token as string
      const client = await within(5, player, Client.at(house.address, TABLE, { token }))
      expect(client.follower.view).toMatchObject({ player, last: { lines: [], balance: null } })
      expect((await ask(house.address, 'GET', `/api/tables/${TABLE}/rounds`, { token })).status).toBe(200)
      client.cut()
    }
    await isWell()
  })

  test('after all of that the journal is sound', () => expectSound(store))
})
