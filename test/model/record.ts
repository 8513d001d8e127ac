import { bookById } from '../../src/books/index.ts'
import type { Adjustment, Award, ChipMark, Chips, TableEvent } from '../../src/engine/events.ts'
import type { Cents } from '../../src/engine/money.ts'
import type { Line } from '../../src/engine/settlement.ts'
import { spotsOf } from '../../src/engine/spots.ts'
import { knowsClause, must } from '../support/engine.ts'
import { areFatesRight, changeCells, imprisonedOf, moveCells } from './cells.ts'
import {
  areLinesRight,
  arePayoutsRight,
  givenBack,
  isWarnedIn,
  laidBy,
  laidNow,
  lainNow,
  playedIn,
  resultOf,
} from './lines.ts'
import {
  type Bounds,
  betweenRounds,
  boundsAt,
  boundsOf,
  cellsIn,
  chipsOut,
  type Held,
  isCurrent,
  isOtherWord,
  isTakenByOther,
  isTooFew,
  type Laid,
  type Lain,
  type Model,
  type Past,
  phaseOf,
  placeOf,
  type Ruled,
  spotNamed,
  sumOf,
  wealthIn,
  worthOf,
} from './model.ts'

/** Follows the events one by one: each is checked against its predecessors, and its money is counted. */

const isNow = (model: Model, event: { round: number }): void =>
  must(model.underWay && model.round === event.round, 'an event of a round that is not under way', event)

/** Money between a player and another account, in cash or colour chips. */
function toPlayer(model: Model, player: string, amount: number, chips: Chips | undefined): void {
  const wealth = wealthIn(model, player)
  must(!chips || chips.value === wealth.value, 'chips of another value', chips, wealth)
  wealth.chips += chips?.count ?? 0
  wealth.cash += amount - (chips ? chips.count * chips.value : 0)
}

const fromPlayer = (model: Model, player: string, amount: number, chips: Chips | undefined): void =>
  toPlayer(model, player, -amount, chips && { ...chips, count: -chips.count })

type Of<Type extends TableEvent['type']> = Extract<TableEvent, { type: Type }>

function boughtIn(model: Model, { player, amount, chips, marked }: Of<'bought-in'>): void {
  if (chips) {
    must(marked === isMarked(model, chips.value), 'marked wrongly', chips, model.limits)
    const wealth = wealthIn(model, player)
    const isSame = wealth.colour === chips.colour && wealth.value === chips.value
    must(isSame || chipsOut(model, player) === 0, 'the value of chips changed while they were out', chips)
    Object.assign(wealth, { colour: chips.colour, value: chips.value })
    must(chips.count * chips.value === amount && chips.count > 0, 'chips that are not the amount', chips)
  }
  model.known.add(player)
  model.outside -= amount
  toPlayer(model, player, amount, chips)
}

/** Reading 31: above the lowest minimum of any spot; sands@1 knows no marker. */
function isMarked({ book, layout, limits }: Model, value: number): boolean {
  const minima = spotsOf(book, layout).list.map((spot) => boundsOf(limits, spot).min)
  const asked = minima.filter((min) => min > 0)
  const hasMarker = book.id.startsWith('mbs/')
    ? book.id !== 'mbs/sands-roulette@1'
    : book.funds.colourChips?.markedAboveMinimum
  return hasMarker === true && asked.length > 0 && value > Math.min(...asked)
}

/** Chips that are out are marked when the minimum falls below their value, or a book with the marker comes. */
function areMarksRight(model: Model, before: Model, marks: readonly ChipMark[] = []): void {
  const due = [...model.players]
    .filter(([player, { value }]) => chipsOut(model, player) > 0 && isMarked(model, value) && !isMarked(before, value))
    .map(([player]) => player)
  must(due.sort().join() === marks.map(({ player }) => player).join(), 'other chips are to be marked', marks, due)
}

function placed(model: Model, event: Of<'wager-placed'>): void {
  isNow(model, event)
  must(model.open && !model.dark, 'a wager was taken while betting was closed', event)
  must(event.stake > 0 && event.book === model.book.id, 'a wager of nothing, or of another book', event)
  fromPlayer(model, event.player, event.stake, event.chips)
  model.layoutMoney += event.stake
  lay(model, event, 1)
  must(event.outside === flagOf(model, event), 'flagged wrongly', event)
}

