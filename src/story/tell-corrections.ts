import type { Adjustment, EventOf } from '../engine/events.ts'
import { recall } from '../engine/history.ts'
import { add, type Cents, negative, subtract, times, zero } from '../engine/money.ts'
import type { Line } from '../engine/settlement.ts'
import { isUnderWay, type Round, type Said } from '../engine/table.ts'
import { dollars } from '../words/plain-text.ts'
import { otherThan } from '../words/scenery.ts'
import type { StoryWords } from '../words/vocabulary.ts'
import type { Setting } from './nouns.ts'
import { chipsWords, inColour, inMoney, nameOf, voidWords } from './nouns.ts'
import { type Passage, say, sentences, tellReason } from './passages.ts'
import type { Scene } from './scene.ts'
import { findSpot, spotWords } from './spot-words.ts'
import { tellPrisonChange } from './tell-prison.ts'
import { holdsWords, playerOnce, tellWarned } from './tell-settlement.ts'

export function tellCorrection(event: EventOf<'outcome-corrected'>, scene: Scene): Passage[] {
  const { round, reason } = event
  const { before, words } = scene
  const first = say(scene, sentences(words, changeWords(event, scene), tellReason(words, reason)), event.clause)
  const isUnsettled = isUnderWay(before.round) && before.round.round === round
  return [first, ...(isUnsettled ? [say(scene, words.story.corrections.nothingSettled)] : settledTold(event, scene))]
}

/** A concluded round that the shift manager had settled again (reading 29). */
export function tellSettledAgain(event: EventOf<'round-settled'>, scene: Scene): Passage[] {
  const { corrections } = scene.words.story
  const old = recall(scene.before.history, event.round)
  return [
    say(scene, corrections.settledByRulings, event.clause),
    ...(old ? comparison(scene, old.lines, event.lines) : []),
    ...tellWarned(event, scene),
    ...tellPrisonChange(event.prison, scene),
    ...tellAdjustments(event.adjustments ?? [], scene),
  ]
}

/** The earlier result of each wager is unknown for a round that the table no longer remembered. */
function settledTold(event: EventOf<'outcome-corrected'>, scene: Scene): Passage[] {
  const { book, before, words } = scene
  const { corrections } = words.story
  const old = recall(before.history, event.round)
  const isLater = before.roundsOpened > event.round
  return [
    say(scene, event.from === null ? corrections.settledAfterAll : corrections.settledAgain),
    ...(old ? comparison(scene, old.lines, event.lines) : []),
    ...tellWarned(event, scene),
    ...tellPrisonChange(event.prison, scene),
    ...tellAdjustments(event.adjustments, scene),
    ...(isLater ? [say(scene, corrections.laterStood, book.rules.correction.laterRounds)] : []),
  ]
}

function changeWords({ round, from, code, to, by }: EventOf<'outcome-corrected'>, scene: Scene): string {
  const { corrections } = scene.words.story
  const name = nameOf(scene.words, by)
  if (from === null) return corrections.voidPutRight(name, round, voidWords(scene, code ?? ''), inColour(scene, to))
  const differed = saidIn(scene.before.round, round)
  if (!differed) return corrections.putRight(name, round, inColour(scene, from), inColour(scene, to))
  const side = to === from ? differed.source : to === differed.differs ? otherThan(differed.source) : null
  return corrections.decidedFor(name, side, inColour(scene, to))
}

/** If the wheel and the dealer named different numbers: whose report came first, and the other's number. */
const saidIn = (current: Round, round: number): Said =>
  'said' in current && current.round === round && current.said?.differs ? current.said : null

/** Only what came out otherwise. */
function comparison(scene: Scene, before: readonly Line[], after: readonly Line[]): Passage[] {
  const { words } = scene
  const told = (line: Line | undefined) => (line ? lineWords(words, line) : '')
  const pairs = paired(before, after)
  const changed = pairs.filter(([was, now]) => told(was) !== told(now) || was?.stake !== now?.stake)
  const same = pairs.length - changed.length
  const shown = changed.map(([was, now]) => (now ?? was)!)
  const rows = changed.map(([was, now], index) => ({
    cells: [
      playerOnce(shown, index),
      spotWords(scene, findSpot(scene, shown[index]!.spot)!),
      dollars(shown[index]!.stake),
      told(was),
      told(now),
    ],
    note: '',
  }))
  return [
    ...(rows.length > 0 ? [{ columns: words.story.corrections.columns, rows, cites: [] }] : []),
    ...(same > 0 ? [say(scene, words.story.corrections.asBefore(same, changed.length > 0))] : []),
  ]
}

