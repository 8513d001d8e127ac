import type { Pocket } from '../books/rule-book.ts'
import { type Draw, outcomeOf } from '../engine/draw.ts'
import type { Chips, EventOf } from '../engine/events.ts'
import { groupBy } from '../engine/group-by.ts'
import { recall } from '../engine/history.ts'
import { type Limits, limitsFor } from '../engine/limits.ts'
import { type Cents, negative, subtract, sum } from '../engine/money.ts'
import { inPlay, type Line, type LineChips } from '../engine/settlement.ts'
import { type Spot, spotsOf } from '../engine/spots.ts'
import { fundsOf, imprisonedOf } from '../engine/summary.ts'
import { chipColourIn } from '../words/naming.ts'
import { dollars } from '../words/plain-text.ts'
import type { StoryWords } from '../words/vocabulary.ts'
import type { Setting } from './nouns.ts'
import { inColour, inKind } from './nouns.ts'
import { bracket, citations, type Passage, say } from './passages.ts'
import { type Scene, who } from './scene.ts'
import { findSpot, spotWords } from './spot-words.ts'
import { prisonWords } from './tell-prison.ts'

type Settling = Setting & { layout: string; limits: Limits; pocket: Pocket; draw: Draw | null }

export function tellSettled(event: EventOf<'round-settled'>, scene: Scene): Passage[] {
  const { round, pocket, lines } = event
  const { settlement } = scene.words.story
  const by = scene.command.do === 'settle' ? who(scene) : null
  const first = say(scene, settlement.settled(by, round, inColour(scene, pocket)), event.clause)
  if (lines.length === 0) return [first, say(scene, settlement.noWagers)]
  const plain = lines.filter((line) => isOrdinary(scene, line)).map(({ clause }) => clause)
  const somebodyWon = lines.some(({ result }) => result === 'won')
  return [
    first,
    ...pocketTold(pocket, lines, scene),
    ...(plain.length > 0 ? [say(scene, settlement.byPayTable(somebodyWon), ...plain)] : []),
    settlementTable(settlingOf(scene, round, pocket), lines),
    ...[...eachPlayer(lines)].map(([player, own]) => say(scene, resultWords(scene, player, own))),
    ...tellWarned(event, scene),
  ]
}

/** Some books say of a zero that all loses but what covers it. */
function pocketTold(pocket: Pocket, lines: readonly Line[], scene: Scene): Passage[] {
  const clause = scene.book.rules.losesOnPocket[pocket]
  if (clause === undefined || !lines.some((line) => line.clause === clause)) return []
  return [say(scene, scene.words.story.settlement.onlyCovering(pocket), clause)]
}

/** As the round is kept: with the limits and the draw that it was settled by. */
function settlingOf({ book, words, after }: Scene, round: number, pocket: Pocket): Settling {
  const kept = recall(after.history, round)
  const { layout } = after.setup
  return { book, words, layout, limits: kept?.limits ?? after.limits, pocket, draw: kept?.draw ?? null }
}

function isOrdinary(scene: Scene, { spot, result, clause, imprisonedIn }: Line): boolean {
  const rule = findSpot(scene, spot)!
  if (result === 'returned' || result === 'imprisoned' || imprisonedIn !== undefined) return false
  return rule.wins === 'covered' && clause === (result === 'won' ? rule.clause : rule.loses)
}

function settlementTable(settling: Settling, lines: readonly Line[]): Passage {
  const { words } = settling
  const { byId } = spotsOf(settling.book, settling.layout)
  const why = lines.map((line) => whyOf(settling, line, byId.get(line.spot)!))
  const rows = lines.map((line, index) => ({
    cells: [playerOnce(lines, index), ...settlementCells(settling, line, byId.get(line.spot)!)],
    note:
      why[index] === null ? '' : words.story.settlement.noted(why[index]!, brackets(words, clausesOf(settling, line))),
  }))
  const cited = lines.filter((_, index) => why[index] !== null).flatMap((line) => clausesOf(settling, line))
  return { columns: words.story.settlement.columns, rows, cites: citations(settling.book, cited, words.clauses.silent) }
}

export const playerOnce = (lines: readonly Line[], index: number): string =>
  lines[index]!.player === lines[index - 1]?.player ? '' : lines[index]!.player

function settlementCells({ words, book }: Setting, line: Line, spot: Spot): string[] {
  const { nouns, story } = words
  return [
    spotWords({ words, book }, spot),
    dollars(line.stake),
    line.chips ? story.settlement.chips(line.chips.staked, chipColourIn(nouns, line.chips.colour)) : '',
    line.result === 'returned' || line.imprisonedIn !== undefined ? '' : nouns.odds(line.pays),
    nouns.results[line.result],
    line.paid > 0 ? dollars(line.paid) : '',
    line.collected > 0 ? dollars(line.collected) : '',
  ]
}