/** Reading 7: at a table the dealer sees which wagers lie outside the limits. */
function flagOf({ book, limits, ...model }: Model, { spot, total }: { spot: string; total: number }) {
  if (book.rules.limits.policy !== 'settled-by-rule') return undefined
  const { min, max } = boundsOf(limits, spotNamed({ book, ...model }, spot)!)
  return total < min ? 'under-minimum' : total > max ? 'over-maximum' : undefined
}

function lay(
  model: Model,
  { player, spot, stake, chips, total }: Of<'wager-placed' | 'wager-withdrawn'>,
  sign: 1 | -1,
) {
  const place = placeOf(player, spot)
  const held: Held = model.held.get(place) ?? { player, spot, cash: 0, chips: 0 }
  held.chips += sign * (chips?.count ?? 0)
  held.cash += sign * (stake - (chips ? chips.count * chips.value : 0))
  must(held.chips >= 0 && held.cash >= 0, 'less than nothing lies on a spot', held)
  must(total === worthOf(model, held), 'the total on the spot is told wrong', total, held)
  model.held.set(place, held)
  if (held.chips === 0 && held.cash === 0) model.held.delete(place)
}

function withdrawn(model: Model, event: Of<'wager-withdrawn'>): void {
  isNow(model, event)
  must(model.open && !model.dark, 'a wager was taken back while betting was closed', event)
  toPlayer(model, event.player, event.stake, event.chips)
  model.layoutMoney -= event.stake
  lay(model, event, -1)
  must(event.outside === leftFlag(model, event), 'what is left is flagged wrongly', event)
}

/** A wager that is withdrawn whole lies nowhere. */
const leftFlag = (model: Model, left: { spot: string; total: number }) =>
  left.total === 0 ? undefined : flagOf(model, left)

/** Rulings are applied again each time, to the wagers as they lay. */
function ruled(model: Model, event: Of<'wager-ruled'>): void {
  if (!isCurrent(model, event.round)) return ruledLater(model, event)
  must(model.pocket !== null, 'a ruling too early', event)
  model.lay ??= new Map(model.held)
  const lain = lainNow(model)
  model.ruled++
  noteRuling(model.rulings, event, lain, model.ruled)
  const laid = laidBy(model, model.limits, lain, model.rulings)
  isFlagged(model, event, model.limits, laid)
  model.held.clear()
  model.aside.clear()
  for (const { player, spot, stake, staked, goesBack } of laid) {
    const cash = stake - staked * wealthIn(model, player).value
    const onto = goesBack ? model.aside : model.held
    onto.set(placeOf(player, spot), { player, spot, cash, chips: staked })
  }
}

/** Reading 29: on wagers of a concluded round that is referred. Money moves when it is settled again. */
function ruledLater(model: Model, event: Of<'wager-ruled'>): void {
  const past = model.past.get(event.round)
  must(past?.code === null && model.referrals.has(event.round), 'ruled on a round that is not referred', event)
  const rulings = new Map(past.rulings)
  noteRuling(rulings, event, past.lay, past.ruled + 1)
  model.past.set(event.round, { ...past, rulings, ruled: past.ruled + 1 })
  isFlagged(model, event, past.limits, laidBy(model, past.limits, past.lay, rulings))
}

