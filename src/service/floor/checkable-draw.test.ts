import { describe, expect, test } from 'vitest'
import { memoryJournal } from '../../../test/support/memory-journal.ts'
import { testKeyMaterial } from '../../../test/support/secrets.ts'
import { quietTables } from '../../../test/support/service.ts'
import { now, quietPlans, setupOf } from '../../../test/support/stream.ts'
import { commitmentTo, numbersFrom } from '../../engine/committed-draw.ts'
import { type CommandName, readCommand } from '../../engine/language.ts'
import { displayView } from '../../engine/views.ts'
import { allOf, entriesReader } from '../../record/journal-reader.ts'
import type { Stored } from '../../record/stored-entry.ts'
import { readTableEntry } from '../../record/table-entry.ts'
import { verify } from '../../record/verify.ts'
import { entryHash, type Journal, nodeSha256 } from '../journal/journal.ts'
import { drawSecrets } from '../secrets/draw-secrets.ts'
import { cryptoChance } from '../secrets/key-material.ts'
import { bookOf, openTableStream, type TableStream } from '../stream/table-stream.ts'
import { openFloor } from './open-floor.ts'

/**
 * The service commits to its draws and keeps the commitments across restarts. Verification finds a house that does not.
 */

const setup = setupOf(quietTables.find(({ id }) => id === 'fast')!)
const { draws } = testKeyMaterial()

type Order = { do: CommandName; [field: string]: unknown }
const give = async (table: TableStream, ...orders: readonly Order[]) => {
  const answers = []
  for (const order of orders) answers.push(await table.submit(readCommand(order) as never, 'test'))
  return answers
}

const opening: readonly Order[] = [
  { do: 'buy-in', player: 'ann', amount: 10_000 },
  { do: 'place-your-bets', id: 'open' },
  { do: 'wager', player: 'ann', spot: '7', stake: 500, id: 'ann-1' },
  { do: 'wager', player: 'ann', spot: '8', stake: 300, id: 'ann-2' },
]
const closing: readonly Order[] = [{ do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }, { do: 'no-more-bets' }]
const ending: readonly Order[] = [{ do: 'ball-at-rest', pocket: '7' }, { do: 'settle' }]

/** A table without a floor, so that no step draws for it. */
const alone = (journal: Journal): Promise<TableStream> => openTableStream('fast', setup, { journal, now, draws })

const floorOf = async (journal: Journal, keyMaterial = testKeyMaterial()) => {
  const floor = await openFloor({ journal, keyMaterial, plans: quietPlans(), now })
  return { floor, table: floor.rooms.get('fast')!.table }
}

const drawn = (table: TableStream) =>
  new Promise<void>((done) => {
    const end = table.watch({
      recorded(events) {
        if (!events.some(({ type }) => type === 'bonus-numbers-drawn')) return
        end()
        done()
      },
    })
  })

const publicOf = ({ settled }: TableStream) => displayView(bookOf(settled), settled.state)
const readAll = (journal: Journal) => allOf(journal.pages('fast'))

/** The entry that opens a round, with its sealed secret and the secret. */
async function openedIn(journal: Journal, round = 1) {
  for (const { body, seq } of await readAll(journal)) {
    const entry = readTableEntry(body)
    const [event] = 'events' in entry ? entry.events : []
    if (event?.type !== 'betting-opened' || event.round !== round || !('sealed' in entry)) continue
    const [commitment, sealed] = [event.commitment!, { ...entry.sealed!, seq }]
    return { commitment, sealed, secret: draws.open('fast', round, commitment, sealed)! }
  }
  throw new Error(`Round ${round} was not opened with a commitment`)
}

test('the commitment is on record and in the public view before the first wager, the secret only sealed', async () => {
  const journal = memoryJournal()
  const table = await alone(journal)
  await give(table, ...opening)
  const { commitment, secret, sealed } = await openedIn(journal)
  expect(commitmentTo(secret)).toBe(commitment)
  expect(publicOf(table).commitment).toBe(commitment)
  await give(table, ...closing)
  const all = JSON.stringify(await readAll(journal))
  expect(all).not.toContain(secret)
  expect(all.split(sealed.text)).toHaveLength(2)
})

test('a commitment in the command is not used, whoever opens the round, and the id is idempotent', async () => {
  const journal = memoryJournal()
  const table = await alone(journal)
  const order: Order = { do: 'place-your-bets', commitment: 'ab'.repeat(32), id: 'open' }
  const first = await give(table, order)
  expect(publicOf(table).commitment).toBe((await openedIn(journal)).commitment)
  expect(await give(table, order, { do: 'place-your-bets', id: 'open' })).toEqual([...first, ...first])
  expect(table.settled.state.roundsOpened).toBe(1)
})

