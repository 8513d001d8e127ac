import type { Chips } from '../engine/events.ts'
import { limitsFor } from '../engine/limits.ts'
import { type Cents, subtract, sum, times } from '../engine/money.ts'
import type { Spot } from '../engine/spots.ts'
import { betWords, offerAt } from './bets.ts'
import { type Passage, say } from './passages.ts'
import { type EventOf, forWhom, type Scene, who } from './scene.ts'
import { onSpot, spotNamed, spotWords, stakeLying, theSpot } from './spots.ts'
import { dollars, listed, quoted } from './text.ts'
import { colourChips, nameOf } from './words.ts'

type Placed = EventOf<'wager-placed'>

export function placedTold(event: Placed, scene: Scene): Passage[] {
  const spot = spotNamed(scene, event.spot)!
  const text = `${who(scene)} put ${chipsOrMoney(event)} on ${theSpot(spot)}${forWhom(scene)}`
  const limit = event.outside && 'clause' in scene.book.rules.limits ? scene.book.rules.limits.clause : null
  const flag = flagTold(event, spot, scene)
  return [say(scene, `${text}${makingWords(event)}.${flag}`, spot.placed, event.clause, limit)]
}

/** A several-piece bet is several events and one thing that the player did. */
export function severalPieceTold(placed: readonly Placed[], scene: Scene): Passage[] {
  const bet = betWords(placed[0]!.bet!, scene)
  const unit = 'unit' in scene.command ? scene.command.unit : undefined
  const all = dollars(sum(placed.map(({ stake }) => stake)))
  const pieces = listed(placed.map((event) => pieceWords(event, spotNamed(scene, event.spot)!)))
  const text = `${who(scene)} placed the several-piece bet ${bet}${forWhom(scene)}: ${dollars(unit)} a piece, ${all} in all`
  return [say(scene, `${text}, on ${pieces}.`, offerAt(scene)?.clause, placed[0]!.clause)]
}

function pieceWords(event: Placed, spot: Spot): string {
  const flag = event.outside ? `, ${event.outside.replace('-', ' the ')}` : ''
  return `${spotWords(spot)} (${dollars(event.stake)}${makingWords(event)}${flag})`
}

const makingWords = ({ stake, total }: Placed): string => (total === stake ? '' : `, making ${dollars(total)} there`)

/** Reading 7: at a table chips lie where they lie; the dealer is told. */
function flagTold({ outside }: Placed, { kind }: Spot, { after }: Scene): string {
  if (!outside) return ''
  const { min, max } = limitsFor(after.limits, kind)
  const limit =
    outside === 'under-minimum' ? `under the minimum of ${dollars(min)}` : `over the maximum of ${dollars(max)}`
  return ` That is ${limit}: it was recorded and flagged to the dealer.`
}

export function withdrawnTold(event: EventOf<'wager-withdrawn'>, scene: Scene): Passage[] {
  const left = event.total > 0 ? `leaving ${dollars(event.total)} there` : 'leaving nothing there'
  const text = `${who(scene)} took back ${chipsOrMoney(event)} from ${onSpot(scene, event.spot)}${forWhom(scene)}`
  return [say(scene, `${text}, ${left}.`)]
}

function chipsOrMoney({ stake, chips }: { stake: Cents; chips?: Chips }): string {
  if (!chips) return dollars(stake)
  const rest = subtract(stake, times(chips.value, chips.count))
  const asChips = `${colourChips(chips.count, chips.colour)} (${dollars(times(chips.value, chips.count))})`
  return rest > 0 ? `${dollars(rest)} and ${asChips}` : asChips
}

export function ruledTold(event: EventOf<'wager-ruled'>, scene: Scene): Passage[] {
  const spot = spotNamed(scene, event.spot)!
  const stake = dollars(stakeLying(scene, event.player, spot))
  const text = `${nameOf(event.by)} ruled on ${event.player}'s ${stake} on ${theSpot(spot)}: ${ruled(event, scene)}.`
  return [say(scene, `${text}${quoted(event.reason)}`, event.clause)]
}

function ruled({ treatment, to }: EventOf<'wager-ruled'>, scene: Scene): string {
  if (treatment === 'stands') return 'it stands where it is'
  return treatment === 'returned' ? 'it goes back to the player' : `it counts as moved to ${onSpot(scene, to!)}`
}
