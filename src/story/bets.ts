import type { Scene } from './scene.ts'
import { listed } from './text.ts'

/** Several-piece bets, and what a terminal offers of them. */
export function betWords(bet: string, scene: Scene): string {
  const [name, chosen, sides] = bet.split(':')
  const rule = offerAt(scene)?.bets.find((row) => row.bet === name)
  if (!rule || rule.choose === 'nothing' || chosen === undefined) return bet
  return rule.choose === 'last-digit' ? `${name} of ${chosen}` : `${name} of ${chosen}, ${sides} on each side`
}

export const offerAt = ({ book, before }: Scene) =>
  book.layouts[before.setup.layout]?.severalPieceBets.find(({ terminal }) => terminal === before.setup.terminal)

/** A bet's form, as a person would say it. */
const offerWords = (form: string): string =>
  form.replace(/:NUMBER:(\d)-(\d)/, ' of a number ($1 to $2 on each side)').replace(':DIGIT', ' of a last digit')

export function offerTold(offered: readonly string[]): string {
  if (offered.length === 0) return 'no several-piece bets are offered at this table'
  return `the several-piece bets offered here are ${listed(offered.map(offerWords))}`
}
