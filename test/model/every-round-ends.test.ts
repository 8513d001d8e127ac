import { describe, expect, test } from 'vitest'
import { books } from '../../src/books/index.ts'
import type { Book } from '../../src/books/rule-book.ts'
import { conduct, openTable, type Table } from '../../src/engine/conduct.ts'
import { isRefusal } from '../../src/engine/decision.ts'
import type { Command } from '../../src/engine/language.ts'
import { holds, roles } from '../../src/engine/positions.ts'
import { isUnderWay, type Phase, readSetup } from '../../src/engine/table.ts'
import { foreignBooks } from '../books/foreign-books.ts'
import { must, read, type Setting, settingsOf } from '../support/engine.ts'

/**
 * A round never gets stuck. Every state that a round can come to is looked for, breadth first, by every command in the
 * name of every position; states that differ in nothing that a rule asks about count as one. From each of them somebody
 * must be able to conclude the round, and the commands that do it are played to the end.
 */
const round = 1
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

function ordersOf({ irregularities, wheel }: Book): object[] {
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

const commandsOf = (book: Book): Command[] =>
  ordersOf(book).flatMap((order) =>
    roles.map((role) => read({ ...order, by: role === 'player' ? { role, name: 'ann' } : role })),
  )

/** All that a rule asks about a round under way. */
function situationOf({ state }: Table): string {
  const { round: now, powerOut, isClosing } = state
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
  })
}

function openRound({ book, layout, terminal }: Setting): Table {
  const setup = readSetup({ book: book.id, layout, ...(terminal ? { terminal } : {}) }, () => book)
  must(!('problem' in setup), 'no such table', setup)
  return ['{"do":"buy-in","player":"ann","amount":500000}', '{"do":"place-your-bets"}'].reduce(
    (table, order) => conduct(table, read(order)).table,
    openTable(book, setup),
  )
}

type Step = { command: Command; table: Table }

const stepsFrom = (table: Table, commands: readonly Command[]): Step[] =>
  commands.flatMap((command) => {
    const { table: after, answer } = conduct(table, command)
    return isRefusal(answer) ? [] : [{ command, table: after }]
  })

/** A situation under way: one table that is in it, and what can be done there. `to`: null where the round is over then. */
type Reached = { table: Table; steps: { command: Command; to: string | null }[] }

/** Every situation under way that can be reached. */
function reach(start: Table, commands: readonly Command[]): Map<string, Reached> {
  const found = new Map<string, Reached>([[situationOf(start), { table: start, steps: [] }]])
  for (const { table, steps } of found.values())
    for (const { command, table: after } of stepsFrom(table, commands)) {
      const to = isUnderWay(after.state.round) ? situationOf(after) : null
      steps.push({ command, to })
      if (to !== null && !found.has(to)) found.set(to, { table: after, steps: [] })
    }
  return found
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
const everyBook = [...books, ...foreignBooks]
const settings = settingsOf(everyBook).filter(
  ({ book, layout }, index, all) => all.findIndex((one) => one.book === book && one.layout === layout) === index,
)
const rows = settings.map((setting) => ({ name: `${setting.book.id} ${setting.layout}`, setting }))

describe.each(rows)('$name', ({ setting }) => {
  const { book } = setting
  const commands = commandsOf(book)
  const reached = reach(openRound(setting), commands)
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
      expect(after.state.ledger.layout, situation).toBe(0)
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

  test('a referred round goes on as exactly what it was', () => {
    for (const table of tables) {
      const referred = conduct(table, read({ do: 'refer', reason }))
      if (isRefusal(referred.answer)) continue
      const { table: after } = conduct(referred.table, read({ do: 'decide', decision: 'continue', reason }))
      expect(plainly(after.state.round)).toEqual(plainly(table.state.round))
    }
  })
})
