import { books } from '../books/index.ts'
import type { RuleBook } from '../books/rule-book.ts'
import type { Adjustment, Chips, TableEvent } from './events.ts'
import type { Command, CommandName, CommandOf } from './language.ts'
import { accountsOf, type Ledger, playersOf } from './ledger.ts'
import { CENTS_MAX, TABLE_MONEY_MAX } from './money.ts'
import type { Role } from './positions.ts'
import { type RefusalCode, refusalCodes } from './refusals.ts'
import type { Line } from './settlement.ts'
import { expand, terminalsOf } from './several-piece.ts'
import { layoutNames, type Spot, spotsOf } from './spots.ts'

/**
 * For the tests: a second, deliberately simple telling of a table. Plain Maps, changed in place, every sum done anew.
 * `refusalOf` and `happenings` say what a command must be answered, `record` follows the events and counts the money
 * from them alone. What does not agree throws.
 */

export type Setting = { book: RuleBook; layout: string; terminal: string | null }

const withTerminals = (book: RuleBook, layout: string): Setting[] => {
  const terminals = terminalsOf(book, layout)
  return (terminals.length > 0 ? terminals : [null]).map((terminal) => ({ book, layout, terminal }))
}

/** Every book, with each of its layouts, on each terminal that offers it. */
export const settings: readonly Setting[] = books.flatMap((book) =>
  layoutNames(book).flatMap((layout) => withTerminals(book, layout)),
)

export const nameOf = ({ book, layout, terminal }: Setting): string =>
  [book.id, layout, terminal].filter((part) => part !== null).join(' ')

/** Whether a book knows a clause: a number of its document, an appendix, or a reading. */
export const knowsClause = (book: RuleBook, clause: unknown): boolean =>
  book.clauses.some((row) => row.clause === clause) ||
  book.appendices.some((row) => row.appendix === clause) ||
  /^reading ([1-9]|1\d|2[0-5])$/.test(String(clause))

export function must(holds: boolean, what: string, ...facts: unknown[]): asserts holds {
  if (!holds) throw new Error(`${what} ${facts.map((fact) => JSON.stringify(fact)).join(' ')}`)
}

type Bounds = { readonly [kind: string]: { min?: number; max?: number } | undefined }
type Wealth = { cash: number; chips: number; colour: string | null; value: number; owed: number }
type Held = { player: string; spot: string; cash: number; chips: number }
type Past = {
  pocket: string | null
  lit: readonly string[] | null
  code: string | null
  limits: Bounds
  lines: readonly Line[]
}

export type Model = Setting & {
  limits: Bounds
  wheelOrder: readonly string[]
  round: number
  underWay: boolean
  open: boolean
  spun: boolean
  dark: boolean
  referred: boolean
  pocket: string | null
  /** Who said so, and what the other said where they differ. */
  source: string | null
  differs: string | null
  lit: readonly string[] | null
  /** No further round is opened. */
  closing: boolean
  held: Map<string, Held>
  /** What the pit ruled to be returned: it lies aside until the round is concluded. */
  aside: Map<string, Held>
  past: Map<number, Past>
  /** Who was warned in which round. */
  warned: Map<string, number>
  players: Map<string, Wealth>
  outside: number
  house: number
  layoutMoney: number
}

const betweenRounds = {
  ...{ underWay: false, open: false, spun: false, dark: false, referred: false },
  ...{ pocket: null, source: null, differs: null, lit: null },
}

export const modelOf = (setting: Setting, limits: Bounds, wheelOrder: readonly string[]): Model => ({
  ...setting,
  limits,
  wheelOrder,
  round: 0,
  closing: false,
  ...betweenRounds,
  held: new Map(),
  aside: new Map(),
  past: new Map(),
  warned: new Map(),
  players: new Map(),
  ...{ outside: 0, house: 0, layoutMoney: 0 },
})

const nobody: Wealth = { cash: 0, chips: 0, colour: null, value: 0, owed: 0 }
const wealthOf = (model: Model, player: string): Wealth => model.players.get(player) ?? nobody

export function wealthIn(model: Model, player: string): Wealth {
  const wealth = model.players.get(player) ?? { ...nobody }
  model.players.set(player, wealth)
  return wealth
}

const placeOf = (player: string, spot: string): string => `${spot} ${player}`
export const stakesIn = ({ held, aside }: Model): Held[] => [...held.values(), ...aside.values()]
export const heldBy = (model: Model, player: string): Held[] => stakesIn(model).filter((held) => held.player === player)
const chipsOut = (model: Model, player: string): number =>
  wealthOf(model, player).chips + heldBy(model, player).reduce((count, { chips }) => count + chips, 0)
const worthOf = (model: Model, { player, cash, chips }: Held): number => cash + chips * wealthOf(model, player).value

const sumOf = <T>(items: Iterable<T>, amountOf: (item: T) => number): number => {
  let total = 0
  for (const item of items) total += amountOf(item)
  return total
}

