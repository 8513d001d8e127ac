import type { Cents } from '../engine/money.ts'
import { type Game, type GameSetup, gameOf } from './game.ts'
import { chanceFrom, type Fill } from './generator.ts'
import { isLadder, type Player, playerOf } from './plan.ts'
import { emptyTally, joinSessions, joinTallies, noSessions, type SessionTally, type Tally } from './simulation-tally.ts'
import { type Spinner, spinnerOf } from './spinner.ts'

/** Rounds to be played. With a plan or a bankroll they are played in sessions that start independently. */
export type SimulationSetup = GameSetup & {
  readonly rounds: number
  readonly bankroll: Cents | null
  readonly sessionRounds: number
}

/** Rounds of one stream of random numbers. The result does not depend on which worker plays which block. */
export const BLOCK_ROUNDS = 262_144
export const SESSION_ROUNDS_MAX = 1_000_000

/** The same stakes for ever: nothing is carried from one round to the next. */
export const isSteady = ({ plan, bankroll }: SimulationSetup): boolean =>
  bankroll === null && isLadder(plan) && plan.ladder.length === 1

const roundsInBlock = (setup: SimulationSetup): number =>
  isSteady(setup) ? BLOCK_ROUNDS : Math.max(1, Math.floor(BLOCK_ROUNDS / setup.sessionRounds)) * setup.sessionRounds

/**
 * Returns the number of blocks that a simulation is divided into.
 *
 * @example
 * const blocks: number = blocksOf(simulation)
 */
export const blocksOf = (setup: SimulationSetup): number => Math.ceil(setup.rounds / roundsInBlock(setup))

/**
 * Plays blocks of one simulation, each by its number.
 *
 * @example
 * const play = blockPlayer(simulation, (block) => seededFill('a seed', block))
 * const tally: Tally = play(0)
 */
export function blockPlayer(setup: SimulationSetup, fillOf: (block: number) => Fill): (block: number) => Tally {
  const game = gameOf(setup)
  const size = roundsInBlock(setup)
  return (block) => {
    const rounds = Math.min(size, setup.rounds - block * size)
    const spin = spinnerOf(setup.book, chanceFrom(fillOf(block)))
    return isSteady(setup) ? playSteadily(game, spin, rounds) : playSessions(game, setup, spin, rounds)
  }
}

/**
 * Runs the whole simulation in this thread. `tell` receives the number of finished blocks.
 *
 * @example
 * const tally: Tally = simulate(simulation, (block) => seededFill('a seed', block))
 */
export function simulate(
  setup: SimulationSetup,
  fillOf: (block: number) => Fill,
  tell: (blocks: number) => void = () => {},
): Tally {
  const play = blockPlayer(setup, fillOf)
  let tally = emptyTally
  for (let block = 0; block < blocksOf(setup); block++) {
    tally = joinTallies(tally, play(block))
    tell(block + 1)
  }
  return tally
}

const SPINS_AT_ONCE = 4_096

function playSteadily(game: Game, spin: Spinner, rounds: number): Tally {
  const round = game.at(isLadder(game.setup.plan) ? game.setup.plan.ladder[0]! : 1)
  const loses = Uint8Array.from(round.nets, (net) => (net < 0 ? 1 : 0))
  const counts = new Uint32Array(round.nets.length)
  const outcomes = new Uint16Array(SPINS_AT_ONCE)
  let [run, longest, leading] = [0, 0, -1]
  for (let done = 0; done < rounds; done += SPINS_AT_ONCE) {
    const spun = outcomes.subarray(0, Math.min(SPINS_AT_ONCE, rounds - done))
    spin(spun)
    for (let at = 0; at < spun.length; at++) {
      const outcome = spun[at]!
      counts[outcome]!++
      run = (run + 1) * loses[outcome]!
      if (run > longest) longest = run
    }
    if (leading < 0) leading = leadingIn(spun, loses, done)
  }
  return {
    ...sumsOf(game, round.nets, counts, rounds),
    leading: leading < 0 ? rounds : leading,
    trailing: run,
    longest,
  }
}

