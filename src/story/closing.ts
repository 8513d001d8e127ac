import type { Table } from '../engine/conduct.ts'
import type { TableEvent } from '../engine/events.ts'
import { balanceOf, isBalanced, playersOf } from '../engine/ledger.ts'
import { add, type Cents, negative, sum, zero } from '../engine/money.ts'
import { awardedIn, fundsOf } from '../engine/summary.ts'
import { isUnderWay, type TableState } from '../engine/table.ts'
import { dollars } from '../words/plain-text.ts'
import type { StoryWords } from '../words/vocabulary.ts'
import { settingOf } from './nouns.ts'
import { type Passage, type StoryRow, say, sentences } from './passages.ts'

/** The money that each player brought to the table and took away. */
type Purses = { brought: Map<string, Cents>; taken: Map<string, Cents> }
export const noPurses = (): Purses => ({ brought: new Map(), taken: new Map() })

export function fill({ brought, taken }: Purses, events: readonly TableEvent[]): void {
  for (const event of events) {
    const purse = event.type === 'bought-in' ? brought : event.type === 'cashed-out' ? taken : undefined
    if (purse && 'amount' in event) purse.set(event.player, add(purse.get(event.player) ?? zero, event.amount))
  }
}

export function closing({ book, state }: Table, purses: Purses, words: StoryWords): Passage[] {
  const setting = settingOf(words, book)
  const { round, ledger } = state
  const rows = playersOf(ledger).map((player) => closingRow(state, purses, player))
  const [brought, taken] = [sum(purses.brought.values()), sum(purses.taken.values())]
  return [
    { heading: words.story.headings.end, line: '-' },
    ...(isUnderWay(round)
      ? [say(setting, words.story.closing.notOver(round.round, words.story.phases[round.phase]))]
      : []),
    rows.length === 0
      ? say(setting, words.story.closing.nobody)
      : { columns: words.story.closing.columns, rows, cites: [] },
    say(setting, sentences(words, houseWords(words, state), balanceWords(words, state, brought, taken))),
  ]
}

function closingRow(state: TableState, { brought, taken }: Purses, player: string): StoryRow {
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

function houseWords({ story: { closing } }: StoryWords, { ledger }: TableState): string {
  const house = balanceOf(ledger, 'house')
  if (house === 0) return closing.houseEven
  return house > 0 ? closing.houseWon(dollars(house)) : closing.houseLost(dollars(negative(house)))
}

function balanceWords({ story: { closing } }: StoryWords, state: TableState, brought: Cents, taken: Cents): string {
  const funds = playersOf(state.ledger).map((player) => fundsOf(state, player))
  const house = balanceOf(state.ledger, 'house')
  const given = sumWords([
    [brought, closing.brought],
    [sum(funds.map(({ owed }) => owed)), closing.owed],
    [negative(house), closing.lostByHouse],
    [awardedIn(state), closing.awarded],
  ])
  const found = sumWords([
    [sum(funds.map(({ balance }) => balance)), closing.held],
    [balanceOf(state.ledger, 'layout'), closing.onLayout],
    [taken, closing.taken],
    [house, closing.wonByHouse],
  ])
  return isBalanced(state.ledger) ? closing.balanced(given, found) : closing.unbalanced(given, found)
}

const sumWords = (parts: readonly (readonly [Cents, (amount: string) => string])[]): string =>
  parts.flatMap(([amount, words]) => (amount > 0 ? [words(dollars(amount))] : [])).join(' + ') || dollars(zero)
