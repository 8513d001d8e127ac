import type { Pocket, RuleBook } from '../books/rule-book.ts'
import { recall } from '../engine/history.ts'
import { heldOn, type Wagers } from '../engine/holdings.ts'
import { add, type Cents, zero } from '../engine/money.ts'
import { ruledIn } from '../engine/ruled-rounds.ts'
import { workOutRulings } from '../engine/rulings.ts'
import { totalOf } from '../engine/settlement.ts'
import { parseSpot, type Spot, spotsOf } from '../engine/spots.ts'
import { isUnderWay } from '../engine/table.ts'
import { kindIn, nthIn } from '../words/naming.ts'
import type { StoryWords } from '../words/vocabulary.ts'
import type { Setting } from './nouns.ts'
import type { Scene } from './scene.ts'

export function spotWords({ words, book }: Setting, { spot, kind, grid, covers }: Spot): string {
  const { nouns } = words
  const { spots } = words.story
  if (grid === 'number') return spots.number(spot)
  const named = kindIn(nouns, book, kind)
  if (spot.includes('/')) return spots.numbers(named, spot)
  const nth = nthIn(spot)
  const name = nth ? nouns.nth(named, nth) : named
  return isToldByNumbers(book, covers) ? spots.covering(name, inRuns(words, covers)) : name
}

/** Numbers are listed if they are one run or at most a third of the wheel. Half of the wheel is known by its name. */
const isToldByNumbers = ({ wheel }: RuleBook, covers: readonly Pocket[]): boolean =>
  covers.length > 0 && (covers.length * 3 <= wheel.pockets.length || runsIn(covers).length === 1)

/** Three or more consecutive numbers become a run, and a long list is shortened to its ends. */
export function inRuns(
  { story: { run, comma, longList } }: StoryWords,
  pockets: readonly Pocket[],
  joined = (runs: readonly string[]) => runs.join(comma),
): string {
  const told = runsIn(pockets).flatMap((one) => (one.length > 2 ? [run(one[0]!, one.at(-1)!)] : one))
  return told.length > 8 ? longList(told.slice(0, 3).join(comma), told.at(-1)!) : joined(told)
}

function runsIn(pockets: readonly Pocket[]): Pocket[][] {
  const runs: Pocket[][] = []
  for (const pocket of pockets) {
    const last = runs.at(-1)
    if (last && /^[1-9]/.test(last[0]!) && Number(pocket) === Number(last.at(-1)) + 1) last.push(pocket)
    else runs.push([pocket])
  }
  return runs
}

/** One of several of its kind, or one with a name of several words, is "the split 17/20" or "the top line"; red is "red". */
export const theSpot = (setting: Setting, spot: Spot): string => {
  const isOneOfMany = nthIn(spot.spot) !== undefined || spot.spot.includes('/')
  const isPhrase = /\s/.test(kindIn(setting.words.nouns, setting.book, spot.kind))
  return setting.words.story.spots.inSentence(
    spotWords(setting, spot),
    spot.grid !== 'number' && (isOneOfMany || isPhrase),
  )
}

export const findSpot = ({ book, before }: Scene, id: string): Spot | undefined =>
  parseSpot(spotsOf(book, before.setup.layout), id)

export function onSpot(scene: Scene, id: string): string {
  const spot = findSpot(scene, id)
  return spot ? theSpot(scene, spot) : scene.words.story.quoted(id)
}

export const stakeInPlay = (scene: Scene, player: string, spot: Spot): Cents =>
  isUnderWay(scene.before.round) ? stakeAmong(scene.before.round.wagers, scene, player, spot) : zero

/** With what an earlier ruling set aside or moved: a ruling is about the wager as it lay. */
function stakeLying(scene: Scene, player: string, spot: Spot): Cents {
  const { round } = scene.before
  if ('rulings' in round && round.rulings) return stakeAmong(round.rulings.lay, scene, player, spot)
  const setAside = 'setAside' in round ? stakeAmong(round.setAside, scene, player, spot) : zero
  return add(stakeInPlay(scene, player, spot), setAside)
}

type RuledWager = { round: number; player: string }

export const isRoundNow = ({ before: { round } }: Scene, number: number): boolean =>
  isUnderWay(round) && round.round === number

/** The wager that a ruling is about, as it lay, also in a round that was concluded. */
export function stakeRuledOn(scene: Scene, { round, player }: RuledWager, spot: Spot): Cents {
  if (isRoundNow(scene, round)) return stakeLying(scene, player, spot)
  const { rulings, colour } = ruledIn(recall(scene.before.history, round)!, player)
  return totalOf({ ...heldOn(rulings.lay, player, spot.spot), chipValue: colour.chipValue })
}

/** Returns the stake that a ruling leaves on a spot. */
export function stakeLeft(scene: Scene, { round, player }: RuledWager, spot: Spot): Cents {
  if (isRoundNow(scene, round)) return stakeInPlay({ ...scene, before: scene.after }, player, spot)
  const { rulings, colour } = ruledIn(recall(scene.after.history, round)!, player)
  return totalOf({ ...heldOn(workOutRulings(rulings).wagers, player, spot.spot), chipValue: colour.chipValue })
}

function stakeAmong(wagers: Wagers, { before }: Scene, player: string, { spot }: Spot): Cents {
  const chipValue = before.colours.get(player)?.value ?? zero
  return totalOf({ ...heldOn(wagers, player, spot), chipValue })
}
