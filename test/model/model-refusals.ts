import type { Command, CommandName, CommandOf } from '../../src/engine/language.ts'
import { CENTS_MAX, HOUSE_LOSS_MAX, TABLE_MONEY_MAX } from '../../src/engine/money.ts'
import type { Role } from '../../src/engine/positions.ts'
import { type RefusalCode, refusalCodes } from '../../src/engine/refusals.ts'
import { type Spot, spotsOf } from '../../src/engine/spots.ts'
import { least } from '../support/engine.ts'
import {
  type Bounds,
  boundsAt,
  boundsOf,
  bringsCount,
  cellsIn,
  cellsOf,
  chipsOut,
  countThatDecides,
  heldBy,
  isAboutPast,
  isCurrent,
  isLateCount,
  isOtherWord,
  isTakenByOther,
  isWider,
  type Lain,
  laysOf,
  type Model,
  piecesOf,
  placeOf,
  sourceOf,
  spotNamed,
  sumOf,
  uncoveredOf,
  wealthOf,
  worthOf,
} from './model.ts'

/** When each refusal applies, by the model alone; the first that does is the answer. */

const ranks: readonly Role[] = ['player', 'dealer', 'pit-supervisor', 'pit-manager', 'shift-manager']
const isHighEnough = (role: Role, needed: Role): boolean => {
  const held = role === 'wheel' ? 'dealer' : role
  return held === 'system' || needed === 'system' ? held === needed : ranks.indexOf(held) >= ranks.indexOf(needed)
}

/** A wheel tells what it does and where the ball rests; it touches no chip. */
const ofWheel: readonly string[] = [
  'place-your-bets',
  'spin',
  'no-more-bets',
  'ball-at-rest',
  'irregularity',
  'interruption',
  'power-failure',
  'no-spin',
]

type Placing = { player: string; spot?: string }

/** Finds the wager that a command names. */
const heldOn = (model: Model, command: Command & Placing): Lain | undefined =>
  command.spot === undefined
    ? undefined
    : laysOf(model, command).get(placeOf(command.player, spotNamed(model, command.spot)?.spot ?? ''))

/** The new total on each spot that the command touches. */
function totalsAfter(model: Model, command: Command): { spot: Spot; total: number }[] {
  if (command.do === 'withdraw') {
    const held = heldOn(model, command)
    if (!held) return []
    const taken = command.stake ?? (command.chips ?? 0) * wealthOf(model, command.player).value
    const isAll = command.stake === undefined && command.chips === undefined
    return [{ spot: spotNamed(model, command.spot)!, total: isAll ? 0 : worthOf(model, held) - taken }]
  }
  return piecesOf(model, command).map(({ spot, stake }) => {
    const held = model.held.get(placeOf((command as { player: string }).player, spot.spot))
    return { spot, total: stake + (held ? worthOf(model, held) : 0) }
  })
}

const roundsNamed = (command: Command): readonly number[] =>
  command.do === 'correct-outcome' ? [command.round] : command.do === 'void-rounds' ? command.rounds : []

const one = (command: Command, ...names: CommandName[]): boolean => names.includes(command.do)
const settlesNow = (model: Model, command: Command): boolean =>
  command.do === 'settle' || (command.do === 'decide' && command.decision === 'settle' && !isAboutPast(model, command))

/** Reading 30. */
const isOnlyForPlayers = ({ id }: Model['book']): boolean =>
  isAtTerminals(id) || ['mbs/sands-roulette@1', 'deadwood/roulette@1'].includes(id)
const isAtTerminals = (id: string): boolean => id.startsWith('rws/')

/** The rule that the table's book needs for this command. */
function isInBook(model: Model, command: Command): boolean {
  const { book, referred } = model
  const { rules, funds, irregularities } = book
  switch (command.do) {
    case 'buy-in':
    case 'cash-out':
      return command.colour === undefined || funds.colourChips !== null
    case 'wager':
      if (command.by.role !== 'player' && (command.own ? isAtTerminals(book.id) : isOnlyForPlayers(book))) return false
      return command.chips === undefined || funds.colourChips !== null
    case 'withdraw':
      if (command.by.role !== 'player' && isAtTerminals(book.id)) return false
      return command.chips === undefined || funds.colourChips !== null
    case 'allow-early-close':
      return (book.id.startsWith('mbs/') && book.id !== 'mbs/sands-roulette@1') || book.id.includes('/french-')
    case 'bonus-numbers':
      return rules.bonus !== null
    case 'rule-on-wager':
      if (command.treatment === 'moved' && isAtTerminals(book.id)) return false
      return rules.unclearWagers !== null || referred || isAboutPast(model, command)
    case 'no-spin':
      return rules.noSpin !== null
    case 'power-failure':
    case 'resume':
      return rules.powerFailure !== null
    case 'interruption':
      return rules.interruption !== null
    case 'void-rounds':
      if (rules.voidedRounds.codes?.includes(command.code) === false) return false
      return irregularities.some(({ code }) => code === command.code)
    case 'irregularity':
      return irregularities.some(({ code }) => code === command.code)
    default:
      return true
  }
}

