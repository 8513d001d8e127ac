import type { Pocket, RuleBook } from '../books/rule-book.ts'
import type { Chips, Source } from '../engine/events.ts'
import { type Cents, subtract, times } from '../engine/money.ts'
import type { By, Role } from '../engine/positions.ts'
import type { Phase } from '../engine/table.ts'
import { capitalised, counted, dollars, listed } from './text.ts'

/** The nouns of the table as a person says them. */

export const titleOf = (role: Role): string => (role === 'system' ? 'random number generator' : role.replace('-', ' '))
export const orAbove = (role: Role): string => `a ${titleOf(role)} or above`

export function nameOf({ role, name }: By, player?: string): string {
  if (role === 'player') return name ?? player ?? 'A player'
  return name === undefined ? `The ${titleOf(role)}` : `${capitalised(titleOf(role))} ${name}`
}

export const otherThan = (source: Source): Source => (source === 'wheel' ? 'dealer' : 'wheel')
/** Where the ball rests, the wheel reports and the dealer announces. */
export const saidWord = (source: Source): string => (source === 'wheel' ? 'reported' : 'announced')

export const moneyWord = (book: RuleBook): string => (book.funds.money === 'credits' ? 'credits' : 'cash chips')
export const colourChips = (count: number, colour: string): string => counted(count, `${colour} chip`)

/** An amount of which a part may be colour chips. */
export function inKind(book: RuleBook, amount: Cents, chips: Chips | undefined): string {
  if (!chips || chips.count === 0) return dollars(amount)
  const rest = subtract(amount, times(chips.value, chips.count))
  const cash = rest > 0 ? ` and ${dollars(rest)} in ${moneyWord(book)}` : ''
  return `${dollars(amount)} (${colourChips(chips.count, chips.colour)}${cash})`
}

const colourOf = ({ colours }: RuleBook, pocket: Pocket): string =>
  colours.red.includes(pocket) ? 'red' : colours.black.includes(pocket) ? 'black' : 'green'
export const inColour = (book: RuleBook, pocket: Pocket): string => `${pocket} (${colourOf(book, pocket)})`

export const roundsWords = (rounds: readonly number[]): string =>
  `round${rounds.length === 1 ? '' : 's'} ${listed(rounds.map(String))}`
export const irregularityWords = ({ irregularities }: RuleBook, code: string): string =>
  irregularities.find((row) => row.code === code)?.means ?? `"${code}"`

// biome-ignore format: a table is read down its columns
export const phaseWords: Record<Phase, string> = {
  'closed':             'no round had been opened',
  'betting-open':       'betting was open',
  'ball-spinning':      'the ball was spinning and betting was open',
  'betting-closed':     'betting was closed and the ball was not at rest',
  'outcome-determined': 'the ball was at rest and nothing was settled',
  'referred':           'it was waiting for a decision',
  'settled':            'the last round was settled',
  'void':               'the last round was void',
}
