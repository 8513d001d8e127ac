import type { Chips, EventOf } from '../engine/events.ts'
import { recall } from '../engine/history.ts'
import { limitsFor, type Outside } from '../engine/limits.ts'
import { type Cents, subtract, sum, times } from '../engine/money.ts'
import type { Spot } from '../engine/spots.ts'
import { dollars } from '../words/plain-text.ts'
import type { StoryWords } from '../words/vocabulary.ts'
import { chipsWords, nameOf, type Setting } from './nouns.ts'
import { type Passage, say, sentences, tellReason } from './passages.ts'
import { isRecorded, playerPlacedFor, type Scene, who, whoPlaced } from './scene.ts'
import { findSpot, isRoundNow, onSpot, spotWords, stakeLeft, stakeRuledOn, theSpot } from './spot-words.ts'
import { betWords, offerAt } from './tell-bets.ts'

type Placed = EventOf<'wager-placed'>

export function tellPlaced(event: Placed, scene: Scene): Passage[] {
  const { words } = scene
  const spot = findSpot(scene, event.spot)!
  const what = chipsOrMoney(words, event)
  const text = words.story.wagers.placed(
    whoPlaced(scene),
    what,
    theSpot(scene, spot),
    playerPlacedFor(scene),
    totalThere(event),
  )
  const limit = event.outside ? limitsClause(scene) : null
  const told = sentences(words, text, recordedTold(scene), flagTold(event, spot, scene))
  return [say(scene, told, spot.placed, event.clause, limit)]
}

/** A several-piece bet is several events and one thing that the player did. */
export function tellSeveralPiece(placed: readonly Placed[], scene: Scene): Passage[] {
  const { words } = scene
  const bet = betWords(placed[0]!.bet!, scene)
  const all = dollars(sum(placed.map(({ stake }) => stake)))
  const pieces = words.story.listed(placed.map((event) => pieceWords(scene, event, findSpot(scene, event.spot)!)))
  const text = words.story.wagers.severalPieces(
    whoPlaced(scene),
    bet,
    playerPlacedFor(scene),
    onePieceWords(scene, placed[0]!),
    all,
    pieces,
  )
  return [say(scene, sentences(words, text, recordedTold(scene)), offerAt(scene)?.clause, placed[0]!.clause)]
}

/** The stake of one piece: an amount, or colour chips. */
function onePieceWords({ words, command }: Scene, { chips }: Placed): string {
  if (command.do !== 'wager' || command.chips === undefined || !chips)
    return dollars('unit' in command ? command.unit : undefined)
  return chipsWords(words, { ...chips, count: command.chips })
}

const recordedTold = (scene: Scene): string | null =>
  isRecorded(scene.command) ? scene.words.story.wagers.recorded(who(scene)) : null

const pieceWords = ({ words, book }: Setting, event: Placed, spot: Spot): string =>
  words.story.wagers.piece(
    spotWords({ words, book }, spot),
    dollars(event.stake),
    totalThere(event),
    event.outside ? words.nouns.outside[event.outside] : null,
  )

const totalThere = ({ stake, total }: Placed): string | null => (total === stake ? null : dollars(total))

/** Reading 7: chips at a table lie where they lie. The dealer is notified. */
function flagTold({ outside }: { outside?: Outside }, { kind }: Spot, { after, words }: Scene): string | null {
  if (!outside) return null
  const { min, max } = limitsFor(after.limits, kind)
  return words.story.wagers.flagged[outside](dollars(outside === 'under-minimum' ? min : max))
}

export function tellWithdrawn(event: EventOf<'wager-withdrawn'>, scene: Scene): Passage[] {
  const { words } = scene
  const left = event.total > 0 ? dollars(event.total) : null
  const what = chipsOrMoney(words, event)
  const text = words.story.wagers.withdrawn(whoPlaced(scene), what, onSpot(scene, event.spot), left)
  const flag = flagTold(event, findSpot(scene, event.spot)!, scene)
  const told = sentences(words, text, recordedTold(scene), flag)
  return [say(scene, told, flag === null ? null : limitsClause(scene))]
}

const limitsClause = ({ book: { rules } }: Scene): string | null =>
  'clause' in rules.limits ? rules.limits.clause : null

function chipsOrMoney(words: StoryWords, { stake, chips }: { stake: Cents; chips?: Chips }): string {
  if (!chips) return dollars(stake)
  const worth = times(chips.value, chips.count)
  const rest = subtract(stake, worth)
  const asChips = words.story.money.chipsWorth(chipsWords(words, chips), dollars(worth))
  return rest > 0 ? words.story.money.both(dollars(rest), asChips) : asChips
}

export function tellRuled(event: EventOf<'wager-ruled'>, scene: Scene): Passage[] {
  const { words } = scene
  const spot = findSpot(scene, event.spot)!
  const { stake: part, chips } = event
  const all = stakeRuledOn(scene, event, spot)
  const stake = part === undefined ? dollars(all) : chipsOrMoney(words, { stake: part, ...(chips ? { chips } : {}) })
  const by = nameOf(words, event.by)
  const text = words.story.wagers.ruled(by, event.player, stake, theSpot(scene, spot), rulingWords(event, scene))
  const flags = Object.entries(event.outside ?? {}).map(([id, outside]) => leftTold(id, outside, event, scene))
  const replaced = event.replaces ? words.story.wagers.replaces(event.replaces) : null
  const limit = flags.length === 0 ? null : limitsClause(scene)
  return [say(scene, sentences(words, text, replaced, tellReason(words, event.reason), ...flags), event.clause, limit)]
}

/** The stake on one of the spots of a ruling at that time. */
function leftTold(id: string, outside: Outside, event: EventOf<'wager-ruled'>, scene: Scene): string {
  const { after, words } = scene
  const spot = findSpot(scene, id)!
  const limits = isRoundNow(scene, event.round) ? after.limits : recall(after.history, event.round)!.limits
  const { min, max } = limitsFor(limits, spot.kind)
  const stake = dollars(stakeLeft(scene, event, spot))
  return words.story.wagers.leaves[outside](
    stake,
    theSpot(scene, spot),
    dollars(outside === 'under-minimum' ? min : max),
  )
}

function rulingWords({ treatment, to }: EventOf<'wager-ruled'>, scene: Scene): string {
  const { nouns, story } = scene.words
  return treatment === 'moved' ? story.wagers.moved(onSpot(scene, to!)) : nouns.rulings[treatment]
}
