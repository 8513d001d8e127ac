import { betsAt } from '../engine/several-piece.ts'
import { betIn } from '../words/naming.ts'
import type { Setting } from './nouns.ts'
import type { Scene } from './scene.ts'

/** Several-piece bets, and what a terminal offers of them. */
export function betWords(bet: string, scene: Scene): string {
  const { book } = scene
  const { nouns } = scene.words
  const { bets } = scene.words.story
  const [name = '', chosen, sides = ''] = bet.split(':')
  const rule = offerAt(scene)?.bets.find((row) => row.bet === name)
  if (!rule || rule.choose === 'nothing' || chosen === undefined) return betIn(nouns, book, bet)
  return rule.choose === 'last-digit'
    ? bets.ofDigit(betIn(nouns, book, name), chosen)
    : bets.ofNumber(betIn(nouns, book, name), chosen, sides)
}

export const offerAt = ({ book, before: { setup } }: Scene) => betsAt(book, setup.layout, setup.terminal)

/** A bet's form, as a person would say it: `neighbours:NUMBER:1-3`, `finales:DIGIT`, `tiers`. */
function offerWords(
  {
    book,
    words: {
      nouns,
      story: { bets },
    },
  }: Setting,
  form: string,
): string {
  const [name = '', choose, sides] = form.split(':')
  const bet = betIn(nouns, book, name)
  if (choose === undefined) return bet
  const [least = '', most = ''] = sides?.split('-') ?? []
  return choose === 'DIGIT' ? bets.ofAnyDigit(bet) : bets.ofAnyNumber(bet, least, most)
}

export function tellOffer(setting: Setting, offered: readonly string[]): string {
  const { words } = setting
  if (offered.length === 0) return words.story.bets.noneOffered
  return words.story.bets.offered(words.story.listed(offered.map((form) => offerWords(setting, form))))
}
