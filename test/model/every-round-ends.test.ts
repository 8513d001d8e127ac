import { describe, expect, test } from 'vitest'
import type { RuleBook } from '../../src/books/rule-book.ts'
import { shelf } from '../../src/books/shelf.ts'
import { conduct, openTable, type Table } from '../../src/engine/conduct.ts'
import { isRefusal } from '../../src/engine/decision.ts'
import type { Command } from '../../src/engine/language.ts'
import { holds, roles } from '../../src/engine/positions.ts'
import { isUnderWay, type Phase, readSetup } from '../../src/engine/table.ts'
import { must, read, type Setting, settingsOf } from '../../src/engine/testing.ts'
import { foreignBooks } from '../books/foreign-books.ts'

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
  { pocket: '17' },
  { pocket: '17', revolutions: 12 },
  { pocket: '17', revolutions: 12, source: 'wheel' },
  { pocket: '18', source: 'wheel' },
  { pocket: '17', revolutions: 3, source: 'wheel' },
  { pocket: '17', revolutions: 3 },
]
const plain = ['no-more-bets', 'settle', 'no-spin', 'power-failure', 'resume', 'interruption']

function ordersOf({ irregularities, wheel }: RuleBook): object[] {
  const ruling = { do: 'rule-on-wager', player: 'ann', spot: '17', reason }
  return [
    { do: 'wager', player: 'ann', spot: '17', stake: 500 },
    { do: 'withdraw', player: 'ann', spot: '17' },
    ...plain.map((name) => ({ do: name })),
    ...spins.map(([ball, way]) => ({ do: 'spin', ball, wheel: way })),
    ...rests.map((rest) => ({ do: 'ball-at-rest', ...rest })),
    { do: 'bonus-numbers', numbers: wheel.pockets.slice(0, 10) },
    ...['stands', 'returned'].map((treatment) => ({ ...ruling, treatment })),
    { ...ruling, treatment: 'moved', to: '18' },
    ...irregularities.map(({ code }) => ({ do: 'irregularity', code, reason })),
    { do: 'interruption', terminals: ['t1'] },
    { do: 'refer', reason },
    ...['void', 'settle', 'continue'].map((decision) => ({ do: 'decide', decision, reason })),
    ...['17', '18'].map((pocket) => ({ do: 'correct-outcome', round, pocket, reason })),
    { do: 'void-rounds', rounds: [round], code: 'ball-broke', reason },
    { do: 'close-table', reason },
  ]
}

const commandsOf = (book: RuleBook): Command[] =>
  ordersOf(book).flatMap((order) =>
    roles.map((role) => read({ ...order, by: role === 'player' ? { role, name: 'ann' } : role })),
  )

/** All that a rule asks about a round under way. */
function situationOf({ state }: Table): string {
  const { round: now, powerOut, isClosing } = state
  if (!isUnderWay(now)) return now.phase
  const { wagers, openedAt: _, ...facts } = now
  const ruled =
    'setAside' in now ? { setAside: now.setAside.size > 0, rulings: (now.rulings?.list.length ?? 0) > 0 } : {}
  return JSON.stringify({ ...facts, wagers: wagers.size > 0, ...ruled, powerOut, isClosing })
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

/** Every situation under way that can be reached, with one table that is in it. */
function reach(start: Table, commands: readonly Command[]): Map<string, Table> {
  const found = new Map([[situationOf(start), start]])
  for (const table of found.values())
    for (const { table: after } of stepsFrom(table, commands))
      if (isUnderWay(after.state.round) && !found.has(situationOf(after))) found.set(situationOf(after), after)
  return found
}

/** The shortest way to conclude the round, command by command; null: there is none. */
function wayOut(table: Table, commands: readonly Command[]): Command[] | null {
  const seen = new Set([situationOf(table)])
  const paths: { table: Table; way: Command[] }[] = [{ table, way: [] }]
  for (const { table: at, way } of paths)
    for (const { command, table: after } of stepsFrom(at, commands)) {
      if (!isUnderWay(after.state.round)) return [...way, command]
      const situation = situationOf(after)
      if (!seen.has(situation)) paths.push({ table: after, way: [...way, command] })
      seen.add(situation)
    }
  return null
}

const plainly = (value: object): unknown => JSON.parse(JSON.stringify(value))

const phases: Phase[] = ['betting-open', 'ball-spinning', 'betting-closed', 'outcome-determined', 'referred']
const books = [...shelf.map(({ book }) => book), ...foreignBooks]
const settings = settingsOf(books).filter(
  ({ book, layout }, index, all) => all.findIndex((one) => one.book === book && one.layout === layout) === index,
)
const isOfBefore = (book: RuleBook): boolean => book.rules.referral.reading === undefined
const rows = settings.map((setting) => ({
  name: `${setting.book.id} ${setting.layout}${isOfBefore(setting.book) ? ', as it was' : ''}`,
  setting,
}))

describe.each(rows)('$name', ({ setting }) => {
  const { book } = setting
  const commands = commandsOf(book)
  const reached = [...reach(openRound(setting), commands)]

  test('every phase of a round is reached, in many ways', () => {
    expect(new Set(reached.map(([, { state }]) => state.round.phase))).toEqual(new Set(phases))
    expect(reached.length).toBeGreaterThan(60)
  })

  test('wherever a round is, somebody can bring it to an end, and every stake is accounted for', () => {
    for (const [situation, table] of reached) {
      const way = wayOut(table, commands)
      must(way !== null, 'nobody can end this round', situation)
      const after = way.reduce((at, command) => conduct(at, command).table, table)
      expect(['settled', 'void'], situation).toContain(after.state.round.phase)
      expect(after.state.ledger.layout, situation).toBe(0)
    }
  })

  test('a round that is not referred ends without the shift manager', () => {
    const others = commands.filter(({ by }) => by.role !== 'shift-manager')
    const asUsual = reached.filter(([, { state }]) => state.round.phase !== 'referred')
    expect(asUsual.filter(([, table]) => wayOut(table, others) === null)).toEqual([])
  })

  test.skipIf(isOfBefore(book))('a referred round is ended by the shift manager alone', () => {
    const referred = reached.filter(([, { state }]) => state.round.phase === 'referred')
    const endings = referred.flatMap(([, table]) =>
      stepsFrom(table, commands).filter(({ table: after }) => !isUnderWay(after.state.round)),
    )
    expect(endings.filter(({ command }) => !holds(command.by.role, 'shift-manager'))).toEqual([])
    expect(new Set(endings.map(({ command }) => command.do))).toEqual(new Set(['decide', 'void-rounds']))
  })

  test.skipIf(isOfBefore(book))('a referred round goes on as exactly what it was', () => {
    for (const [, table] of reached) {
      const referred = conduct(table, read({ do: 'refer', reason }))
      if (isRefusal(referred.answer)) continue
      const { table: after } = conduct(referred.table, read({ do: 'decide', decision: 'continue', reason }))
      expect(plainly(after.state.round)).toEqual(plainly(table.state.round))
    }
  })
})
