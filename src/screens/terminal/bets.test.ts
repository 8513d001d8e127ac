import { signal } from '@preact/signals'
import { beforeEach, expect, test } from 'vitest'
import { fetchBuiltInBooks } from '../../../test/support/house-books.ts'
import { bookById } from '../../books/index.ts'
import type { CommandAnswer, PendingCommand } from '../../client/commands.ts'
import type { ConnectionStatus } from '../../client/table-connection.ts'
import { spotsOf } from '../../engine/spots.ts'
import type { PlayerView } from '../../engine/views.ts'
import type { CommandFields } from '../../wire/command.ts'
import type { Connection } from '../kit/connection.ts'
import { type Bets, betsOf } from './bets.ts'

await fetchBuiltInBooks()

const book = bookById('rws/roulette-double-zero-etg@4')!
const spot = (id: string) => spotsOf(book, 'A').byId.get(id)!

let view: ReturnType<typeof signal<PlayerView | null>>
let status: ReturnType<typeof signal<ConnectionStatus>>
let pending: ReturnType<typeof signal<readonly PendingCommand[]>>
let sent: CommandFields[]
let answer: (draft: CommandFields) => CommandAnswer
let bets: Bets
const done = () => new Promise((resolve) => setTimeout(resolve))
const said = () => sent.map(({ do: name, spot: id, stake }) => [name, id, stake])

const viewWith = (wagers: Record<string, number>, more: object = {}): PlayerView =>
  ({
    book: book.id,
    layout: 'A',
    terminal: 'rapid',
    wheelOrder: book.wheel.order,
    player: 'ann',
    phase: 'betting-open',
    round: 1,
    limits: { default: { min: 500, max: 200_000 } },
    openedAt: null,
    closesAt: null,
    pocket: null,
    draw: null,
    void: null,
    powerOut: false,
    isClosing: false,
    funds: { balance: 10_000, cash: 10_000, colourChips: null, staked: 0, owed: 0 },
    wagers: Object.fromEntries(Object.entries(wagers).map(([id, stake]) => [id, { stake, chips: 0, outside: null }])),
    setAside: {},
    imprisoned: [],
    last: null,
    ...more,
  }) as unknown as PlayerView

beforeEach(() => {
  view = signal<PlayerView | null>(viewWith({}))
  status = signal<ConnectionStatus>('live')
  pending = signal<readonly PendingCommand[]>([])
  sent = []
  answer = () => ({ events: [] })
  const connection = {
    view,
    status,
    pending,
    send: async (draft: CommandFields) => {
      sent.push(draft)
      return answer(draft)
    },
  } as unknown as Connection<PlayerView>
  bets = betsOf(connection)
  bets.follow(view.value!)
})

test('the first chip is the smallest that makes the minimum', () => {
  expect(bets.chip.value).toBe(500)
  expect(bets.offered.value[0]).toBe(500)
})

test('a chip is a wager of its value, for the player', () => {
  bets.place(spot('17'))
  expect(sent).toEqual([{ player: 'ann', do: 'wager', spot: '17', stake: 500 }])
})

test('undo takes back the last move, a whole pattern at once', async () => {
  bets.place(spot('17'))
  await done()
  bets.placeAll([
    { spot: '1', stake: 500 },
    { spot: '2', stake: 1000 },
  ])
  await done()
  sent.length = 0
  await bets.undo()
  expect(said()).toEqual([
    ['withdraw', '1', 500],
    ['withdraw', '2', 1000],
  ])
  await bets.undo()
  expect(sent.at(-1)).toMatchObject({ do: 'withdraw', spot: '17', stake: 500 })
  expect(bets.canUndo.value).toBe(false)
})

test('undo puts back what was taken back or cleared', async () => {
  view.value = viewWith({ '17': 700, red: 1_000 })
  bets.takeBack(spot('17'))
  await done()
  bets.clear()
  await done()
  sent.length = 0
  await bets.undo()
  expect(said()).toEqual([
    ['wager', '17', 700],
    ['wager', 'red', 1_000],
  ])
  await bets.undo()
  expect(said().at(-1)).toEqual(['wager', '17', 500])
  expect(bets.canUndo.value).toBe(false)
})

