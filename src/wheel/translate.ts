import type { Pocket, RuleBook } from '../books/rule-book.ts'
import { impossible } from '../engine/impossible.ts'
import type { CommandOf } from '../engine/language.ts'
import { isUnderWay, type RoundUnderWay, type TableState } from '../engine/table.ts'
import type { Fault, FaultCode } from './wheel-faults.ts'
import { flags, opposite, type StatusLine, states, type WheelMessage, type WheelState } from './wheel-line.ts'

/**
 * Translates a wheel's lines into the commands that a dealer would have given at that moment, each once per game, and
 * into the faults that the dealer must see. Pure: lines, time and the state of the table's round are arguments.
 */
type WheelCommandName =
  | 'place-your-bets'
  | 'spin'
  | 'no-more-bets'
  | 'ball-at-rest'
  | 'irregularity'
  | 'no-spin'
  | 'power-failure'
  | 'interruption'
export type WheelCommand = { [Name in WheelCommandName]: CommandOf<Name> }[WheelCommandName]

/**
 * `waiting`: nothing was opened yet. `round`: a round follows the wheel. `over`: it has its result or is void; the rest
 * of the wheel's game does not belong to it. `dark`: the power failed, and the dealer decides whether play is resumed.
 * `astray`: the round is open and no longer follows the wheel, so that a later ball can never become its result; the
 * dealer concludes it.
 */
type Stage = 'waiting' | 'round' | 'over' | 'dark' | 'astray'

export type Hearing = {
  readonly stage: Stage
  readonly spun: boolean
  readonly closed: boolean
  /** The wheel opened a game, and its round is still to be opened. */
  readonly due: boolean
  readonly voided: boolean
  /** Heard once, and not yet borne out by a second line. */
  readonly named: Pocket | null
  readonly given: Pocket | null
  readonly wheel: StatusLine | null
  /** A line that does not follow from the one before: believed when a second one agrees. */
  readonly held: StatusLine | null
  /** Flags that were already up when the round opened: they speak of the game before. */
  readonly stale: number
  /** Faults told in this game. */
  readonly told: readonly FaultCode[]
  readonly fresh: boolean
  readonly heardAt: number | null
  readonly silent: boolean
}

export type TranslatedLine = { state: Hearing; commands: readonly WheelCommand[]; faults: readonly Fault[] }

/** The table as it stands when a line comes in, with every command of the lines before carried out. */
type TableNow = Pick<TableState, 'round' | 'powerOut'>

export const WHEEL_SILENCE_MS = 2_000

export const listening: Hearing = {
  stage: 'waiting',
  spun: false,
  closed: false,
  due: false,
  voided: false,
  named: null,
  given: null,
  wheel: null,
  held: null,
  stale: 0,
  told: [],
  fresh: false,
  heardAt: null,
  silent: false,
}

/** Without a table nobody can say what became of a round: it is taken as concluded when the wheel is done with it. */
export function listen(before: Hearing, message: WheelMessage, book: RuleBook, table?: TableNow): TranslatedLine {
  const state = { ...heed(before, table), fresh: true }
  switch (message.kind) {
    case 'status':
      return onStatus(state, message, { book, table })
    case 'number':
      return onNumber(state, message.number, { book, table })
    case 'unreadable':
      return withFault(state, 'unreadable', message.text)
    case 'too-long':
      return withFault(state, 'line-too-long', message.text)
    case 'error':
      return withFault(state, 'wheel-error', message.text)
    // Bonus numbers are the house's own draw, never a wheel's; the rest is talk between a wheel and its settings.
    case 'bonus':
    case 'power':
    case 'mode':
    case 'settings':
    case 'not-the-wheel':
      return unchanged(state)
    default:
      return impossible(message)
  }
}

/** Time passes. A wheel that is closed may be silent; any other speaks twice a second. */
export function tick(state: Hearing, now: number): TranslatedLine {
  if (state.fresh || state.heardAt === null) return unchanged({ ...state, fresh: false, heardAt: now, silent: false })
  if (state.silent || now - state.heardAt < WHEEL_SILENCE_MS || state.wheel?.state === states.closed)
    return unchanged(state)
  return both(withFault({ ...state, silent: true }, 'silence'), hearEnd)
}

/** No more lines: a number that nothing spoke against is the wheel's word. */
export const hearEnd = (state: Hearing): TranslatedLine =>
  state.named === null ? unchanged(state) : giveUnopposed(state, state.named)

/**
 * The result is possible and not confirmed. The lines of the wheel's power, `*P 0` and `*P 1`, end like the numbers 0
 * and 1. A line that may be a power line without its head does not count as a result, and the dealer concludes the
 * round.
 */
const giveUnopposed = (state: Hearing, named: Pocket): TranslatedLine =>
  named === '0' || named === '1' ? withFault(astray(state), 'number-not-borne-out', named) : give(state, named)