const needsRound: readonly CommandName[] = [
  ...(['spin', 'no-more-bets', 'bonus-numbers', 'ball-at-rest', 'rule-on-wager', 'settle', 'irregularity'] as const),
  ...(['allow-early-close', 'no-spin', 'power-failure', 'resume', 'interruption', 'refer', 'decide'] as const),
]

const needsPower: readonly CommandName[] = ['wager', 'withdraw', 'spin', 'power-failure', 'bonus-numbers']

function isValidDraw({ book }: Model, numbers: readonly string[]): boolean {
  const known = numbers.filter((number) => book.wheel.pockets.includes(number))
  return new Set(known).size === 10 && numbers.length === 10
}

function areValidLimits({ book, layout }: Model, limits: unknown): boolean {
  const rows = Object.entries(limits as Bounds)
  const kinds = new Set(spotsOf(book, layout).list.map(({ kind }) => kind as string)).add('default')
  if (book.rules.maximumPayout) kinds.add('maximum-payout')
  const isAmount = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0
  const isRow = (row: unknown) =>
    typeof row === 'object' && row !== null && Object.values(row).every(isAmount) && !('most' in row)
  if (!rows.every(([kind, row]) => kinds.has(kind) && isRow(row))) return false
  if (isWider({ book }, limits as Bounds)) return false
  return Object.values(boundsAt({ book, layout }, limits as Bounds)).every((row) => (row!.min ?? 0) <= row!.max!)
}

const isTooEarly = ({ book, open, spun, leave }: Model, command: Command): boolean => {
  const { beforeSpin } = book.rules.closing
  if (!one(command, 'no-more-bets') || !open || spun) return false
  return !(beforeSpin && (leave || isHighEnough(command.by.role, beforeSpin.by)))
}

const isColourTaken = (model: Model, command: Command): boolean =>
  command.do === 'buy-in' && command.colour !== undefined && isTakenByOther(model, command.player, command.colour)

function hasOtherColour(model: Model, command: Command): boolean {
  if ((command.do !== 'buy-in' && command.do !== 'cash-out') || command.colour === undefined) return false
  const { colour, value } = wealthOf(model, command.player)
  const differs = colour !== command.colour || (command.chipValue !== undefined && command.chipValue !== value)
  return command.do === 'cash-out' ? differs : differs && chipsOut(model, command.player) > 0
}

function isBrokenChip(model: Model, command: Command): boolean {
  if (command.do === 'buy-in') return command.chipValue !== undefined && command.amount % command.chipValue !== 0
  if (command.do !== 'cash-out' && command.do !== 'withdraw' && command.do !== 'rule-on-wager') return false
  const { value } = wealthOf(model, command.player)
  if (command.do === 'cash-out') return value > 0 && command.colour !== undefined && command.amount % value !== 0
  const held = takenFrom(model, command)
  const beyondCash = (command.stake ?? 0) - (held?.cash ?? 0)
  return held !== undefined && held.chips > 0 && beyondCash > 0 && beyondCash % held.value !== 0
}

function isTooLarge(model: Model, command: Command): boolean {
  if (command.do === 'decide') return sumOf(awardsIn(command), ([, amount]) => amount) + model.awarded > TABLE_MONEY_MAX
  if (command.do === 'buy-in') return command.amount - model.outside > TABLE_MONEY_MAX
  const pieces = piecesOf(model, command)
  if (model.layoutMoney + sumOf(pieces, ({ stake }) => stake) > CENTS_MAX) return true
  const most = ({ pays, paysBonus, paysSuperBonus }: Spot) => Math.max(pays, paysBonus, paysSuperBonus)
  const other = Math.max(...spotsOf(model.book, model.layout).list.map(most)) * model.layoutMoney
  return (
    pieces.length > 0 && sumOf(pieces, ({ spot, stake }) => stake * most(spot)) + other - model.house > HOUSE_LOSS_MAX
  )
}

