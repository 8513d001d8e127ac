import type { Pocket, RuleBook } from '../books/rule-book.ts'
import { below, between, type NextByte, pickOne } from './chance.ts'
import { flags, opposite, type SpinDirection, states, type WheelState, writeNumber, writeStatus } from './wheel-line.ts'

/**
 * A wheel that is not there: it writes the lines that a real one would, half a second of its time after another. Pure
 * but for the bytes it is given. The pocket is drawn when the ball comes to rest and not before, so that nothing that
 * can be seen while bets are open depends on it.
 */
export type Mishap =
  | 'same-direction'
  | 'ball-out'
  | 'launch'
  | 'launch-in-rim'
  | 'sensor'
  | 'power-while-betting'
  | 'power-while-running'

export type Simulation = {
  book: RuleBook
  chance: NextByte
  /** Games to play; without it the wheel never stops. */
  games?: number
  firstGame?: number
  /** Seconds of the wheel's own time. */
  bettingSeconds?: number
  restSeconds?: number
  /** The fault in the nth game, counted from 1. */
  mishap?: (nth: number) => Mishap | undefined
}

/** Half a second: its lines, and the pocket of a ball that has just stopped. */
export type Tick = { lines: readonly string[]; outcome?: Pocket }

export const TICK_SECONDS = 0.5
export const BETTING_SECONDS_MIN = 4
const BETTING_SECONDS = 20
/** Ticks with the ball in the rim: seven or eight seconds, well over four revolutions. */
const inRimTicks = { least: 14, most: 16 }

type Rotor = { speed: number; direction: SpinDirection }
type SimulatedWheel = Required<Pick<Simulation, 'book' | 'chance'>> & {
  bettingTicks: number
  restTicks: number
  game: number
  number: Pocket | null
  rotor: Rotor
}

const ticksOf = (seconds: number): number => Math.max(1, Math.round(seconds / TICK_SECONDS))

/** Seconds of the wheel's time from a new game to no more bets, at least: bets stay open while the ball is in the rim. */
export const closesAfter = ({ bettingSeconds = BETTING_SECONDS }: Simulation): number =>
  (ticksOf(bettingSeconds) + inRimTicks.least) * TICK_SECONDS

export function* simulate(simulation: Simulation): Generator<Tick> {
  const { games = Number.POSITIVE_INFINITY, mishap } = simulation
  const wheel = switchedOn(simulation)
  yield* powerUp(wheel)
  for (let nth = 1; nth <= games; nth++) yield* playGame(wheel, mishap?.(nth))
  yield* powerDown(wheel)
}

function switchedOn({
  book,
  chance,
  firstGame = 1,
  bettingSeconds = BETTING_SECONDS,
  restSeconds = 3,
}: Simulation): SimulatedWheel {
  if (!(bettingSeconds >= BETTING_SECONDS_MIN)) throw new RangeError('the rotor takes four seconds to turn round')
  const rotor: Rotor = { speed: 0, direction: pickOne(['clockwise', 'anticlockwise'] as const, chance) }
  const ticks = { bettingTicks: ticksOf(bettingSeconds), restTicks: ticksOf(restSeconds) }
  return { book, chance, ...ticks, game: firstGame, number: null, rotor }
}

function* powerUp(wheel: SimulatedWheel): Generator<Tick> {
  yield { lines: ['*P 1', '*P OK'] }
  wheel.rotor.speed = cruise(wheel)
  for (let tick = 0; tick < 6; tick++) yield status(wheel, states.start)
}

function* powerDown(wheel: SimulatedWheel): Generator<Tick> {
  yield { lines: ['*P 0', '*P OK'] }
  yield* stopRotor(wheel)
}

function* stopRotor(wheel: SimulatedWheel): Generator<Tick> {
  for (const speed of [60, 20, 0, 0]) {
    wheel.rotor.speed = speed
    yield { lines: [statusLine(wheel, states.closed, 0, speed)] }
  }
}

function* playGame(wheel: SimulatedWheel, mishap: Mishap | undefined): Generator<Tick> {
  yield* betting(wheel)
  if (mishap === 'power-while-betting') return yield* powerFails(wheel)
  if (mishap === 'launch') {
    yield* during(wheel, states.placeYourBets, 4, flags.launch)
    yield* betting(wheel)
  }
  if (mishap === 'launch-in-rim') {
    yield* during(wheel, states.ballInRim, 3)
    yield* during(wheel, states.ballInRim, 3, flags.launch)
    yield* betting(wheel)
  }
  if (mishap === 'same-direction') {
    yield* during(wheel, states.ballInRim, 8, flags.ballDirection)
    return nextGame(wheel)
  }
  yield* runs(wheel, mishap)
}