/** Each wager before and after; rulings may have moved one to a spot where none was. */
function paired(before: readonly Line[], after: readonly Line[]): [Line | undefined, Line | undefined][] {
  const names = (lines: readonly Line[]) => {
    const seen = new Map<string, number>()
    return new Map(
      lines.map((line) => {
        const key = `${line.spot} ${line.imprisonedIn ?? ''} ${line.player}`
        const nth = seen.get(key) ?? 0
        seen.set(key, nth + 1)
        return [`${nth} ${key}`, line] as const
      }),
    )
  }
  const [was, is] = [names(before), names(after)]
  return [...new Set([...is.keys(), ...was.keys()])].map((key) => [was.get(key), is.get(key)])
}

function lineWords({ nouns, story: { corrections } }: StoryWords, { result, pays, paid, collected }: Line): string {
  if (result === 'returned' || result === 'imprisoned') return nouns.results[result]
  return result === 'won' ? corrections.won(nouns.odds(pays), dollars(paid)) : corrections.lost(dollars(collected))
}

export function tellAdjustments(adjustments: readonly Adjustment[], scene: Scene): Passage[] {
  const { corrections } = scene.words.story
  if (adjustments.length === 0) return [say(scene, corrections.nobody)]
  return adjustments.map((one) => {
    const how = changeInHand(one, scene)
    return say(scene, corrections.adjusted(one.player, how, holdsWords(scene, one.player)))
  })
}

export const changeInHand = (one: Adjustment, setting: Setting): string =>
  inHand(one) < 0 ? debitWords(one, setting) : creditWords(one, setting)

/**
 * The amount that a player receives, without stakes that enter prison and with stakes that leave it. Negative: the
 * player pays.
 */
const inHand = ({ amount, imprisoned = zero }: Adjustment): Cents => subtract(amount, imprisoned)

/** The cash or credits of that. */
const cashIn = (one: Adjustment): Cents =>
  subtract(add(inHand(one), one.owed), one.chips ? times(one.chips.value, one.chips.count) : zero)

function creditWords(one: Adjustment, setting: Setting): string {
  const { owed, chips } = one
  const { words } = setting
  const [amount, cash] = [inHand(one), cashIn(one)]
  if (amount === 0 && !chips) return words.story.corrections.nothingInHand
  if (chips && (amount === 0 || cash < 0)) {
    const swap = [chipsWords(words, chips), inMoney(setting, negative(cash))] as const
    return amount === 0
      ? words.story.corrections.swapped(...swap)
      : words.story.corrections.givenBySwap(dollars(amount), ...swap)
  }
  const toOwed = owed < 0 ? dollars(negative(owed)) : null
  return words.story.corrections.given(dollars(amount), chips ? chipsWords(words, chips) : null, toOwed)
}

/** Cash first, then colour chips, the last one changed; what is not there is owed. */
function debitWords(one: Adjustment, setting: Setting): string {
  const { owed, chips } = one
  const { words } = setting
  const { corrections } = words.story
  const all = dollars(negative(inHand(one)))
  const given = givenWords(one, setting)
  if (owed > 0) return corrections.stillOwes(all, given || null, dollars(owed))
  if (chips && chips.count > 0) return corrections.gaveBackLess(all, given, chipsWords(words, chips))
  return corrections.gaveBack(all, chips ? given : null)
}

function givenWords(one: Adjustment, setting: Setting): string {
  const { words } = setting
  const cash = cashIn(one)
  const { chips } = one
  const taken = chips && chips.count < 0 ? chipsWords(words, { ...chips, count: -chips.count }) : null
  return words.story.listed([
    ...(cash < 0 ? [inMoney(setting, negative(cash))] : []),
    ...(taken ? [words.story.corrections.changed(taken, cash > 0 ? dollars(cash) : null)] : []),
  ])
}