function isBeyondHeld(model: Model, command: Command): boolean {
  if (command.do !== 'withdraw' && command.do !== 'rule-on-wager') return false
  const held = takenFrom(model, command)
  const worth = held ? held.cash + held.chips * held.value : 0
  return held !== undefined && ((command.chips ?? 0) > held.chips || (command.stake ?? 0) > worth)
}

/** Returns the chips that a part is taken from; for a ruling, those that no ruling on a part covers. */
function takenFrom(model: Model, command: CommandOf<'withdraw'> | CommandOf<'rule-on-wager'>): Lain | undefined {
  const held = heldOn(model, command)
  return held && command.do === 'rule-on-wager' ? uncoveredOf(model, command, held) : held
}

function isOutside(model: Model, command: Command, isWrong: (total: number, min: number, max: number) => boolean) {
  if (model.book.rules.limits.policy !== 'refused') return false
  // Colour chips of somebody who never bought any have no value to measure.
  if (command.do === 'wager' && command.chips !== undefined && wealthOf(model, command.player).colour === null)
    return false
  return totalsAfter(model, command).some(({ spot, total }) => {
    const { min, max } = boundsOf(model.limits, spot)
    return !(command.do === 'withdraw' && total === 0) && isWrong(total, min, max)
  })
}

function isPoor(model: Model, command: Command): boolean {
  if (!('player' in command)) return false
  const { cash, chips, value } = wealthOf(model, command.player)
  if (command.do === 'repay') return command.amount > cash
  if (command.do === 'cash-out') return command.amount > (command.colour === undefined ? cash : chips * value)
  if (command.do !== 'wager') return false
  const staked = sumOf(piecesOf(model, command), ({ stake }) => stake)
  if (command.chips === undefined) return staked > cash
  return value === 0 ? command.chips > chips : staked > chips * value
}

const announcesNoSpin = ({ book }: Model, command: Command): boolean =>
  command.do === 'no-spin' || (command.do === 'irregularity' && command.code === book.rules.noSpin?.code)

/** Reading 26: an irregularity that somebody reports with the ball at rest; the other two have rules of their own. */
const isLateReport = ({ underWay, pocket, book }: Model, command: Command): command is CommandOf<'irregularity'> =>
  command.do === 'irregularity' &&
  underWay &&
  pocket !== null &&
  command.code !== book.rules.interruption?.code &&
  command.code !== book.rules.noSpin?.code

const needsSpin = 'too-few-revolutions ball-not-in-compartment wheel-stopped wheel-not-rotating'
const ofDirections = ['same-direction', 'wheel-not-rotating']
const ofCompartment = ['ball-not-in-compartment', 'ball-out-of-wheel']

const namesCurrent = (model: Model, command: Command): boolean =>
  command.do === 'void-rounds' && command.rounds.some((round) => isCurrent(model, round))

function isTooEarlyFor(model: Model, command: Command): boolean {
  const { spun, open, pocket } = model
  if (command.do !== 'irregularity' && command.do !== 'void-rounds') return false
  if (command.do === 'void-rounds' && !namesCurrent(model, command)) return false
  return (
    (needsSpin.split(' ').includes(command.code) && !spun && pocket === null) ||
    (command.code === 'bonus-number-not-lit' && open)
  )
}

function isAgainstRecord(model: Model, command: Command): boolean {
  if (command.do === 'void-rounds')
    return command.rounds.some((round) => {
      const past = model.past.get(round)
      if (past) return past.code === null && speaksAgainst(model, command.code, { ...past, spun: past.wasPlayed })
      return isCurrent(model, round) && speaksAgainst(model, command.code, model)
    })
  return isLateReport(model, command) && speaksAgainst(model, command.code, model)
}

type Recorded = Pick<Model, 'pocket' | 'spun' | 'counts'>

function speaksAgainst({ book }: Model, code: string, { pocket, spun, counts }: Recorded): boolean {
  if (ofCompartment.includes(code)) return pocket !== null
  if (ofDirections.includes(code)) return spun
  const bySensor = countThatDecides(counts.filter(({ source }) => source === 'wheel'))
  return (bySensor ?? 0) >= book.rules.spin.revolutionsMin && ['ball-not-spun', 'too-few-revolutions'].includes(code)
}