/** A spot by its id, or by its numbers in any order. */
export function spotNamed({ book, layout }: Setting, text: string): Spot | undefined {
  const { list } = spotsOf(book, layout)
  const exact = list.find(({ spot }) => spot === text)
  if (exact || !text.includes('/')) return exact
  const numbers = text.split('/').sort().join()
  return list.find(({ spot, covers }) => spot.includes('/') && [...covers].sort().join() === numbers)
}

const boundsOf = (limits: Bounds, { kind }: Spot) => ({
  min: limits[kind]?.min ?? limits.default?.min ?? 0,
  max: limits[kind]?.max ?? limits.default?.max ?? CENTS_MAX,
})

// ---- Who may do what, and what is refused -------------------------------------------------------------------------

const ranks: readonly Role[] = ['player', 'dealer', 'pit-supervisor', 'pit-manager', 'shift-manager']
// biome-ignore format: a table is read down its columns
export const least: Record<CommandName, Role> = {
  'buy-in': 'player', 'cash-out': 'player', repay: 'player', wager: 'player', withdraw: 'player',
  'place-your-bets': 'dealer', spin: 'dealer', 'no-more-bets': 'dealer', 'ball-at-rest': 'dealer', settle: 'dealer',
  irregularity: 'dealer', 'no-spin': 'dealer', 'power-failure': 'dealer', resume: 'dealer', interruption: 'dealer',
  refer: 'dealer', 'rule-on-wager': 'pit-supervisor', 'correct-outcome': 'pit-supervisor',
  'void-rounds': 'pit-supervisor', 'close-table': 'pit-supervisor', 'open-table': 'pit-supervisor', 'set-limits': 'pit-supervisor', decide: 'shift-manager', 'bonus-numbers': 'system',
}

const isHighEnough = (role: Role, needed: Role): boolean =>
  role === 'system' || needed === 'system' ? role === needed : ranks.indexOf(role) >= ranks.indexOf(needed)

type Piece = { spot: Spot; stake: number }

/** What a wager would put down, spot by spot; nothing where the spot or the bet does not exist. */
function piecesOf(model: Model, command: Command): Piece[] {
  if (command.do !== 'wager') return []
  if (command.bet !== undefined) {
    const expansion = expand(model.book, model.layout, model.terminal, command.bet, model.wheelOrder)
    if ('refused' in expansion) return []
    return expansion.pieces.map(({ spot, pieces }) => ({
      spot: spotNamed(model, spot)!,
      stake: pieces * command.unit!,
    }))
  }
  const spot = spotNamed(model, command.spot!)
  const stake = command.stake ?? command.chips! * wealthOf(model, command.player).value
  return spot ? [{ spot, stake }] : []
}

const heldOn = (model: Model, player: string, spot: string | undefined): Held | undefined =>
  spot === undefined ? undefined : model.held.get(placeOf(player, spotNamed(model, spot)?.spot ?? ''))

