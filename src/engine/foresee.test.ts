import { describe, expect, test } from 'vitest'
import { sampleOf } from '../../test/campaign.ts'
import { knowsClause, nameOf, playCommand, read, settings, turnsOf } from '../../test/support/engine.ts'
import { books } from '../books/index.ts'
import { conduct, type Table } from './conduct.ts'
import { isRefusal } from './decision.ts'
import { type Foresight, foresee, isForesight, type PlayerForesight } from './foresee.ts'
import { recall } from './history.ts'
import type { Command } from './language.ts'
import { playersOf } from './ledger.ts'
import { add, type Cents, subtract, sum } from './money.ts'
import type { Line } from './settlement.ts'
import { fundsOf, summaryOf } from './summary.ts'
import { isUnderWay, type TableState } from './table.ts'
import { dealerView } from './views.ts'

/** Every order that staff confirm before it is given, at each phase of a round. */
function ordersAt({ book, state }: Table): object[] {
  const { pockets } = book.wheel
  const round = isUnderWay(state.round) ? state.round.round : 1
  const [wager] = Object.keys(dealerView(book, state).seats.ann?.wagers ?? {})
  const ruled = { do: 'rule-on-wager', player: 'ann', spot: wager ?? '17', reason: 'it lay across a line' }
  const reason = 'seen on the camera'
  const code = book.rules.voidedRounds.codes?.[0] ?? book.irregularities[0]!.code
  return [
    ...book.irregularities.map((row) => ({ do: 'irregularity', code: row.code })),
    { do: 'no-spin' },
    { do: 'power-failure' },
    { do: 'resume' },
    { do: 'interruption' },
    { do: 'interruption', terminals: ['one', 'two'] },
    { do: 'refer', reason },
    { do: 'decide', decision: 'void', reason, by: 'shift-manager' },
    { do: 'decide', decision: 'settle', reason, by: 'shift-manager' },
    { do: 'decide', decision: 'continue', reason, awards: { ann: 700, dee: 1 }, by: 'shift-manager' },
    { do: 'decide', decision: 'void', reason, awards: { ben: 700 }, by: 'shift-manager' },
    { do: 'refer', round: 1, reason },
    { do: 'decide', decision: 'stands', round: 1, reason, awards: { ann: 700 }, by: 'shift-manager' },
    { do: 'no-more-bets', by: 'pit-manager' },
    { do: 'no-more-bets', by: 'dealer' },
    { do: 'settle' },
    { do: 'spin', ball: 'clockwise', wheel: 'clockwise' },
    { do: 'ball-at-rest', pocket: pockets[1], revolutions: 1 },
    { do: 'ball-at-rest', pocket: pockets[1], source: 'wheel' },
    { ...ruled, treatment: 'stands' },
    { ...ruled, treatment: 'returned' },
    { ...ruled, treatment: 'moved', to: pockets[7] },
    ...[1, round].flatMap((number) => [
      { do: 'correct-outcome', round: number, pocket: pockets[7], reason },
      { do: 'correct-outcome', round: number, pocket: pockets[8], reason },
      { do: 'void-rounds', rounds: [number], code, reason, by: 'shift-manager' },
    ]),
    { do: 'void-rounds', rounds: [1, round], code, reason, by: 'shift-manager' },
    { do: 'set-limits', limits: { default: { min: 5_000, max: 9_000 } }, reason },
    { do: 'close-table', reason },
  ]
}

const worthOf = ({ state }: Table, player: string): Cents => {
  const { balance, staked, owed } = fundsOf(state, player)
  return subtract(add(balance, staked), owed)
}

const rowOf = (rows: readonly PlayerForesight[], player: string) =>
  rows.find((row) => row.player === player) ?? { before: 0, after: 0, change: 0, owed: 0, returned: 0 }