/** The dealer may have concluded the round by hand, or resumed it after a power failure. */
function heed(state: Hearing, table: TableNow | undefined): Hearing {
  const isStuck = state.stage === 'astray' || state.stage === 'dark'
  if (!table) return isStuck ? { ...state, stage: 'over' } : state
  if (!isUnderWay(table.round))
    return isStuck || state.stage === 'round' ? { ...state, stage: 'over', named: null } : state
  if (state.stage !== 'dark' || table.powerOut) return state
  // Play continues. If the ball was running, the wheel's next result is another ball's, and the dealer reports the
  // pocket.
  return state.spun ? astray(state) : { ...state, stage: 'round', due: false }
}

const byWheel = { role: 'wheel' } as const

const unchanged = (state: Hearing): TranslatedLine => ({ state, commands: [], faults: [] })
const withCommand = (state: Hearing, command: WheelCommand): TranslatedLine => ({
  state,
  commands: [command],
  faults: [],
})

function withFault(state: Hearing, fault: FaultCode, detail?: string): TranslatedLine {
  const game = state.wheel?.game ?? null
  return { state, commands: [], faults: [detail === undefined ? { fault, game } : { fault, game, detail }] }
}

const oncePerGame = (state: Hearing, fault: FaultCode, detail?: string): TranslatedLine =>
  state.told.includes(fault) ? unchanged(state) : withFault({ ...state, told: [...state.told, fault] }, fault, detail)

function both({ state, commands, faults }: TranslatedLine, then: (state: Hearing) => TranslatedLine): TranslatedLine {
  const next = then(state)
  return { state: next.state, commands: [...commands, ...next.commands], faults: [...faults, ...next.faults] }
}

const astray = (state: Hearing): Hearing => ({ ...state, stage: 'astray', named: null })

const give = (state: Hearing, pocket: Pocket): TranslatedLine =>
  withCommand({ ...state, stage: 'over', named: null, given: pocket }, { do: 'ball-at-rest', pocket, by: byWheel })

type TableContext = { book: RuleBook; table: TableNow | undefined }

function onStatus(state: Hearing, status: StatusLine, place: TableContext): TranslatedLine {
  if (follows(state, status)) return takeStatus({ ...state, held: null }, status, place)
  const { held } = state
  if (held?.game !== status.game) return withFault({ ...state, held: status }, 'out-of-order', statusName(status))
  const believed = { ...state, held: null }
  const turned = state.stage === 'round' ? loseResult(believed) : unchanged(believed)
  return both(
    both(turned, (next) => takeStatus(heed(next, place.table), held, place)),
    (next) => takeStatus(next, status, place),
  )
}

const loseResult = (state: Hearing): TranslatedLine => withFault(astray(state), 'result-lost')

/**
 * Lines come repeated and out of their time. While a round follows the wheel, its game goes forward under one count.
 * Between rounds the next game has the next count; after a result the same count is an echo, and the ball of another
 * count is one whose opening was never heard.
 */
function follows({ wheel, stage, given, named }: Hearing, { state, game }: StatusLine): boolean {
  if (!wheel) return true
  const isSame = wheel.game === game
  const isIdle = wheel.state === states.start || wheel.state === states.closed
  if (isIdle) return isSame || !inPlay.includes(state)
  // A number was heard: the wheel may be done with this game.
  if (named !== null && state <= states.placeYourBets) return isSame || isNext(wheel.game, game)
  if (stage === 'round') return isSame && forward(wheel.state, state)
  if (!isSame) return state === states.placeYourBets ? isNext(wheel.game, game) : !inPlay.includes(state)
  return given === null || wheel.state !== states.winningNumber || !echoes.includes(state)
}

const running: readonly WheelState[] = [states.ballInRim, states.noMoreBets]
const inPlay: readonly WheelState[] = [...running, states.winningNumber]
const echoes: readonly WheelState[] = [states.placeYourBets, ...running]

/** The wheel may also fall back from betting to its start; and near the set speed states 3 and 4 take turns. */
const forward = (from: WheelState, to: WheelState): boolean =>
  to >= from ||
  (running.includes(from) && running.includes(to)) ||
  (from === states.placeYourBets && to === states.start)

/** The count wraps at 999. */
const isNext = (before: number, game: number): boolean => game === before + 1 || (before === 999 && game <= 1)

type StatusStep = (state: Hearing, status: StatusLine, place: TableContext) => TranslatedLine

/** One status line, step by step. `state.wheel` is the line before it until all are done. */
function takeStatus(state: Hearing, status: StatusLine, place: TableContext): TranslatedLine {
  const steps: StatusStep[] = [
    join,
    bearOut,
    newGame,
    sensor,
    openRound,
    callVoid,
    ballInRim,
    closeBets,
    ballRests,
    losePower,
  ]
  const taken = steps.reduce((heard, step) => both(heard, (next) => step(next, status, place)), unchanged(state))
  const stale = status.state === states.placeYourBets ? taken.state.stale & status.flags : 0
  return { ...taken, state: { ...taken.state, stale, wheel: status } }
}

