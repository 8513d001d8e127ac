import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { campaign } from '../../test/campaign.ts'
import { entriesIn, findingsIn, rehash, reportsOn, rewriteJournal } from '../../test/support/journal.ts'
import { somePin, testKeyMaterial } from '../../test/support/secrets.ts'
import { ask, cleanUp, freshFolder, quietService, seatAt } from '../../test/support/service.ts'
import { bookById } from '../books/index.ts'
import { type CommandName, readCommand } from '../engine/language.ts'
import { readSetup, type TableSetup } from '../engine/table.ts'
import { TICKET_DAYS } from '../house/policy.ts'
import { TICKETS } from '../house/ticket-state.ts'
import { after, DAY } from '../house/time.ts'
import { growBlocks, headOf, noBlocks, portableTrees } from '../proof/block-tree.ts'
import { toBase64 } from '../proof/bytes.ts'
import { leafBytes } from '../service/journal/journal.ts'
import { openReader } from '../service/journal/reader.ts'
import { sqliteJournal } from '../service/journal/sqlite.ts'
import { journalFile } from '../service/journal/sqlite-file.ts'
import { snapshotSeal } from '../service/secrets/snapshot-seal.ts'
import { askHouse, openHouse } from '../service/stream/house-stream.ts'
import { openTableStream } from '../service/stream/table-stream.ts'
import { allOf } from './journal-reader.ts'
import type { Snapshot, Stored } from './stored-entry.ts'
import { unknowable, verify } from './verify.ts'

const folder = freshFolder()
let entries: Stored[] = []
let houseEntries: Stored[] = []