/** Checks that a command has the effects that were foreseen: events, phase, and the money of players and house. */
function expectToHappen(table: Table, command: Command): void {
  const before = dealerView(table.book, table.state)
  const foreseen = foresee(table.book, table.state, command)
  expect(dealerView(table.book, table.state)).toEqual(before)
  const { table: after, answer } = conduct(table, command)
  if (isRefusal(answer)) return expect(foreseen).toEqual(answer)
  if (!isForesight(foreseen)) throw new Error(`foreseen to be refused: ${foreseen.refused}`)
  expect(foreseen.events).toEqual(answer.events)
  expect(foreseen.phase).toBe(after.state.round.phase)
  for (const clause of foreseen.clauses) expect(knowsClause(table.book, clause), clause).toBe(true)
  expectMoney(table, after, foreseen)
  if (foreseen.settling.length > 0) expectSettling(table, after, foreseen)
}

/** The house's win, less its awards. */
const houseMoney = ({ book, state }: Table): number => {
  const { house, awarded } = summaryOf(book, state)
  return house - awarded
}

function expectMoney(table: Table, after: Table, { players, house }: Foresight): void {
  expect(house).toBe(houseMoney(after) - houseMoney(table))
  expect(house).toBe(-sum(players.map(({ change }) => change)) || 0)
  for (const player of playersOf(table.state.ledger)) {
    const row = rowOf(players, player)
    const [was, is] = [table, after].map(({ state }) => fundsOf(state, player)) as [
      ReturnType<typeof fundsOf>,
      ReturnType<typeof fundsOf>,
    ]
    expect(row.change).toBe(worthOf(after, player) - worthOf(table, player))
    expect(row.change).toBe(row.after - row.before)
    expect(row.owed).toBe(is.owed - was.owed)
    if (was.staked > 0 && is.staked === 0) expect(row.returned).toBe(was.staked - collectedFrom(after, player))
  }
}

const collectedFrom = ({ state }: Table, player: string): number =>
  linesOf(state.history, state.roundsOpened)
    .filter((line) => line.player === player)
    .reduce((sum, { collected }) => sum + collected, 0)

const linesOf = (history: TableState['history'], round: number): readonly Line[] => recall(history, round)?.lines ?? []

/** The round played to its end: the power back, a referral decided; null while two results differ. */
function settled(table: Table): Table | null {
  const lit = table.state.powerOut ? playCommand(table, read({ do: 'resume' })) : table
  const isReferred = lit.state.round.phase === 'referred'
  const order = isReferred ? { do: 'decide', decision: 'settle', by: 'shift-manager' } : { do: 'settle' }
  const { table: then, answer } = conduct(lit, read(order))
  return isRefusal(answer) ? null : then
}

function expectSettling(table: Table, after: Table, { settling }: Foresight): void {
  const netBy = (settled: Table | null, player: string): number => {
    const lines = settled ? linesOf(settled.state.history, settled.state.roundsOpened) : []
    return lines
      .filter((line) => line.player === player)
      .reduce((net, { paid, collected }) => net + paid - collected, 0)
  }
  const [was, is] = [settled(table), settled(after)]
  for (const player of playersOf(table.state.ledger)) {
    const row = rowOf(settling, player)
    expect([row.before, row.after]).toEqual([netBy(was, player), netBy(is, player)])
  }
}

