import { describe, expect, test } from 'vitest'
import { books } from '../../src/books/index.ts'
import type { Book } from '../../src/books/rule-book.ts'
import { conduct, openTable, type Table } from '../../src/engine/conduct.ts'
import { isRefusal } from '../../src/engine/decision.ts'
import { recall } from '../../src/engine/history.ts'
import type { Command } from '../../src/engine/language.ts'
import { holds, type Role, roles } from '../../src/engine/positions.ts'
import { isUnderWay, type Phase, readSetup } from '../../src/engine/table.ts'
import { foreignBooks } from '../books/foreign-books.ts'
import { prisonBooks } from '../books/french-en-prison.ts'
import { inSuite } from '../suites.ts'
import { must, read, type Setting, settingsOf } from '../support/engine.ts'

/**
 * A round never gets stuck. Every state that a round can come to is looked for, breadth first, by every command in the
 * name of every position; states that differ in nothing that a rule asks about count as one. From each of them somebody
 * must be able to conclude the round, and the commands that do it are played to the end. Where the book has en prison, rounds
 * begin with a stake in prison too, at an open table and at one that plays on for that stake alone.
 */
const reason = 'seen on the camera'
const spins = [
  ['clockwise', 'anticlockwise'],
  ['clockwise', 'clockwise'],
  ['clockwise', 'still'],
]
const rests = [
  { pocket: '7' },
  { pocket: '7', revolutions: 12 },
  { pocket: '7', revolutions: 12, source: 'wheel' },
  { pocket: '8', source: 'wheel' },
  { pocket: '7', revolutions: 3, source: 'wheel' },
  { pocket: '7', revolutions: 3 },
]
const plain = ['no-more-bets', 'settle', 'no-spin', 'power-failure', 'resume', 'interruption']

const spinAndClose = [{ do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }, { do: 'no-more-bets' }]

function ordersOf({ irregularities, wheel }: Book, round: number): object[] {
  const ruling = { do: 'rule-on-wager', player: 'ann', spot: '7', reason }
  return [
    { do: 'wager', player: 'ann', spot: '7', stake: 500 },
    { do: 'withdraw', player: 'ann', spot: '7' },
    ...plain.map((name) => ({ do: name })),
    ...spins.map(([ball, way]) => ({ do: 'spin', ball, wheel: way })),
    ...rests.map((rest) => ({ do: 'ball-at-rest', ...rest })),
    { do: 'bonus-numbers', numbers: wheel.pockets.slice(0, 10) },
    ...['stands', 'returned'].map((treatment) => ({ ...ruling, treatment })),
    { ...ruling, treatment: 'moved', to: '8' },
    ...irregularities.map(({ code }) => ({ do: 'irregularity', code, reason })),
    { do: 'interruption', terminals: ['t1'] },
    { do: 'refer', reason },
    ...['void', 'settle', 'continue'].map((decision) => ({ do: 'decide', decision, reason })),
    ...['7', '8'].map((pocket) => ({ do: 'correct-outcome', round, pocket, reason })),
    ...['ball-broke', 'foreign-object'].map((code) => ({ do: 'void-rounds', rounds: [round], code, reason })),
    { do: 'close-table', reason },
  ]
}

const givenBy = (order: object, role: Role): Command =>
  read({ ...order, by: role === 'player' ? { role, name: 'ann' } : role })

const commandsOf = (book: Book, round: number): Command[] =>
  ordersOf(book, round).flatMap((order) => roles.map((role) => givenBy(order, role)))

/** Possible commands about a concluded round that is referred. */
function answersTo({ irregularities, rules }: Book, round: number): object[] {
  const codes = irregularities
    .map(({ code }) => code)
    .filter((code) => rules.voidedRounds.codes?.includes(code) ?? true)
  return [
    ...['stands', 'void', 'settle'].map((decision) => ({ do: 'decide', decision, round, reason })),
    ...['7', '8'].map((pocket) => ({ do: 'correct-outcome', round, pocket, reason })),
    ...codes.map((code) => ({ do: 'void-rounds', rounds: [round], code, reason })),
    ...['stands', 'returned'].map((treatment) => ({
      do: 'rule-on-wager',
      player: 'ann',
      spot: '7',
      treatment,
      round,
      reason,
    })),
  ]
}