/** The place of the first round that did not lose; -1 if all of these lost. */
function leadingIn(spun: Uint16Array, loses: Uint8Array, done: number): number {
  const at = spun.findIndex((outcome) => loses[outcome] === 0)
  return at < 0 ? -1 : done + at
}

function sumsOf(game: Game, nets: Float64Array, counts: Uint32Array, rounds: number): Tally {
  const round = game.at(isLadder(game.setup.plan) ? game.setup.plan.ladder[0]! : 1)
  const staked = BigInt(round.stake) * BigInt(rounds)
  let [returned, hits, squares] = [staked, 0, 0]
  for (let outcome = 0; outcome < counts.length; outcome++) {
    const count = counts[outcome]!
    returned += BigInt(count) * BigInt(nets[outcome]!)
    hits += count * game.hits[outcome]!
    squares += count * nets[outcome]! ** 2
  }
  return {
    ...emptyTally,
    rounds,
    played: rounds,
    hits,
    heldRounds: round.isHeld ? rounds : 0,
    staked,
    returned,
    squares,
    expected: rounds * (round.stake + round.mean),
    variance: rounds * round.variance,
    reach: round.reach,
  }
}

/** Outcomes one at a time, spun many at a time. */
function outcomesFrom(spin: Spinner): () => number {
  const outcomes = new Uint16Array(SPINS_AT_ONCE)
  let used = SPINS_AT_ONCE
  return () => {
    if (used === SPINS_AT_ONCE) {
      spin(outcomes)
      used = 0
    }
    return outcomes[used++]!
  }
}

function playSessions(game: Game, setup: SimulationSetup, spin: Spinner, rounds: number): Tally {
  const [next, player] = [outcomesFrom(spin), playerOf(setup.plan)]
  let [tally, sessions] = [emptyTally, noSessions]
  for (let left = rounds; left > 0; left -= setup.sessionRounds) {
    const length = Math.min(left, setup.sessionRounds)
    const session = playSession(game, player, next, setup.bankroll ?? Number.POSITIVE_INFINITY, length)
    tally = joinTallies(tally, session)
    // A session that the end of the simulation cut short says nothing about ruin.
    if (length === setup.sessionRounds) sessions = joinSessions(sessions, session.sessions)
  }
  return { ...tally, leading: 0, trailing: 0, sessions }
}

function playSession(game: Game, player: Player, next: () => number, bankroll: number, length: number): Tally {
  player.again()
  let round = game.at(player.multiple())
  let [bank, played, hits, heldRounds, staked, net] = [bankroll, 0, 0, 0, 0, 0]
  let [expected, variance, reach, squares, run, longest] = [0, 0, 0, 0, 0, 0]
  while (played < length && round.stake <= bank) {
    const outcome = next()
    const result = round.nets[outcome]!
    played++
    hits += game.hits[outcome]!
    if (round.isHeld) heldRounds++
    staked += round.stake
    net += result
    bank += result
    expected += round.stake + round.mean
    variance += round.variance
    if (round.reach > reach) reach = round.reach
    squares += result * result
    run = result < 0 ? run + 1 : 0
    if (run > longest) longest = run
    player.after(result)
    round = game.at(player.multiple())
  }
  if (!Number.isSafeInteger(staked) || !Number.isSafeInteger(net)) throw new StakesTooLarge()
  return {
    rounds: length,
    played,
    hits,
    heldRounds,
    staked: BigInt(staked),
    returned: BigInt(staked + net),
    expected,
    variance,
    reach,
    squares,
    leading: 0,
    trailing: 0,
    longest,
    sessions: sessionOf(net, round.stake > bank),
  }
}

const sessionOf = (net: number, isRuined: boolean): SessionTally => ({
  count: 1,
  ruined: isRuined ? 1 : 0,
  net,
  squares: net * net,
  best: net,
  worst: net,
})

/** A plan without limit and bankroll went on until its sums were no longer exact. */
export class StakesTooLarge extends RangeError {
  constructor() {
    super('the stakes grew too large to add up exactly: set a limit or a bankroll')
  }
}