function noteRuling(rulings: Map<string, Ruled>, event: Of<'wager-ruled'>, lay: readonly Lain[], number: number): void {
  const { player, spot, treatment, to, stake, chips } = event
  const place = placeOf(player, spot)
  const before = rulings.get(place) ?? { whole: null, parts: [] }
  const lain = lay.find((one) => placeOf(one.player, one.spot) === place)!
  const count = chips?.count ?? 0
  const part = stake === undefined ? lain : { cash: stake - count * (chips?.value ?? 0), chips: count }
  const ruling = { number, treatment, to, cash: part.cash, chips: part.chips }
  const isWhole = stake === undefined
  const replaced = [...(before.whole ? [before.whole] : []), ...(isWhole ? before.parts : [])]
  must(event.ruling === number, 'rulings are numbered', event)
  must((event.replaces ?? []).join() === replaced.map((one) => one.number).join(), 'replaced', event, replaced)
  const parts = isWhole ? [] : [...before.parts, ruling]
  rulings.set(place, { whole: isWhole ? ruling : null, parts })
  const covered = { cash: sumOf(parts, ({ cash }) => cash), chips: sumOf(parts, (one) => one.chips) }
  must(covered.cash <= lain.cash && covered.chips <= lain.chips, 'more was ruled on than lay there', event, lain)
}

/** Stakes that a ruling leaves on its spots are flagged by the wagers as they were placed. */
function isFlagged(model: Model, event: Of<'wager-ruled'>, limits: Bounds, laid: readonly Laid[]): void {
  for (const spot of [event.spot, event.to ?? event.spot]) {
    const there = laid.find((one) => one.player === event.player && one.spot === spot && !one.goesBack)
    const { max } = boundsOf(limits, spotNamed(model, spot)!)
    const isByRule = model.book.rules.limits.policy === 'settled-by-rule'
    const outside = there && there.under > 0 ? 'under-minimum' : there && there.stake > max ? 'over-maximum' : undefined
    must(event.outside?.[spot] === (isByRule ? outside : undefined), 'what a ruling leaves is flagged wrongly', event)
  }
}

function payLine(model: Model, line: Line): void {
  const wealth = wealthIn(model, line.player)
  const cash = line.stake - (line.chips?.staked ?? 0) * wealth.value
  const back = line.chips ? Math.floor(Math.max(0, line.returned - cash) / wealth.value) : 0
  must((line.chips?.returned ?? 0) === back, 'other chips came back than should', line, back)
  wealth.chips += back
  wealth.cash += line.paid + line.returned - back * wealth.value
  model.layoutMoney -= line.stake - (line.imprisoned ?? 0)
  model.house += line.collected - line.paid
}

function settled(model: Model, event: Of<'round-settled'>): void {
  if (event.adjustments) return settledByRulings(model, event)
  const { pocket, lines } = event
  isNow(model, event)
  must(!model.open && pocket === model.pocket, 'settled by another outcome', pocket, model.pocket)
  const outcome = { pocket, lit: model.lit, limits: model.limits }
  const laid = laidNow(model)
  comeOutRight(model, event, laid, outcome)
  areFatesRight(model, lines, cellsIn(model), pocket)
  for (const line of lines) payLine(model, line)
  moveCells(model, model.round, lines)
  const played = playedIn(model, laid, model.round, model.limits)
  conclude(model, { ...outcome, code: null, binding: null, lines, laid, played })
}

type Outcome = Pick<Past, 'lit' | 'limits'> & { pocket: string }

/** Checks every line by itself, and the players named for the one time (reading 5). */
function comeOutRight(
  model: Model,
  { round, lines, warned = [], again = [] }: Of<'round-settled' | 'outcome-corrected'>,
  laid: readonly Laid[],
  outcome: Outcome,
): void {
  areLinesRight(model, lines, laid, (one) => resultOf(model, one, isWarnedIn(model, one.player, round), outcome))
  arePayoutsRight(model, lines, outcome.limits)
  const under = laid.filter((one) => !one.goesBack && one.under > 0).map(({ player }) => player)
  const [first, later] = [false, true].map((isLater) =>
    [...new Set(under)].filter((player) => isWarnedIn(model, player, round) === isLater),
  )
  must(first!.sort().join() === [...warned].sort().join(), 'the wrong players were warned', first, warned)
  must(later!.sort().join() === [...again].sort().join(), 'the wrong players had theirs back', later, again)
}

/** Reading 29: the shift manager has a concluded round settled again. */
function settledByRulings(model: Model, event: Of<'round-settled'>): void {
  const { round, pocket, adjustments } = event
  const before = model.past.get(round)
  must(before?.code === null && before.pocket === pocket, 'settled by another outcome', event)
  settleAnew(model, event, before, pocket, adjustments!)
}

