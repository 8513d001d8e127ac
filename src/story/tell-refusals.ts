import type { Pocket } from '../books/rule-book.ts'
import type { Command } from '../engine/language.ts'
import { type Cents, zero } from '../engine/money.ts'
import { type Refusal, refusals } from '../engine/refusals.ts'
import { isUnderWay, type Phase } from '../engine/table.ts'
import { chipColourIn, kindIn } from '../words/naming.ts'
import { dollars } from '../words/plain-text.ts'
import type { Scenery } from '../words/scenery.ts'
import { inColour, inMoney, irregularityWords } from './nouns.ts'
import { type Passage, say, sentences } from './passages.ts'
import { playerActedFor, playerIn, type Scene, who } from './scene.ts'
import { findSpot, onSpot, stakeInPlay } from './spot-words.ts'
import { betWords, tellOffer } from './tell-bets.ts'

export function tellRefusal(refusal: Refusal, scene: Scene): Passage[] {
  const { command, words } = scene
  const scenery = sceneryOf(scene)
  // A command that names its player in what it does needs no second mention.
  const whom = command.do === 'rule-on-wager' ? null : playerActedFor(scene)
  const text = sentences(
    words,
    words.story.refused.tried(
      who(scene),
      attemptTold(scene, scenery),
      whom,
      words.story.reasons[refusal.refused](refusal, scenery),
    ),
    refusal.refused === 'betting-is-closed' ? stillInPlay(scene) : null,
    refusals[refusal.refused].recorded ? words.story.refused.recorded : null,
  )
  return [say(scene, text, refusal.clause)]
}

/** The record names a forbidden command and holds no more of it. */
export function tellForbidden(
  refusal: Refusal,
  forbidden: Pick<Command, 'do' | 'by'>,
  setting: Omit<Scene, 'command'>,
): Passage[] {
  const scene: Scene = { ...setting, command: forbidden as Command }
  const { words } = scene
  const reason = words.story.reasons[refusal.refused](refusal, sceneryOf(scene))
  const text = sentences(
    words,
    words.story.refused.tried(who(scene), words.commands[forbidden.do], null, reason),
    words.story.refused.recorded,
  )
  return [say(scene, text, refusal.clause)]
}

function attemptTold({ command, words }: Scene, scenery: Scenery): string {
  const attempt = words.story.attempts[command.do] as ((command: Command, say: Scenery) => string) | undefined
  return attempt?.(command, scenery) ?? words.commands[command.do]
}

/** Reading 9: what lay on the spot before stays in play. */
function stillInPlay(scene: Scene): string | null {
  const { command } = scene
  if (!('player' in command && 'spot' in command) || command.spot === undefined) return null
  const spot = findSpot(scene, command.spot)
  const total = spot ? stakeInPlay(scene, command.player, spot) : zero
  return total > 0 ? scene.words.story.refused.stayed(dollars(total), command.player) : null
}

const roundUnderWay = ({ before: { round } }: Scene): number | null => (isUnderWay(round) ? round.round : null)

const bothSpoke = ({ before: { round } }: Scene): boolean => 'said' in round && Boolean(round.said?.differs)

/** The means of payment that the player wanted to use. */
function fundsWord({ book, command, words: { nouns } }: Scene): string {
  const isColour = ('chips' in command && command.chips !== undefined) || 'colour' in command
  return isColour ? nouns.colourChips : nouns.money[book.funds.money]
}

/** A player's colour chips are of one colour. */
function ownChips(count: number, { command, before, words: { nouns } }: Scene): string {
  const colour = before.colours.get(playerIn(command) ?? '')?.colour
  return nouns.chipsCount(count, colour === undefined ? undefined : chipColourIn(nouns, colour))
}

/** The facts of a scene in words, for sentences about a refused command and the reason. */
function sceneryOf(scene: Scene): Scenery {
  const { book, command, words } = scene
  const { nouns, story } = words
  return {
    nouns,
    player: playerIn(command),
    round: roundUnderWay(scene),
    bothSpoke: bothSpoke(scene),
    referral: nouns.roles[book.rules.referral.by],
    correction: nouns.roles[book.rules.correction.by],
    money: nouns.money[book.funds.money],
    funds: fundsWord(scene),
    sum: (amount) => inMoney(scene, amount as Cents),
    chips: (count) => ownChips(Number(count), scene),
    chipsOf: (colour) => nouns.chipsOf(chipColourIn(nouns, colour)),
    kind: (kind) => kindIn(nouns, book, kind),
    spot: (spot) => onSpot(scene, String(spot)),
    pocket: (pocket) => inColour(scene, String(pocket)),
    pockets: (pockets) => story.listed((pockets as Pocket[]).map((pocket) => inColour(scene, pocket))),
    phase: (phase) => story.phases[phase as Phase],
    bet: (bet) => betWords(bet, scene),
    offer: (bets) => tellOffer(scene, bets as string[]),
    irregularity: (code) => irregularityWords(scene, code),
  }
}
