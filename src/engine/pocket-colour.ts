import type { Pocket, RuleBook } from '../books/rule-book.ts'

export type PocketColour = keyof RuleBook['colours']

export function colourOf({ colours }: Pick<RuleBook, 'colours'>, pocket: Pocket): PocketColour {
  if (colours.red.includes(pocket)) return 'red'
  return colours.black.includes(pocket) ? 'black' : 'green'
}

/** Returns the colour whose pockets are exactly these; null if there is none. */
export function colourCovered({ colours }: Pick<RuleBook, 'colours'>, covers: readonly Pocket[]): PocketColour | null {
  const isExactly = (pockets: readonly Pocket[]) =>
    pockets.length === covers.length && covers.every((pocket) => pockets.includes(pocket))
  return (
    (Object.keys(colours) as PocketColour[]).find((colour) => covers.length > 0 && isExactly(colours[colour])) ?? null
  )
}