function settleAnew(
  model: Model,
  event: Of<'round-settled' | 'outcome-corrected'>,
  before: Past,
  pocket: string,
  adjustments: readonly Adjustment[],
): void {
  const { round, lines } = event
  const outcome = { pocket, lit: before.lit, limits: before.limits }
  const laid = laidBy(model, before.limits, before.lay, before.rulings)
  comeOutRight(model, event, laid, outcome)
  if (before.code === null) {
    const cells = [...model.cells.values()].filter(({ fates }) => fates.has(round))
    areFatesRight(model, lines, cells, pocket)
  }
  const played = playedIn(model, laid, round, before.limits)
  settledAnew(model, round, { ...outcome, code: null, binding: null, lines, laid, played }, adjustments)
}

type PastNow = Pick<Past, 'pocket' | 'lit' | 'code' | 'binding' | 'lines' | 'laid' | 'played'>

function conclude(model: Model, past: PastNow & Pick<Past, 'limits'>): void {
  const imprisoned = sumOf(cellsIn(model), (cell) => worthOf(model, cell))
  must(model.layoutMoney === imprisoned, 'something was left on the layout', model.layoutMoney)
  const { book, counts, reports, rulings, ruled: count, awards } = model
  const wasPlayed = model.spun && !model.open
  const lay = lainNow(model)
  model.past.set(model.round, { ...past, book, counts, reports, wasPlayed, lay, rulings, ruled: count, awards })
  Object.assign(model, betweenRounds, { rulings: new Map(), ruled: 0, awards: new Map(), lay: null })
  model.held.clear()
  model.aside.clear()
}

const isBinding = (event: Of<'round-voided'>, binding: Past['binding']): void =>
  must((event.binding ?? null) === binding, 'a void that binds otherwise', event, binding)

/** Reading 17: where the book has no rule for it, the shift manager voids rounds. */
const isVoidedAbove = ({ book }: Model): boolean => book.rules.voidedRounds.by === 'shift-manager'

/** Reading 28: what a shift manager decided, and what a person announced. */
function bindingOf(model: Model, { code }: Of<'round-voided'>): Past['binding'] {
  const { giving } = model
  if (giving?.do === 'void-rounds') return isVoidedAbove(model) ? 'decision' : null
  if (giving?.do === 'decide') return giving.decision === 'void' ? 'decision' : null
  return code === 'no-spin' && giving?.by.role !== 'wheel' ? 'announced' : null
}

const isReturned = (line: Line): boolean => line.result === 'returned' && line.returned === line.stake && !line.paid

function voided(model: Model, event: Of<'round-voided'>): void {
  const { round, code, lines, adjustments } = event
  must(lines.every(isReturned), 'a void round returns every stake', lines)
  if (adjustments) {
    const before = model.past.get(round)
    must(before?.code === null, 'only a settled round is made void afterwards', round)
    const { lit, laid } = before
    const isDecided = model.giving?.do === 'decide' || isVoidedAbove(model)
    const binding = isDecided ? 'decision' : null
    isBinding(event, binding)
    settledAnew(model, round, { pocket: null, lit, code, lines, laid, binding, played: 0 }, adjustments)
    return
  }
  isNow(model, event)
  isBinding(event, bindingOf(model, event))
  if (event.counted) count(model, event.counted)
  must(!event.counted || (code === 'too-few-revolutions' && isTooFew(model)), 'void by another count', event)
  const { lit, limits } = model
  const laid = laidNow(model)
  must((event.afterDraw ?? false) === (lit !== null), 'whether the numbers were known', event)
  must(!event.afterDraw || event.by !== undefined, 'nobody voided it', event)
  areLinesRight(model, lines, laid, ({ stake }) => givenBack(stake))
  for (const line of lines) payLine(model, line)
  conclude(model, { pocket: null, lit, code, limits, lines, laid, played: 0, binding: event.binding ?? null })
}

/** All that a player won and lost, over every round as it stands, and what is in prison. */
type Standing = { net: number; back: number; imprisoned: number }

