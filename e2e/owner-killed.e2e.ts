import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { bookById } from '../src/books/index.ts'
import { common } from '../src/screens/words/common.ts'
import { money } from '../src/words/plain-text.ts'
import { freshStore } from '../test/postgres/fresh-store.ts'
import { croupier } from '../test/support/cli.ts'
import { Door } from './door.ts'
import { HouseProcess } from './house.ts'
import { Console } from './staff.ts'
import { Terminal } from './terminal-page.ts'
import { expectItsMoney, inHouse } from './testing.ts'

/** Two nodes on PostgreSQL, a player at one and the dealer at the other: the one that owns the table is killed in mid-round. */

const table = 'roulette'
const book = bookById('mbs/roulette@3')!
const plan = { id: table, book: book.id, limits: { default: { min: 100, max: 10_000 } } }
const CHIP = 100
const BOUGHT = 10_000
const player = 'ann'

let store: string
let keys: string
let other: HouseProcess

/** The house of the other tests, moved to a database; both nodes have its keys. */
const place = inHouse(
  async (staffed) => {
    store = await freshStore()
    keys = await mkdtemp(join(tmpdir(), 'croupier-keys-'))
    await cp(staffed, keys, { recursive: true })
    expect(await croupier(['move', '--from', keys, '--to', store])).toMatchObject({ status: 0 })
    const node = (name: string) => ({ store, 'house-key-file': `${keys}/house.key`, node: name })
    const owner = await HouseProcess.open(staffed, [plan], node('a'))
    other = await HouseProcess.open(staffed, [plan], node('b'))
    return owner
  },
  // While its node is away a browser complains of every attempt to reach it.
  /WebSocket connection|ERR_CONNECTION|^asked http:\/\/127\.0\.0\.1:/,
)
afterAll(async () => {
  await other?.close()
  await rm(keys, { recursive: true, force: true })
})

const said = ({ page }: { page: Terminal['page'] }, words: string) => page.getByRole('alert').filter({ hasText: words })

/** How long ago a node renewed its lease, in seconds; 0: the table is not its own. */
async function leaseAge({ url }: HouseProcess): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return Number(/^croupier_lease_age_seconds (\S+)$/m.exec(metrics)![1])
}

/**
 * The table's owner; on a busy machine the table may have moved already. Its lease is young, so that nobody else has
 * the table before the screens have said that it is moving.
 */
async function youngOwner(nodes: readonly HouseProcess[]): Promise<HouseProcess> {
  let owner: HouseProcess | undefined
  const find = async (): Promise<boolean> => {
    const ages = await Promise.all(nodes.map(leaseAge))
    owner = nodes.find((_, nth) => ages[nth]! > 0 && ages[nth]! < 0.5)
    return owner !== undefined
  }
  await expect.poll(find).toBe(true)
  return owner!
}

test('the owner is killed in mid-round: both screens say so, go on at the other node, and every cent is right', async () => {
  // A page may go where its node knew of another when it was loaded.
  const policy = async () => (await fetch(place.house.url)).headers.get('content-security-policy')
  await expect.poll(policy).toContain(other.url)
  const dealer = await Console.open({ ...place, house: other }, table, book)
  await (await place.house.door('dealer')).give(table, { do: 'buy-in', player, amount: BOUGHT })
  await dealer.open()
  const seated = await Terminal.open(place, { table, player })
  await expect.poll(() => seated.stage()).toBe('open')
  await seated.place('17', '17', '20')
  await expect.poll(() => seated.registered()).toEqual({ 17: 2 * CHIP, 20: CHIP })
  await dealer.spin()
  const owner = await youngOwner([place.house, other])
  const rest = owner === other ? place.house : other
  const terminal = new Terminal(seated.page, seated.seat, seated.sent, new Door(rest.url, seated.door.token))
  const [there, elsewhere] = owner === other ? [dealer, terminal] : [terminal, dealer]
  const [lost, moving] = [said(there, common.connectionLost), said(elsewhere, common.moving)]
  const heard = Promise.all([lost.waitFor(), moving.waitFor()])
  await owner.kill()
  await heard
  await lost.waitFor({ state: 'hidden' })
  await moving.waitFor({ state: 'hidden' })
  expect(await terminal.registered()).toEqual({ 17: 2 * CHIP, 20: CHIP })
  await terminal.place('17')
  await expect.poll(() => terminal.registered()).toEqual({ 17: 3 * CHIP, 20: CHIP })
  await expectItsMoney(terminal)
  await dealer.close()
  await dealer.ballRests('17')
  await dealer.settle('17')
  const won = 35 * 3 * CHIP
  await expect.poll(async () => (await terminal.figures()).balance).toBe(money(BOUGHT - CHIP + won))
  await expectItsMoney(terminal)
  expect(await croupier(['verify', store])).toMatchObject({ status: 0 })
})
