import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  ask,
  type Body,
  cleanUp,
  freshFolder,
  must,
  quietService,
  runCroupier,
  type Seat,
  seatAt,
  staffOf,
} from '../../../test/support/service.ts'
import { readKey, type VerifierKey } from '../../proof/keys.ts'
import { checkReceipt } from '../../receipts/check-receipt.ts'
import { tellReceipt } from '../../receipts/tell-receipt.ts'
import type { RoundReceipts } from '../../wire/floor-shapes.ts'
import * as en from '../../words/en/index.ts'
import { ownReceipts } from '../floor/own-receipts.ts'
import type { Service } from '../service.ts'

/** A round of two players: each has receipts for their own wagers, with no content of the other player. */
let service: Service
const folder = freshFolder()
let ann: Seat
let ben: Seat
let tokens: Awaited<ReturnType<typeof staffOf>>
const trustIn = (key: string | null) => ({ keys: [readKey(key!) as VerifierKey], witnesses: [] })

beforeAll(async () => {
  service = await quietService(folder)
  tokens = await staffOf(service)
  ann = await seatAt(service, 'fast', 'ann', 100_000)
  ben = await seatAt(service, 'fast', 'ben', 100_000)
  const tell = (command: Body) => must(service.address, tokens['shift-manager'], 'fast', command)
  const wager = ({ token, player }: Seat, spot: string, stake: number) =>
    must(service.address, token, 'fast', { do: 'wager', player, spot, stake, id: `${player}-${spot}` })
  await tell({ do: 'place-your-bets' })
  await wager(ann, '7', 500)
  await wager(ben, '8', 777)
  await wager(ann, '9', 300)
  const { table } = service.floor.rooms.get('fast')!
  const lit = new Promise<void>((done) => {
    table.watch({ recorded: (events) => events.some(({ type }) => type === 'bonus-numbers-drawn') && done() })
  })
  await tell({ do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' })
  await tell({ do: 'no-more-bets' })
  await lit
  await tell({ do: 'ball-at-rest', pocket: '7' })
  await tell({ do: 'settle' })
})

afterAll(async () => {
  await service.stop()
  cleanUp()
})

const receiptsOf = (token: string | undefined, round: number | string, table = 'fast', query = '') => {
  const path = `/api/tables/${table}/rounds/${round}/receipts${query}`
  return ask(service.address, 'GET', path, token === undefined ? {} : { token })
}

test('a terminal has receipts for its own wagers, which prove them and tell nothing of others', async () => {
  const { status, body } = await receiptsOf(ann.token, 1)
  expect(status).toBe(200)
  const { receipts, key } = body as unknown as RoundReceipts
  // The key as it is published: by the proof route, by `croupier key`, on tickets and displays.
  expect((await ask(service.address, 'GET', '/api/proof', {})).body).toMatchObject({ keys: [{ key }] })
  const trust = trustIn(key)
  expect(receipts).toMatchObject([
    { did: 'wager', spots: ['7'], stake: 500 },
    { did: 'wager', spots: ['9'], stake: 300 },
  ])
  for (const { receipt, code } of receipts) {
    const whole = checkReceipt(receipt!, trust)
    const told = 'problem' in whole ? [whole.problem] : tellReceipt(whole, en)
    expect(told.join(' ')).toMatch(/ann staked .* They follow from the secret .* came to rest in 7/)
    const alone = checkReceipt(code!, trust)
    expect('problem' in alone ? alone.problem : alone.receipt.beside).toEqual([])
    // The capacity of a QR code.
    expect(Buffer.byteLength(code!)).toBeLessThan(2_953)
    const entries = 'problem' in whole ? [] : [whole.receipt, ...whole.receipt.beside]
    const shown = entries.map(({ leaf, part }) => `${leaf}\n${part?.text ?? ''}`).join('\n')
    expect(shown).not.toMatch(/"ben"|:777\b/)
    expect(entries).toHaveLength(6)
  }
})

/** The output of a separate process, which shares no memory with this one. */
async function toldBy(...args: string[]): Promise<string> {
  const { child, exit } = runCroupier(args)
  const said = await text(child.stdout)
  expect(await exit, args[0]!).toEqual({ code: 0, said: '' })
  return said
}

test('receipts of the terminal and of the console are valid by the key that the house shows', async () => {
  const { body } = await receiptsOf(ann.token, 1)
  const { receipts, key } = body as unknown as RoundReceipts
  const shown = (await toldBy('key', '--data', folder)).split(' ')[0]!
  expect(shown).toBe(key)
  const own = join(folder, 'own.tlog-proof')
  writeFileSync(own, receipts[0]!.receipt!)
  const good = /^This receipt is sound\.[\s\S]*ann staked \$5\.00 on 7 in round 1\./
  expect(await toldBy('check', own, '--key', shown)).toMatch(good)
  const proved = join(folder, 'proved.tlog-proof')
  await toldBy('prove', 'fast', String(receipts[0]!.seq), '--data', folder, '--out', proved)
  expect(await toldBy('check', proved, '--key', shown)).toMatch(good)
})

test.each<[string, () => Promise<{ status: number; body: Body }>, number]>([
  ['nobody', () => receiptsOf(undefined, 1), 401],
  ['staff', () => receiptsOf(tokens.auditor, 1), 403],
  ['a terminal of another table', () => receiptsOf(ann.token, 1, 'single'), 403],
  ['a table that there is not', () => receiptsOf(ann.token, 1, 'none'), 404],
  ['a round that there is not', () => receiptsOf(ann.token, 2), 404],
  ['a round that is no number', () => receiptsOf(ann.token, 'x'), 404],
  ['a page that begins nowhere', () => receiptsOf(ann.token, 1, 'fast', '?after=-1'), 400],
])('not for %s', async (_, asking, status) => {
  const answer = await asking()
  expect(answer.status).toBe(status)
  expect(answer.body.problem).toEqual(expect.any(String))
})

test('a wager of just now is signed when its receipt is asked for', async () => {
  await must(service.address, tokens['shift-manager'], 'fast', { do: 'place-your-bets' })
  await must(service.address, ben.token, 'fast', { do: 'wager', player: 'ben', spot: '8', stake: 500 })
  const { body } = await receiptsOf(ben.token, 2)
  const { receipts, key } = body as unknown as RoundReceipts
  expect(receipts).toMatchObject([{ spots: ['8'] }])
  const checked = checkReceipt(receipts[0]!.receipt!, trustIn(key))
  expect('problem' in checked ? [checked.problem] : tellReceipt(checked, en).join(' ')).toMatch(
    /ben staked \$5\.00 on 8/,
  )
  // The journal has not grown, so no further checkpoint is signed.
  const signed = await service.floor.journal.latestCheckpoint('fast')
  await receiptsOf(ben.token, 2)
  expect(await service.floor.journal.latestCheckpoint('fast')).toEqual(signed)
})

test('ten receipts are on a page, and the eleventh is on the second', async () => {
  const { table, player, token } = await seatAt(service, 'single', 'cat', 100_000)
  await must(service.address, tokens['shift-manager'], table, { do: 'place-your-bets' })
  const spots = Array.from({ length: 11 }, (_, nth) => String(nth + 1))
  for (const spot of spots) await must(service.address, token, table, { do: 'wager', player, spot, stake: 500 })
  const pageAfter = async (after: string) => (await receiptsOf(token, 1, table, after)).body as unknown as RoundReceipts
  const first = await pageAfter('')
  expect(first.receipts.flatMap((one) => one.spots)).toEqual(spots.slice(0, 10))
  expect(first.next).toBe(first.receipts.at(-1)!.seq)
  const second = await pageAfter(`?after=${first.next}`)
  expect(second).toMatchObject({ receipts: [{ spots: ['11'] }], next: null })
  expect(await pageAfter(`?after=${second.receipts[0]!.seq}`)).toMatchObject({ receipts: [], next: null })
})

test('refusals that name a player take no page for themselves without end', async () => {
  const table = service.floor.rooms.get('fast')!.table
  const { journal } = service.floor
  let read = 0
  const counting = {
    ...journal,
    search: async () => Array.from({ length: 10_000 }, () => 1),
    proven: (stream: string, seqs: readonly number[], size: number) => {
      read += seqs.length
      return journal.proven(stream, seqs, size)
    },
  }
  // Entry 1 is the setup, without a stake.
  const page = await ownReceipts({ ...service.floor, journal: counting }, table, 1, 'ann')
  expect(page).toEqual({ receipts: [], next: 1 })
  expect(read).toBe(40)
})

test('a terminal has one request for receipts at a time: a few wait, more are refused', async () => {
  const { journal } = service.floor
  const { place } = journal
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let [inside, most] = [0, 0]
  journal.place = async (stream, round) => {
    most = Math.max(most, ++inside)
    await released
    inside--
    return place(stream, round)
  }
  try {
    const answers = Array.from({ length: 5 }, () => receiptsOf(ann.token, 1))
    const refused = await Promise.race(answers)
    expect(refused).toMatchObject({ status: 429, body: { problem: expect.stringContaining('receipts') } })
    release()
    const statuses = (await Promise.all(answers)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 200, 200, 429, 429])
    expect(most).toBe(1)
  } finally {
    journal.place = place
  }
})

test('a round of more lines than a receipt may hold has the result, and nothing of the lines', async () => {
  const { journal } = service.floor
  const long = { ...service.floor, journal: { ...journal, short: async () => [] } }
  const room = service.floor.rooms.get('fast')!
  const { receipts } = await ownReceipts(long, room.table, 1, 'ann')
  expect(receipts.map(({ spots }) => spots)).toEqual([['7'], ['9']])
  for (const { receipt } of receipts) expect(receipt).not.toBeNull()
})

test('an unsigned entry has no receipt yet', async () => {
  const { journal } = service.floor
  const kept = (await journal.latestCheckpoint('fast'))!
  // The signed history differs from the stored one: the house signs no checkpoint that contradicts it.
  await journal.saveCheckpoint('fast', {
    ...kept,
    note: kept.note.replace(/\n[^\n]{44}\n\n/, `\n${btoa('\0'.repeat(32))}\n\n`),
  })
  await must(service.address, ben.token, 'fast', { do: 'wager', player: 'ben', spot: '9', stake: 500 })
  const { body } = await receiptsOf(ben.token, 2)
  expect((body as unknown as RoundReceipts).receipts[1]).toMatchObject({ spots: ['9'], receipt: null, code: null })
  await journal.saveCheckpoint('fast', kept)
})
