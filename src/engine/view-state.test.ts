import { describe, expect, test } from 'vitest'
import { sampleOf } from '../../test/campaign.ts'
import { nameOf, playCommand, read, settings, turnsOf } from '../../test/support/engine.ts'
import { conduct, type Table } from './conduct.ts'
import { decide } from './decide.ts'
import { isRefusal } from './decision.ts'
import { foresee } from './foresee.ts'
import { isBalanced } from './ledger.ts'
import { stateFromPlayerView, stateFromView } from './view-state.ts'
import { dealerView, displayView, playerView } from './views.ts'

/** Orders that need no earlier rounds. */
function ordersAt({ book, state }: Table): object[] {
  const { pockets } = book.wheel
  const { seats } = dealerView(book, state)
  const rulings = Object.entries(seats).flatMap(([player, { wagers, setAside }]) =>
    [...Object.keys(wagers).slice(0, 2), ...Object.keys(setAside)].flatMap((spot) => [
      { do: 'rule-on-wager', player, spot, treatment: 'returned', reason: 'late' },
      { do: 'rule-on-wager', player, spot, treatment: 'stands', stake: 100, reason: 'a part of it' },
      { do: 'rule-on-wager', player, spot, treatment: 'moved', to: pockets[7], reason: 'pushed' },
    ]),
  )
  return [
    ...rulings,
    ...book.irregularities.map(({ code }) => ({ do: 'irregularity', code })),
    { do: 'place-your-bets' },
    { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' },
    { do: 'spin', ball: 'clockwise', wheel: 'still' },
    { do: 'no-more-bets' },
    { do: 'no-more-bets', by: 'pit-manager' },
    { do: 'ball-at-rest', pocket: pockets[2], revolutions: 2 },
    { do: 'ball-at-rest', pocket: pockets[8] },
    { do: 'ball-at-rest', pocket: pockets[8], source: 'wheel' },
    { do: 'ball-at-rest', pocket: pockets[9], revolutions: 3 },
    { do: 'settle' },
    { do: 'no-spin' },
    { do: 'power-failure' },
    { do: 'resume' },
    { do: 'interruption' },
    { do: 'refer', reason: 'a dispute' },
    { do: 'decide', decision: 'settle', by: 'shift-manager' },
    { do: 'decide', decision: 'void', by: 'shift-manager' },
    { do: 'decide', decision: 'continue', reason: 'all is well', by: 'shift-manager' },
    { do: 'decide', decision: 'void', reason: 'a wait', awards: { ann: 500 }, by: 'shift-manager' },
    ...['ann', 'cid', 'dee'].flatMap((player) => [
      { do: 'wager', player, spot: '17', stake: 700 },
      { do: 'wager', player, spot: '17', stake: 1_000_000 },
      { do: 'wager', player, spot: '17', chips: 2 },
      { do: 'withdraw', player, spot: pockets[7] },
      { do: 'buy-in', player, amount: 4_000, colour: 'blue', chipValue: 200 },
      { do: 'buy-in', player, amount: 4_000, colour: 'pink', chipValue: 1_000 },
      { do: 'cash-out', player, amount: 4_000 },
    ]),
  ]
}

/**
 * Tables in every phase, and in the other states that a view can show: a power failure, a referral, two results, a
 * wager set aside.
 */
function tablesOf(setting: (typeof settings)[number]): Table[] {
  const turns = turnsOf(setting)
  const [first, second] = Object.keys(dealerView(setting.book, turns.at(-1)!.state).seats.ann!.wagers)
  const more = [
    { do: 'power-failure' },
    { do: 'refer', reason: 'a dispute' },
    { do: 'ball-at-rest', pocket: setting.book.wheel.pockets[9], source: 'wheel' },
    { do: 'rule-on-wager', player: 'ann', spot: first, treatment: 'returned', reason: 'late' },
    { do: 'rule-on-wager', player: 'ann', spot: first, treatment: 'moved', to: second, reason: 'pushed' },
    { do: 'close-table', reason: 'end of shift' },
  ]
  const varied = turns.flatMap((table) =>
    more.flatMap((order) => {
      const { table: then, answer } = conduct(table, read(order))
      return isRefusal(answer) ? [] : [then]
    }),
  )
  return [...turns, ...varied]
}

/**
 * Compares two values as text first, which is fast. Values with different texts are compared in full, with a readable
 * report.
 */
function expectSame(here: unknown, there: unknown, order: object): void {
  if (JSON.stringify(here) !== JSON.stringify(there)) expect(here, JSON.stringify(order)).toEqual(there)
}

describe.each(settings.map((setting) => [nameOf(setting), setting] as const))('%s', (_, setting) => {
  const tables = tablesOf(setting)

  test('the engine decides on a dealer’s view as on the table', () => {
    for (const table of tables) {
      const seen = stateFromView(dealerView(table.book, table.state))
      expect(isBalanced(seen.ledger)).toBe(true)
      for (const order of sampleOf(ordersAt(table))) {
        const [here, there] = [seen, table.state].map((state) => foresee(table.book, state, read(order)))
        expectSame(here, there, order)
      }
    }
  })

  test('the engine decides on a player’s view as on the table, for that player’s wagers', () => {
    for (const table of tables)
      for (const player of ['ann', 'cid', 'dee']) {
        const seen = stateFromPlayerView(playerView(table.book, table.state, player))
        const orders = ordersAt(table).filter((order) => 'player' in order && order.player === player)
        for (const order of orders.filter((one) => 'do' in one && (one.do === 'wager' || one.do === 'withdraw'))) {
          const [here, there] = [seen, table.state].map((state) => decide(table.book, state, read(order)))
          expectSame(here, there, order)
        }
      }
  })

  test('the table that a view gives shows as that view', () => {
    for (const table of tables) {
      const view = dealerView(table.book, table.state)
      const again = dealerView(table.book, stateFromView(view))
      // The derived state has no earlier rounds.
      expect({ ...again, results: view.results, lines: view.lines }).toEqual(view)
    }
  })
})

test('a table where nothing was played yet is an empty table', () => {
  const [table] = turnsOf(settings[0]!)
  const seen = stateFromView(dealerView(table!.book, table!.state))
  expect(displayView(table!.book, seen)).toEqual(displayView(table!.book, table!.state))
  const opened = playCommand({ ...table!, state: seen }, read({ do: 'place-your-bets' }))
  expect(opened.state.round).toMatchObject({ phase: 'betting-open', round: 1 })
})