/** What would lie on each spot that the command touches. */
function totalsAfter(model: Model, command: Command): { spot: Spot; total: number }[] {
  if (command.do === 'withdraw') {
    const held = heldOn(model, command.player, command.spot)
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
const isCurrent = (model: Model, round: number): boolean => model.underWay && model.round === round

const one = (command: Command, ...names: CommandName[]): boolean => names.includes(command.do)
const settlesNow = (command: Command): boolean =>
  command.do === 'settle' || (command.do === 'decide' && command.decision === 'settle')

/** What the book of the table would have to know for this command. */
function isInBook({ book }: Model, command: Command): boolean {
  const { rules, funds, irregularities } = book
  switch (command.do) {
    case 'buy-in':
    case 'cash-out':
      return command.colour === undefined || funds.colourChips !== null
    case 'wager':
    case 'withdraw':
      return command.chips === undefined || funds.colourChips !== null
    case 'bonus-numbers':
      return rules.bonus !== null
    case 'rule-on-wager':
      return rules.unclearWagers !== null
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
  ...(['no-spin', 'power-failure', 'resume', 'interruption', 'refer', 'decide'] as const),
]

const needsPower: readonly CommandName[] = ['wager', 'withdraw', 'spin', 'power-failure', 'bonus-numbers']

function isValidDraw({ book }: Model, numbers: readonly string[]): boolean {
  const known = numbers.filter((number) => book.wheel.pockets.includes(number))
  return new Set(known).size === 10 && numbers.length === 10
}

function areValidLimits({ book, layout }: Model, limits: unknown): boolean {
  const rows = Object.entries(limits as Bounds)
  const kinds = new Set(spotsOf(book, layout).list.map(({ kind }) => kind as string)).add('default')
  const isAmount = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0
  const isRow = (row: unknown) =>
    typeof row === 'object' && row !== null && Object.values(row).every(isAmount) && !('most' in row)
  if (!rows.every(([kind, row]) => kinds.has(kind) && isRow(row))) return false
  return spotsOf(book, layout).list.every((spot) => {
    const { min, max } = boundsOf(limits as Bounds, spot)
    return min <= max
  })
}

const isTooEarly = ({ book, open, spun }: Model, command: Command): boolean => {
  const { beforeSpin } = book.rules.closing
  return one(command, 'no-more-bets') && open && !spun && !(beforeSpin && isHighEnough(command.by.role, beforeSpin.by))
}

/** The wheel and the dealer may both say where the ball rests, each once; only a difference is news. */
const isOtherWord = (model: Model, source: string | undefined, pocket: string): boolean =>
  model.differs === null && model.source !== null && model.source !== (source ?? 'dealer') && model.pocket !== pocket

/** The wheel's sensor counted too few, after the dealer had spoken. */
const isSensorsWord = (model: Model, { source, revolutions }: CommandOf<'ball-at-rest'>): boolean =>
  source === 'wheel' && model.source === 'dealer' && (revolutions ?? 4) < 4

const isTakenByOther = (model: Model, player: string, wanted: string | null): boolean =>
  [...model.players].some(([owner, { colour }]) => owner !== player && colour === wanted && chipsOut(model, owner) > 0)

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
  if (command.do !== 'cash-out' && command.do !== 'withdraw') return false
  const { value } = wealthOf(model, command.player)
  if (value === 0) return false
  if (command.do === 'cash-out') return command.colour !== undefined && command.amount % value !== 0
  const held = heldOn(model, command.player, command.spot)
  const beyondCash = (command.stake ?? 0) - (held?.cash ?? 0)
  return held !== undefined && held.chips > 0 && beyondCash > 0 && beyondCash % value !== 0
}

function isTooLarge(model: Model, command: Command): boolean {
  if (command.do === 'buy-in') return command.amount - model.outside > TABLE_MONEY_MAX
  return model.layoutMoney + sumOf(piecesOf(model, command), ({ stake }) => stake) > CENTS_MAX
}

function isBeyondHeld(model: Model, command: Command): boolean {
  if (command.do !== 'withdraw') return false
  const held = heldOn(model, command.player, command.spot)
  return held !== undefined && ((command.chips ?? 0) > held.chips || (command.stake ?? 0) > worthOf(model, held))
}

function isOutside(model: Model, command: Command, isWrong: (total: number, min: number, max: number) => boolean) {
  if (model.book.rules.limits.policy !== 'refused') return false
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
  if (command.chips !== undefined) return command.chips > chips
  return sumOf(piecesOf(model, command), ({ stake }) => stake) > cash
}

/** When each refusal applies, told without regard to the others. */
const applies: Record<RefusalCode, (model: Model, command: Command) => boolean> = {
  'position-too-low': (_, { do: name, by }) => !isHighEnough(by.role, least[name]),
  'not-for-this-player': (_, command) =>
    'player' in command &&
    command.by.role === 'player' &&
    command.by.name !== undefined &&
    command.by.name !== command.player,
  'not-in-this-book': (model, command) => !isInBook(model, command),
  'table-is-closed': ({ closing }, command) => closing && one(command, 'place-your-bets', 'close-table'),
  'table-is-open': ({ closing }, command) => !closing && one(command, 'open-table'),
  'no-round-in-progress': ({ underWay }, command) => !underWay && one(command, ...needsRound),
  'round-in-progress': ({ underWay }, command) => underWay && one(command, 'place-your-bets', 'set-limits'),
  'power-is-out': ({ dark }, command) => dark && (settlesNow(command) || one(command, ...needsPower)),
  'power-is-not-out': ({ dark }, command) => !dark && one(command, 'resume'),
  'round-is-referred': ({ referred }, command) => referred && one(command, 'spin', 'no-more-bets', 'settle', 'refer'),
  'round-is-not-referred': ({ referred }, command) => !referred && one(command, 'decide'),
  'betting-is-closed': ({ open }, command) => !open && one(command, 'wager', 'withdraw', 'no-more-bets'),
  'betting-is-open': ({ open }, command) => open && one(command, 'bonus-numbers'),
  'too-early-to-close': isTooEarly,
  'ball-already-spun': ({ spun }, command) => spun && one(command, 'spin'),
  'outcome-already-determined': (model, command) =>
    command.do === 'ball-at-rest' &&
    model.pocket !== null &&
    !isOtherWord(model, command.source, command.pocket) &&
    !isSensorsWord(model, command),
  'outcome-not-determined': (model, command) =>
    model.pocket === null &&
    (one(command, 'rule-on-wager') ||
      settlesNow(command) ||
      (command.do === 'correct-outcome' && isCurrent(model, command.round))),
  'results-differ': ({ differs }, command) => differs !== null && settlesNow(command),
  'bonus-numbers-already-drawn': ({ lit }, command) => lit !== null && one(command, 'bonus-numbers'),
  'bonus-numbers-not-drawn': ({ book, lit }, command) =>
    book.rules.bonus !== null && lit === null && settlesNow(command),
  'bonus-numbers-not-valid': (model, command) => command.do === 'bonus-numbers' && !isValidDraw(model, command.numbers),
  'round-unknown': (model, command) =>
    roundsNamed(command).some((round) => !isCurrent(model, round) && !model.past.has(round)),
  'round-is-void': ({ past }, command) =>
    roundsNamed(command).some((round) => (past.get(round)?.code ?? null) !== null),
  'pocket-not-on-wheel': ({ book }, command) =>
    (command.do === 'ball-at-rest' || command.do === 'correct-outcome') && !book.wheel.pockets.includes(command.pocket),
  'outcome-unchanged': (model, command) =>
    command.do === 'correct-outcome' &&
    !(isCurrent(model, command.round) && model.differs !== null) &&
    (isCurrent(model, command.round) ? model.pocket : model.past.get(command.round)?.pocket) === command.pocket,
  'spot-not-in-book': (model, command) =>
    [(command as { spot?: string }).spot, (command as { to?: string }).to].some(
      (spot) => spot !== undefined && !spotNamed(model, spot),
    ),
  'bet-not-offered': (model, command) =>
    command.do === 'wager' && command.bet !== undefined && piecesOf(model, command).length === 0,
  'limits-not-valid': (model, command) => command.do === 'set-limits' && !areValidLimits(model, command.limits),
  'no-such-wager': (model, command) =>
    (command.do === 'withdraw' || command.do === 'rule-on-wager') &&
    !heldOn(model, command.player, command.spot) &&
    !heldOn({ ...model, held: model.aside }, command.player, command.spot),
  'stake-not-positive': (_, command) =>
    (command.do === 'wager' || command.do === 'withdraw') &&
    [command.stake, command.chips, (command as { unit?: number }).unit].some((n) => n !== undefined && n <= 0),
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
export const refusalOf = (model: Model, command: Command): RefusalCode | null =>
  refusalCodes.find((code) => applies[code](model, command)) ?? null

/** Every refusal that applies, in order of precedence. */
export const refusalsOf = (model: Model, command: Command): RefusalCode[] =>
  refusalCodes.filter((code) => applies[code](model, command))

// ---- What an accepted command makes happen ------------------------------------------------------------------------

const voidBy = (code: string): string => `round-voided ${code}`

// biome-ignore format: a table is read down its columns
const oneEvent: Partial<Record<CommandName, string>> = {
  'buy-in': 'bought-in', 'cash-out': 'cashed-out', repay: 'owed-repaid', 'place-your-bets': 'betting-opened',
  withdraw: 'wager-withdrawn', 'no-more-bets': 'betting-closed', 'bonus-numbers': 'bonus-numbers-drawn',
  'rule-on-wager': 'wager-ruled', settle: 'round-settled', 'no-spin': voidBy('no-spin'),
  'power-failure': 'power-failed', resume: 'play-resumed', 'close-table': 'table-closed', 'open-table': 'table-opened', 'correct-outcome': 'outcome-corrected', 'set-limits': 'limits-set',
}

/** The events that must follow, by type; a void with its code. */
export function happenings(model: Model, command: Command): string[] {
  const only = oneEvent[command.do]
  if (only) return [only]
  const closing = model.open ? ['betting-closed'] : []
  switch (command.do) {
    case 'wager':
      return piecesOf(model, command).map(() => 'wager-placed')
    case 'spin':
      if (command.wheel === 'still') return ['ball-spun', voidBy('wheel-not-rotating')]
      return command.wheel === command.ball ? ['ball-spun', voidBy('same-direction')] : ['ball-spun']
    case 'ball-at-rest':
      if (model.pocket !== null)
        return [isSensorsWord(model, command) ? voidBy('too-few-revolutions') : 'results-differed']
      if (!model.spun) return [voidBy('ball-not-spun')]
      if ((command.revolutions ?? 4) < 4) return [voidBy('too-few-revolutions')]
      return model.open ? ['betting-closed', 'outcome-determined', 'round-referred'] : ['outcome-determined']
    case 'refer':
      return [...closing, 'round-referred']
    case 'decide':
      return ['referral-decided', command.decision === 'void' ? voidBy('decision') : 'round-settled']
    case 'void-rounds':
      return [...new Set(command.rounds)].map(() => voidBy(command.code))
    case 'irregularity':
      return command.code === 'interruption' ? interrupted(model, undefined) : [voidBy(command.code)]
    case 'interruption':
      return interrupted(model, command.terminals)
    default:
      throw new Error(`no word on what ${command.do} does`)
  }
}

const interrupted = ({ pocket }: Model, terminals: readonly string[] | undefined): string[] =>
  terminals || pocket !== null ? ['play-interrupted'] : [voidBy('interruption')]

export const toldOf = (event: TableEvent): string =>
  event.type === 'round-voided' ? voidBy(event.code) : (event.type as string)

// ---- What happened ------------------------------------------------------------------------------------------------

const isNow = (model: Model, event: { round: number }): void =>
  must(model.underWay && model.round === event.round, 'an event of a round that is not under way', event)

/** Money between a player and another account, in cash or colour chips. */
function toPlayer(model: Model, player: string, amount: number, chips: Chips | undefined): void {
  const wealth = wealthIn(model, player)
  must(!chips || chips.value === wealth.value, 'chips of another value', chips, wealth)
  wealth.chips += chips?.count ?? 0
  wealth.cash += amount - (chips ? chips.count * chips.value : 0)
}

const fromPlayer = (model: Model, player: string, amount: number, chips: Chips | undefined): void =>
  toPlayer(model, player, -amount, chips && { ...chips, count: -chips.count })

type Of<Type extends TableEvent['type']> = Extract<TableEvent, { type: Type }>

function boughtIn(model: Model, { player, amount, chips }: Of<'bought-in'>): void {
  if (chips) {
    const wealth = wealthIn(model, player)
    const isSame = wealth.colour === chips.colour && wealth.value === chips.value
    must(isSame || chipsOut(model, player) === 0, 'the value of chips changed while they were out', chips)
    Object.assign(wealth, { colour: chips.colour, value: chips.value })
    must(chips.count * chips.value === amount && chips.count > 0, 'chips that are not the amount', chips)
  }
  model.outside -= amount
  toPlayer(model, player, amount, chips)
}

function placed(model: Model, event: Of<'wager-placed'>): void {
  isNow(model, event)
  must(model.open && !model.dark, 'a wager was taken while betting was closed', event)
  must(event.stake > 0 && event.book === model.book.id, 'a wager of nothing, or of another book', event)
  fromPlayer(model, event.player, event.stake, event.chips)
  model.layoutMoney += event.stake
  lay(model, event, 1)
  must(event.outside === flagOf(model, event), 'flagged wrongly', event)
}

/** Reading 7: at a table the dealer is told what lies outside the limits. */
function flagOf({ book, limits, ...model }: Model, { spot, total }: Of<'wager-placed'>) {
  if (book.rules.limits.policy !== 'settled-by-rule') return undefined
  const { min, max } = boundsOf(limits, spotNamed({ book, ...model }, spot)!)
  return total < min ? 'under-minimum' : total > max ? 'over-maximum' : undefined
}

function lay(
  model: Model,
  { player, spot, stake, chips, total }: Of<'wager-placed' | 'wager-withdrawn'>,
  sign: 1 | -1,
) {
  const place = placeOf(player, spot)
  const held: Held = model.held.get(place) ?? { player, spot, cash: 0, chips: 0 }
  held.chips += sign * (chips?.count ?? 0)
  held.cash += sign * (stake - (chips ? chips.count * chips.value : 0))
  must(held.chips >= 0 && held.cash >= 0, 'less than nothing lies on a spot', held)
  must(total === worthOf(model, held), 'the total on the spot is told wrong', total, held)
  model.held.set(place, held)
  if (held.chips === 0 && held.cash === 0) model.held.delete(place)
}

function withdrawn(model: Model, event: Of<'wager-withdrawn'>): void {
  isNow(model, event)
  must(model.open && !model.dark, 'a wager was taken back while betting was closed', event)
  toPlayer(model, event.player, event.stake, event.chips)
  model.layoutMoney -= event.stake
  lay(model, event, -1)
}

/** The last ruling on a spot counts: what is to go back lies aside, anything else is in play. */
function ruled(model: Model, event: Of<'wager-ruled'>): void {
  isNow(model, event)
  must(model.pocket !== null, 'a ruling too early', event)
  const { player, spot, treatment, to } = event
  if (treatment === 'returned') shift(model.held, model.aside, player, spot, spot)
  else shift(model.aside, model.held, player, spot, spot)
  if (treatment === 'moved') shift(model.held, model.held, player, spot, to!)
}

function shift(from: Map<string, Held>, to: Map<string, Held>, player: string, spot: string, target: string): void {
  const moving = from.get(placeOf(player, spot))
  if (!moving) return
  from.delete(placeOf(player, spot))
  const there = to.get(placeOf(player, target))
  const [cash, chips] = [moving.cash + (there?.cash ?? 0), moving.chips + (there?.chips ?? 0)]
  to.set(placeOf(player, target), { player, spot: target, cash, chips })
}

type Outcome = { pocket: string; lit: readonly string[] | null; limits: Bounds }

/** What a spot pays to 1; nothing where it loses. */
function wins({ book }: Model, spot: Spot, { pocket, lit }: Outcome): number {
  const links = book.rules.bonus?.links.map(({ pockets }) => pockets) ?? []
  const isLit = (number: string) => lit?.includes(number) ?? false
  const isSuper = links.some((link) => link.includes(pocket) && link.every(isLit))
  switch (spot.wins) {
    case 'covered':
      if (!spot.covers.includes(pocket)) return 0
      return isSuper ? spot.paysSuperBonus : isLit(pocket) ? spot.paysBonus : spot.pays
    case 'bonus-number':
      return isLit(pocket) ? spot.pays : 0
    case 'super-bonus-number':
      return isSuper ? spot.pays : 0
    case 'scatter':
      return links.every((link) => link.some(isLit)) ? spot.pays : 0
  }
}

type Result = Pick<Line, 'result'> & { paid: number; collected: number; returned: number }

function resultOf(model: Model, spot: Spot, stake: number, isWarned: boolean, outcome: Outcome): Result {
  const isByRule = model.book.rules.limits.policy === 'settled-by-rule'
  const { min, max } = isByRule ? boundsOf(outcome.limits, spot) : { min: 0, max: stake }
  if (stake < min && isWarned) return { result: 'returned', paid: 0, collected: 0, returned: stake }
  const inPlay = Math.min(stake, max)
  const pays = wins(model, spot, outcome)
  return pays > 0
    ? { result: 'won', paid: inPlay * pays, collected: 0, returned: stake }
    : { result: 'lost', paid: 0, collected: inPlay, returned: stake - inPlay }
}

const same = (a: Result, b: Result): boolean =>
  a.result === b.result && a.paid === b.paid && a.collected === b.collected && a.returned === b.returned

type Told = Result & Pick<Line, 'player' | 'spot'> & { stake: number; staked: number }

const inWords = ({ player, spot, stake, staked, result, paid, collected, returned }: Told): string =>
  `${player} on ${spot}, ${stake} with ${staked} chips: ${result}, ${paid} ${collected} ${returned}`

const givenBack = (stake: number): Result => ({ result: 'returned', paid: 0, collected: 0, returned: stake })

/** Each stake has one line, no line is of anything else, and each came out as it must. */
function areLinesRight(model: Model, lines: readonly Line[], resultFor: (held: Held) => Result): void {
  const stakeOf = (held: Held) => ({ ...held, stake: worthOf(model, held), staked: held.chips })
  const expected = [
    ...[...model.held.values()].map((held) => ({ ...stakeOf(held), ...resultFor(held) })),
    ...[...model.aside.values()].map((held) => ({ ...stakeOf(held), ...givenBack(worthOf(model, held)) })),
  ]
  const found = lines.map((line) => ({ ...line, staked: line.chips?.staked ?? 0 }))
  const [wanted, told] = [expected.map(inWords).sort(), found.map(inWords).sort()]
  must(wanted.join() === told.join(), 'lines came out wrong', told, wanted)
  for (const line of lines) {
    must(line.stake === line.collected + line.returned, 'a stake is collected or returned', line)
    must(knowsClause(model.book, line.clause), 'a line by a clause that is not in the book', line)
  }
}

/** Chips come back as chips; cash first where only a part comes back. */
function payLine(model: Model, line: Line): void {
  const wealth = wealthIn(model, line.player)
  const cash = line.stake - (line.chips?.staked ?? 0) * wealth.value
  const back = line.chips ? Math.floor(Math.max(0, line.returned - cash) / wealth.value) : 0
  must((line.chips?.returned ?? 0) === back, 'other chips came back than should', line, back)
  wealth.chips += back
  wealth.cash += line.paid + line.returned - back * wealth.value
  model.layoutMoney -= line.stake
  model.house += line.collected - line.paid
}

function settled(model: Model, { pocket, lines, warned = [], ...event }: Of<'round-settled'>): void {
  isNow(model, event)
  must(!model.open && pocket === model.pocket, 'settled by another outcome', pocket, model.pocket)
  const outcome = { pocket, lit: model.lit, limits: model.limits }
  areLinesRight(model, lines, (held) =>
    resultOf(model, spotNamed(model, held.spot)!, worthOf(model, held), model.warned.has(held.player), outcome),
  )
  const first = new Set(
    [...model.held.values()].filter((held) => isFirstUnder(model, held)).map(({ player }) => player),
  )
  for (const line of lines) payLine(model, line)
  must([...first].sort().join() === [...warned].sort().join(), 'the wrong players were warned', [...first], warned)
  for (const player of first) model.warned.set(player, model.round)
  conclude(model, { ...outcome, code: null, lines })
}

/** Reading 5: settled under the minimum, by a player who had not been before. */
function isFirstUnder(model: Model, held: Held): boolean {
  if (model.book.rules.limits.policy !== 'settled-by-rule' || model.warned.has(held.player)) return false
  return worthOf(model, held) < boundsOf(model.limits, spotNamed(model, held.spot)!).min
}

function conclude(model: Model, past: Past): void {
  must(model.layoutMoney === 0, 'something was left on the layout', model.layoutMoney)
  model.past.set(model.round, past)
  Object.assign(model, betweenRounds)
  model.held.clear()
  model.aside.clear()
}

const isReturned = (line: Line): boolean => line.result === 'returned' && line.returned === line.stake && !line.paid

function voided(model: Model, event: Of<'round-voided'>): void {
  const { round, code, lines, adjustments } = event
  must(lines.every(isReturned), 'a void round returns every stake', lines)
  if (adjustments) {
    for (const [player, warnedIn] of model.warned) if (warnedIn === round) model.warned.delete(player)
    settledAnew(model, round, { pocket: null, lit: null, code, lines }, adjustments)
    return
  }
  isNow(model, event)
  areLinesRight(model, lines, (held) => givenBack(worthOf(model, held)))
  for (const line of lines) payLine(model, line)
  conclude(model, { pocket: null, lit: null, code, limits: model.limits, lines })
}

const netOf = (lines: readonly Line[], player: string): number =>
  sumOf(lines, (line) => (line.player === player ? line.paid - line.collected : 0))

/** A round that was settled: the same stakes, other lines, and each player's difference. */
function settledAnew(model: Model, round: number, now: Omit<Past, 'limits'>, adjustments: readonly Adjustment[]): void {
  const before = model.past.get(round)
  must(before !== undefined && before.code === null, 'only a settled round is settled anew', round)
  const stakes = (lines: readonly Line[]) => lines.map(({ player, spot, stake }) => `${player} ${spot} ${stake}`).sort()
  must(stakes(before.lines).join() === stakes(now.lines).join(), 'other stakes than were settled', now.lines)
  const players = [...new Set(before.lines.map(({ player }) => player))]
  const expected = players.map((player) => adjustmentOf(model, player, before.lines, now.lines)).filter((one) => one)
  must(jsonInOrder(adjustments) === jsonInOrder(expected as Adjustment[]), 'adjustments', adjustments, expected)
  for (const adjustment of adjustments) adjust(model, adjustment)
  model.past.set(round, { ...now, limits: before.limits })
}

const jsonInOrder = (adjustments: readonly Adjustment[]): string =>
  adjustments
    .map(({ player, amount, owed, chips }) => `${player} ${amount} ${owed} ${chips?.count ?? 0}`)
    .sort()
    .join()

/** Chips come back as chips while the colour and its value are the player's, and nobody else's. */
function chipsBack(model: Model, lines: readonly Line[], player: string): number {
  const { colour, value } = model.players.get(player)!
  if (isTakenByOther(model, player, colour)) return 0
  const isTheirs = (line: Line) =>
    line.player === player && line.chips?.colour === colour && (line.chips.value as number) === value
  return sumOf(lines.filter(isTheirs), ({ chips }) => chips!.returned)
}

/** A credit pays off what is owed; a debit takes cash, then chips, and only then is owed. */
function adjustmentOf(model: Model, player: string, before: readonly Line[], now: readonly Line[]): object | null {
  const { cash, chips, value, owed } = model.players.get(player)!
  const amount = netOf(now, player) - netOf(before, player)
  const back = Math.max(0, chipsBack(model, now, player) - chipsBack(model, before, player))
  if (amount === 0 && back === 0) return null
  const inCash = amount - back * value
  if (inCash >= 0) return { player, amount, owed: -Math.min(owed, inCash), chips: { count: back } }
  const uncovered = Math.max(0, -inCash - cash)
  const taken = value === 0 ? 0 : Math.ceil(Math.min(uncovered, (chips + back) * value) / value)
  return { player, amount, owed: Math.max(0, uncovered - taken * value), chips: { count: back - taken } }
}

function adjust(model: Model, { player, amount, owed, chips }: Adjustment): void {
  const wealth = wealthIn(model, player)
  must(!chips || chips.value === wealth.value, 'chips of another value', chips)
  model.house -= amount
  wealth.owed += owed
  wealth.chips += chips?.count ?? 0
  wealth.cash += amount + owed - (chips ? chips.count * chips.value : 0)
}

function corrected(model: Model, { round, from, to, lines, adjustments }: Of<'outcome-corrected'>): void {
  if (isCurrent(model, round)) {
    must(model.pocket === from && lines.length + adjustments.length === 0, 'nothing has moved yet', lines)
    Object.assign(model, { pocket: to, source: null, differs: null })
    return
  }
  const before = model.past.get(round)
  must(before !== undefined && before.pocket === from, 'corrected from another outcome', from)
  const outcome = { pocket: to, lit: before.lit, limits: before.limits }
  for (const [index, line] of lines.entries()) {
    const was = before.lines[index]!
    const anew = resultOf(model, spotNamed(model, line.spot)!, line.stake, false, outcome)
    must(same(line, was.result === 'returned' ? was : anew), 'a line came out wrong', line, anew)
  }
  settledAnew(model, round, { ...outcome, code: null, lines }, adjustments)
}

function drawn(model: Model, event: Of<'bonus-numbers-drawn'>): void {
  isNow(model, event)
  must(!model.open && model.lit === null, 'drawn while bets were open, or twice', event)
  model.lit = event.numbers
}

function atRest(model: Model, event: Of<'outcome-determined'>): void {
  isNow(model, event)
  must(model.spun && !model.open && model.pocket === null, 'an outcome without a spin, or twice', event)
  Object.assign(model, { pocket: event.pocket, source: event.source, differs: null })
}

function differed(model: Model, event: Of<'results-differed'>): void {
  isNow(model, event)
  must(isOtherWord(model, event.source, event.pocket), 'nothing differs', event)
  model.differs = event.pocket
}

function opened(model: Model, event: Of<'betting-opened'>): void {
  must(!model.underWay && event.round === model.round + 1, 'rounds are numbered', event)
  must(event.book === model.book.id, 'the book is stamped on the round', event)
  Object.assign(model, { underWay: true, open: true, round: event.round })
}

const during =
  (change: Partial<Model>) =>
  (model: Model, event: { round: number }): void => {
    isNow(model, event)
    Object.assign(model, change)
  }

const following: { [Type in TableEvent['type']]: (model: Model, event: Of<Type>) => void } = {
  'bought-in': boughtIn,
  'cashed-out': (model, { player, amount, chips }) => {
    model.outside += amount
    fromPlayer(model, player, amount, chips)
  },
  'owed-repaid': (model, { player, amount }) => {
    wealthIn(model, player).owed -= amount
    fromPlayer(model, player, amount, undefined)
  },
  'betting-opened': opened,
  'wager-placed': placed,
  'wager-withdrawn': withdrawn,
  'ball-spun': during({ spun: true }),
  'betting-closed': during({ open: false }),
  'bonus-numbers-drawn': drawn,
  'outcome-determined': atRest,
  'results-differed': differed,
  'wager-ruled': ruled,
  'round-settled': settled,
  'round-voided': voided,
  'round-referred': during({ referred: true }),
  'referral-decided': during({}),
  'power-failed': during({ dark: true }),
  'play-resumed': during({ dark: false }),
  'play-interrupted': during({}),
  'outcome-corrected': corrected,
  'table-closed': (model) => {
    model.closing = true
  },
  'table-opened': (model) => {
    model.closing = false
  },
  'limits-set': (model, { to }) => {
    model.limits = to
  },
}

export const eventTypes = Object.keys(following) as TableEvent['type'][]

/** Follows one event, and checks that it may follow. */
export function record(model: Model, event: TableEvent): void {
  must(!('clause' in event) || knowsClause(model.book, event.clause), 'a clause that is not in the book', event)
  const follow = following[event.type] as (model: Model, event: TableEvent) => void
  follow(model, event)
}

/** The table's accounts say what the model counted from the events, nobody has less than nothing, all of it is nothing. */
export function isMoneyRight(model: Model, ledger: Ledger): void {
  const accounts = accountsOf(ledger)
  must(sumOf(Object.values(accounts), (amount) => amount) === 0, 'the accounts do not sum to zero', ledger)
  const said = (account: string) => accounts[account] ?? 0
  must(said('outside') === model.outside, 'outside', ledger, model.outside)
  must(said('house') === model.house, 'house', ledger, model.house)
  must(said('layout') === model.layoutMoney, 'layout', ledger, model.layoutMoney)
  must(model.layoutMoney === sumOf(stakesIn(model), (held) => worthOf(model, held)), 'stakes', model.layoutMoney)
  for (const [player, { cash, chips, value, owed }] of model.players) {
    must(cash >= 0 && chips >= 0 && owed >= 0, 'less than nothing', player, cash, chips, owed)
    must(said(`player:${player}`) === cash, 'cash', player, ledger, cash)
    must(said(`chips:${player}`) === chips * value, 'chips', player, ledger, chips)
    must(said(`owed:${player}`) === -owed, 'owed', player, ledger, owed)
  }
  must(
    playersOf(ledger).every((player) => model.players.has(player)),
    'an account of nobody',
    ledger,
  )
}

/** A colour belongs to one player at a time. */
export function areColoursOwn(model: Model): void {
  const out = [...model.players].filter(([player]) => chipsOut(model, player) > 0).map(([, { colour }]) => colour)
  must(new Set(out).size === out.length, 'two players have chips of one colour', [...model.players])
}

/** What was in play over all rounds that stand. */
export const handleOf = ({ past }: Model): number =>
  sumOf(past.values(), ({ lines }) => sumOf(lines, (line) => line.collected + (line.paid ? line.paid / line.pays : 0)))
