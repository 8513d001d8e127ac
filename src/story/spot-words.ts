import type { Pocket, SpotKind } from '../books/rule-book.ts'
import { heldOn, type Wagers } from '../engine/holdings.ts'
import { add, type Cents, zero } from '../engine/money.ts'
import { totalOf } from '../engine/settlement.ts'
import { parseSpot, type Spot, spotsOf } from '../engine/spots.ts'
import { isUnderWay } from '../engine/table.ts'
import type { StoryWords } from '../words/vocabulary.ts'
import type { Scene } from './scene.ts'

/** What these cover, their names do not say. */
const notObvious: ReadonlySet<SpotKind> = new Set(['top-line', 'column', 'dozen', 'low', 'high', 'green'])

export function spotWords(words: StoryWords, { spot, kind, covers }: Spot): string {
  const { nouns } = words
  const { spots } = words.story
  if (kind === 'straight-up') return spots.number(spot)
  if (spot.includes('/')) return spots.numbers(nouns.kinds[kind], spot)
  const nth = /-(\d)$/.exec(spot)?.[1]
  const name = nth ? nouns.nth(nouns.kinds[kind], nth) : nouns.kinds[kind]
  return notObvious.has(kind) ? spots.covering(name, inRuns(words, covers)) : name
}

/** Three numbers or more in a row are told as a run, and a long list by its ends. */
export function inRuns(
  { story: { run, comma, longList } }: StoryWords,
  pockets: readonly Pocket[],
  joined = (runs: readonly string[]) => runs.join(comma),
): string {
  const runs: Pocket[][] = []
  for (const pocket of pockets) {
    const last = runs.at(-1)
    if (last && /^[1-9]/.test(last[0]!) && Number(pocket) === Number(last.at(-1)) + 1) last.push(pocket)
    else runs.push([pocket])
  }
  const told = runs.flatMap((one) => (one.length > 2 ? [run(one[0]!, one.at(-1)!)] : one))
  return told.length > 8 ? longList(told.slice(0, 3).join(comma), told.at(-1)!) : joined(told)
}

export const theSpot = (words: StoryWords, spot: Spot): string =>
  words.story.spots.inSentence(spotWords(words, spot), /\/|line|bonus|dozen|column/.test(`${spot.spot}${spot.kind}`))

export const findSpot = ({ book, before }: Scene, id: string): Spot | undefined =>
  parseSpot(spotsOf(book, before.setup.layout), id)

export function onSpot(scene: Scene, id: string): string {
  const spot = findSpot(scene, id)
  return spot ? theSpot(scene.words, spot) : scene.words.story.quoted(id)
}

export const stakeInPlay = (scene: Scene, player: string, spot: Spot): Cents =>
  isUnderWay(scene.before.round) ? stakeAmong(scene.before.round.wagers, scene, player, spot) : zero

/** With what an earlier ruling set aside or moved: a ruling is about the wager as it lay. */
export function stakeLying(scene: Scene, player: string, spot: Spot): Cents {
  const { round } = scene.before
  if ('rulings' in round && round.rulings) return stakeAmong(round.rulings.lay, scene, player, spot)
  const setAside = 'setAside' in round ? stakeAmong(round.setAside, scene, player, spot) : zero
  return add(stakeInPlay(scene, player, spot), setAside)
}

function stakeAmong(wagers: Wagers, { before }: Scene, player: string, { spot }: Spot): Cents {
  const chipValue = before.colours.get(player)?.value ?? zero
  return totalOf({ ...heldOn(wagers, player, spot), chipValue })
}