/** All that a rule asks about a round under way. */
function situationOf({ state }: Table): string {
  const { round: now, powerOut, isClosing, prison } = state
  if (!isUnderWay(now)) return now.phase
  const { wagers, facts: found, openedAt: _, ...rest } = now
  const last = (source: string) => found.counts.findLast((count) => count.source === source)?.revolutions
  const isVoid = (last('wheel') ?? last('dealer') ?? 4) < 4 || found.reports.length > 0
  const ruled =
    'setAside' in now ? { setAside: now.setAside.size > 0, rulings: (now.rulings?.list.length ?? 0) > 0 } : {}
  return JSON.stringify({
    ...rest,
    isVoid,
    isCounted: (last('wheel') ?? 0) >= 4,
    wagers: wagers.size > 0,
    ...ruled,
    powerOut,
    isClosing,
    prison: prison.length,
  })
}

function openRound({ book, layout, terminal }: Setting): Table {
  const setup = readSetup({ book: book.id, layout, ...(terminal ? { terminal } : {}) }, () => book)
  must(!('problem' in setup), 'no such table', setup)
  return give(openTable(book, setup), { do: 'buy-in', player: 'ann', amount: 500_000 }, { do: 'place-your-bets' })
}

const give = (table: Table, ...orders: readonly object[]): Table =>
  orders.reduce((before: Table, order) => {
    const { table: after, answer } = conduct(before, read(order))
    must(!isRefusal(answer), 'refused', order, answer)
    return after
  }, table)

/** A round that is open, at each kind of table that can open one. */
function startsOf(setting: Setting): { kind: string; start: Table }[] {
  const start = openRound(setting)
  const { enPrison } = setting.book.rules
  if (!enPrison) return [{ kind: 'open', start }]
  const wager = { do: 'wager', player: 'ann', spot: 'red', stake: 500 }
  const zero = { do: 'ball-at-rest', pocket: enPrison.pockets[0] }
  const imprisoned = give(start, wager, ...spinAndClose, zero, { do: 'settle' })
  return [
    { kind: 'open', start },
    { kind: 'a stake in prison', start: give(imprisoned, { do: 'place-your-bets' }) },
    {
      kind: 'closed, but for a stake in prison',
      start: give(imprisoned, { do: 'close-table', reason }, { do: 'place-your-bets' }),
    },
  ]
}

type Step = { command: Command; table: Table }

const stepsFrom = (table: Table, commands: readonly Command[]): Step[] =>
  commands.flatMap((command) => {
    const { table: after, answer } = conduct(table, command)
    return isRefusal(answer) ? [] : [{ command, table: after }]
  })

/** A situation under way: one table that is in it, and what can be done there. `to`: null where the round is over then. */
type Reached = { table: Table; steps: { command: Command; to: string | null }[] }

/** Every situation under way that can be reached, and every way in which the round was concluded. */
function reach(start: Table, commands: readonly Command[]): { reached: Map<string, Reached>; concluded: Table[] } {
  const found = new Map<string, Reached>([[situationOf(start), { table: start, steps: [] }]])
  const ends = new Map<string, Table>()
  for (const { table, steps } of found.values())
    for (const { command, table: after } of stepsFrom(table, commands)) {
      const to = isUnderWay(after.state.round) ? situationOf(after) : null
      steps.push({ command, to })
      if (to !== null && !found.has(to)) found.set(to, { table: after, steps: [] })
      if (to === null) ends.set(endOf(after), after)
    }
  return { reached: found, concluded: [...ends.values()] }
}

/** All that a rule asks about a concluded round. */
function endOf({ state }: Table): string {
  const { pocket, code, binding, wasPlayed, rulings, facts, draw, lines } = recall(state.history, state.roundsOpened)!
  const isRuled = (rulings?.list.length ?? 0) > 0
  return JSON.stringify([
    pocket,
    code,
    binding,
    wasPlayed,
    isRuled,
    facts.counts.length > 0,
    draw !== null,
    lines.length,
  ])
}

