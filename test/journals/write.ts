import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { playersOf } from '../../src/engine/ledger.ts'
import { fundsOf } from '../../src/engine/summary.ts'
import { verify } from '../../src/record/verify.ts'
import { VERSION } from '../../src/record/versions.ts'
import { askConsole } from '../../src/service/console-socket.ts'
import { openReader } from '../../src/service/journal/reader.ts'
import type { Service } from '../../src/service/service.ts'
import type { SignificantRow } from '../../src/wire/alarm.ts'
import { corpus } from '../corpus.ts'
import { PostgresServer } from '../postgres/server.ts'
import { croupier } from '../support/cli.ts'
import { ask, must, quietService, seatAt, staffOf } from '../support/service.ts'
import { dumpStore } from './postgres-dump.ts'
import { isReleased } from './released.ts'

/**
 * Writes the journal of the newest version by the real service, once for each store, and what it must come to:
 *
 *     npm run -s corpus
 *
 * README.md says when.
 */
const target = corpus(`version-${VERSION}`)
if (isReleased(`version-${VERSION}`)) throw new Error(`version ${VERSION} is released: raise VERSION first`)

/** Every book and every layout. */
const tables = [
  { id: 'sands-1', book: 'mbs/sands-roulette@1', limits: { default: { min: 500, max: 100_000 } } },
  { id: 'sands-2', book: 'mbs/sands-roulette@2', limits: { default: { min: 500, max: 100_000 } } },
  { id: 'single', book: 'mbs/roulette@3', limits: { default: { min: 500, max: 100_000 } } },
  { id: 'fast', book: 'mbs/sands-fast-action-roulette@2', limits: { default: { min: 100 } } },
  { id: 'etg-a', book: 'rws/roulette-double-zero-etg@4', layout: 'A', terminal: 'rapid' },
  { id: 'etg-b', book: 'rws/roulette-double-zero-etg@4', layout: 'B', terminal: 'rapid' },
]

type Command = Readonly<Record<string, unknown>> & { do: string }
type Post = (path: string, token: string | undefined, body: object, method?: string) => Promise<Record<string, never>>
type Table = {
  deal: (...commands: Command[]) => Promise<void>
  /** Commands that only some books accept. */
  attempt: (...commands: Command[]) => Promise<void>
  refused: (role: Role, command: Command) => Promise<void>
}
type Role = 'dealer' | 'pit-supervisor' | 'pit-manager' | 'shift-manager' | 'auditor' | 'administrator'

const reason = 'for the corpus'
const spin = { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }
const close = [spin, { do: 'no-more-bets' }]
const wager = (player: string, spot: string, stake: number) => ({ do: 'wager', player, spot, stake })
const rest = (pocket: string) => ({ do: 'ball-at-rest', pocket })
const settle = { do: 'settle' }

const data = mkdtempSync(join(tmpdir(), 'croupier-corpus-'))
const service = await quietService(data, { 'out-of-force': true }, tables)
const staff = await staffOf(service)
const post: Post = async (path, token, body, method = 'POST') =>
  (await ask(service.address, method, path, { ...(token === undefined ? {} : { token }), body })).body as never

/** By the rules of sands-1 nobody bets for a player: there they have terminals. */
const seated = new Map<unknown, string>()
const whoGives = (table: string, { do: name, player }: Command): string =>
  (table === 'sands-1' && name === 'wager' ? seated.get(player) : undefined) ?? staff['shift-manager']

function tableOf(table: string): Table {
  return {
    async deal(...commands) {
      for (const command of commands) await must(service.address, whoGives(table, command), table, command)
    },
    async attempt(...commands) {
      for (const command of commands) await post(`/api/tables/${table}/commands`, whoGives(table, command), command)
    },
    async refused(role, command) {
      const body = await post(`/api/tables/${table}/commands`, staff[role], command)
      if (!('refused' in body)) throw new Error(`${command.do} at ${table} was to be refused: ${JSON.stringify(body)}`)
    },
  }
}

