import { memoByIdentity } from './memo.ts'
import { add, type Cents, subtract, times, zero } from './money.ts'
import { imprisonedBy, inPlay, type Line } from './settlement.ts'

/**
 * The sums of a player's lines of a round. `chips`: the value of the colour chips within the returned amount;
 * `imprisoned`: the amount that the lines add to the stakes in prison, negative if they take out.
 */
type PlayerSums = {
  paid: Cents
  collected: Cents
  returned: Cents
  chips: Cents
  imprisoned: Cents
  /** The ranges of the player's lines among the round's lines. */
  runs: [from: number, to: number][]
}

/**
 * The sums of a round's lines. `staked`: wagered in the round; `handle`: what was in play, by spot; `won`: by the house;
 * `imprisoned`: as of a player; `imprisons`: whether any stake is in prison after it.
 */
type Sums = {
  readonly players: ReadonlyMap<string, Readonly<PlayerSums>>
  readonly handle: ReadonlyMap<string, Cents>
  readonly staked: Cents
  readonly won: Cents
  readonly imprisoned: Cents
  readonly imprisons: boolean
}

/** The sums of a round are needed often, so the lines of a large round are added up once. */
export const sumsOf = memoByIdentity((lines: readonly Line[]): Sums => {
  const sums = noSums()
  takeIn(sums, lines, 0, lines.length)
  return sums
})

const LINES_AT_ONCE = 500

/** Computes the same a few lines at a time and caches it, so that reading it later is fast. */
export function* sumInParts(lines: readonly Line[]): Generator<void> {
  const sums = noSums()
  for (let at = 0; at < lines.length; at += LINES_AT_ONCE) {
    takeIn(sums, lines, at, Math.min(at + LINES_AT_ONCE, lines.length))
    yield
  }
  sumsOf.keep(lines, sums)
}

type Counting = {
  players: Map<string, PlayerSums>
  handle: Map<string, Cents>
  staked: Cents
  won: Cents
  imprisoned: Cents
  imprisons: boolean
}

const noSums = (): Counting => ({
  players: new Map(),
  handle: new Map(),
  staked: zero,
  won: zero,
  imprisoned: zero,
  imprisons: false,
})

/** A player's lines mostly come one after the other: a run of them is looked up once. */
function takeIn(sums: Counting, lines: readonly Line[], from: number, to: number): void {
  for (let at = from; at < to; ) {
    const { player } = lines[at]!
    const own = sums.players.get(player) ?? noPlayerSums()
    sums.players.set(player, own)
    const start = at
    for (; at < to && lines[at]!.player === player; at++) takeLine(sums, own, lines[at]!)
    own.runs.push([start, at])
  }
}

const noPlayerSums = (): PlayerSums => ({
  paid: zero,
  collected: zero,
  returned: zero,
  chips: zero,
  imprisoned: zero,
  runs: [],
})

function takeLine(sums: Counting, own: PlayerSums, line: Line): void {
  own.paid = add(own.paid, line.paid)
  own.collected = add(own.collected, line.collected)
  own.returned = add(own.returned, line.returned)
  if (line.chips) own.chips = add(own.chips, times(line.chips.value, line.chips.returned))
  if (line.imprisonedIn === undefined) sums.staked = add(sums.staked, line.stake)
  if (line.imprisoned !== undefined || line.imprisonedIn !== undefined) takePrison(sums, own, line)
  sums.won = add(sums.won, subtract(line.collected, line.paid))
  const amount = inPlay(line)
  if (amount !== 0) sums.handle.set(line.spot, add(sums.handle.get(line.spot) ?? zero, amount))
}

function takePrison(sums: Counting, own: PlayerSums, line: Line): void {
  own.imprisoned = add(own.imprisoned, imprisonedBy(line))
  sums.imprisoned = add(sums.imprisoned, imprisonedBy(line))
  if (line.imprisoned !== undefined) sums.imprisons = true
}