function standingOf(model: Model, player: string, isTheirs: (line: Line) => boolean): Standing {
  const lines = [...model.past.values()].flatMap((past) => past.lines).filter((line) => line.player === player)
  return {
    net: sumOf(lines, (line) => line.paid - line.collected),
    back: sumOf(lines.filter(isTheirs), ({ chips }) => chips!.returned),
    imprisoned: imprisonedOf(model, player),
  }
}

/** A round that was concluded: the same stakes, other lines, and each player's difference. */
function settledAnew(model: Model, round: number, now: PastNow, adjustments: readonly Adjustment[]): void {
  const before = model.past.get(round)
  must(before !== undefined, 'only a concluded round is settled again', round)
  const players = [...new Set(before.lines.map(({ player }) => player))]
  const theirs = players.map((player) => chipsOwn(model, player))
  const standings = () => players.map((player, nth) => standingOf(model, player, theirs[nth]!))
  const was = standings()
  model.past.set(round, { ...before, ...now })
  changeCells(model, round, now.lines, now.code !== null)
  const is = standings()
  const expected = players.map((player, nth) => adjustmentOf(model, player, was[nth]!, is[nth]!)).filter((one) => one)
  must(jsonInOrder(adjustments) === jsonInOrder(expected as Adjustment[]), 'adjustments', adjustments, expected)
  for (const adjustment of adjustments) adjust(model, adjustment)
  model.referrals.delete(round)
}

const jsonInOrder = (adjustments: readonly Adjustment[]): string =>
  adjustments
    .map(({ player, amount, owed, chips, imprisoned = 0 }) => {
      return `${player} ${amount} ${owed} ${chips?.count ?? 0} ${imprisoned}`
    })
    .sort()
    .join()

/** Chips come back as chips while the colour and its value are the player's, and nobody else's. */
function chipsOwn(model: Model, player: string): (line: Line) => boolean {
  const { colour, value } = model.players.get(player)!
  if (isTakenByOther(model, player, colour)) return () => false
  return (line) => line.player === player && line.chips?.colour === colour && (line.chips.value as number) === value
}

function adjustmentOf(model: Model, player: string, before: Standing, now: Standing): object | null {
  const amount = now.net - before.net
  const back = Math.max(0, now.back - before.back)
  const imprisoned = now.imprisoned - before.imprisoned
  if (amount === 0 && back === 0 && imprisoned === 0) return null
  return { player, amount, imprisoned, ...changeOf(model, player, amount - imprisoned, back) }
}

/**
 * A credit pays off what is owed, in cash and then in the chips that come back; a debit takes cash, then chips, and only then
 * is owed. `back`: chips that come back as chips.
 */
function changeOf(model: Model, player: string, inHand: number, back: number) {
  const { cash, chips, value, owed } = model.players.get(player)!
  const repaid = inHand > 0 ? Math.min(owed, inHand) : 0
  const inCash = inHand - back * value
  if (inCash >= 0) {
    const beyond = Math.max(0, repaid - inCash)
    const given = value === 0 ? 0 : Math.ceil(beyond / value)
    return { owed: -repaid, chips: { count: back - given } }
  }
  const uncovered = Math.max(0, repaid - inCash - cash)
  const taken = value === 0 ? 0 : Math.ceil(Math.min(uncovered, (chips + back) * value) / value)
  return { owed: Math.max(0, uncovered - taken * value) - repaid, chips: { count: back - taken } }
}

function adjust(model: Model, { player, amount, owed, chips, imprisoned = 0 as Cents }: Adjustment): void {
  const wealth = wealthIn(model, player)
  must(!chips || chips.value === wealth.value, 'chips of another value', chips)
  model.house -= amount
  model.layoutMoney += imprisoned
  wealth.owed += owed
  wealth.chips += chips?.count ?? 0
  wealth.cash += amount - imprisoned + owed - (chips ? chips.count * chips.value : 0)
}