/** Reading 17: where the book has no rule for it, settled rounds are voided by the shift manager. */
function leastIn({ book }: Model, name: CommandName): Role {
  const isBeyondBook =
    (name === 'void-rounds' && book.id.startsWith('mbs/')) || (name === 'rule-on-wager' && !book.rules.unclearWagers)
  return isBeyondBook ? 'shift-manager' : least[name]
}

/** Reading 29: commands that would end a referred round, or draw for one that may return to open bets. */
function isHeld(model: Model, command: Command): boolean {
  const isDown = model.pocket !== null
  switch (command.do) {
    case 'irregularity':
    case 'no-spin':
      return announcesNoSpin(model, command) && command.by.role !== 'wheel'
    case 'bonus-numbers':
      return !isDown
    case 'void-rounds':
    case 'correct-outcome':
      return roundsNamed(command).includes(model.round) && !isHighEnough(command.by.role, 'shift-manager')
    case 'rule-on-wager':
      return !isAboutPast(model, command) && !isHighEnough(command.by.role, 'shift-manager')
    case 'refer':
      return !isAboutPast(model, command)
    default:
      return one(command, 'spin', 'no-more-bets', 'allow-early-close', 'settle')
  }
}

function isNotReferred(model: Model, command: Command): boolean {
  if (command.do !== 'decide' && command.do !== 'rule-on-wager') return false
  if (isAboutPast(model, command)) return !model.referrals.has(command.round)
  return command.do === 'decide' && !model.referred
}

const lacksReason = (command: Command): boolean => command.do === 'decide' && command.reason === undefined

/** Reading 29: a concluded round that is referred, and somebody below the shift manager. */
const isHeldLater = (model: Model, command: Command): boolean =>
  roundsNamed(command).some((round) => model.referrals.has(round)) && !isHighEnough(command.by.role, 'shift-manager')

const awardsIn = (command: Command): readonly (readonly [string, number])[] =>
  command.do === 'decide' ? Object.entries(command.awards ?? {}) : []

const areVersions = (...ids: string[]): boolean =>
  ids.every((id) => /^mbs\/sands-roulette@[12]$/.test(id)) || ids.every((id) => /^mbs\/roulette@[34]$/.test(id))

/** Days of Singapore as texts, which are in the order of time. */
function isOnItsDays({ inForce: { from, until } }: Model['book'], at: string): boolean {
  const there = new Date(Date.parse(at) + 8 * 3_600_000).toISOString().slice(0, 16)
  return (from ?? '') <= there && there < (until ?? '9')
}

type Staking = { stake?: number; chips?: number; unit?: number }

/** Reading 28: a void is put right, but not after a person announced no spin. */
const mayBePutRight = ({ past }: Model, command: Command): boolean =>
  command.do === 'correct-outcome' && past.get(command.round)?.binding !== 'announced'

/** Reading 28: what the shift manager decided, and what has no spin or no closing of bets on record. */
function isForShiftManager({ past }: Model, command: Command): boolean {
  const before = command.do === 'correct-outcome' ? past.get(command.round) : undefined
  if (before?.pocket !== null || before.binding === 'announced') return false
  return before.binding === 'decision' || !before.wasPlayed
}

const isWithoutSpin = ({ spun, open, referred, pocket }: Model): boolean =>
  !spun && !open && !referred && pocket === null

