import type { RuleBook } from '../books/rule-book.ts'
import { owedBy } from '../engine/ledger.ts'
import { isStaff } from '../engine/positions.ts'
import { type Passage, say } from './passages.ts'
import { type EventOf, forWhom, type Scene, who } from './scene.ts'
import { dollars } from './text.ts'
import { colourChips, moneyWord } from './words.ts'

export function boughtTold(event: EventOf<'bought-in'>, scene: Scene): Passage[] {
  const what = boughtWords(scene.book, event)
  const mark = event.marked ? ' The value is above the table minimum, so it was marked.' : ''
  const text = isStaff(scene.command.by.role) ? `sold ${event.player} ${what}` : `bought ${what}`
  return [say(scene, `${who(scene)} ${text}.${mark}`, event.clause)]
}

export const cashedTold = (event: EventOf<'cashed-out'>, scene: Scene): Passage[] => [
  say(scene, `${who(scene)} cashed out ${boughtWords(scene.book, event)}${forWhom(scene)}.`),
]

function boughtWords(book: RuleBook, { amount, chips }: EventOf<'bought-in' | 'cashed-out'>): string {
  if (!chips) return `${dollars(amount)} in ${moneyWord(book)}`
  return `${colourChips(chips.count, chips.colour)} at ${dollars(chips.value)} each, ${dollars(amount)} in all`
}

export function repaidTold({ player, amount }: EventOf<'owed-repaid'>, scene: Scene): Passage[] {
  const rest = owedBy(scene.after.ledger, player)
  const still = rest > 0 ? `still owed ${dollars(rest)}` : 'owed nothing more'
  return [say(scene, `${who(scene)} repaid ${dollars(amount)}${forWhom(scene)}; ${player} ${still}.`)]
}
