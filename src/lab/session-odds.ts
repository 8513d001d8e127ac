import { type Game, gameOf } from './game.ts'
import { commonDivisor } from './many-rounds.ts'
import { isLadder, type LadderPlan, nextRung } from './plan.ts'
import type { SimulationSetup } from './simulation.ts'

/**
 * The odds of a session, computed and not played: a Markov chain whose states are the rung of the ladder and the
 * bankroll. Flat play is a ladder of one rung. `errorBound`: no probability is off by more than this.
 */
export type SessionOdds = {
  readonly ruin: number
  /** The average stake, and the average result. */
  readonly staked: number
  readonly net: number
  readonly errorBound: number
}

/** Steps from state to state, over all tries: a moment's work. */
const WORK_MAX = 5e7
const STATES_MAX = 2 ** 22
/** The probability beyond this number of standard deviations is negligible. */
const DEVIATIONS = 9
/** With more than this out of sight, more is brought into it. */
const BOUND_MAX = 1e-9

type Transition = { readonly shift: number; readonly chance: number; readonly rung: number }
/** `least`: the state from which on the bankroll covers the stake. State 0 is the bankroll with which one begins. */
type Rung = {
  readonly stake: number
  readonly least: number
  readonly mean: number
  readonly steps: readonly Transition[]
}

/**
 * Null if the plan needs more state than its present rung, without a bankroll, or with too many states.
 *
 * @example
 * const odds: SessionOdds | null = sessionOdds(simulation)
 */
export function sessionOdds(setup: SimulationSetup): SessionOdds | null {
  const rungs = rungsOf(setup)
  if (!rungs) return null
  const { unit, list } = rungs
  const [rounds, below] = [setup.sessionRounds, Math.floor(setup.bankroll! / unit)]
  if (list[0]!.least > 0) return { ruin: 1, staked: 0, net: 0, errorBound: 0 }
  let workLeft = WORK_MAX
  for (let room = roomAbove(list[0]!, rounds); ; room *= 2) {
    const states = list.filter(({ least }) => least <= room).length * (below + room + 1)
    if (states > STATES_MAX) return null
    const { odds, work } = runChain(list, { rounds, below, room, workLeft })
    if (odds === null || odds.errorBound < BOUND_MAX) return odds
    workLeft -= work
  }
}

function rungsOf(setup: SimulationSetup): { unit: number; list: readonly Rung[] } | null {
  const { plan, bankroll, sessionRounds } = setup
  if (bankroll === null || !isLadder(plan)) return null
  const game = gameOf(setup)
  const ladder = plan.ladder.slice(0, sessionRounds * strideOf(plan) + 1)
  if (ladder.length * game.weights.length > STATES_MAX) return null
  const unit = ladder.reduce(
    (common, multiple) => game.at(multiple).nets.reduce((so, net) => commonDivisor(Math.abs(net), so), common),
    0,
  )
  return { unit, list: ladder.map((_, rung) => rungAt(game, plan, rung, unit, bankroll)) }
}

/** How far up the ladder one round can lead. */
const strideOf = ({ won, lost }: LadderPlan): number =>
  Math.max(0, ...[won, lost].map((move) => (typeof move === 'object' && 'forward' in move ? move.forward : 0)))

function rungAt(game: Game, plan: LadderPlan, rung: number, unit: number, bankroll: number): Rung {
  const { stake, nets, mean } = game.at(plan.ladder[rung]!)
  const chances = new Map<number, number>()
  for (const [at, net] of nets.entries()) chances.set(net, (chances.get(net) ?? 0) + game.weights[at]!)
  const steps = [...chances].map(([net, chance]) => ({ chance, shift: net / unit, rung: nextRung(plan, rung, net) }))
  return { stake, mean, least: Math.ceil((stake - bankroll) / unit), steps }
}

/** The highest gain that is computed: the largest possible gain, or a number of standard deviations if that is less. */
function roomAbove({ steps }: Rung, rounds: number): number {
  const most = Math.max(1, ...steps.map(({ shift }) => shift))
  const spread = steps.reduce((sum, { chance, shift }) => sum + chance * shift ** 2, 0)
  return Math.ceil(Math.min(most * rounds, DEVIATIONS * Math.sqrt(spread * rounds) + 2 * most))
}