/** Rounds at a table of chips: colours, limits, a ruling, a correction that leaves a debt, voids, referrals, failures. */
async function playChips(id: string, draw: Command[]): Promise<void> {
  const { deal, attempt, refused } = tableOf(id)
  const play = (pocket: string, ...wagers: Command[]) =>
    deal({ do: 'place-your-bets' }, ...wagers, ...close, ...draw, rest(pocket), settle)
  await deal({ do: 'buy-in', player: 'ann', amount: 200_000 }, { do: 'buy-in', player: 'bo', amount: 50_000 })
  await play('17', wager('ann', '17', 1_000), wager('bo', 'red', 2_000), {
    do: 'withdraw',
    player: 'bo',
    spot: 'red',
    stake: 500,
  })
  await refused('dealer', wager('ann', '17', 1_000))
  await refused('dealer', { do: 'void-rounds', rounds: [1], code: 'ball-broke', reason })
  await refused('auditor', { do: 'settle' })
  await play('0', wager('ann', '0', 1_000), wager('bo', '1/2', 1_000))
  await deal(
    { do: 'cash-out', player: 'ann', amount: 150_000 },
    { do: 'correct-outcome', round: 1, pocket: '18', reason },
  )
  await deal({ do: 'place-your-bets' }, wager('bo', 'black', 1_000), { do: 'irregularity', code: 'ball-out-of-wheel' })
  await play('5', wager('ann', 'odd', 1_000))
  await deal({ do: 'void-rounds', rounds: [4], code: 'ball-broke', reason })
  // Both were void by mistake; the second is made void again.
  await attempt({ do: 'correct-outcome', round: 3, pocket: '6', reason })
  await attempt({ do: 'correct-outcome', round: 4, pocket: '7', reason })
  await attempt({ do: 'void-rounds', rounds: [4], code: 'ball-broke', reason })
  await deal({ do: 'place-your-bets' }, wager('ann', '19', 1_000))
  await attempt({ do: 'allow-early-close' }, { do: 'no-more-bets' }, spin, { do: 'irregularity', code: 'ball-broke' })
  await deal({ do: 'place-your-bets' }, wager('ann', '19', 1_000), ...close, ...draw, rest('16'))
  await attempt({ do: 'rule-on-wager', player: 'ann', spot: '19', treatment: 'moved', to: '16', reason }, settle)
  await deal(
    { do: 'place-your-bets' },
    wager('ann', '8', 1_000),
    ...close,
    { do: 'refer', reason },
    { do: 'decide', decision: 'void', reason },
  )
  await deal(
    { do: 'set-limits', limits: { default: { min: 500, max: 80_000 } } },
    { do: 'close-table', reason },
    { do: 'open-table', reason },
  )
}

/** Referrals of all kinds: a continued round, one that is settled with a ruling, concluded ones, and awards. */
async function referrals(id: string): Promise<void> {
  const { deal, refused } = tableOf(id)
  const opened = () => service.floor.rooms.get(id)!.table.settled.state.roundsOpened
  const refer = { do: 'refer', reason }
  const decide = (decision: string, more: object = {}) => ({ do: 'decide', decision, reason, ...more })
  const spot = '8'
  await deal({ do: 'place-your-bets' }, wager('ann', spot, 1_000), refer)
  await refused('dealer', { do: 'no-more-bets' })
  await deal(decide('continue'), wager('ann', '9', 1_000), spin, refer, rest(spot))
  await deal({ do: 'rule-on-wager', player: 'ann', spot: '9', treatment: 'returned', reason })
  await deal(decide('continue', { awards: { ann: 250 } }), settle)
  await deal({ do: 'place-your-bets' }, wager('ann', spot, 1_000), ...close, rest('9'), refer)
  await deal(decide('settle', { awards: { ann: 100, bo: 50 } }))
  const last = opened()
  await deal(
    { ...refer, round: last },
    { ...refer, round: last - 1 },
    decide('stands', { round: last, awards: { bo: 1 } }),
  )
  await deal({ do: 'correct-outcome', round: last - 1, pocket: '10', reason })
  // A report that arrives while the round is referred is kept, and takes effect when the round continues.
  await deal({ do: 'place-your-bets' }, wager('ann', spot, 1_000), refer)
  await deal({ do: 'irregularity', code: 'ball-broke' }, decide('continue'))
}

const ballDropped = [{ do: 'power-failure' }, { do: 'no-spin' }]

async function colours(id: string): Promise<void> {
  await tableOf(id).deal(
    { do: 'buy-in', player: 'omar', amount: 50_000, colour: 'white', chipValue: 2_500 },
    { do: 'place-your-bets' },
    { do: 'wager', player: 'omar', spot: '17', chips: 2 },
    ...close,
    rest('17'),
    settle,
    { do: 'cash-out', player: 'omar', amount: 5_000, colour: 'white' },
    { do: 'place-your-bets' },
    { do: 'wager', player: 'omar', spot: 'red', chips: 1 },
    ...close,
  )
  await tableOf(id).attempt(...ballDropped, { do: 'resume' }, rest('1'), settle)
}