const setup = readSetup({ book: 'mbs/roulette@3', limits: { default: { min: 500 } } }, bookById) as TableSetup
const round: readonly ({ do: CommandName } & Record<string, unknown>)[] = [
  { do: 'place-your-bets' },
  { do: 'wager', player: 'ann', spot: '17', stake: 500, id: 'w' },
  { do: 'wager', player: 'ann', spot: 'red', stake: 200 },
  { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' },
  { do: 'no-more-bets' },
  { do: 'wager', player: 'ann', spot: '17', stake: 500 },
  { do: 'ball-at-rest', pocket: '17' },
  { do: 'settle' },
]

/** The dealer: a pit manager may give all of these commands. */
const actor = 'staff:p1'
const by = { role: 'pit-manager', name: 'Pat (p1)' }
const keyMaterial = testKeyMaterial()
const seal = snapshotSeal(keyMaterial.key)

beforeAll(async () => {
  const journal = await sqliteJournal(folder)
  const now = () => '2026-01-01T00:00:00.000Z'
  const house = await openHouse({ journal, now })
  const pin = somePin(keyMaterial)
  await askHouse(house, {
    do: 'add-staff',
    badge: 'p1',
    name: 'Pat',
    role: 'pit-manager',
    pin,
    by: { console: 'root' },
  })
  await askHouse(house, { do: 'sign-in', badge: 'p1', session: 's', by: { system: 'service' } })
  const host = await openTableStream('t', setup, { journal, now, seal, houseSeq: () => house.durable })
  const play = [
    { do: 'buy-in', player: 'ann', amount: 10_000 },
    ...round,
    ...round.map((one) => ({ ...one, id: undefined })),
  ]
  for (const value of play) {
    const command = readCommand({ ...value, by })
    if ('problem' in command) throw new Error(command.problem)
    await host.submit(command, actor)
  }
  await host.snapshot()
  entries = [...(await allOf(journal.pages('t')))]
  houseEntries = [...(await allOf(journal.pages('house')))]
  await journal.close()
})
afterAll(cleanUp)

/** Verifies the journal with these entries in it instead. */
function verified(changed: readonly Stored[]) {
  rewriteJournal(journalFile(folder), [...houseEntries, ...changed])
  // Read by its file, because the mark in the folder belongs to the former journal.
  return reportsOn(journalFile(folder))
}

const findings = async (changed: readonly Stored[]) => (await verified(changed)).flatMap(({ finding }) => finding ?? [])

const withBody = (seq: number, change: (body: string) => string): Stored[] =>
  entries.map((entry) => (entry.seq === seq ? { ...entry, body: change(entry.body) } : entry))

const endOf = (stored: readonly Stored[]) => ({
  head: stored.at(-1)!.hash,
  anchored: 0,
  signed: null,
  root: toBase64(headOf(growBlocks(noBlocks, stored.map(leafBytes), portableTrees).frontier).root),
})

test('a journal as it was written is sound', async () => {
  expect(await verified(entries)).toEqual([
    { stream: 'house', entries: 2, rounds: 0, ...endOf(houseEntries), finding: null, remarks: [] },
    { stream: 't', entries: entries.length, rounds: 2, ...endOf(entries), finding: null, remarks: [] },
  ])
})

/** The distance between the bytes that are tried: each of them takes a whole verification. */
const STEP = Math.max(1, Math.round(47 / campaign))

test('one byte changed anywhere in any entry is found, and the entry named', async () => {
  for (const { seq, body } of entries)
    for (let at = seq % STEP; at < body.length; at += STEP) {
      const other = body[at] === 'x' ? 'y' : 'x'
      const changed = withBody(seq, (text) => text.slice(0, at) + other + text.slice(at + 1))
      expect((await findings(changed)).map((finding) => finding.seq)).toEqual([seq])
    }
})

test('one character of a hash changed is found', async () => {
  for (const { seq } of entries) {
    const changed = entries.map((entry) =>
      entry.seq === seq
        ? { ...entry, hash: `${entry.hash.slice(0, -1)}${entry.hash.endsWith('0') ? '1' : '0'}` }
        : entry,
    )
    expect((await findings(changed)).map((finding) => finding.seq)).toEqual([seq])
  }
})

/** Rules that an entry carries do not count. */
const withoutRules = (body: string): string => body.replace(/"ruleBook":.*/, '')
const seqOf = (text: string): number => entries.find(({ body }) => withoutRules(body).includes(text))!.seq

test.each([
  ['a payment', '"type":"round-settled"', (body: string) => body.replace('"paid":17500', '"paid":27500')],
  ['a stake', '"spot":"17","stake":500', (body: string) => body.replaceAll('"stake":500', '"stake":5000')],
  [
    'an outcome that nobody said',
    '"type":"outcome-determined"',
    (body: string) =>
      body.replace(
        '"type":"outcome-determined","round":1,"pocket":"17"',
        '"type":"outcome-determined","round":1,"pocket":"18"',
      ),
  ],
  [
    'a late wager taken after all',
    '"refused":"betting-is-closed"',
    (body: string) =>
      body.replace(
        /"refused":\{.*\}/,
        '"events":[{"type":"wager-placed","round":1,"book":"mbs/roulette@3","player":"ann","spot":"17","stake":500,"total":1000}]',
      ),
  ],
  ['another rule book', '"opened"', (body: string) => body.replace('mbs/roulette@3', 'mbs/roulette@9')],
])('%s forged with all hashes computed again is found by the rule book', async (_, text, change) => {
  const seq = seqOf(text)
  const forged = rehash(withBody(seq, change))
  expect(forged[seq - 1]!.body).not.toBe(entries[seq - 1]!.body)
  expect((await findings(forged))[0]!.seq).toBe(seq)
})

test('an entry left out, and the end cut off', async () => {
  expect((await findings(entries.filter(({ seq }) => seq !== 5)))[0]).toMatchObject({
    seq: 6,
    problem: 'entry 5 is missing',
  })
  expect((await findings(entries.slice(0, -1)))[0]).toMatchObject({
    seq: entries.length,
    problem: expect.stringContaining('missing'),
  })
})

test('a command of the same id twice', async () => {
  const twice = withBody(seqOf('"spot":"red"'), (body) => {
    const { command, ...rest } = JSON.parse(body)
    return JSON.stringify({ ...rest, command: { ...command, id: 'w' } })
  })
  expect((await findings(rehash(twice)))[0]!.problem).toMatch(/twice/)
})

describe('a snapshot that differs from the journal', () => {
  async function forge(folder: string, stream: string, change: (body: string) => string): Promise<string[]> {
    const db = new DatabaseSync(journalFile(folder))
    const row = db.prepare('SELECT seq, body FROM snapshots WHERE stream = ?').get(stream) as Snapshot
    const put = db.prepare('UPDATE snapshots SET body = ? WHERE stream = ?')
    expect(change(row.body)).not.toBe(row.body)
    put.run(change(row.body), stream)
    const problems = (await reportsOn(folder)).map(({ finding }) => finding?.problem ?? 'none')
    put.run(row.body, stream)
    db.close()
    return problems
  }

  test.each([
    ['a balance', /"cash":\d+/, '"cash":1'],
    ['a meter', /"placed":\d+/, '"placed":1'],
    ['a line of a round', /"paid":\d+/, '"paid":1'],
  ])('of a table is found: %s', async (_, found, forged) => {
    expect(await findings(entries)).toEqual([])
    expect((await forge(folder, 't', (body) => body.replace(found, forged)))[1]).toMatch(/snapshot/)
  })

  test('of the house is found', async () => {
    const house = freshFolder()
    const service = await quietService(house)
    await seatAt(service, 'etg', 'ann', 10_000)
    await service.stop()
    expect((await forge(house, 'house', (body) => body.replace('etg-ann', 'etg-amy')))[0]).toMatch(/snapshot/)
  })
})

test('an exported stream is verified the same', async () => {
  const file = join(folder, 't.jsonl')
  const lines = (list: readonly Stored[]) =>
    list.map(({ seq, hash, body }) => `{"seq":${seq},"hash":"${hash}","entry":${body}}`).join('\n')
  writeFileSync(file, `${lines(entries)}\n`)
  expect((await verify(await openReader(file)))[0]!.finding).toBeNull()
  expect(unknowable(await openReader(file)).join(' ')).toContain('a single stream')
  writeFileSync(file, lines(withBody(4, (body) => body.replace('ann', 'amy'))))
  expect((await verify(await openReader(file)))[0]!.finding).toMatchObject({ seq: 4 })
})

describe('tickets', () => {
  const house = freshFolder()
  let stored: Stored[] = []

  beforeAll(async () => {
    const service = await quietService(house)
    const { token } = await seatAt(service, 'etg', 'ann', 10_000)
    const sent = (path: string, body: object) => ask(service.address, 'POST', path, { token, body })
    const { ticket } = (await sent('/api/tickets', { amount: 3_000 })).body as { ticket: { number: string } }
    await sent('/api/tickets/redeem', { number: ticket.number })
    await service.stop()
    stored = [...(await entriesIn(house)).values()].flat()
  })

  /** The findings if these entries stand there instead, with all hashes computed again and no snapshot. */
  function found(changed: readonly Stored[]) {
    const db = new DatabaseSync(journalFile(house))
    db.exec('DELETE FROM snapshots')
    db.close()
    const streams = Object.values(Object.groupBy(changed, ({ stream }) => stream))
    rewriteJournal(
      journalFile(house),
      streams.flatMap((own) => rehash(own!)),
    )
    // Read by its file, because the mark in the folder belongs to the former journal.
    return findingsIn(journalFile(house))
  }

  const changed = (stream: string, change: (body: string) => string): Stored[] =>
    stored.map((entry) => (entry.stream === stream ? { ...entry, body: change(entry.body) } : entry))
  const seqOf = (stream: string, text: string): number =>
    stored.find((entry) => entry.stream === stream && entry.body.includes(text))!.seq

  test('as they were written are sound', async () => {
    expect(await found(stored)).toEqual([])
  })

  test('of more than was cashed out are found', async () => {
    const more = changed(TICKETS, (body) => body.replaceAll('"amount":3000', '"amount":9000'))
    const seq = seqOf('etg', '"type":"cashed-out"')
    expect(await found(more)).toEqual([{ stream: 'etg', seq, problem: 'there is no ticket for this cash-out' }])
  })

  test('that nobody cashed out are found', async () => {
    const last = stored.findLast(({ stream }) => stream === TICKETS)!
    const issued = JSON.parse(stored.find(({ body }) => body.includes('"type":"ticket-issued"'))!.body)
    const number = '111111111111111111'
    const now = stored
      .map(({ body }) => JSON.parse(body).at as string)
      .sort()
      .at(-1)!
    const sequence = stored.filter(({ body }) => body.includes('"type":"ticket-issued"')).length + 1
    const events = [{ ...issued.events[0], number, sequence, at: now, expires: after(now, TICKET_DAYS * DAY) }]
    const command = { ...issued.command, number, at: now, id: 'x' }
    const entry = (beside: object) => ({
      ...last,
      seq: last.seq + 1,
      body: JSON.stringify({ ...issued, at: now, command, ...beside, events }),
    })
    const at = (beside: object) => found([...stored, entry(beside)])
    const problem = 'its ticket stands for a cash-out of 3000 cents at etg, entry 2, and there is none'
    expect(await at({ beside: { stream: 'etg', seq: 2 } })).toEqual([{ stream: TICKETS, seq: last.seq + 1, problem }])
    expect((await at({ beside: undefined }))[0]).toMatchObject({
      seq: last.seq + 1,
      problem: expect.stringContaining('names no entry of its table'),
    })
  })

  test('whose credits came to a terminal without them are found', async () => {
    const own = changed('etg', (body) =>
      body
        .replace(/"actor":"staff:1001"(?=.*"bought-in")/, '"actor":"terminal:etg-ann"')
        .replace(/"by":\{[^}]*\}(?=.*"bought-in")/, '"by":{"role":"player","name":"ann"}'),
    )
    expect(await found(own)).toMatchObject([{ stream: 'etg', problem: 'there is no ticket for this buy-in' }])
  })

  test('whose table is gone are found', async () => {
    expect(await found(stored.filter(({ stream }) => stream !== 'etg'))).toMatchObject([
      { stream: 'house', problem: 'the stream of table etg is missing' },
      { stream: TICKETS, problem: expect.stringContaining('its ticket stands for') },
    ])
  })
})
