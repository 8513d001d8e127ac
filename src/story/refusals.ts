import type { Pocket } from '../books/rule-book.ts'
import type { Command } from '../engine/language.ts'
import { zero } from '../engine/money.ts'
import type { Role } from '../engine/positions.ts'
import { type Refusal, type RefusalCode, refusals } from '../engine/refusals.ts'
import { isUnderWay, type Phase } from '../engine/table.ts'
import { offerTold } from './bets.ts'
import { attempts, ownChips } from './commands.ts'
import { type Passage, say } from './passages.ts'
import { forWhom, playerIn, type Scene, who } from './scene.ts'
import { onSpot, spotNamed, stakeInPlay } from './spots.ts'
import { dollars, listed } from './text.ts'
import { inColour, moneyWord, orAbove, phaseWords, titleOf } from './words.ts'

export function refusalTold(refusal: Refusal, scene: Scene): Passage[] {
  const { command } = scene
  const attempt = (attempts[command.do] as (command: Command, scene: Scene) => string)(command, scene)
  // A command that names its player in what it does needs no second mention.
  const whom = command.do === 'rule-on-wager' ? '' : forWhom(scene)
  const reason = reasons[refusal.refused](refusal, scene)
  const recorded = refusals[refusal.refused].recorded ? ' The attempt was recorded.' : ''
  const stays = refusal.refused === 'betting-is-closed' ? stillInPlay(scene) : ''
  const text = `${who(scene)} tried to ${attempt}${whom}, but was refused: ${reason}.${stays}${recorded}`
  return [say(scene, text, refusal.clause)]
}

/** Reading 9: what lay on the spot before stays in play. */
function stillInPlay(scene: Scene): string {
  const { command } = scene
  if (!('player' in command && 'spot' in command) || command.spot === undefined) return ''
  const spot = spotNamed(scene, command.spot)
  const total = spot ? stakeInPlay(scene, command.player, spot) : zero
  return total > 0 ? ` The ${dollars(total)} that ${command.player} had there stayed in play.` : ''
}

/** What a book may know nothing of, by the names that the engine has for it; anything else is an irregularity's code. */
// biome-ignore format: a table is read down its columns
const bookThings: ReadonlyMap<string, string> = new Map([
  ['colour chips',  'colour chips'],
  ['bonus-numbers', 'bonus numbers'],
  ['rule-on-wager', 'rulings on unclear wagers'],
  ['no-spin',       'announcing no spin'],
  ['power-failure', 'going on after a power failure'],
  ['resume',        'going on after a power failure'],
  ['interruption',  'technical interruptions'],
])

