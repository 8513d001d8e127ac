import type { LaterLine, PrisonChange } from '../engine/events.ts'
import { keyOfLine } from '../engine/prison.ts'
import type { Line } from '../engine/settlement.ts'
import { dollars } from '../words/plain-text.ts'
import type { StoryWords } from '../words/vocabulary.ts'
import { type Passage, say } from './passages.ts'
import type { Scene } from './scene.ts'
import { onSpot } from './spot-words.ts'

/** Why a line is about a stake in prison; null: it is not. `limit`: what else is to be said of the stake. */
export function prisonWords(words: StoryWords, line: Line, limit: string | null): string | null {
  const { prison } = words.story
  const { result, imprisonedIn } = line
  if (imprisonedIn === undefined) return result === 'imprisoned' ? prison.imprisoned(limit) : null
  if (result === 'imprisoned') return prison.stays(imprisonedIn)
  return result === 'lost' ? prison.lost(imprisonedIn) : prison.freed(imprisonedIn)
}

/** The effect of a correction or a later void on stakes in prison. */
export function tellPrisonChange(change: PrisonChange | undefined, scene: Scene): Passage[] {
  if (!change) return []
  const { prison } = scene.words.story
  const clause = scene.book.rules.enPrison?.clause
  const on = ({ spot }: { spot: string }) => onSpot(scene, spot)
  return [
    ...eachStake(change.cancelled).map(({ line, rounds }) =>
      say(scene, prison.cancelled(line.player, on(line), line.imprisonedIn!, rounds), clause),
    ),
    ...change.leaves.map((one) => say(scene, prison.leaves(one.player, on(one), one.round), clause)),
    ...change.enters.map((one) => say(scene, prison.enters(one.player, dollars(one.cash), on(one)), clause)),
  ]
}

/** Each stake once, with the rounds that had a line of it. */
function eachStake(cancelled: readonly LaterLine[]): { line: Line; rounds: number[] }[] {
  const found = new Map<string, { line: Line; rounds: number[] }>()
  for (const { round, line } of cancelled) {
    const key = keyOfLine(line, round)
    const stake = found.get(key) ?? { line, rounds: [] }
    found.set(key, stake)
    stake.rounds.push(round)
  }
  return [...found.values()]
}
