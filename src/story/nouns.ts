import type { Pocket, RuleBook } from '../books/rule-book.ts'
import type { Chips, Source } from '../engine/events.ts'
import { type Cents, subtract, times } from '../engine/money.ts'
import type { By } from '../engine/positions.ts'
import type { Setting } from './scene.ts'
import { dollars } from './text.ts'
import type { Words } from './words/words.ts'

/** The nouns of the table as a person says them. */

/** What acts in somebody's position signs with one of these names. */
const machines = ['wheel', 'automatic dealer', 'automatic shift manager'] as const
export type Machine = (typeof machines)[number]

const isMachine = (name: string | undefined): name is Machine => machines.includes(name as Machine)

export function nameOf({ people }: Words, { role, name }: By, player?: string): string {
  if (role === 'player') return name ?? player ?? people.somebody
  return isMachine(name) ? people.machines[name] : people.staff(role, name)
}

export const otherThan = (source: Source): Source => (source === 'wheel' ? 'dealer' : 'wheel')

export const chipsWords = ({ money }: Words, { count, colour }: Chips): string => money.chips(count, colour)

/** An amount in chips or credits, by what the book is played with. */
export const inMoney = ({ book, words }: Setting, amount: Cents): string =>
  words.money.sum(dollars(amount), book.funds.money)

/** An amount of which a part may be colour chips. */
export function inKind(setting: Setting, amount: Cents, chips: Chips | undefined): string {
  if (!chips || chips.count === 0) return dollars(amount)
  const { words } = setting
  const rest = subtract(amount, times(chips.value, chips.count))
  return words.money.inKind(dollars(amount), chipsWords(words, chips), rest > 0 ? inMoney(setting, rest) : null)
}

const colourOf = ({ colours }: RuleBook, pocket: Pocket): keyof RuleBook['colours'] =>
  colours.red.includes(pocket) ? 'red' : colours.black.includes(pocket) ? 'black' : 'green'

export const inColour = ({ book, words: { pockets } }: Setting, pocket: Pocket): string =>
  pockets.inColour(pocket, pockets.colours[colourOf(book, pocket)])

export const irregularityWords = ({ book, words }: Setting, code: string): string =>
  book.irregularities.find((row) => row.code === code)?.means ?? words.quoted(code)
