import { describe, expect, test } from 'vitest'
import { books } from '../books/index.ts'
import { scenariosOf } from '../scenarios.ts'
import type { Table } from './conduct.ts'
import { playersOf } from './ledger.ts'
import { playScript } from './script.ts'
import { isUnderWay } from './table.ts'
import { auditorView, dealerView, displayView, pitView, playerView } from './views.ts'

/** Every table of every scenario, after every command. */
const moments: Table[] = books.flatMap((book) =>
  scenariosOf(book).flatMap(({ script }) =>
    [...playScript(script)].flatMap((step) => (step.played === 'command' ? [step.table] : [])),
  ),
)

// biome-ignore format: one audience, one line
const shown = {
  display: ['book', 'title', 'layout', 'limits', 'limitsEnforced', 'phase', 'round', 'pocket', 'draw', 'void', 'powerOut', 'isClosing', 'results'],
  player: ['terminal', 'wheelOrder', 'player', 'funds', 'wagers', 'last'],
  dealer: ['terminal', 'wheelOrder', 'seats', 'referred', 'spun', 'differs', 'lines'],
  pit: ['figures', 'owed', 'recent'],
  auditor: ['concluded', 'ledger', 'balanced'],
}

describe('each view holds what is listed, and nothing else', () => {
  const views = {
    display: ({ book, state }: Table) => displayView(book, state),
    player: ({ book, state }: Table) => playerView(book, state, 'ann'),
    dealer: ({ book, state }: Table) => dealerView(book, state),
    pit: ({ book, state }: Table) => pitView(book, state),
    auditor: ({ book, state }: Table) => auditorView(book, state),
  }
  test.each([
    ['display', shown.display],
    ['player', [...shown.display, ...shown.player]],
    ['dealer', [...shown.display, ...shown.dealer]],
    ['pit', [...shown.display, ...shown.dealer, ...shown.pit]],
    ['auditor', [...shown.display, ...shown.dealer, ...shown.pit, ...shown.auditor]],
  ] as const)('%s', (audience, fields) => {
    for (const table of moments) expect(Object.keys(views[audience](table)).sort()).toEqual([...fields].sort())
  })
})

test('a player sees their own wagers and lines, and no one else sees theirs', () => {
  let seen = 0
  for (const { book, state } of moments)
    for (const player of playersOf(state.ledger)) {
      const view = playerView(book, state, player)
      const own = isUnderWay(state.round) ? (state.round.wagers.get(player)?.keys() ?? []) : []
      expect(Object.keys(view.wagers).sort()).toEqual([...own].sort())
      for (const line of view.last?.lines ?? []) expect(line.player).toBe(player)
      const others = playersOf(state.ledger).filter((other) => other !== player)
      const text = JSON.stringify({ ...view, title: null })
      for (const other of others) expect(text).not.toContain(`"${other}"`)
      seen += others.length > 0 ? own.length : 0
    }
  expect(seen).toBeGreaterThan(100)
})

test('nobody sees a draw while bets may be placed', () => {
  const drawn = moments.filter(({ book }) => book.rules.bonus)
  const early = drawn.filter(({ state }) => ['closed', 'betting-open', 'ball-spinning'].includes(state.round.phase))
  expect(early.length).toBeGreaterThan(50)
  for (const { book, state } of early)
    for (const view of [
      displayView(book, state),
      dealerView(book, state),
      pitView(book, state),
      playerView(book, state, 'ann'),
    ])
      expect(view.draw).toBeNull()
  expect(drawn.some(({ book, state }) => displayView(book, state).draw !== null)).toBe(true)
})

test('a round tells a player the balance before and after it', () => {
  const told = moments.flatMap(({ book, state }) =>
    playersOf(state.ledger).flatMap((player) => playerView(book, state, player).last ?? []),
  )
  const balances = told.flatMap(({ balance, net, adjusted }) => (balance ? [{ ...balance, net, adjusted }] : []))
  expect(balances.length).toBeGreaterThan(100)
  for (const { before, after, net, adjusted } of balances) expect(before + net - adjusted).toBe(after)
})