/** A line cites one clause; one that was halved, imprisoned or cut as well rests on two. */
function clausesOf({ book }: Settling, line: Line): string[] {
  const { partage, enPrison } = book.rules
  const rule = isHalved(line) ? partage : line.result === 'imprisoned' ? enPrison : line.cut
  return rule ? [...new Set([line.clause, rule.clause])] : [line.clause]
}

const brackets = (words: StoryWords, clauses: readonly string[]): string =>
  clauses.map((clause) => bracket(words, clause)).join(' ')

/** Why a line is not just what the pay table says; null: it is. */
function whyOf(settling: Settling, line: Line, spot: Spot): string | null {
  const why = whyBeforeCut(settling, line, spot)
  return line.cut ? settling.words.story.settlement.cut(dollars(line.cut.amount), why) : why
}

function whyBeforeCut(settling: Settling, line: Line, spot: Spot): string | null {
  const limit = limitWords(settling, line, spot)
  if (isHalved(line)) return settling.words.story.settlement.halved(limit)
  const prison = prisonWords(settling.words, line, limit)
  if (prison !== null) return prison
  return limit ?? rulingWords(settling, line) ?? drawChanceWords(settling, line, spot)
}

/** La partage: what was in play was collected in part. */
const isHalved = (line: Line): boolean => line.result === 'lost' && line.collected < inPlay(line)

function limitWords(settling: Settling, line: Line, { kind }: Spot): string | null {
  const { settlement } = settling.words.story
  const rule = settling.book.rules.limits
  if (rule.policy !== 'settled-by-rule') return null
  const { min, max } = limitsFor(settling.limits, kind)
  if (line.clause === rule.underMinimum) return settlement.underMinimum(dollars(min), inPlay(line) < line.stake)
  if (line.clause !== rule.overMaximum) return null
  const excess = subtract(line.stake, inPlay(line))
  const isAlone = line.returned === excess
  const back = isAlone ? inKind(settling, excess, chipsBack([line])) : dollars(excess)
  return settlement.overMaximum(dollars(max), back)
}

const rulingWords = ({ book, words }: Settling, { result, clause }: Line): string | null =>
  result === 'returned' && clause === book.rules.unclearWagers?.clause ? words.story.settlement.byRuling : null

function drawChanceWords({ words, pocket, draw }: Settling, line: Line, spot: Spot): string | null {
  const { settlement } = words.story
  const { level, scatter } = outcomeOf(pocket, draw)
  const isLost = line.result === 'lost'
  if (spot.wins === 'scatter') return scatter ? settlement.scatter : settlement.noScatter
  if (isLost && spot.wins !== 'covered')
    return settlement.wasNo(pocket, words.nouns.lit[spot.wins === 'bonus-number' ? 'bonus' : 'super-bonus'])
  const isPlain = spot.wins === 'covered' && (isLost || line.pays === spot.pays)
  return isPlain || level === 'plain' ? null : settlement.was(pocket, words.nouns.lit[level])
}

/** Each player's lines, in the order of their first lines. */
export const eachPlayer = (lines: readonly Line[]): ReadonlyMap<string, readonly Line[]> =>
  groupBy(lines, ({ player }) => player)

function resultWords(scene: Scene, player: string, lines: readonly Line[]): string {
  const { settlement } = scene.words.story
  const [paid, taken] = [sum(lines.map((line) => line.paid)), sum(lines.map(({ collected }) => collected))]
  const isOpen = paid === taken && lines.some((line) => line.result === 'imprisoned')
  const net = isOpen ? scene.words.story.prison.undecided : netWords(scene.words, subtract(paid, taken))
  return settlement.result(player, net, holdsWords(scene, player))
}

function netWords({ story: { settlement } }: StoryWords, net: Cents): string {
  if (net === 0) return settlement.even
  return net > 0 ? settlement.won(dollars(net)) : settlement.lost(dollars(negative(net)))
}

export function holdsWords(scene: Scene, player: string): string {
  const { balance, colourChips: chips, owed } = fundsOf(scene.after, player)
  const imprisoned = imprisonedOf(scene.after, player)
  const [debt, prison] = [owed, imprisoned].map((amount) => (amount > 0 ? dollars(amount) : null))
  return scene.words.story.settlement.holds(inKind(scene, balance, chips ?? undefined), debt!, prison!)
}

export function tellWarned({ warned = [] }: { warned?: readonly string[] }, scene: Scene): Passage[] {
  if (warned.length === 0) return []
  const rule = scene.book.rules.limits
  const { listed, settlement } = scene.words.story
  return [say(scene, settlement.warned(listed(warned)), 'underMinimum' in rule ? rule.underMinimum : null)]
}

export function chipsBack(lines: readonly Line[]): Chips | undefined {
  const own = lines.flatMap(({ chips }): LineChips[] => (chips ? [chips] : []))
  if (own.length === 0) return undefined
  const { colour, value } = own[0]!
  return { colour, value, count: own.reduce((count, { returned }) => count + returned, 0) }
}