function corrected(model: Model, event: Of<'outcome-corrected'>): void {
  const { round, from, to, lines, adjustments } = event
  if (isCurrent(model, round)) {
    must(model.pocket === from && lines.length + adjustments.length === 0, 'nothing has moved yet', lines)
    Object.assign(model, { pocket: to, source: null, differs: null })
    return
  }
  const before = model.past.get(round)
  must(before !== undefined && before.pocket === from, 'corrected from another outcome', from)
  must((event.code ?? null) === before.code, 'it was void for another reason, or not at all', event.code)
  settleAnew(model, event, before, to, adjustments)
}

function drawn(model: Model, event: Of<'bonus-numbers-drawn'>): void {
  isNow(model, event)
  must(!model.open && model.lit === null, 'drawn while bets were open, or twice', event)
  model.lit = event.numbers
}

function atRest(model: Model, event: Of<'outcome-determined'>): void {
  isNow(model, event)
  must(!model.open && model.pocket === null, 'an outcome with bets open, or twice', event)
  must(model.spun || model.wasOpen || model.referred, 'an outcome without a spin after no more bets', event)
  Object.assign(model, { pocket: event.pocket, source: event.source, differs: null })
  count(model, event)
}

function differed(model: Model, event: Of<'results-differed'>): void {
  isNow(model, event)
  must(isOtherWord(model, event.source, event.pocket), 'nothing differs', event)
  model.differs = event.pocket
  count(model, event)
}

function count(model: Model, { source, revolutions }: { source: string; revolutions?: number }): void {
  if (revolutions !== undefined) model.counts = [...model.counts, { source, revolutions }]
}

function countedAlone(model: Model, event: Of<'revolutions-counted'>): void {
  if (isCurrent(model, event.round)) return count(model, event)
  const past = model.past.get(event.round)
  must(past !== undefined && event.round === model.round && event.source === 'wheel', 'a count too late', event)
  model.past.set(event.round, { ...past, counts: [...past.counts, event] })
}

function reported(model: Model, event: Of<'irregularity-reported'>): void {
  isNow(model, event)
  must(model.referred, 'reported, and the round goes on', event)
  must(event.code !== 'no-spin' || model.giving?.by.role === 'wheel', 'a person announced no spin', event)
  if (!model.reports.includes(event.code)) model.reports = [...model.reports, event.code]
}

function referred(model: Model, event: Of<'round-referred'>): void {
  if (isCurrent(model, event.round)) {
    must(event.phase === phaseOf(model, model.wasOpen), 'referred from elsewhere', event)
    Object.assign(model, { referred: true, openWhenReferred: model.wasOpen })
    return
  }
  must(model.past.has(event.round) && event.phase === undefined, 'only a round that is concluded', event)
  must(!model.referrals.has(event.round), 'referred twice', event)
  model.referrals.add(event.round)
}

function decided(model: Model, event: Of<'referral-decided'>): void {
  const { round, decision, phase, awards } = event
  if (awards) giveAwards(model, round, awards)
  if (!isCurrent(model, round)) {
    must(model.referrals.delete(round) && decision !== 'continue', 'nothing was referred', event)
    return
  }
  must(model.referred && decision !== 'stands', 'nothing was referred', event)
  if (decision !== 'continue') return
  const isOpen = model.openWhenReferred && model.pocket === null
  must(phase === phaseOf(model, isOpen), 'it goes on from elsewhere', event)
  Object.assign(model, { referred: false, open: isOpen })
}

/** The last awards of a round count: earlier ones that gave more are taken back. */
function giveAwards(model: Model, round: number, awards: readonly Award[]): void {
  const past = model.past.get(round)
  const before = past ? past.awards : model.awards
  const players = awards.map(({ player }) => player)
  must(
    [...before.keys()].every((player) => players.includes(player)),
    'an award was forgotten',
    awards,
    [...before],
  )
  for (const award of awards) giveAward(model, award, before.get(award.player))
  const given = awards
    .filter(({ amount }) => amount > 0)
    .map(({ player, amount }) => [player, amount as number] as const)
  if (past) model.past.set(round, { ...past, awards: new Map(given) })
  else model.awards = new Map(given)
}