/** A win that is cashed out and then put right leaves a debt, which is paid back. */
async function debts(id: string): Promise<void> {
  const { deal } = tableOf(id)
  const opened = () => service.floor.rooms.get(id)!.table.settled.state.roundsOpened
  await deal({ do: 'buy-in', player: 'cat', amount: 1_000 }, { do: 'place-your-bets' }, wager('cat', '5', 1_000))
  await deal(...close, rest('5'), settle, { do: 'cash-out', player: 'cat', amount: 36_000 })
  await deal({ do: 'correct-outcome', round: opened(), pocket: '6', reason })
  await deal({ do: 'buy-in', player: 'cat', amount: 20_000 }, { do: 'repay', player: 'cat', amount: 15_000 })
}

/** The power fails and comes back; the wheel and the dealer say different pockets, and the pit decides. */
async function failures(id: string): Promise<void> {
  const { deal, attempt } = tableOf(id)
  const { table } = service.floor.rooms.get(id)!
  await deal({ do: 'place-your-bets' }, wager('cat', 'red', 1_000), spin, { do: 'power-failure' })
  await attempt({ do: 'resume' }, { do: 'no-spin' })
  await deal({ do: 'place-your-bets' }, wager('cat', 'red', 1_000), ...close)
  await table.submit({ do: 'ball-at-rest', pocket: '9', by: { role: 'wheel' } }, 'wheel')
  await deal(
    rest('10'),
    { do: 'correct-outcome', round: table.settled.state.roundsOpened, pocket: '10', reason },
    settle,
  )
}

for (const player of ['ann', 'bo', 'omar'])
  seated.set(player, ((await seatAt(service, 'sands-1', player, 0)) as { token: string }).token)
await playChips('sands-1', [])
await playChips('sands-2', [])
await playChips('single', [])
for (const id of ['sands-1', 'single']) await colours(id)
for (const id of ['sands-1', 'single']) await referrals(id)
await tableOf('sands-1').deal({ do: 'set-book', book: 'mbs/sands-roulette@2', reason })
await tableOf('sands-1').deal(
  { do: 'place-your-bets' },
  wager('bo', '17', 700),
  { do: 'withdraw', player: 'bo', spot: '17', stake: 300 },
  ...close,
  rest('18'),
  settle,
  { do: 'correct-outcome', round: 1, pocket: '19', reason },
  { do: 'set-book', book: 'mbs/sands-roulette@1', reason },
)
await debts('sands-2')
await failures('sands-2')

// The fast action table: the service lights the bonus numbers by itself.
const fast = tableOf('fast')
await fast.deal({ do: 'buy-in', player: 'ann', amount: 100_000 })
for (const pocket of ['7', '22', '0'])
  await fast.deal(
    { do: 'place-your-bets' },
    wager('ann', pocket, 1_000),
    wager('ann', 'bonus-win', 500),
    ...close,
    rest(pocket),
    settle,
  )
await fast.deal({ do: 'correct-outcome', round: 2, pocket: '23', reason })
await fast.deal({ do: 'place-your-bets' }, wager('ann', '7', 1_000), ...close, { ...rest('7'), revolutions: 2 })
await fast.attempt({ do: 'correct-outcome', round: 4, pocket: '7', reason })

// Terminals: tickets, several-piece bets, an interruption, closing in a round, removal.
type Seat = { token: string; terminal: string; player: string }
const at = (seat: Seat, table: string, ...commands: Command[]) =>
  commands.reduce<Promise<unknown>>(
    (before, command) => before.then(() => must(service.address, seat.token, table, command)),
    Promise.resolve(),
  )