/** The ball in the rim, then slow for about twenty seconds. */
function* runs(wheel: SimulatedWheel, mishap: Mishap | undefined): Generator<Tick> {
  const inRim = between(inRimTicks.least, inRimTicks.most, wheel.chance)
  if (mishap === 'sensor') yield* during(wheel, states.ballInRim, 3, flags.sensor)
  yield* during(wheel, states.ballInRim, inRim)
  if (mishap === 'power-while-running') return yield* powerFails(wheel)
  yield* during(wheel, states.noMoreBets, between(34, 43, wheel.chance))
  if (mishap === 'ball-out') {
    yield* during(wheel, states.noMoreBets, 4, flags.ballRemoved)
    return nextGame(wheel)
  }
  yield* comesToRest(wheel)
  nextGame(wheel)
}

/** The number line comes once, with the first line of state 5. */
function* comesToRest(wheel: SimulatedWheel): Generator<Tick> {
  const outcome = pickOne(wheel.book.wheel.pockets, wheel.chance)
  wheel.number = outcome
  const { lines } = status(wheel, states.winningNumber)
  yield { lines: [writeNumber(outcome, wheel.book), ...lines], outcome }
  yield* during(wheel, states.winningNumber, wheel.restTicks - 1)
}

function* powerFails(wheel: SimulatedWheel): Generator<Tick> {
  yield* stopRotor(wheel)
  nextGame(wheel)
  yield* powerUp(wheel)
}

/** The count has three digits and wraps. */
const nextGame = (wheel: SimulatedWheel): void => {
  wheel.game = wheel.game === 999 ? 0 : wheel.game + 1
}

/** While bets are placed the rotor brakes, stands, and turns the other way: each game the other way round. */
function* betting(wheel: SimulatedWheel): Generator<Tick> {
  const braking = 4
  const before = wheel.rotor.speed
  yield* during(wheel, states.placeYourBets, wheel.bettingTicks - braking - 4)
  for (let left = braking - 1; left >= 0; left--) yield turning(wheel, Math.round((before * left) / braking))
  yield turning(wheel, 0)
  wheel.rotor = { speed: cruise(wheel), direction: opposite(wheel.rotor.direction) }
  yield turning(wheel, 0)
  yield turning(wheel, Math.round(wheel.rotor.speed / 2))
  yield turning(wheel, wheel.rotor.speed)
}

const turning = (wheel: SimulatedWheel, speed: number): Tick => ({
  lines: [statusLine(wheel, states.placeYourBets, 0, speed)],
})

function* during(wheel: SimulatedWheel, state: WheelState, ticks: number, flag = 0): Generator<Tick> {
  for (let tick = 0; tick < ticks; tick++) yield status(wheel, state, flag)
}

/** Tenths of rpm. */
const cruise = ({ chance }: SimulatedWheel): number => between(140, 180, chance)

function status(wheel: SimulatedWheel, state: WheelState, flag = 0): Tick {
  return { lines: [statusLine(wheel, state, flag, wheel.rotor.speed + between(-4, 4, wheel.chance))] }
}

function statusLine(
  { book, game, number, rotor }: SimulatedWheel,
  state: WheelState,
  flag: number,
  speed: number,
): string {
  return writeStatus({ state, game, number, flags: flag, speed, rotor: rotor.direction }, book)
}

/** Simulates a bad cable: one line in `oneIn` is cut, repeated, lost, or mixed with noise or an answer. */
export function disturb(line: string, oneIn: number, chance: NextByte): string[] {
  if (below(oneIn, chance) !== 0) return [line]
  const at = below(Math.max(1, line.length), chance)
  const [head, tail] = [line.slice(0, at), line.slice(at)]
  const noise = String.fromCharCode(between(128, 255, chance))
  return pickOne([[head], [tail], [line, line], [], [`${head}${noise}${tail}`], [`${head}*P OK${tail}`]], chance)
}

/** Time, so that a test need not wait for it. `wait` ends early when the wheel is stopped. */
export type Clock = { now: () => number; wait: (milliseconds: number, stop: AbortSignal) => Promise<void> }

/** The lines of a tick when its time has come, as they would arrive: CR LF at the end of each. */
export async function* inTime(ticks: Iterable<Tick>, speed: number, clock: Clock, stop: AbortSignal) {
  const began = clock.now()
  let nth = 0
  for (const { lines } of ticks) {
    const due = began + (nth++ * TICK_SECONDS * 1000) / speed
    if (due > clock.now()) await clock.wait(due - clock.now(), stop)
    if (stop.aborted) return
    yield lines.map((line) => `${line}\r\n`).join('')
  }
}