test('with the same keys, table, round and time each secret is another', async () => {
  const [one, other] = [memoryJournal(), memoryJournal()]
  for (const journal of [one, other]) await give(await alone(journal), ...opening)
  expect((await openedIn(one)).secret).not.toBe((await openedIn(other)).secret)
})

test.each(['from the entries', 'from a snapshot'])(
  'a house that stopped between commitment and draw draws what it had committed to when it is back, %s',
  async (how) => {
    const journal = memoryJournal()
    const table = await alone(journal)
    await give(table, ...opening, ...closing)
    if (how === 'from a snapshot') await table.snapshot()
    const { round } = table.settled.state
    const sent = 'commitment' in round ? round.commitment!.sent : ''
    const { secret } = await openedIn(journal)
    const due = numbersFrom(bookOf(table.settled), secret, sent)
    const { floor, table: back } = await floorOf(journal)
    if (!publicOf(back).draw) await drawn(back)
    expect(publicOf(back).draw).toMatchObject({ numbers: due, reveal: { secret, sent } })
    await give(back, ...ending)
    expect(publicOf(back)).toMatchObject({ phase: 'settled', draw: { numbers: due } })
    await floor.close()
  },
)

const [FIRST, SECOND] = [Buffer.alloc(32, 5), Buffer.alloc(32, 6)]

test('a round that was open while the draw key was changed is drawn with the older one, the next has the new one', async () => {
  const journal = memoryJournal()
  await give(await alone(journal), ...opening, ...closing)
  const { floor, table } = await floorOf(journal, testKeyMaterial('seed', [SECOND, FIRST]))
  if (!publicOf(table).draw) await drawn(table)
  expect(publicOf(table).draw).toMatchObject({ reveal: { secret: (await openedIn(journal)).secret } })
  await give(table, ...ending, { do: 'place-your-bets', id: 'second' })
  const [before, after] = [await openedIn(journal), await openedIn(journal, 2)]
  expect(after.sealed.key).not.toBe(before.sealed.key)
  // A reader of the journal with the first key alone cannot open it.
  expect(after.secret).toBeNull()
  await floor.close()
})

const otherHouseKey = () => ({
  ...testKeyMaterial(),
  draws: drawSecrets({ houseKey: Buffer.alloc(32, 9), drawKeys: () => [FIRST], chance: cryptoChance }),
})

test.each([
  ['another draw key', () => testKeyMaterial('seed', [SECOND])],
  ['no draw key', () => testKeyMaterial('seed', [])],
  ['another house key', otherHouseKey],
])('with %s nothing is made up: an alarm, and the round is void by its rule', async (_, keyMaterial) => {
  const journal = memoryJournal()
  await give(await alone(journal), ...opening, ...closing)
  const { floor, table } = await floorOf(journal, keyMaterial())
  await give(table, { do: 'ball-at-rest', pocket: '7' })
  expect(publicOf(table).draw).toBeNull()
  expect(floor.alarms.list).toMatchObject([{ alarm: 'draw-secret-lost', table: 'fast', round: 1 }])
  const by = { role: 'pit-supervisor' }
  await give(table, { do: 'irregularity', code: 'bonus-number-not-lit', reason: 'the key was lost', by })
  expect(publicOf(table)).toMatchObject({ phase: 'void', void: { code: 'bonus-number-not-lit' } })
  await floor.close()
})

test('the key that is put back before the round has ended draws it with the next entry', async () => {
  const journal = memoryJournal()
  await give(await alone(journal), ...opening, ...closing)
  const keys: Buffer[] = []
  const { floor, table } = await floorOf(journal, testKeyMaterial('seed', keys))
  expect(floor.alarms.list).toMatchObject([{ alarm: 'draw-secret-lost' }])
  keys.push(FIRST)
  const lit = drawn(table)
  await give(table, { do: 'ball-at-rest', pocket: '7' })
  await lit
  expect(publicOf(table).draw).toMatchObject({ reveal: { secret: (await openedIn(journal)).secret } })
  await floor.close()
})

test('a sealed secret opens for its own table, round and commitment, byte for byte', () => {
  const { commitment, ...committed } = draws.commit('fast', 1)
  const sealed = { ...committed.sealed, seq: 3 }
  expect(commitmentTo(draws.open('fast', 1, commitment, sealed)!)).toBe(commitment)
  expect(draws.open('slow', 1, commitment, sealed)).toBeNull()
  expect(draws.open('fast', 2, commitment, sealed)).toBeNull()
  expect(draws.open('fast', 1, 'ab'.repeat(32), sealed)).toBeNull()
  expect(draws.open('fast', 1, commitment, { ...sealed, key: '0'.repeat(16) })).toBeNull()
  const bytes = Buffer.from(sealed.text, 'base64')
  for (const at of bytes.keys()) {
    const text = Buffer.from(bytes.with(at, bytes[at]! ^ 1)).toString('base64')
    expect(draws.open('fast', 1, commitment, { ...sealed, text })).toBeNull()
  }
  expect(draws.open('fast', 1, commitment, { ...sealed, text: '' })).toBeNull()
  const [houseKey, drawKeys] = [testKeyMaterial().key, () => [FIRST]]
  const restored = (entry: number) =>
    drawSecrets({ houseKey, drawKeys, chance: cryptoChance, restoredTo: new Map([['fast', entry]]) })
  expect(restored(2).open('fast', 1, commitment, sealed)).not.toBeNull()
  expect(restored(3).open('fast', 1, commitment, sealed)).toBeNull()
})

