import type { Table } from '../engine/conduct.ts'
import type { TableEvent } from '../engine/events.ts'
import { balanceOf, isBalanced, playersOf } from '../engine/ledger.ts'
import { add, type Cents, negative, sum, zero } from '../engine/money.ts'
import { fundsOf } from '../engine/summary.ts'
import { isUnderWay, type TableState } from '../engine/table.ts'
import { type Passage, type Row, say } from './passages.ts'
import { dollars } from './text.ts'
import { phaseWords } from './words.ts'

/** What each player brought to the table and took away. */
export type Purses = { brought: Map<string, Cents>; taken: Map<string, Cents> }
export const noPurses = (): Purses => ({ brought: new Map(), taken: new Map() })

export function fill({ brought, taken }: Purses, events: readonly TableEvent[]): void {
  for (const event of events) {
    const purse = event.type === 'bought-in' ? brought : event.type === 'cashed-out' ? taken : undefined
    if (purse && 'amount' in event) purse.set(event.player, add(purse.get(event.player) ?? zero, event.amount))
  }
}

export function closing({ book, state }: Table, purses: Purses): Passage[] {
  const { round, ledger } = state
  const rows = playersOf(ledger).map((player) => closingRow(state, purses, player))
  const columns = ['player', 'brought', 'took away', 'holds', 'on the layout', 'owes']
  const [brought, taken] = [sum(purses.brought.values()), sum(purses.taken.values())]
  return [
    { heading: 'At the end', line: '-' },
    ...(isUnderWay(round) ? [say({ book }, `Round ${round.round} was not over: ${phaseWords[round.phase]}.`)] : []),
    rows.length === 0 ? say({ book }, 'Nobody brought money to the table.') : { columns, rows, cites: [] },
    say({ book }, `${houseWords(state)} ${balanceWords(state, brought, taken)}`),
  ]
}

function closingRow(state: TableState, { brought, taken }: Purses, player: string): Row {
  const { balance, staked, owed } = fundsOf(state, player)
  const away = taken.get(player) ?? zero
  const amounts = [
    dollars(brought.get(player) ?? zero),
    away > 0 ? dollars(away) : '',
    dollars(balance),
    staked > 0 ? dollars(staked) : '',
    dollars(owed),
  ]
  return { cells: [player, ...amounts], note: '' }
}

function houseWords({ ledger }: TableState): string {
  const house = balanceOf(ledger, 'house')
  if (house === 0) return 'The house neither won nor lost.'
  return house > 0 ? `The house won ${dollars(house)}.` : `The house lost ${dollars(negative(house))}.`
}

function balanceWords(state: TableState, brought: Cents, taken: Cents): string {
  const funds = playersOf(state.ledger).map((player) => fundsOf(state, player))
  const house = balanceOf(state.ledger, 'house')
  const given = sumWords([
    [brought, 'brought'],
    [sum(funds.map(({ owed }) => owed)), 'owed'],
    [negative(house), 'lost by the house'],
  ])
  const found = sumWords([
    [sum(funds.map(({ balance }) => balance)), 'held'],
    [balanceOf(state.ledger, 'layout'), 'on the layout'],
    [taken, 'taken away'],
    [house, 'won by the house'],
  ])
  return isBalanced(state.ledger)
    ? `The books balance: ${given} = ${found}.`
    : `THE BOOKS DO NOT BALANCE: ${given} is not ${found}.`
}

const sumWords = (parts: readonly (readonly [Cents, string])[]): string =>
  parts.flatMap(([amount, words]) => (amount > 0 ? [`${dollars(amount)} ${words}`] : [])).join(' + ') || dollars(zero)