/** Why it was refused: it follows `but was refused:`. Every code has its words, and the facts fill them. */
// biome-ignore format: a table is read down its columns
export const reasons: Record<RefusalCode, (facts: Refusal, scene: Scene) => string> = {
  'position-too-low':            positionWords,
  'not-for-this-player':         ({ player, by }) => `${by} is a player and may not act for ${player}`,
  'not-in-this-book':            ({ what }) => `these rules know nothing of ${bookThings.get(String(what)) ?? `an irregularity called "${what}"`}`,
  'table-is-closed':             (_, { before: { round } }) => isUnderWay(round) ? `the table was to close when round ${round.round} was over` : 'the table was closed',
  'table-is-open':               () => 'the table was open',
  'no-round-in-progress':        () => 'no round was under way',
  'round-in-progress':           ({ round, phase }) => `round ${round} was still under way; ${phaseWords[phase as Phase]}`,
  'power-is-out':                () => 'the power was out and play had not been resumed',
  'power-is-not-out':            () => 'the power was not out',
  'round-is-referred':           (_, { book }) => `the round was waiting for the ${titleOf(book.rules.referral.by)} to decide`,
  'round-is-not-referred':       () => 'the round had not been referred to anybody',
  'betting-is-closed':           ({ phase }, { before }) => isUnderWay(before.round) ? 'betting was closed' : `no bets were open; ${phaseWords[phase as Phase]}`,
  'betting-is-open':             () => 'betting was still open',
  'too-early-to-close':          ({ needs }) => `the ball had not been spun, and ${needs ? `closing before that takes the leave of ${orAbove(needs as Role)}` : 'these rules do not let betting close before that'}`,
  'ball-already-spun':           () => 'the ball had been spun already, and a round has one spin',
  'outcome-already-determined':  atRestWords,
  'outcome-not-determined':      () => 'the ball was not at rest',
  'results-differ':              differenceWords,
  'bonus-numbers-already-drawn': () => 'the bonus numbers were drawn already, and a round has one draw',
  'bonus-numbers-not-drawn':     () => 'the bonus numbers were not drawn, and nothing is settled before that',
  'bonus-numbers-not-valid':     ({ numbers, needs }) => `a draw is ${needs} different numbers of the wheel, and this one was ${listed(numbers as string[]) || 'empty'}`,
  'round-unknown':               ({ round }) => `there was no round ${round} to change, or the table no longer keeps it`,
  'round-is-void':               ({ round }) => `round ${round} was void, and a void round has no result to change`,
  'pocket-not-on-wheel':         ({ pocket }) => `the wheel has no pocket ${pocket}`,
  'outcome-unchanged':           ({ pocket }) => `${pocket} was the outcome already`,
  'spot-not-in-book':            ({ spot }) => `the layout has no spot ${spot}`,
  'bet-not-offered':             ({ offered }) => offerTold(offered as string[]),
  'limits-not-valid':            ({ problem }) => String(problem).replace(/^limits (?=\w)/, 'what was asked ').replace(/^limits \./, ''),
  'no-such-wager':               ({ player, spot }, scene) => `${player} had nothing on ${onSpot(scene, String(spot))}`,
  'stake-not-positive':          () => 'a stake must be more than nothing',
  'amount-not-positive':         () => 'an amount must be more than nothing',
  'amount-too-large':            () => 'that is more than a table can hold',
  'colour-in-use':               ({ colour }) => `${colour} chips belonged to another player at this table`,
  'colour-differs':              ({ colour, chipValue }, { command }) => `${playerIn(command)} had ${colour === null ? 'no colour chips' : `${colour} chips at ${dollars(chipValue)} each, and no other`}`,
  'not-whole-chips':             ({ amount, stake, chipValue }) => `${dollars(amount ?? stake)} is no whole number of chips at ${dollars(chipValue)} each`,
  'withdrawal-too-large':        ({ chips, total }, scene) => `${playerIn(scene.command)} had only ${chips === undefined ? dollars(total) : ownChips(Number(chips), scene)} there`,
  'under-the-minimum':           ({ spot, total, min }, scene) => `${dollars(total)} on ${onSpot(scene, String(spot))} would be under the minimum of ${dollars(min)}`,
  'over-the-maximum':            ({ spot, total, max }, scene) => `${dollars(total)} on ${onSpot(scene, String(spot))} would be over the maximum of ${dollars(max)}`,
  'stakes-in-play':              ({ round }, { book, command }) => `${playerIn(command)} had stakes in round ${round}, and ${moneyWord(book)} are paid out when it is over`,
  'nothing-owed':                ({ owed }, { command }) => `${playerIn(command)} owed ${Number(owed) > 0 ? `only ${dollars(owed)}` : 'nothing'}`,
  'balance-too-low':             ({ balance }, scene) => `${playerIn(scene.command)} had ${Number(balance) > 0 ? `only ${dollars(balance)} in` : 'no'} ${fundsWord(scene)}`,
}

function positionWords({ needs, by }: Refusal): string {
  if (needs === 'system') return 'that is for the random number generator alone'
  return by === 'system' ? `that is for people, ${orAbove(needs as Role)}` : `that takes ${orAbove(needs as Role)}`
}

/** The wheel and the dealer each name the number once. */
function atRestWords({ pocket }: Refusal, { book, before: { round } }: Scene): string {
  if ('said' in round && round.said?.differs) return 'the wheel and the dealer had both named a number'
  return `the ball was at rest in ${inColour(book, String(pocket))} already`
}

function differenceWords({ pockets }: Refusal, { book }: Scene): string {
  const numbers = listed((pockets as Pocket[]).map((pocket) => inColour(book, pocket)))
  return `the wheel and the dealer named different numbers, ${numbers}, and no ${titleOf(book.rules.correction.by)} had decided`
}

/** What the player wanted to use. */
function fundsWord({ book, command }: Scene): string {
  const isColour = ('chips' in command && command.chips !== undefined) || 'colour' in command
  return isColour ? 'colour chips' : moneyWord(book)
}