describe.each(settings.map((setting) => [nameOf(setting), setting] as const))('%s', (_, setting) => {
  const turns = turnsOf(setting)

  test('every command in every phase has the foreseen result, and foreseeing changes nothing', () => {
    for (const table of turns) for (const order of sampleOf(ordersAt(table))) expectToHappen(table, read(order))
  })

  test('the same with the power out, with a round referred, with two results, and after a ruling', () => {
    const reason = 'a dispute'
    const [wager] = Object.keys(dealerView(turns.at(-1)!.book, turns.at(-1)!.state).seats.ann!.wagers)
    const orders = [
      { do: 'power-failure' },
      { do: 'refer', reason },
      { do: 'ball-at-rest', pocket: setting.book.wheel.pockets[9], source: 'wheel' },
      { do: 'rule-on-wager', player: 'ann', spot: wager, treatment: 'returned', reason },
    ]
    let tried = 0
    for (const table of turns.filter(({ state }) => isUnderWay(state.round)).slice(-5))
      for (const order of orders) {
        const { table: next, answer } = conduct(table, read(order))
        if (isRefusal(answer)) continue
        tried++
        for (const one of sampleOf(ordersAt(next))) expectToHappen(next, read(one))
      }
    expect(tried).toBeGreaterThan(5)
  })

  test('an amount that a player no longer has is foreseen to be owed', () => {
    const settled = turns.findLast(({ state }) => state.round.phase === 'settled')!
    const lines = recall(settled.state.history, 1)!.lines
    const winner = lines.find(({ result }) => result === 'won')!.player
    const { cash, colourChips } = fundsOf(settled.state, winner)
    const chips = (colourChips?.count ?? 0) * (colourChips?.value ?? 0)
    const gone = [
      ...(cash > 0 ? [{ do: 'cash-out', player: winner, amount: cash }] : []),
      ...(chips > 0 ? [{ do: 'cash-out', player: winner, amount: chips, colour: colourChips!.colour }] : []),
    ].reduce((table, order) => playCommand(table, read(order)), settled)
    const owed = setting.book.wheel.pockets.flatMap((pocket) => {
      const order = read({ do: 'correct-outcome', round: 1, pocket, reason: 'misread' })
      expectToHappen(gone, order)
      const foreseen = foresee(gone.book, gone.state, order)
      return isForesight(foreseen) ? [rowOf(foreseen.players, winner).owed] : []
    })
    expect(Math.max(...owed)).toBeGreaterThan(0)
  })
})

test('limits are foreseen with the wagers of the last round that they would have put outside', () => {
  for (const setting of settings) {
    const settled = turnsOf(setting).findLast(({ state }) => state.round.phase === 'settled')!
    const foreseen = foresee(
      settled.book,
      settled.state,
      read({ do: 'set-limits', limits: { default: { min: 800, max: 900 } }, reason: 'a quiet night' }),
    ) as Foresight
    const lines = recall(settled.state.history, 1)!.lines
    const isBinding = settled.book.rules.limits.policy !== 'none'
    expect(foreseen.effects[0]!.effect).toBe(isBinding ? 'limits-hold' : 'limits-shown')
    expect(foreseen.outside.map(({ player, spot, outside }) => [player, spot, outside])).toEqual(
      isBinding
        ? lines.map(({ player, spot, stake }) => [player, spot, stake < 800 ? 'under-minimum' : 'over-maximum'])
        : [],
    )
  }
})

test.each(books.map((book) => [book.id, book] as const))(
  '%s: what may follow a power failure is what then follows',
  (_, book) => {
    if (!book.rules.powerFailure) return
    const setting = settings.find((one) => one.book === book)!
    for (const table of turnsOf(setting).filter(({ state }) => isUnderWay(state.round))) {
      const failure = read({ do: 'power-failure' })
      const { effects } = foresee(book, table.state, failure) as Foresight
      const dark = playCommand(table, failure)
      const clauseOf = (order: object) => {
        const { answer } = conduct(dark, read(order))
        if (isRefusal(answer)) throw new Error(answer.refused)
        return (answer.events[0] as { clause: string }).clause
      }
      const isAtRest = dark.state.powerOut === 'at-rest'
      expect(effects).toEqual([
        { effect: 'play-waits', clause: book.rules.powerFailure.clause },
        ...(isAtRest ? [] : [{ effect: 'no-spin-voids', clause: clauseOf({ do: 'no-spin' }) }]),
        { effect: isAtRest ? 'outcome-stands' : 'play-goes-on', clause: clauseOf({ do: 'resume' }) },
      ])
    }
  },
)
