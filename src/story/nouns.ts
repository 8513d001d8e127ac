import type { Edition } from '../books/edition.ts'
import type { Book, Pocket } from '../books/rule-book.ts'
import type { Chips } from '../engine/events.ts'
import { type Cents, subtract, times } from '../engine/money.ts'
import { colourOf } from '../engine/pocket-colour.ts'
import type { By } from '../engine/positions.ts'
import { chipColourIn } from '../words/naming.ts'
import { dollars } from '../words/plain-text.ts'
import { type Machine, machineNames } from '../words/scenery.ts'
import type { StoryWords } from '../words/vocabulary.ts'

/** A book, and the language of the story. */
export type Setting = { book: Edition; words: StoryWords }

export const settingOf = (words: StoryWords, book: Book): Setting => ({ words, book: words.books.edition(book) })

/** The nouns of the table as a person says them. */

const isMachine = (name: string | undefined): name is Machine => machineNames.includes(name as Machine)

export function nameOf({ nouns, story: { people } }: StoryWords, { role, name }: By, player?: string): string {
  if (role === 'player') return name ?? player ?? people.somebody
  return isMachine(name) ? people.machines[name] : people.staff(nouns.roles[role], name)
}

export const chipsWords = ({ nouns }: StoryWords, { count, colour }: Chips): string =>
  nouns.chipsCount(count, chipColourIn(nouns, colour))

/** An amount in chips or credits, by what the book is played with. */
export const inMoney = ({ book, words }: Setting, amount: Cents): string =>
  words.story.money.sum(dollars(amount), words.nouns.money[book.funds.money])

/** An amount of which a part may be colour chips. */
export function inKind(setting: Setting, amount: Cents, chips: Chips | undefined): string {
  if (!chips || chips.count === 0) return dollars(amount)
  const { words } = setting
  const rest = subtract(amount, times(chips.value, chips.count))
  return words.story.money.inKind(dollars(amount), chipsWords(words, chips), rest > 0 ? inMoney(setting, rest) : null)
}

export const inColour = ({ book, words }: Setting, pocket: Pocket): string =>
  words.story.pockets.inColour(pocket, words.nouns.colours[colourOf(book, pocket)])

export const irregularityWords = ({ book, words }: Setting, code: string): string =>
  book.texts.irregularities[code] ?? words.story.quoted(code)

/** Why a round is void: by what the book lists, or by a decision. */
export const voidWords = (setting: Setting, code: string): string =>
  code === 'decision' ? setting.words.nouns.voids.decision : irregularityWords(setting, code)