/** From where the round can be concluded, and the shortest way to it, command by command: found from its end backwards. */
function waysOut(reached: ReadonlyMap<string, Reached>, may: (command: Command) => boolean): Map<string, Command[]> {
  const before = new Map<string | null, { from: string; command: Command }[]>()
  for (const [from, { steps }] of reached)
    for (const { command, to } of steps) {
      if (!before.has(to)) before.set(to, [])
      if (may(command)) before.get(to)!.push({ from, command })
    }
  const ways = new Map<string, Command[]>()
  const ends: { at: string | null; way: Command[] }[] = [{ at: null, way: [] }]
  for (const { at, way } of ends)
    for (const { from, command } of before.get(at) ?? []) {
      if (ways.has(from)) continue
      ways.set(from, [command, ...way])
      ends.push({ at: from, way: [command, ...way] })
    }
  return ways
}

const plainly = (value: object): unknown => JSON.parse(JSON.stringify(value))

const phases: Phase[] = ['betting-open', 'ball-spinning', 'betting-closed', 'outcome-determined', 'referred']
const everyBook = inSuite([...books, ...prisonBooks, ...foreignBooks], books.length + prisonBooks.length)
const settings = settingsOf(everyBook).filter(
  ({ book, layout }, index, all) => all.findIndex((one) => one.book === book && one.layout === layout) === index,
)
const rows = settings.flatMap((setting) =>
  startsOf(setting).map(({ kind, start }) => ({
    name: `${setting.book.id} ${setting.layout}, ${kind}`,
    setting,
    start,
  })),
)

describe.each(rows)('$name', ({ setting: { book }, start }) => {
  const round = start.state.roundsOpened
  const commands = commandsOf(book, round)
  const { reached, concluded } = reach(start, commands)
  const tables = [...reached.values()].map(({ table }) => table)

  test('every phase of a round is reached, in many ways', () => {
    expect(new Set(tables.map(({ state }) => state.round.phase))).toEqual(new Set(phases))
    expect(reached.size).toBeGreaterThan(60)
  })

  test('wherever a round is, somebody can bring it to an end, and every stake is accounted for', () => {
    const ways = waysOut(reached, () => true)
    for (const [situation, { table }] of reached) {
      const way = ways.get(situation)
      must(way !== undefined, 'nobody can end this round', situation)
      const after = way.reduce((at, command) => conduct(at, command).table, table)
      expect(['settled', 'void'], situation).toContain(after.state.round.phase)
      const imprisoned = after.state.prison.reduce((total, { cash }) => total + cash, 0)
      expect(after.state.ledger.layout, situation).toBe(imprisoned)
    }
  })

  test('a round that is not referred ends without the shift manager', () => {
    const ways = waysOut(reached, ({ by }) => by.role !== 'shift-manager')
    const asUsual = [...reached].filter(([, { table }]) => table.state.round.phase !== 'referred')
    expect(asUsual.flatMap(([situation]) => (ways.has(situation) ? [] : [situation]))).toEqual([])
  })

  test('a referred round is ended by the shift manager alone', () => {
    const referred = [...reached.values()].filter(({ table }) => table.state.round.phase === 'referred')
    const endings = referred.flatMap(({ steps }) => steps.filter(({ to }) => to === null))
    expect(endings.filter(({ command }) => !holds(command.by.role, 'shift-manager'))).toEqual([])
    expect(new Set(endings.map(({ command }) => command.do))).toEqual(new Set(['decide', 'void-rounds']))
  })

  test('a concluded round that is referred is answered by the shift manager, and by nobody below', () => {
    expect(concluded.length).toBeGreaterThan(10)
    for (const table of concluded) {
      const referred = give(table, { do: 'refer', round, reason })
      for (const order of answersTo(book, round)) {
        const taken = roles.filter((role) => !isRefusal(conduct(referred, givenBy(order, role)).answer))
        expect(
          taken.filter((role) => !holds(role, 'shift-manager')),
          JSON.stringify(order),
        ).toEqual([])
        if (taken.length === 0 || 'treatment' in order) continue
        expect(give(referred, { ...order, by: 'shift-manager' }).state.referrals).toEqual([])
      }
      give(referred, { do: 'decide', decision: 'stands', round, reason })
    }
  })

  test('a referred round goes on as exactly what it was', () => {
    for (const table of tables) {
      const referred = conduct(table, read({ do: 'refer', reason }))
      if (isRefusal(referred.answer)) continue
      const { table: after } = conduct(referred.table, read({ do: 'decide', decision: 'continue', reason }))
      expect(plainly(after.state.round)).toEqual(plainly(table.state.round))
    }
  })
})