/**
 * The first line ever heard. A table's round whose ball is not spun follows the wheel from here. If it is spun, nobody
 * can say that the ball heard now is its own. Without a table, a ball that runs is taken for the round's.
 */
const join: StatusStep = (state, status, { table }) => {
  if (state.wheel) return unchanged(state)
  const round = table && isUnderWay(table.round) ? table.round : null
  const isSpun = status.state === states.noMoreBets
  const isTaken = !table && running.includes(status.state)
  const taken: Hearing = isTaken ? { ...state, stage: 'round', spun: isSpun } : state
  const joined = round ? joinRound(state, round) : taken
  const isMidGame = inPlay.includes(status.state) || joined.stage === 'astray'
  return isMidGame ? withFault(joined, 'joined-in-game', statusName(status)) : unchanged(joined)
}

const joinRound = (state: Hearing, round: RoundUnderWay): Hearing =>
  round.phase === 'betting-open' ? { ...state, stage: 'round' } : astray(state)

const statusName = ({ state, game }: StatusLine): string => `state ${state} of game ${String(game).padStart(3, '0')}`

/** A number is given when the next line bears it out: the number line and state 5 agree, or the game is over. */
const bearOut: StatusStep = (state, { state: now, number, flags: up }) => {
  const { named } = state
  if (named === null) return unchanged(state)
  if (running.includes(now)) return withFault({ ...state, named: null }, 'number-not-borne-out', named)
  // State 5 means that no error is present: with the sensor flag up, the line contradicts itself.
  if (up & flags.sensor) return unchanged({ ...state, named: null })
  const isSilent = number === null && now !== states.winningNumber
  if (isSilent) return giveUnopposed(state, named)
  return number === named ? give(state, named) : differ(state, named, number)
}

const differ = (state: Hearing, one: Pocket, other: Pocket | null): TranslatedLine =>
  oncePerGame(state.stage === 'round' ? astray(state) : state, 'numbers-differ', `${one} and ${other ?? 'none'}`)

/** State 2 on its edge. After a void the flag may stay up a while: the relaunch is a new game once it is down. */
const newGame: StatusStep = (state, status) => {
  const { wheel, voided } = state
  if (state.stage === 'round') return unchanged(state)
  const isBetting = status.state === states.placeYourBets
  const isEdge = wheel?.state !== states.placeYourBets || wheel.game !== status.game
  if (isBetting && (voided ? !voidRow(status, 0) : isEdge))
    return unchanged({ ...state, due: true, voided: false, given: null, told: [] })
  if (wheel && wheel.game !== status.game) return unchanged({ ...state, given: null, told: [] })
  return unchanged(state)
}

const sensor: StatusStep = (state, status) =>
  status.flags & flags.sensor ? oncePerGame(state, 'sensor') : unchanged(state)

/** A dealer who opened the round by hand was first; a round that is not concluded comes first. */
const openRound: StatusStep = (state, status, { table }) => {
  if (state.stage !== 'round' && inPlay.includes(status.state)) return notOpened(state, status)
  if (!state.due || status.state !== states.placeYourBets) return unchanged(state)
  const round = table && isUnderWay(table.round) ? table.round : null
  const isStuck = table !== undefined && (state.stage === 'astray' || state.stage === 'dark')
  if (isStuck || (round && round.phase !== 'betting-open')) return oncePerGame(state, 'round-not-concluded')
  const stale = state.wheel?.flags ?? 0
  const opened: Hearing = { ...state, stage: 'round', due: false, spun: false, closed: false, stale }
  return round ? unchanged(opened) : withCommand(opened, { do: 'place-your-bets', by: byWheel })
}

function notOpened(state: Hearing, status: StatusLine): TranslatedLine {
  const isUnheard = state.wheel !== null && state.wheel.game !== status.game
  return state.due || isUnheard ? withFault({ ...state, due: false }, 'game-not-opened') : unchanged(state)
}

type VoidRow = {
  flag: number
  states: readonly number[]
  command: (book: RuleBook, status: StatusLine) => WheelCommand | null
}

const voids: readonly VoidRow[] = [
  { flag: flags.ballDirection, states: [2, 3, 4], command: (book) => irregularityCommand(book, 'same-direction') },
  { flag: flags.ballRemoved, states: [3, 4], command: (book) => irregularityCommand(book, 'ball-out-of-wheel') },
  { flag: flags.launch, states: [2, 3], command: launchFailed },
]

const voidRow = (status: StatusLine, stale: number): VoidRow | undefined =>
  voids.find((row) => row.states.includes(status.state) && (status.flags & ~stale & row.flag) !== 0)

