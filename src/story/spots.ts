import type { Pocket, SpotKind } from '../books/rule-book.ts'
import { heldOn, type Wagers } from '../engine/holdings.ts'
import { add, type Cents, zero } from '../engine/money.ts'
import { totalOf } from '../engine/settlement.ts'
import { parseSpot, type Spot, spotsOf } from '../engine/spots.ts'
import { isUnderWay } from '../engine/table.ts'
import type { Scene } from './scene.ts'

export const kindWords = (kind: SpotKind): string => kind.replaceAll('-', ' ')

/** What these cover, their names do not say. */
const notObvious: ReadonlySet<SpotKind> = new Set(['top-line', 'column', 'dozen', 'low', 'high', 'green'])

export function spotWords(spot: Spot): string {
  const kind = kindWords(spot.kind)
  if (spot.kind === 'straight-up') return spot.spot
  if (spot.spot.includes('/')) return `${kind} ${spot.spot}`
  const name = spot.spot === spot.kind ? kind : spot.spot.replace('-', ' ')
  return notObvious.has(spot.kind) ? `${name} (${inRuns(spot.covers)})` : name
}

/** Three numbers or more in a row are told as a run, and a long list by its ends. */
export function inRuns(pockets: readonly Pocket[], joined = (runs: readonly string[]) => runs.join(', ')): string {
  const runs: Pocket[][] = []
  for (const pocket of pockets) {
    const last = runs.at(-1)
    if (last && /^[1-9]/.test(last[0]!) && Number(pocket) === Number(last.at(-1)) + 1) last.push(pocket)
    else runs.push([pocket])
  }
  const told = runs.flatMap((run) => (run.length > 2 ? [`${run[0]} to ${run.at(-1)}`] : run))
  return told.length > 8 ? `${told.slice(0, 3).join(', ')} .. ${told.at(-1)}` : joined(told)
}

/** In a sentence. */
export const theSpot = (spot: Spot): string =>
  /\/|line|bonus/.test(`${spot.spot}${spot.kind}`) ? `the ${spotWords(spot)}` : spotWords(spot)

export const spotNamed = ({ book, before }: Scene, id: string): Spot | undefined =>
  parseSpot(spotsOf(book, before.setup.layout), id)

export function onSpot(scene: Scene, id: string): string {
  const spot = spotNamed(scene, id)
  return spot ? theSpot(spot) : `"${id}"`
}

export const stakeInPlay = (scene: Scene, player: string, spot: Spot): Cents =>
  isUnderWay(scene.before.round) ? stakeAmong(scene.before.round.wagers, scene, player, spot) : zero

/** With what an earlier ruling set aside: it lies there still. */
export function stakeLying(scene: Scene, player: string, spot: Spot): Cents {
  const { round } = scene.before
  const setAside = 'setAside' in round ? stakeAmong(round.setAside, scene, player, spot) : zero
  return add(stakeInPlay(scene, player, spot), setAside)
}

function stakeAmong(wagers: Wagers, { before }: Scene, player: string, { spot }: Spot): Cents {
  const chipValue = before.colours.get(player)?.value ?? zero
  return totalOf({ ...heldOn(wagers, player, spot), chipValue })
}
