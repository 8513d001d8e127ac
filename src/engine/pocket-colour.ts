import type { Pocket, RuleBook } from '../books/rule-book.ts'

export type PocketColour = keyof RuleBook['colours']

export function colourOf({ colours }: Pick<RuleBook, 'colours'>, pocket: Pocket): PocketColour {
  if (colours.red.includes(pocket)) return 'red'
  return colours.black.includes(pocket) ? 'black' : 'green'
}
