import { describe, expect, test } from 'vitest'
import { sampleOf } from '../../test/campaign.ts'
import { bookById, books } from '../books/index.ts'
import { type Scenario, scenariosOf } from '../reference/scenarios.ts'
import { conduct, openTable, type Table } from './conduct.ts'
import type { Command } from './language.ts'
import { playersOf } from './ledger.ts'
import { playScript, type Script } from './script.ts'
import { stakesBySpot } from './summary.ts'
import { isUnderWay, readSetup, type TableSetup } from './table.ts'
import { auditorView, dealerView, displayView, pitView, playerView } from './views.ts'

/** Every table of every scenario, after every command. */
const scenarios = sampleOf(books.flatMap(scenariosOf))
const moments: Table[] = scenarios.flatMap(({ script }) =>
  [...playScript(script)].flatMap((step) => (step.played === 'command' ? [step.table] : [])),
)

// biome-ignore format: one audience, one line
const shown = {
  display: ['book', 'title', 'layout', 'limits', 'limitsEnforced', 'isOutOfForce', 'phase', 'round', 'pocket', 'draw', 'commitment', 'void', 'powerOut', 'isClosing', 'openedAt', 'closesAt', 'results'],
  player: ['terminal', 'wheelOrder', 'player', 'funds', 'wagers', 'setAside', 'imprisoned', 'last', 'awards'],
  dealer: ['terminal', 'wheelOrder', 'seats', 'referred', 'phaseIfContinued', 'spun', 'leave', 'saidBy', 'differs', 'facts', 'rulings', 'lines'],
  pit: ['figures', 'owed', 'recent', 'referrals', 'awards', 'awarded'],
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
      const own = isUnderWay(state.round) ? (state.round.wagers.get(player)?.spots.keys() ?? []) : []
      expect(Object.keys(view.wagers).sort()).toEqual([...own].sort())
      for (const line of view.last?.lines ?? []) expect(line.player).toBe(player)
      const others = playersOf(state.ledger).filter((other) => other !== player)
      const text = JSON.stringify({ ...view, title: null })
      for (const other of others) expect(text).not.toContain(`"${other}"`)
      seen += others.length > 0 ? own.length : 0
    }
  expect(seen).toBeGreaterThan(scenarios.length / 4)
})

test('the stakes of a table by spot are the sum of its players, and there are none before no more bets', () => {
  let seen = 0
  for (const { book, state } of moments) {
    const shown = stakesBySpot(state)
    const isClosed = isUnderWay(state.round) && !['betting-open', 'ball-spinning'].includes(state.round.phase)
    const sums = new Map<string, number>()
    for (const player of isClosed ? playersOf(state.ledger) : [])
      for (const [spot, { stake }] of Object.entries(playerView(book, state, player).wagers))
        sums.set(spot, (sums.get(spot) ?? 0) + stake)
    expect(shown).toEqual(Object.fromEntries(sums))
    seen += sums.size
  }
  expect(seen).toBeGreaterThan(scenarios.length / 4)
})

/** Where a table requires a book in force, decisions do depend on time. */
const timeless = scenarios.filter(
  ({ script }) => !script.some((step) => step.step === 'table' && step.house.onlyInForce),
)
const long = { past: '1999-12-31T23:59:59Z', future: '2999-12-31T23:59:59+08:00' }

/**
 * A scenario played with a time on every command and an announcement on every opening, and its answers without times.
 */
function withTimes({ script }: Scenario, closesAt: string) {
  const timed = script.map((step) => {
    if (step.step !== 'command') return step
    const announced = step.command.do === 'place-your-bets' ? { closesAt } : {}
    return { ...step, command: { ...step.command, ...announced, at: '2026-01-31T20:15:00Z' } }
  })
  return commandsPlayed(timed)
}

const commandsPlayed = (script: Script) =>
  [...playScript(script)].flatMap((step) => (step.played === 'command' ? [step] : []))

