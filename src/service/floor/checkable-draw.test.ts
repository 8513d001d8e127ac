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
import { drawSecrets } from '../secrets/key-material.ts'
import { bookOf, openTableStream, type TableStream } from '../stream/table-stream.ts'
import { openFloor } from './open-floor.ts'

/** The service commits to its draws, and holds to it across restarts; verify finds a house that did not. */

const setup = setupOf(quietTables.find(({ id }) => id === 'fast')!)
const { secretOf } = testKeyMaterial()

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

/** A table by itself: nobody draws for it. */
const alone = (journal: Journal): Promise<TableStream> => openTableStream('fast', setup, { journal, now, secretOf })

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

test('the commitment is on record and in the public view before the first wager, the secret nowhere', async () => {
  const journal = memoryJournal()
  const table = await alone(journal)
  await give(table, ...opening)
  const secret = secretOf('fast', 1, now())
  expect(publicOf(table).commitment).toBe(commitmentTo(secret))
  const opened = (await readAll(journal)).find(({ body }) => body.includes('betting-opened'))!
  expect(JSON.parse(opened.body)).toMatchObject({ events: [{ commitment: commitmentTo(secret) }] })
  await give(table, ...closing)
  expect(JSON.stringify(await readAll(journal))).not.toContain(secret)
})

test('whoever opens the round: a commitment of their own is not taken, and the same id is the same answer', async () => {
  const table = await alone(memoryJournal())
  const order: Order = { do: 'place-your-bets', commitment: 'ab'.repeat(32), id: 'open' }
  const first = await give(table, order)
  expect(publicOf(table).commitment).toBe(commitmentTo(secretOf('fast', 1, now())))
  expect(await give(table, order, { do: 'place-your-bets', id: 'open' })).toEqual([...first, ...first])
  expect(table.settled.state.roundsOpened).toBe(1)
})

test('a house that stopped between commitment and draw, at any entry, draws the same numbers when it is back', async () => {
  const journal = memoryJournal()
  const table = await alone(journal)
  await give(table, ...opening, ...closing)
  const { round } = table.settled.state
  const sent = 'commitment' in round ? round.commitment!.sent : ''
  const due = numbersFrom(bookOf(table.settled), secretOf('fast', 1, now()), sent)
  const { floor, table: back } = await floorOf(journal)
  if (!publicOf(back).draw) await drawn(back)
  expect(publicOf(back).draw).toMatchObject({ numbers: due, reveal: { secret: secretOf('fast', 1, now()), sent } })
  await give(back, ...ending)
  expect(publicOf(back)).toMatchObject({ phase: 'settled', draw: { numbers: due } })
  await floor.close()
})

test('with another house key nothing is made up: an alarm, and the round is void by its rule', async () => {
  const journal = memoryJournal()
  await give(await alone(journal), ...opening, ...closing)
  const other = { ...testKeyMaterial(), secretOf: drawSecrets(Buffer.alloc(32, 9)) }
  const { floor, table } = await floorOf(journal, other)
  await give(table, { do: 'ball-at-rest', pocket: '7' })
  expect(publicOf(table).draw).toBeNull()
  expect(floor.alarms.list).toMatchObject([{ alarm: 'draw-secret-lost', table: 'fast', round: 1 }])
  const by = { role: 'pit-supervisor' }
  await give(table, { do: 'irregularity', code: 'bonus-number-not-lit', reason: 'the key was lost', by })
  expect(publicOf(table)).toMatchObject({ phase: 'void', void: { code: 'bonus-number-not-lit' } })
  await floor.close()
})

test('the same round opened anew at another time has another secret', () => {
  expect(secretOf('fast', 1, '2026-01-01T00:00:00.000Z')).not.toBe(secretOf('fast', 1, '2026-01-01T00:00:00.001Z'))
  expect(secretOf('fast', 1, now())).not.toBe(secretOf('fast', 2, now()))
  expect(secretOf('fast', 1, now())).not.toBe(secretOf('slow', 1, now()))
})

describe('verify', () => {
  /** Two rounds, as the service plays them. */
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

  /** With every hash made anew. */
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

  test('what the service drew is sound', async () => {
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
      /round 2 was opened without a commitment/,
    ],
  ])('finds %s', async (_, change, problem) => {
    expect(await findings(await played(), change)).toEqual([expect.stringMatching(problem)])
  })
})