type SessionSums = { ruin: number; staked: number; net: number; lost: number; work: number }

type Frame = { rounds: number; below: number; room: number; workLeft: number }

function runChain(
  rungs: readonly Rung[],
  { rounds, below, room, workLeft }: Frame,
): { odds: SessionOdds | null; work: number } {
  let now = new ChainStates(rungs.length, below, room)
  let next = new ChainStates(rungs.length, below, room)
  now.put(0, 0, 1)
  const sums: SessionSums = { ruin: 0, staked: 0, net: 0, lost: 0, work: 0 }
  for (let round = 0; round < rounds; round++) {
    for (const at of rungs.keys()) moveOn(now, next, rungs, at, sums)
    if (sums.work > workLeft) return { odds: null, work: sums.work }
    now.clear()
    const emptied = now
    now = next
    next = emptied
  }
  // All terms are positive: each of so few operations adds at most half a unit of the last place.
  const rounding = rounds * (Math.max(...rungs.map(({ steps }) => steps.length)) + 4) * 2 ** -53
  const { ruin, staked, net, lost, work } = sums
  return { odds: { ruin, staked, net, errorBound: lost + rounding }, work }
}

/** Plays one round of all bankrolls on one rung. */
function moveOn(now: ChainStates, next: ChainStates, rungs: readonly Rung[], at: number, sums: SessionSums): void {
  const { stake, mean, steps } = rungs[at]!
  const [first, last] = [now.first[at]!, now.last[at]!]
  if (last < first) return
  const mass = now.mass(at)
  sums.staked += mass * stake
  sums.net += mass * mean
  sums.work += (last - first + 1) * steps.length
  for (const step of steps) moveBy(step, rungs[step.rung]!.least, now.rowOf(at), [first, last], next, sums)
}

/** The innermost of it, and nearly all of the time: what it reads and writes is at hand. */
function moveBy(
  { shift, chance, rung }: Rung['steps'][number],
  least: number,
  from: Float64Array,
  [first, last]: readonly [number, number],
  next: ChainStates,
  sums: SessionSums,
): void {
  const { room, below } = next
  const to = next.rowOf(rung)
  let [lowest, highest] = [room + 1, -below - 1]
  for (let state = first; state <= last; state++) {
    const moved = from[state + below]! * chance
    if (moved === 0) continue
    const there = state + shift
    if (there < least) sums.ruin += moved
    else if (there > room) sums.lost += moved
    else {
      to[there + below]! += moved
      if (there < lowest) lowest = there
      if (there > highest) highest = there
    }
  }
  next.reach(rung, lowest, highest)
}

/** The chance of every bankroll on every rung, and for each rung the range of bankrolls with a chance. */
class ChainStates {
  readonly room: number
  readonly first: Int32Array
  readonly last: Int32Array
  readonly below: number
  readonly #chances: (Float64Array | undefined)[]

  constructor(rungs: number, below: number, room: number) {
    this.below = below
    this.room = room
    this.#chances = new Array(rungs)
    this.first = new Int32Array(rungs).fill(room + 1)
    this.last = new Int32Array(rungs).fill(-below - 1)
  }

  /** The chance of every bankroll, the lowest first. */
  rowOf(rung: number): Float64Array {
    this.#chances[rung] ??= new Float64Array(this.below + this.room + 1)
    return this.#chances[rung]
  }

  mass(rung: number): number {
    const row = this.rowOf(rung)
    let mass = 0
    for (let state = this.first[rung]!; state <= this.last[rung]!; state++) mass += row[state + this.below]!
    return mass
  }

  put(rung: number, state: number, chance: number): void {
    this.rowOf(rung)[state + this.below]! += chance
    this.reach(rung, state, state)
  }

  /** There is some from here to there. */
  reach(rung: number, lowest: number, highest: number): void {
    if (lowest < this.first[rung]!) this.first[rung] = lowest
    if (highest > this.last[rung]!) this.last[rung] = highest
  }

  clear(): void {
    for (const [rung, chances] of this.#chances.entries()) if (this.first[rung]! <= this.last[rung]!) chances!.fill(0)
    this.first.fill(this.room + 1)
    this.last.fill(-this.below - 1)
  }
}