test('undo removes the last chip, answered or not; refused chips are not undone', async () => {
  bets.place(spot('1'))
  await done()
  bets.place(spot('2'))
  await bets.undo()
  expect(said().at(-1)).toEqual(['withdraw', '2', 500])
  answer = () => ({ refused: 'betting-is-closed', clause: '3.4' })
  bets.place(spot('3'))
  await bets.undo()
  expect(said().at(-1)).toEqual(['wager', '3', 500])
  expect(bets.notice.value).toMatchObject({ spot: '3', refused: { refused: 'betting-is-closed' } })
})

test('a refusal is shown at its spot, and cannot be undone', async () => {
  answer = () => ({ refused: 'over-the-maximum', spot: '17', max: 1, total: 2, clause: '3.3' })
  bets.place(spot('17'))
  await done()
  expect(bets.notice.value).toMatchObject({ spot: '17', refused: { refused: 'over-the-maximum', clause: '3.3' } })
  expect(bets.canUndo.value).toBe(false)
})

test('a several-piece bet is one command; undoing it takes back every piece', async () => {
  bets.placeBet('tiers')
  await done()
  expect(sent).toEqual([{ player: 'ann', do: 'wager', bet: 'tiers', unit: 500 }])
  await bets.undo()
  expect(sent.slice(1).map(({ spot: id }) => id)).toEqual(['5/8', '10/11', '13/16', '23/24', '27/30', '33/36'])
})

test('repeat is what was staked in the last round in which anything was', () => {
  const lines = [{ spot: '17', stake: 500 }]
  bets.follow(viewWith({}, { last: { round: 1, lines } }))
  expect(bets.before.value).toEqual(lines)
  bets.follow(viewWith({}, { last: { round: 2, lines: [] }, round: 3 }))
  expect(bets.before.value).toEqual(lines)
})

test('double stakes everything once more, or nothing where the balance would not do', () => {
  view.value = viewWith({ '17': 4_000, red: 6_000 })
  bets.double()
  expect(sent.map(({ spot: id, stake }) => [id, stake])).toEqual([
    ['17', 4_000],
    ['red', 6_000],
  ])
  sent.length = 0
  view.value = viewWith({ '17': 4_000, red: 6_001 })
  bets.double()
  expect(sent).toEqual([])
  expect(bets.notice.value).toMatchObject({ spot: null, refused: { refused: 'balance-too-low' } })
})

test('double counts what is on its way, in stakes and in the balance', () => {
  pending.value = [{ command: { do: 'wager', id: 'a', spot: '17', stake: 500 }, round: 1, events: null }]
  view.value = viewWith({ '17': 4_000, red: 5_000 })
  bets.double()
  expect(said()).toEqual([
    ['wager', '17', 4_500],
    ['wager', 'red', 5_000],
  ])
  sent.length = 0
  view.value = viewWith({ '17': 4_000, red: 5_001 })
  bets.double()
  expect(sent).toEqual([])
  expect(bets.notice.value).toMatchObject({ refused: { refused: 'balance-too-low', balance: 9_500 } })
})

test('where it would be over a maximum, none of a pattern is placed, whatever the book does with it at a felt', () => {
  const limits = { default: { min: 500, max: 5_000 } }
  view.value = viewWith({ '17': 500, red: 3_000 }, { limits })
  bets.double()
  expect(sent).toEqual([])
  expect(bets.notice.value).toMatchObject({
    spot: 'red',
    refused: { refused: 'over-the-maximum', total: 6_000, max: 5_000, clause: '3.3' },
  })
  view.value = viewWith({ '17': 500, red: 3_000 }, { limits, book: 'mbs/roulette@3', layout: 'table' })
  bets.double()
  expect(sent).toEqual([])
  expect(bets.notice.value).toMatchObject({ spot: 'red', refused: { refused: 'over-the-maximum', total: 6_000 } })
})

