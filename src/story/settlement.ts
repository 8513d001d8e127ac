import type { Pocket, RuleBook } from '../books/rule-book.ts'
import { type Draw, outcomeOf } from '../engine/draw.ts'
import type { Chips } from '../engine/events.ts'
import { inPlay } from '../engine/figures.ts'
import { recall } from '../engine/history.ts'
import { type Limits, limitsFor } from '../engine/limits.ts'
import { type Cents, negative, subtract, sum } from '../engine/money.ts'
import type { Line, LineChips } from '../engine/settlement.ts'
import { type Spot, spotsOf } from '../engine/spots.ts'
import { fundsOf } from '../engine/summary.ts'
import { bracket, citations, type Passage, say } from './passages.ts'
import { type EventOf, type Scene, who } from './scene.ts'
import { spotNamed, spotWords } from './spots.ts'
import { dollars, listed } from './text.ts'
import { inColour, inKind } from './words.ts'

type Settling = { book: RuleBook; layout: string; limits: Limits; pocket: Pocket; draw: Draw | null }

export function settledTold(event: EventOf<'round-settled'>, scene: Scene): Passage[] {
  const { round, pocket, lines } = event
  const by = scene.command.do === 'settle' ? `${who(scene)} settled round ${round}` : `Round ${round} was settled`
  const text = `${by} on ${inColour(scene.book, pocket)}, wager by wager.`
  const first = say(scene, text, event.clause)
  if (lines.length === 0) return [first, say(scene, 'There were no wagers.')]
  const plain = lines.filter((line) => isPlain(scene, line)).map(({ clause }) => clause)
  const keeping = lines.some(({ result }) => result === 'won') ? ', winners keeping their stake' : ''
  return [
    first,
    ...pocketTold(pocket, lines, scene),
    ...(plain.length > 0 ? [say(scene, `By the pay table${keeping}:`, ...plain)] : []),
    settlementTable(settlingOf(scene, round, pocket), lines),
    ...eachPlayer(lines).map(([player, own]) => say(scene, resultWords(scene, player, own))),
    ...warnedTold(event, scene),
  ]
}

/** Some books say of a zero that all loses but what covers it. */
function pocketTold(pocket: Pocket, lines: readonly Line[], scene: Scene): Passage[] {
  const clause = scene.book.rules.losesOnPocket[pocket]
  if (clause === undefined || !lines.some((line) => line.clause === clause)) return []
  return [say(scene, `On ${pocket} only wagers that cover it win; every other wager loses.`, clause)]
}

/** As the round is kept: with the limits and the draw that it was settled by. */
function settlingOf({ book, after }: Scene, round: number, pocket: Pocket): Settling {
  const kept = recall(after.history, round)
  return { book, layout: after.setup.layout, limits: kept?.limits ?? after.limits, pocket, draw: kept?.draw ?? null }
}

function isPlain(scene: Scene, { spot, result, clause }: Line): boolean {
  const rule = spotNamed(scene, spot)!
  return result !== 'returned' && rule.wins === 'covered' && clause === (result === 'won' ? rule.clause : rule.loses)
}

function settlementTable(settling: Settling, lines: readonly Line[]): Passage {
  const { byId } = spotsOf(settling.book, settling.layout)
  const why = lines.map((line) => whyOf(settling, line, byId.get(line.spot)!))
  const rows = lines.map((line, index) => ({
    cells: [playerOnce(lines, index), ...settlementCells(line, byId.get(line.spot)!)],
    note: why[index] === '' ? '' : `${why[index]} ${bracket(line.clause)}`,
  }))
  const cited = lines.filter((_, index) => why[index] !== '').map(({ clause }) => clause)
  return {
    columns: ['player', 'wager', 'stake', 'chips', 'odds', 'result', 'winnings', 'collected'],
    rows,
    cites: citations(settling.book, cited),
  }
}

export const playerOnce = (lines: readonly Line[], index: number): string =>
  lines[index]!.player === lines[index - 1]?.player ? '' : lines[index]!.player

