import type { Scene } from './scene.ts'
import type { Words } from './words/words.ts'

/** Several-piece bets, and what a terminal offers of them. */
export function betWords(bet: string, scene: Scene): string {
  const { bets } = scene.words
  const [name = '', chosen, sides = ''] = bet.split(':')
  const rule = offerAt(scene)?.bets.find((row) => row.bet === name)
  if (!rule || rule.choose === 'nothing' || chosen === undefined) return bets.name(bet)
  return rule.choose === 'last-digit'
    ? bets.ofDigit(bets.name(name), chosen)
    : bets.ofNumber(bets.name(name), chosen, sides)
}

export const offerAt = ({ book, before }: Scene) =>
  book.layouts[before.setup.layout]?.severalPieceBets.find(({ terminal }) => terminal === before.setup.terminal)

/** A bet's form, as a person would say it: `neighbours:NUMBER:1-3`, `finales:DIGIT`, `tiers`. */
function offerWords({ bets }: Words, form: string): string {
  const [name = '', choose, sides] = form.split(':')
  if (choose === undefined) return bets.name(name)
  const [least = '', most = ''] = sides?.split('-') ?? []
  return choose === 'DIGIT' ? bets.ofAnyDigit(bets.name(name)) : bets.ofAnyNumber(bets.name(name), least, most)
}

export function offerTold(words: Words, offered: readonly string[]): string {
  if (offered.length === 0) return words.bets.noneOffered
  return words.bets.offered(words.listed(offered.map((form) => offerWords(words, form))))
}