test('a pattern is refused as a whole by whatever the engine would refuse of it, with what is on its way', () => {
  const limits = { default: { min: 500, max: 5_000 } }
  view.value = viewWith({ '17': 3_000 }, { limits })
  pending.value = [{ command: { do: 'wager', id: 'a', spot: '17', stake: 1_500 }, round: 1, events: null }]
  bets.placeAll([
    { spot: '20', stake: 500 },
    { spot: '17', stake: 1_000 },
  ])
  expect(bets.notice.value).toMatchObject({ spot: '17', refused: { refused: 'over-the-maximum', total: 5_500 } })
  bets.placeAll([{ spot: '20', stake: 100 }])
  expect(bets.notice.value).toMatchObject({ spot: '20', refused: { refused: 'under-the-minimum', min: 500 } })
  expect(sent).toEqual([])
  pending.value = []
  bets.placeAll([{ spot: '17', stake: 1_000 }])
  expect(said()).toEqual([['wager', '17', 1_000]])
})

test('a pattern that comes too late is sent all the same, so that the refusal is on record', () => {
  view.value = viewWith({ '17': 3_000 }, { phase: 'betting-closed' })
  bets.placeAll([{ spot: '17', stake: 99_999 }])
  expect(said()).toEqual([['wager', '17', 99_999]])
})

test('clear withdraws all; taking back takes one chip, or what is left', () => {
  view.value = viewWith({ '17': 700, red: 1_000 })
  bets.takeBack(spot('17'))
  bets.takeBack(spot('20'))
  expect(sent.map(({ spot: id, stake }) => [id, stake])).toEqual([['17', 500]])
  sent.length = 0
  bets.clear()
  expect(sent.map(({ spot: id, stake }) => [id, stake])).toEqual([
    ['17', 700],
    ['red', 1_000],
  ])
})

test('pending chips can be taken back too', () => {
  const onItsWay = (spot: string, stake: number) => ({
    command: { do: 'wager', id: spot, spot, stake },
    round: 1,
    events: null,
  })
  pending.value = [onItsWay('17', 500), onItsWay('20', 500), onItsWay('20', 500)]
  view.value = viewWith({ '17': 700 })
  bets.takeBack(spot('20'))
  bets.clear()
  expect(sent.map(({ do: name, spot: id, stake }) => [name, id, stake])).toEqual([
    ['withdraw', '20', 500],
    ['withdraw', '17', 1_200],
    ['withdraw', '20', 1_000],
  ])
})

test('without a connection nothing is sent, and that is said', () => {
  status.value = 'lost'
  bets.place(spot('17'))
  bets.clear()
  bets.placeBet('tiers')
  expect(sent).toEqual([])
  expect(bets.notice.value).toMatchObject({ text: 'lost' })
})

test('a new round has nothing to undo', async () => {
  bets.place(spot('17'))
  await done()
  expect(bets.canUndo.value).toBe(true)
  bets.follow(viewWith({}, { round: 2 }))
  expect(bets.canUndo.value).toBe(false)
})

test('over the maximum is stopped at the spot, in a book that records it at a felt too, and nothing is sent', async () => {
  const mbs = bookById('mbs/roulette@3')!
  const limits = { default: { min: 500, max: 1_000 } }
  view.value = viewWith(
    { '17': 1_000 },
    { book: mbs.id, layout: 'table', terminal: null, wheelOrder: mbs.wheel.order, limits },
  )
  bets.follow(view.value!)
  bets.place(spotsOf(mbs, 'table').byId.get('17')!)
  await done()
  expect(sent).toEqual([])
  expect(bets.notice.value).toMatchObject({ spot: '17', refused: { refused: 'over-the-maximum', max: 1_000 } })
  bets.placeAll([
    { spot: '18', stake: 500 },
    { spot: '17', stake: 500 },
  ])
  expect(sent).toEqual([])
})

test('the eraser takes back all that lies on a spot, and the maximum stakes what may still lie there', async () => {
  view.value = viewWith({ '17': 1_500 }, { limits: { default: { min: 500, max: 4_000 } } })
  bets.follow(view.value!)
  bets.tool.value = 'maximum'
  bets.place(spot('17'))
  bets.place(spot('20'))
  bets.tool.value = 'eraser'
  bets.place(spot('17'))
  bets.place(spot('5'))
  await done()
  expect(said()).toEqual([
    ['wager', '17', 2_500],
    ['wager', '20', 4_000],
    ['withdraw', '17', 1_500],
  ])
})