const settlementCells = (line: Line, spot: Spot): string[] => [
  spotWords(spot),
  dollars(line.stake),
  line.chips ? `${line.chips.staked} ${line.chips.colour}` : '',
  line.result === 'returned' ? '' : `${line.pays} to 1`,
  line.result,
  line.paid > 0 ? dollars(line.paid) : '',
  line.collected > 0 ? dollars(line.collected) : '',
]

/** Why a line is not just what the pay table says. */
function whyOf(settling: Settling, line: Line, spot: Spot): string {
  return limitWords(settling, line, spot) ?? rulingWords(settling, line) ?? chanceWords(settling, line, spot) ?? ''
}

function limitWords({ book, limits }: Settling, line: Line, { kind }: Spot): string | null {
  const rule = book.rules.limits
  if (rule.policy !== 'settled-by-rule') return null
  const { min, max } = limitsFor(limits, kind)
  if (line.clause === rule.underMinimum)
    return `under the minimum of ${dollars(min)}: ${line.result === 'returned' ? 'not for the first time' : 'settled this one time'}`
  if (line.clause !== rule.overMaximum) return null
  const excess = subtract(line.stake, inPlay(line))
  const back = line.result === 'lost' ? inKind(book, excess, chipsBack([line])) : dollars(excess)
  return `over the maximum of ${dollars(max)}: ${back} of it was not in play and went back`
}

const rulingWords = ({ book }: Settling, { result, clause }: Line): string | null =>
  result === 'returned' && clause === book.rules.unclearWagers?.clause ? 'by the ruling' : null

function chanceWords({ pocket, draw }: Settling, line: Line, spot: Spot): string | null {
  const { level, scatter } = outcomeOf(pocket, draw)
  const isLost = line.result === 'lost'
  if (spot.wins === 'scatter') return scatter ? 'the draw was a scatter bonus' : 'the draw was no scatter bonus'
  if (spot.wins !== 'covered') {
    const needed = spot.wins === 'bonus-number' ? 'bonus' : 'super bonus'
    return isLost ? `${pocket} was no ${needed} number` : `${pocket} was a ${level.replace('-', ' ')} number`
  }
  return isLost || line.pays === spot.pays ? null : `${pocket} was a ${level.replace('-', ' ')} number`
}

export const eachPlayer = (lines: readonly Line[]): [string, readonly Line[]][] => [
  ...Map.groupBy(lines, ({ player }) => player),
]

function resultWords(scene: Scene, player: string, lines: readonly Line[]): string {
  const [paid, taken] = [sum(lines.map((line) => line.paid)), sum(lines.map(({ collected }) => collected))]
  return `${player} ${netWords(subtract(paid, taken))} and ${holdsWords(scene, player)}.`
}

function netWords(net: Cents): string {
  if (net === 0) return 'came out even'
  return net > 0 ? `won ${dollars(net)} on the round` : `lost ${dollars(negative(net))} on the round`
}

export function holdsWords({ book, after }: Scene, player: string): string {
  const { balance, colourChips: chips, owed } = fundsOf(after, player)
  return `now holds ${inKind(book, balance, chips ?? undefined)}${owed > 0 ? ` and owes ${dollars(owed)}` : ''}`
}

function warnedTold({ warned = [] }: EventOf<'round-settled'>, scene: Scene): Passage[] {
  if (warned.length === 0) return []
  const rule = scene.book.rules.limits
  const text = `${listed(warned)} had wagers under the minimum settled this one time; from the next round on they go back.`
  return [say(scene, text, 'underMinimum' in rule ? rule.underMinimum : null)]
}

export function chipsBack(lines: readonly Line[]): Chips | undefined {
  const own = lines.flatMap(({ chips }): LineChips[] => (chips ? [chips] : []))
  if (own.length === 0) return undefined
  const { colour, value } = own[0]!
  return { colour, value, count: own.reduce((count, { returned }) => count + returned, 0) }
}