async function playTerminals(id: string): Promise<void> {
  const { deal, attempt, refused } = tableOf(id)
  const ann: Seat = await seatAt(service, id, 'ann', 500_000)
  const bo: Seat = await seatAt(service, id, 'bo', 0)
  const { ticket } = (await post('/api/tickets', ann.token, { amount: 100_000, id: `out-${id}` })) as never as {
    ticket: { number: string }
  }
  await post('/api/tickets', ann.token, { amount: 100_000, id: `out-${id}` })
  await post('/api/tickets/redeem', bo.token, { number: ticket.number, id: `in-${id}` })
  await post('/api/tickets/redeem', bo.token, { number: ticket.number })
  await post(`/api/tables/${id}/commands`, bo.token, { do: 'buy-in', player: 'bo', amount: 5 })
  await post(`/api/tables/single/commands`, bo.token, wager('bo', '1', 500))
  await post(`/api/tables/${id}/commands`, bo.token, wager('ann', '1', 500))
  await deal({ do: 'place-your-bets' })
  await at(ann, id, { do: 'wager', player: 'ann', bet: 'neighbours:8:1', unit: 500 }, wager('ann', '17', 1_000))
  await at(ann, id, { do: 'withdraw', player: 'ann', spot: '17' })
  await at(bo, id, wager('bo', 'red', 2_000))
  await post(`/api/terminals/${bo.terminal}/close`, staff['pit-supervisor'], { reason })
  await deal(...close, rest('8'), settle)
  await deal({ do: 'place-your-bets' })
  await at(ann, id, wager('ann', '8', 1_000))
  await attempt({ do: 'interruption', terminals: [bo.terminal] }, { do: 'interruption' })
  await post(`/api/terminals/${bo.terminal}/open`, staff.administrator, { reason })
  await refused('dealer', { do: 'correct-outcome', round: 1, pocket: '9', reason })
  await deal({ do: 'correct-outcome', round: 1, pocket: '9', reason })
  const { ticket: rest2 } = (await post('/api/tickets', bo.token, { amount: 1_000 })) as never as {
    ticket: { number: string }
  }
  await post(`/api/tickets/${rest2.number}/cancel`, staff.dealer, { reason })
  await post(`/api/tickets/${rest2.number}/cancel`, staff['pit-supervisor'], { reason })
  await post('/api/tickets/redeem', staff.dealer, { number: rest2.number, table: id })
}

await playTerminals('etg-a')
await playTerminals('etg-b')

// The floor: notices that are read, calls, shifts, limits for the end of a round, a lost ticket.
async function serveFloor(id: string): Promise<void> {
  const { deal } = tableOf(id)
  const eve: Seat = await seatAt(service, id, 'eve', 50_000)
  await post('/api/calls', eve.token, {})
  await post(`/api/calls/${eve.terminal}/answer`, staff.dealer, {})
  await post('/api/calls', eve.token, {})
  await post('/api/calls', eve.token, {}, 'DELETE')
  await post(`/api/tables/${id}/take`, staff.dealer, {})
  await post(`/api/tables/${id}/take`, staff['pit-supervisor'], {})
  await deal({ do: 'place-your-bets' })
  await at(eve, id, wager('eve', '8', 1_000))
  await post(`/api/tables/${id}/limits`, staff['pit-supervisor'], { limits: { default: { min: 500 } }, reason })
  await deal(...close, rest('9'), settle)
  const { roundsOpened } = service.floor.rooms.get(id)!.table.settled.state
  await deal({ do: 'correct-outcome', round: roundsOpened, pocket: '8', reason })
  await post('/api/notices/read', eve.token, { upTo: 1 })
  await post(`/api/tables/${id}/leave`, staff['pit-supervisor'], {})
  const { ticket } = (await post('/api/tickets', eve.token, { amount: 2_000 })) as never as {
    ticket: { number: string }
  }
  await post(`/api/tickets/${ticket.number}/copy`, staff['pit-supervisor'], { reason })
  await post(`/api/tickets/${ticket.number}/copy`, staff.dealer, { reason })
}

await serveFloor('etg-a')

// Another key from here on: the existing streams are signed by both, the later rounds by the new one alone.
const rotated = await askConsole(data, { rotate: null, name: 'corpus' })
if (!rotated || !('key' in rotated)) throw new Error(`the key was not changed: ${JSON.stringify(rotated)}`)
await tableOf('single').deal({ do: 'place-your-bets' }, ...close, rest('3'), settle)

// Attendants: tickets for cash.
const sold = (await post('/api/tickets', staff.dealer, { amount: 7_000, table: 'etg-a' })) as never as {
  ticket: { number: string }
}
await post('/api/tickets', staff.dealer, { amount: 9_000, table: 'etg-b', id: 'sold' })
await post('/api/tickets/redeem', staff.dealer, { number: sold.ticket.number, table: 'etg-a' })
await post('/api/tickets', staff.auditor, { amount: 7_000, table: 'etg-a' })