describe('verify', () => {
  /** Two rounds as the service plays them. */
  async function played(): Promise<readonly Stored[]> {
    const journal = memoryJournal()
    const { floor, table } = await floorOf(journal)
    for (const orders of [opening, opening.map((order) => ({ ...order, id: `again-${order.do}-${order.spot}` }))]) {
      const lit = drawn(table)
      await give(table, ...orders, ...closing)
      await lit
      await give(table, ...ending)
    }
    await floor.close()
    return readAll(journal)
  }

  // biome-ignore lint/suspicious/noExplicitAny: a forger cares for no types
  type Plain = any

  /** Findings for a journal with changed entries, all of whose hashes were computed again. */
  async function findings(entries: readonly Stored[], change: (entry: Plain) => void): Promise<string[]> {
    const forged = entries.map((entry) => {
      const plain = JSON.parse(entry.body)
      change(plain)
      const body = JSON.stringify(plain)
      return { ...entry, body, hash: entryHash(body) }
    })
    const reports = await verify(entriesReader(new Map([['fast', forged]])), nodeSha256)
    return reports.flatMap(({ finding }) => (finding ? [finding.problem] : []))
  }

  const isDraw = (entry: Plain): boolean => entry.command?.do === 'bonus-numbers'
  const chosen = ['1', '2', '3', '5', '6', '7', '9', '10', '11', '13']

  test('the draws of the service are sound', async () => {
    const entries = await played()
    expect(entries.filter(({ body }) => 'events' in readTableEntry(body) && body.includes('"reveal"'))).toHaveLength(2)
    expect(await findings(entries, () => {})).toEqual([])
  })

  test.each<[string, (entry: Plain) => void, RegExp]>([
    [
      'numbers of its own choice',
      (entry) => {
        if (!isDraw(entry)) return
        entry.command.numbers = chosen
        entry.events[0].numbers = chosen
      },
      /the refusal draw-not-as-committed/,
    ],
    [
      'another secret',
      (entry) => {
        if (isDraw(entry)) entry.command.secret = entry.events[0].reveal.secret = 'ab'.repeat(32)
      },
      /the refusal draw-not-as-committed/,
    ],
    [
      'another commitment',
      (entry) => {
        if (entry.command?.do === 'place-your-bets')
          entry.command.commitment = entry.events[0].commitment = 'ab'.repeat(32)
      },
      /the refusal draw-not-as-committed/,
    ],
    [
      'a wager sent under another id',
      (entry) => {
        if (entry.command?.id === 'ann-1') entry.command.id = entry.events[0].id = 'ann-9'
      },
      /the refusal draw-not-as-committed/,
    ],
    [
      'a round without its commitment',
      (entry) => {
        if (entry.events?.[0]?.round !== 2 || entry.command?.do !== 'place-your-bets') return
        delete entry.command.commitment
        delete entry.events[0].commitment
      },
      /it carries a sealed secret and commits to no draw/,
    ],
    [
      'a round without its commitment and its sealed secret',
      (entry) => {
        if (entry.events?.[0]?.round !== 2 || entry.command?.do !== 'place-your-bets') return
        delete entry.command.commitment
        delete entry.events[0].commitment
        delete entry.sealed
      },
      /round 2 was opened without a commitment/,
    ],
    ['a commitment without its sealed secret', (entry) => delete entry.sealed, /carries no sealed secret/],
    [
      'a sealed secret that is too short',
      (entry) => {
        if (entry.sealed) entry.sealed.text = entry.sealed.text.slice(4)
      },
      /its sealed secret is not written as those are/,
    ],
    [
      'a sealed secret with something beside it',
      (entry) => {
        if (entry.sealed) entry.sealed.note = 'x'
      },
      /its sealed secret is not written as those are/,
    ],
    [
      'a sealed secret where nothing was committed to',
      (entry) => {
        if (entry.command?.do === 'spin') entry.sealed = { key: '0'.repeat(16), text: 'A'.repeat(80) }
      },
      /it carries a sealed secret and commits to no draw/,
    ],
  ])('finds %s', async (_, change, problem) => {
    expect(await findings(await played(), change)).toEqual([expect.stringMatching(problem)])
  })
})