/** From an account of its own; what is owed is paid off first. */
function giveAward(model: Model, award: Award, before: number | undefined): void {
  const { player, amount, owed, chips } = award
  const wealth = model.players.get(player)!
  const given = amount - (before ?? 0)
  const expected = changeOf(model, player, given, 0)
  must(award.before === before && (amount > 0 || before !== undefined), 'another award before', award, before)
  must(owed === expected.owed && (chips?.count ?? 0) === expected.chips.count, 'an award came out wrong', award)
  model.awarded += given
  wealth.owed += owed
  wealth.chips += chips?.count ?? 0
  wealth.cash += given + owed - (chips?.count ?? 0) * wealth.value
}

function opened(model: Model, event: Of<'betting-opened'>): void {
  must(!model.underWay && event.round === model.round + 1, 'rounds are numbered', event)
  must(event.book === model.book.id, 'the book is stamped on the round', event)
  must((event.forPrison ?? false) === model.closing, 'a closed table plays for stakes in prison alone', event)
  const forPrison = model.closing
  Object.assign(model, { underWay: true, open: true, round: event.round, openedBy: model.book, forPrison })
}

const during =
  (change: Partial<Model>) =>
  (model: Model, event: { round: number }): void => {
    isNow(model, event)
    Object.assign(model, change)
  }

const following: { [Type in TableEvent['type']]: (model: Model, event: Of<Type>) => void } = {
  'bought-in': boughtIn,
  'cashed-out': (model, { player, amount, chips }) => {
    model.outside += amount
    fromPlayer(model, player, amount, chips)
  },
  'owed-repaid': (model, { player, amount }) => {
    wealthIn(model, player).owed -= amount
    fromPlayer(model, player, amount, undefined)
  },
  'betting-opened': opened,
  'wager-placed': placed,
  'wager-withdrawn': withdrawn,
  'early-close-allowed': during({ leave: true }),
  'ball-spun': during({ spun: true, leave: false }),
  'betting-closed': during({ open: false }),
  'bonus-numbers-drawn': drawn,
  'outcome-determined': atRest,
  'results-differed': differed,
  'revolutions-counted': countedAlone,
  'irregularity-reported': reported,
  'wager-ruled': ruled,
  'round-settled': settled,
  'round-voided': voided,
  'round-referred': referred,
  'referral-decided': decided,
  'power-failed': during({ dark: true }),
  'play-resumed': during({ dark: false }),
  'play-interrupted': during({}),
  'outcome-corrected': corrected,
  'table-closed': (model) => {
    model.closing = true
  },
  'table-opened': (model) => {
    model.closing = false
  },
  'book-set': (model, { from, to, marks }) => {
    must(!model.underWay && from === model.book.id, 'the book changes between rounds, from the one that there is')
    const before = { ...model }
    model.book = bookById(to)!
    areMarksRight({ ...model, limits: boundsAt(model, model.limits) }, before, marks)
  },
  'limits-set': (model, { to, marks }) => {
    const { giving } = model
    const before = { ...model }
    const bounds = boundsAt(model, (giving?.do === 'set-limits' ? giving.limits : model.limits) as Bounds)
    const isSame = spotsOf(model.book, model.layout).list.every((spot) => {
      const [told, due] = [boundsOf(to, spot), boundsOf(bounds, spot)]
      return told.min === due.min && told.max === due.max
    })
    must(isSame, 'other limits than were asked for', to, bounds)
    must(to['maximum-payout']?.max === bounds['maximum-payout']?.max, 'another maximum payout', to, bounds)
    model.limits = bounds
    // A new book has marked them before its limits came.
    if (giving?.do === 'set-limits') areMarksRight(model, before, marks)
  },
}

export const eventTypes = Object.keys(following) as TableEvent['type'][]

/** Follows one event, and checks that it may follow. */
export function record(model: Model, event: TableEvent): void {
  const { book } = model
  const past = 'round' in event ? model.past.get(event.round) : undefined
  // Decisions about a past round go by the book that opened it.
  model.book = past?.book ?? book
  must(!('clause' in event) || knowsClause(model.book, event.clause), 'a clause that is not in the book', event)
  const follow = following[event.type] as (model: Model, event: TableEvent) => void
  follow(model, event)
  if (event.type !== 'book-set') model.book = book
}