// People and terminals come and go.
const admin = staff.administrator
const pin = '271828'
await post('/api/staff', admin, { badge: '1002', name: 'Wei', role: 'dealer', pin })
await post('/api/staff', staff.dealer, { badge: '1003', name: 'Kim', role: 'dealer', pin })
const { token: wei } = (await post('/api/sessions', undefined, { badge: '1002', pin })) as never as { token: string }
await post('/api/sessions', undefined, { badge: '1002', pin: '314159' })
await post('/api/sessions', undefined, { badge: 'nobody', pin: '314159' })
await post('/api/sessions/pin', wei, { current: '314159', pin: '161803' })
await post('/api/sessions/pin', wei, { current: pin, pin: '161803' })
await post('/api/staff/1002/role', admin, { role: 'pit-supervisor', reason })
await post('/api/sessions', undefined, { badge: '1002', pin: '161803' })
await post('/api/staff/1002/pin', admin, { pin, reason })
await post('/api/staff/1002/lock', admin, { reason })
await post('/api/staff/1002/unlock', admin, { reason })
const { token: again } = (await post('/api/sessions', undefined, { badge: '1002', pin })) as never as { token: string }
await must(service.address, again, 'single', { do: 'close-table', reason })
await ask(service.address, 'DELETE', '/api/sessions', { token: again })
for (let tries = 0; tries < 5; tries++) await post('/api/sessions', undefined, { badge: '1002', pin: '314159' })
await post('/api/staff/1002', admin, { reason }, 'DELETE')
await post('/api/terminals', admin, { terminal: 'spare', table: 'etg-a', player: 'spare', name: 'The spare one' })
await post('/api/terminals/spare/code', admin, { reason })
await post('/api/terminals/spare/close', admin, { reason })
await post('/api/terminals/spare', admin, { reason }, 'DELETE')
await ask(service.address, 'GET', '/api/staff', { token: staff.dealer })
await ask(service.address, 'GET', '/api/journal/house', { token: staff['shift-manager'] })

// Gaming stops and is resumed, and a wheel is put to work.
const stop = { scope: 'table', of: 'single' }
await post('/api/stops', staff['pit-supervisor'], { ...stop, when: 'now', reason })
await post('/api/stops/resume', staff['pit-supervisor'], { ...stop, reason })
const wheel = { wheel: 'W-1', technician: 'Lee', reason }
await post('/api/wheels/work', staff['pit-supervisor'], { ...wheel, work: 'installed', table: 'single' })
await post('/api/wheels/work', staff['pit-supervisor'], { ...wheel, work: 'levelled' })

// More refusals than are written down one by one, an id that was given to another, and events that staff acknowledge.
for (let nth = 0; nth < 70; nth++)
  await post('/api/tables/sands-1/commands', staff.auditor, { do: 'close-table', reason, id: `barred-${nth}` })
await post('/api/tables/sands-1/commands', staff.auditor, { do: 'open-table', reason, id: 'barred-0' })
await post('/api/tickets', staff.dealer, { amount: 9_001, table: 'etg-b', id: 'sold' })
const { body: rows } = await ask(service.address, 'GET', '/api/events', { token: staff['pit-supervisor'] })
const numbers = (rows as unknown as SignificantRow[]).filter(({ isOpen }) => isOpen).map(({ number }) => number)
await post('/api/events/acknowledge', staff['pit-supervisor'], { numbers, note: reason })

const balances = (floor: Service['floor']) =>
  Object.fromEntries(
    [...floor.rooms].map(([id, { table }]) => [
      id,
      Object.fromEntries(
        playersOf(table.settled.state.ledger).map((player) => [player, fundsOf(table.settled.state, player)]),
      ),
    ]),
  )

const comesTo = { balances: balances(service.floor), tickets: service.floor.tickets.settled.state.totals }
const rounds = Object.fromEntries(
  [...service.floor.rooms].map(([id, { table }]) => [id, table.settled.state.roundsOpened]),
)
await service.stop()

mkdirSync(target, { recursive: true })
const reader = await openReader(data)
rmSync(join(target, 'croupier.db'), { force: true })
await reader.copyTo(join(target, 'croupier.db'))
const heads: Record<string, { entries: number; head: string }> = {}
for (const stream of await reader.streams()) {
  const all = (await Array.fromAsync(reader.pages(stream))).flat()
  heads[stream] = { entries: all.length, head: all.at(-1)!.hash }
}
const roots = Object.fromEntries((await verify(reader)).map(({ stream, root }) => [stream, root]))
await reader.close()

const postgres = await PostgresServer.start()
try {
  const store = postgres.address('postgres', 'corpus')
  const moved = await croupier(['move', '--from', data, '--to', store])
  if (moved.status !== 0) throw new Error(moved.stderr)
  writeFileSync(join(target, 'postgres.sql'), await dumpStore(store))
} finally {
  await postgres.remove()
}

for (const key of ['house.key', 'signing.key', 'draw.key']) copyFileSync(join(data, key), join(target, key))
writeFileSync(join(target, 'config.json'), `${JSON.stringify({ tables }, null, 2)}\n`)
writeFileSync(join(target, 'comes-to.json'), `${JSON.stringify({ heads, roots, rounds, ...comesTo }, null, 2)}\n`)
rmSync(data, { recursive: true })
console.log(`${target} is written`)