const bare = (value: unknown) => JSON.parse(JSON.stringify(value, (key, one) => (isTimed(key) ? undefined : one)))
const isTimed = (key: string): boolean => ['at', 'openedAt', 'closesAt'].includes(key)

test.each(Object.entries(long))('an announced time decides nothing, be it in the %s', (_, closesAt) => {
  for (const scenario of timeless) {
    const [told, plain] = [withTimes(scenario, closesAt), commandsPlayed(scenario.script)]
    expect(told.map(({ answer }) => bare(answer))).toEqual(plain.map(({ answer }) => bare(answer)))
    expect(told.map(({ table }) => bare(table.state))).toEqual(plain.map(({ table }) => bare(table.state)))
  }
})

test('everybody sees since when bets are open, and until when as announced, while they are open', () => {
  const seen = { open: 0, shut: 0 }
  for (const { table } of timeless.flatMap((scenario) => withTimes(scenario, long.future))) {
    const { book, state } = table
    const isOpen = ['betting-open', 'ball-spinning'].includes(state.round.phase)
    const expected = isOpen
      ? { openedAt: '2026-01-31T20:15:00Z', closesAt: long.future }
      : { openedAt: null, closesAt: null }
    for (const view of [
      displayView(book, state),
      playerView(book, state, 'ann'),
      dealerView(book, state),
      pitView(book, state),
    ])
      expect(view).toMatchObject(expected)
    seen[isOpen ? 'open' : 'shut']++
  }
  expect(Math.min(seen.open, seen.shut)).toBeGreaterThan(scenarios.length)
})

test('a result says when its round was concluded, and a correction or a later void does not change that', () => {
  const by = { role: 'shift-manager' } as const
  const round: Command[] = [
    { do: 'place-your-bets', by },
    { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise', by },
    { do: 'no-more-bets', by },
    { do: 'ball-at-rest', pocket: '17', by },
    { do: 'settle', by },
  ]
  const later: Command[] = [
    { do: 'correct-outcome', round: 1, pocket: '20', reason: 'misread', by },
    { do: 'void-rounds', rounds: [1], code: 'ball-broke', reason: 'a crack', by },
  ]
  const book = bookById('rws/roulette-double-zero-etg@4')!
  const setup = readSetup({ book: book.id, layout: 'A', terminal: 'rapid' }, bookById) as TableSetup
  let table = openTable(book, setup)
  const give = (command: Command, at: string) => {
    const done = conduct(table, { ...command, at })
    expect(done.answer).toHaveProperty('events')
    table = done.table
    return displayView(book, table.state).results[0]
  }
  const at = '2026-01-31T20:00:30Z'
  for (const command of round) give(command, command.do === 'settle' ? at : '2026-01-31T20:00:00Z')
  expect(displayView(book, table.state).results).toEqual([{ round: 1, pocket: '17', void: null, at }])
  expect(give(later[0]!, '2026-01-31T20:05:00Z')).toEqual({ round: 1, pocket: '20', void: null, at })
  expect(give(later[1]!, '2026-01-31T20:06:00Z')).toEqual({ round: 1, pocket: null, void: 'ball-broke', at })
})

test('every view says whether limits bind: by Sands Roulette of 2017 they do not', () => {
  const binds = new Map(moments.map(({ book, state }) => [book.id, displayView(book, state).limitsEnforced]))
  const free = [...binds].flatMap(([id, isBinding]) => (isBinding ? [] : [id]))
  expect([binds.size, free]).toEqual([5, ['mbs/sands-roulette@1']])
})

test('nobody sees a draw while bets may be placed', () => {
  const drawn = moments.filter(({ book }) => book.rules.bonus)
  const early = drawn.filter(({ state }) => ['closed', 'betting-open', 'ball-spinning'].includes(state.round.phase))
  expect(early.length).toBeGreaterThan(drawn.length / 4)
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
  expect(balances.length).toBeGreaterThan(scenarios.length / 2)
  for (const { before, after, net, adjusted } of balances) expect(before + net - adjusted).toBe(after)
})