/** A cause that voids the game comes first and ends it. A failed sensor never voids a game. */
const callVoid: StatusStep = (state, status, { book }) => {
  if (state.stage !== 'round' || status.flags & flags.sensor) return unchanged(state)
  const row = voidRow(status, status.state === states.placeYourBets ? state.stale : 0)
  if (!row) return unchanged(state)
  const command = row.command(book, status)
  const voided = { ...state, voided: true, named: null }
  if (!command) return withFault(astray(voided), 'not-in-this-book', `warning flag ${row.flag}`)
  return withCommand({ ...voided, stage: 'over' }, command)
}

const irregularityCommand = (book: RuleBook, code: string): WheelCommand | null =>
  book.irregularities.some((row) => row.code === code) ? { do: 'irregularity', code, by: byWheel } : null

/**
 * The wheel calls its own game void. A book without "no spin" may know technical interruptions, which void a round that
 * has no outcome: a launcher that fails is one. A book with neither still voids a ball that never went round, and in
 * state 2 it has not; in state 3 it has gone round, nobody counted how often, and the dealer must say.
 */
function launchFailed(book: RuleBook, status: StatusLine): WheelCommand | null {
  if (book.rules.noSpin) return { do: 'no-spin', by: byWheel }
  if (book.rules.interruption) return { do: 'interruption', by: byWheel }
  return status.state === states.placeYourBets ? irregularityCommand(book, 'ball-not-spun') : null
}

const ballInRim: StatusStep = (state, status) => {
  if (state.stage !== 'round' || status.state !== states.ballInRim) return unchanged(state)
  // A still rotor voids a round, and that can't be undone: one reading of the speed is for the dealer to judge.
  const seen = status.speed === 0 ? oncePerGame(state, 'rotor-still') : unchanged(state)
  if (state.spun) return seen
  const { rotor, speed: rotorSpeed } = status
  const spin: WheelCommand = { do: 'spin', ball: opposite(rotor), wheel: rotor, rotorSpeed, by: byWheel }
  return both(seen, (next) => withCommand({ ...next, spun: true }, spin))
}

/** A spin that was not seen is not made up; bets are closed all the same, as far as the book lets them. */
const closeBets: StatusStep = (state, status) => {
  if (state.stage !== 'round' || status.state !== states.noMoreBets || state.closed) return unchanged(state)
  const closed = withCommand({ ...state, closed: true }, { do: 'no-more-bets', by: byWheel })
  return state.spun ? closed : both(closed, (next) => oncePerGame(next, 'ball-not-seen'))
}

const ballRests: StatusStep = (state, status, { book }) => {
  if (status.state !== states.winningNumber) return unchanged(state)
  if (status.number === null) return oncePerGame(state, 'number-missing')
  return status.flags & flags.sensor ? unchanged(state) : hearNumber(state, status.number, book)
}

function onNumber(state: Hearing, number: Pocket, { book }: TableContext): TranslatedLine {
  const { wheel, stage } = state
  const isPlace = wheel !== null && (stage !== 'round' || inPlay.includes(wheel.state))
  if (!isPlace) return withFault(state, 'number-out-of-place', number)
  return wheel.flags & flags.sensor ? oncePerGame(state, 'sensor') : hearNumber(state, number, book)
}

function hearNumber(state: Hearing, number: Pocket, book: RuleBook): TranslatedLine {
  if (!book.wheel.pockets.includes(number)) return oncePerGame(state, 'number-not-on-wheel', number)
  if (state.stage === 'round') return nameNumber(state, number)
  if (state.given === number) return unchanged(state)
  return state.given === null ? oncePerGame(state, 'number-not-played', number) : differ(state, state.given, number)
}

function nameNumber(state: Hearing, number: Pocket): TranslatedLine {
  if (!state.spun) return withFault(astray(state), 'number-without-ball', number)
  if (state.named !== null && state.named !== number) return differ(state, state.named, number)
  return unchanged({ ...state, named: number })
}

/**
 * The wheel's power went while a round was open. If the book has a rule for power failures, the round waits for the
 * dealer: play continues, or no spin. If it has a rule for technical interruptions, the round is void without an
 * outcome. With neither rule the dealer is only notified.
 */
const losePower: StatusStep = (state, status, { book }) => {
  if (status.state !== states.closed || state.stage !== 'round' || state.wheel?.state === states.closed)
    return unchanged(state)
  if (book.rules.powerFailure) return withCommand({ ...state, stage: 'dark' }, { do: 'power-failure', by: byWheel })
  if (book.rules.interruption) return withCommand({ ...state, stage: 'over' }, { do: 'interruption', by: byWheel })
  return withFault(astray(state), 'not-in-this-book', 'the wheel was closed or lost its power')
}
