import type { Pocket } from '../books/rule-book.ts'
import type { Command } from '../engine/language.ts'
import { zero } from '../engine/money.ts'
import { type Refusal, refusals } from '../engine/refusals.ts'
import { isUnderWay, type TableState } from '../engine/table.ts'
import { inColour } from './nouns.ts'
import { type Passage, say, sentences } from './passages.ts'
import { forWhom, playerIn, type Scene, who } from './scene.ts'
import { spotNamed, stakeInPlay } from './spots.ts'
import { dollars } from './text.ts'

export function refusalTold(refusal: Refusal, scene: Scene): Passage[] {
  const { command, words } = scene
  const attempt = (words.attempts[command.do] as (command: Command, scene: Scene) => string)(command, scene)
  // A command that names its player in what it does needs no second mention.
  const whom = command.do === 'rule-on-wager' ? null : forWhom(scene)
  const text = sentences(
    words,
    words.refused.tried(who(scene), attempt, whom, words.reasons[refusal.refused](refusal, scene)),
    refusal.refused === 'betting-is-closed' ? stillInPlay(scene) : null,
    refusals[refusal.refused].recorded ? words.refused.recorded : null,
  )
  return [say(scene, text, refusal.clause)]
}

/** Reading 9: what lay on the spot before stays in play. */
function stillInPlay(scene: Scene): string | null {
  const { command } = scene
  if (!('player' in command && 'spot' in command) || command.spot === undefined) return null
  const spot = spotNamed(scene, command.spot)
  const total = spot ? stakeInPlay(scene, command.player, spot) : zero
  return total > 0 ? scene.words.refused.stayed(dollars(total), command.player) : null
}

// What the reasons of every language ask of a scene ---------------------------------------------------------------------

/** The number of the round under way; null: there is none. */
export const roundUnderWay = ({ before: { round } }: Scene): number | null => (isUnderWay(round) ? round.round : null)

/** Whether the wheel and the dealer have each named a number, and not the same. */
export const bothSpoke = ({ before: { round } }: { before: TableState }): boolean =>
  'said' in round && Boolean(round.said?.differs)

export const pocketsIn = (scene: Scene, pockets: unknown): string =>
  scene.words.listed((pockets as Pocket[]).map((pocket) => inColour(scene, pocket)))

/** A player's colour chips are of one colour. */
export const ownChips = (count: number, { command, before, words }: Scene): string =>
  words.money.chips(count, before.colours.get(playerIn(command) ?? '')?.colour)

/** What the player wanted to use. */
export function fundsWord({ book, command, words }: Scene): string {
  const isColour = ('chips' in command && command.chips !== undefined) || 'colour' in command
  return isColour ? words.money.colourChips : words.money.kinds[book.funds.money]
}