/** The condition of each refusal, independent of the others. */
const applies: Record<RefusalCode, (model: Model, command: Command) => boolean> = {
  'position-too-low': (model, command) =>
    !isHighEnough(command.by.role, leastIn(model, command.do)) ||
    (command.by.role === 'wheel' && !ofWheel.includes(command.do)) ||
    (command.do === 'rule-on-wager' &&
      isAboutPast(model, command) &&
      !isHighEnough(command.by.role, 'shift-manager')) ||
    (isForShiftManager(model, command) && !isHighEnough(command.by.role, 'shift-manager')) ||
    (isLateReport(model, command) && !isHighEnough(command.by.role, 'pit-supervisor')),
  'not-for-this-player': (_, command) =>
    'player' in command &&
    command.by.role === 'player' &&
    command.by.name !== undefined &&
    command.by.name !== command.player,
  'not-in-this-book': (model, command) => !isInBook(model, command),
  'table-is-closed': (model, command) =>
    model.closing &&
    ((one(command, 'place-your-bets') && cellsIn(model).length === 0) ||
      one(command, 'close-table') ||
      (one(command, 'wager') && model.underWay && model.forPrison)),
  'table-is-open': ({ closing }, command) => !closing && one(command, 'open-table'),
  'no-round-in-progress': (model, command) =>
    !model.underWay && one(command, ...needsRound) && !isAboutPast(model, command) && !isLateCount(model, command),
  'round-in-progress': (model, command) =>
    (model.underWay && one(command, 'place-your-bets', 'set-limits', 'set-book')) ||
    (command.do === 'decide' && command.decision === 'stands' && isCurrent(model, command.round!)),
  'book-not-in-force': ({ onlyInForce, book }, command) =>
    onlyInForce && one(command, 'place-your-bets') && command.at !== undefined && !isOnItsDays(book, command.at),
  'power-is-out': (model, command) => model.dark && (settlesNow(model, command) || one(command, ...needsPower)),
  'power-is-not-out': ({ dark }, command) => !dark && one(command, 'resume'),
  'round-is-referred': (model, command) =>
    (model.referred && isHeld(model, command)) ||
    isHeldLater(model, command) ||
    (command.do === 'refer' && model.referrals.has(command.round ?? 0)),
  'round-is-not-referred': isNotReferred,
  'too-many-referrals': (model, command) =>
    command.do === 'refer' && isAboutPast(model, command) && model.referrals.size >= 20,
  'betting-is-closed': ({ open }, command) =>
    !open && one(command, 'wager', 'withdraw', 'no-more-bets', 'allow-early-close'),
  'betting-is-open': ({ open }, command) => open && one(command, 'bonus-numbers'),
  'too-early-to-close': isTooEarly,
  'early-close-already-allowed': ({ leave }, command) => leave && one(command, 'allow-early-close'),
  'ball-already-spun': ({ spun }, command) => spun && one(command, 'spin', 'allow-early-close'),
  'spin-not-on-record': (model, command) =>
    isWithoutSpin(model) && one(command, 'ball-at-rest') && !isLateCount(model, command),
  'outcome-already-determined': (model, command) =>
    model.pocket !== null &&
    (announcesNoSpin(model, command) ||
      (one(command, 'spin') && !model.spun) ||
      (command.do === 'ball-at-rest' &&
        !isOtherWord(model, sourceOf(command), command.pocket) &&
        !bringsCount(model.counts, command))),
  'outcome-not-determined': (model, command) =>
    model.pocket === null &&
    ((one(command, 'rule-on-wager') && !isAboutPast(model, command)) ||
      settlesNow(model, command) ||
      (command.do === 'correct-outcome' && isCurrent(model, command.round))),
  'results-differ': (model, command) => model.differs !== null && settlesNow(model, command),
  'irregularity-not-possible': isTooEarlyFor,
  'record-says-otherwise': isAgainstRecord,
  'reason-missing': (model, command) =>
    (isLateReport(model, command) && command.reason === undefined) || lacksReason(command),
  'bonus-numbers-already-drawn': ({ lit }, command) => lit !== null && one(command, 'bonus-numbers'),
  'bonus-numbers-not-drawn': (model, command) =>
    model.book.rules.bonus !== null && model.lit === null && settlesNow(model, command),
  'bonus-numbers-not-valid': (model, command) => command.do === 'bonus-numbers' && !isValidDraw(model, command.numbers),
  'round-unknown': (model, command) =>
    [...roundsNamed(command), ...(command.do === 'refer' && command.round !== undefined ? [command.round] : [])].some(
      (round) => !isCurrent(model, round) && !model.past.has(round),
    ),
  'round-is-void': (model, command) =>
    (roundsNamed(command).some((round) => (model.past.get(round)?.code ?? null) !== null) &&
      !mayBePutRight(model, command)) ||
    (isAboutPast(model, command) &&
      !one(command, 'refer') &&
      !(command.do === 'decide' && command.decision === 'stands') &&
      (model.past.get(command.round)?.code ?? null) !== null),
  // The model opens no round with a commitment.
  'draw-not-as-committed': (_, command) => command.do === 'bonus-numbers' && command.secret !== undefined,
  'draw-not-on-record': (model, command) =>
    command.do === 'correct-outcome' &&
    model.book.rules.bonus !== null &&
    model.past.has(command.round) &&
    mayBePutRight(model, command) &&
    model.past.get(command.round)?.lit === null,
  'rounds-of-several-books': ({ past, openedBy }, command) =>
    command.do === 'void-rounds' &&
    new Set(command.rounds.map((round) => (past.get(round)?.book ?? openedBy).id)).size > 1,
  'pocket-not-on-wheel': ({ book }, command) =>
    (command.do === 'ball-at-rest' || command.do === 'correct-outcome') && !book.wheel.pockets.includes(command.pocket),
  'outcome-unchanged': (model, command) =>
    command.do === 'correct-outcome' &&
    !(isCurrent(model, command.round) && model.differs !== null) &&
    (isCurrent(model, command.round) ? model.pocket : model.past.get(command.round)?.pocket) === command.pocket,
  'player-unknown': ({ known }, command) => awardsIn(command).some(([player]) => !known.has(player)),
  'spot-not-in-book': (model, command) =>
    [(command as { spot?: string }).spot, (command as { to?: string }).to].some(
      (spot) => spot !== undefined && !spotNamed(model, spot),
    ),
  'bet-not-offered': (model, command) =>
    command.do === 'wager' && command.bet !== undefined && piecesOf(model, command).length === 0,
  'book-unknown': ({ book }, command) =>
    command.do === 'set-book' && !(command.book === book.id || areVersions(command.book, book.id)),
  'book-unchanged': ({ book }, command) => command.do === 'set-book' && command.book === book.id,
  // Two versions of one game are played at the same table. The tests have a version without a layout.
  'book-does-not-fit': (_, command) => command.do === 'set-book' && command.book === 'mbs/roulette@4',
  'limits-not-valid': (model, command) => command.do === 'set-limits' && !areValidLimits(model, command.limits),
  'no-such-wager': (model, command) =>
    (command.do === 'withdraw' || command.do === 'rule-on-wager') && !heldOn(model, command),
  'stakes-imprisoned': (model, command) =>
    (command.do === 'set-book' && cellsIn(model).length > 0) ||
    ((command.do === 'withdraw' || command.do === 'rule-on-wager') &&
      !heldOn(model, command) &&
      cellsOf(model, command.player).some(({ spot }) => spot === spotNamed(model, command.spot)?.spot)),
  'stake-not-positive': (_, command) =>
    one(command, 'wager', 'withdraw', 'rule-on-wager') &&
    [(command as Staking).stake, (command as Staking).chips, (command as Staking).unit].some(
      (n) => n !== undefined && n <= 0,
    ),
  'amount-not-positive': (_, command) =>
    ('amount' in command && command.amount <= 0) || (command.do === 'buy-in' && (command.chipValue ?? 1) <= 0),
  'amount-too-large': isTooLarge,
  'colour-in-use': isColourTaken,
  'colour-differs': hasOtherColour,
  'not-whole-chips': isBrokenChip,
  'withdrawal-too-large': isBeyondHeld,
  'under-the-minimum': (model, command) => isOutside(model, command, (total, min) => total < min),
  'over-the-maximum': (model, command) => isOutside(model, command, (total, _, max) => total > max),
  'stakes-in-play': (model, command) =>
    model.book.funds.money === 'credits' && command.do === 'cash-out' && heldBy(model, command.player).length > 0,
  'nothing-owed': (model, command) => command.do === 'repay' && command.amount > wealthOf(model, command.player).owed,
  'balance-too-low': isPoor,
}

/** The first refusal that applies; null: it must be accepted. */
export const refusalOf = (model: Model, command: Command): RefusalCode | null => refusalsOf(model, command)[0] ?? null

/** Every refusal that applies, in order of precedence. */
export function refusalsOf(model: Model, command: Command): RefusalCode[] {
  const judged = { ...model, book: bookThen(model, command) }
  return refusalCodes.filter((code) => applies[code](judged, command))
}

/** The book of the first round that the command names. */
function bookThen({ past, book, ...model }: Model, command: Command): Model['book'] {
  const about = isAboutPast({ past, book, ...model }, command) ? [command.round] : []
  const rounds = [...roundsNamed(command), ...about]
  return (rounds.length > 0 && past.get(Math.min(...rounds))?.book) || book
}
