import type { EventOf } from '../engine/events.ts'
import { owedBy } from '../engine/ledger.ts'
import { isStaff } from '../engine/positions.ts'
import { dollars } from '../words/plain-text.ts'
import type { Setting } from './nouns.ts'
import { chipsWords, inMoney } from './nouns.ts'
import { type Passage, say, sentences } from './passages.ts'
import { playerActedFor, type Scene, who } from './scene.ts'

export function tellBought(event: EventOf<'bought-in'>, scene: Scene): Passage[] {
  const { words, command } = scene
  const what = boughtWords(scene, event)
  const text = isStaff(command.by.role)
    ? words.story.funds.sold(who(scene), event.player, what)
    : words.story.funds.bought(who(scene), what)
  return [say(scene, sentences(words, text, event.marked ? words.story.funds.marked : null), event.clause)]
}

export const tellCashed = (event: EventOf<'cashed-out'>, scene: Scene): Passage[] => [
  say(scene, scene.words.story.funds.cashedOut(who(scene), boughtWords(scene, event), playerActedFor(scene))),
]

function boughtWords(setting: Setting, { amount, chips }: EventOf<'bought-in' | 'cashed-out'>): string {
  if (!chips) return inMoney(setting, amount)
  const { words } = setting
  return words.story.money.chipsAt(chipsWords(words, chips), dollars(chips.value), dollars(amount))
}

export function tellRepaid({ player, amount }: EventOf<'owed-repaid'>, scene: Scene): Passage[] {
  const rest = owedBy(scene.after.ledger, player)
  const still = rest > 0 ? dollars(rest) : null
  return [say(scene, scene.words.story.funds.repaid(who(scene), dollars(amount), playerActedFor(scene), player, still))]
}
