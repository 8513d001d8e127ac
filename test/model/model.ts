import type { Book } from '../../src/books/rule-book.ts'
import type { Command, CommandOf } from '../../src/engine/language.ts'
import { CENTS_MAX } from '../../src/engine/money.ts'
import type { Line } from '../../src/engine/settlement.ts'
import { type Spot, spotsOf } from '../../src/engine/spots.ts'
import type { Setting } from '../support/engine.ts'

/**
 * For the tests: a second, deliberately simple model of a table. Plain Maps, changed in place, every sum computed
 * again. `refusalOf` and `happenings` give the expected answer of a command, `record` follows the events and counts the
 * money from them alone. A difference throws.
 */

export type Bounds = { readonly [kind: string]: { min?: number; max?: number } | undefined }
type Wealth = { cash: number; chips: number; colour: string | null; value: number; owed: number }
export type Held = { player: string; spot: string; cash: number; chips: number }
export type Ruling = { number: number; treatment: string; to: string | undefined; cash: number; chips: number }
/** The rulings on one wager that count: one on all of it, or some on parts. */
export type Ruled = { whole: Ruling | null; parts: readonly Ruling[] }
/** A wager as it lay at no more bets, in a round that may be long over. */
export type Lain = Held & { value: number }
/** A stake of a round; `goesBack`: whatever the outcome; `under`: what of it was placed under the minimum. */
export type Laid = { player: string; spot: string; stake: number; staked: number; goesBack: boolean; under: number }
/** A stake in prison, or that was: its name says whose, on which spot, wagered in which round. */
export type Cell = Held & {
  name: string
  round: number
  amount: number
  isIn: boolean
  /** The effects of later rounds on it. */
  fates: Map<number, 'kept' | 'freed' | 'lost'>
}
export type Counted = { source: string; revolutions: number }
export type Past = {
  /** A spin and no more bets are on record. */
  wasPlayed: boolean
  /** Why a void is not put right like any: the shift manager decided it, or a person announced no spin. */
  binding: 'decision' | 'announced' | null
  counts: readonly Counted[]
  reports: readonly string[]
  book: Book
  pocket: string | null
  lit: readonly string[] | null
  code: string | null
  limits: Bounds
  lines: readonly Line[]
  laid: readonly Laid[]
  /** Stakes at risk by the last settlement; zero where it is void. */
  played: number
  lay: readonly Lain[]
  rulings: ReadonlyMap<string, Ruled>
  ruled: number
  awards: ReadonlyMap<string, number>
}

export type Model = Setting & {
  limits: Bounds
  wheelOrder: readonly string[]
  round: number
  underWay: boolean
  /** The book that the last round was opened by. */
  openedBy: Book
  open: boolean
  spun: boolean
  /** The dealer may close this round before the spin. */
  leave: boolean
  dark: boolean
  referred: boolean
  /** Whether bets were open before the command, and when the round was referred. */
  wasOpen: boolean
  openWhenReferred: boolean
  pocket: string | null
  /** The source, and the other source's value where they differ. */
  source: string | null
  differs: string | null
  /** Every count of the round, and every irregularity that was reported while it was referred. */
  counts: readonly Counted[]
  reports: readonly string[]
  lit: readonly string[] | null
  /** Rounds open only by a book in force. */
  onlyInForce: boolean
  /** No further round is opened. */
  closing: boolean
  /** The command that events are recorded of. */
  giving: Command | null
  held: Map<string, Held>
  /** Stakes that the pit ruled to be returned: they lie aside until the round is concluded. */
  aside: Map<string, Held>
  /** As the wagers lay at no more bets, and the rulings on each; null: none yet. */
  lay: Map<string, Held> | null
  rulings: Map<string, Ruled>
  /** How many rulings there were, and what was awarded, in this round. */
  ruled: number
  awards: Map<string, number>
  past: Map<number, Past>
  cells: Map<string, Cell>
  /** The table is closed, and plays the round for stakes in prison alone. */
  forPrison: boolean
  /** Concluded rounds that were referred. */
  referrals: Set<number>
  /** Every player who ever bought in. */
  known: Set<string>
  players: Map<string, Wealth>
  outside: number
  house: number
  layoutMoney: number
  awarded: number
}

export const betweenRounds = {
  underWay: false,
  open: false,
  spun: false,
  leave: false,
  dark: false,
  referred: false,
  wasOpen: false,
  openWhenReferred: false,
  pocket: null,
  source: null,
  differs: null,
  lit: null,
  counts: [],
  reports: [],
}

export const modelOf = (setting: Setting, limits: Bounds, wheelOrder: readonly string[]): Model => ({
  ...setting,
  limits: boundsAt(setting, limits),
  wheelOrder,
  round: 0,
  openedBy: setting.book,
  closing: false,
  onlyInForce: false,
  ...betweenRounds,
  giving: null,
  held: new Map(),
  aside: new Map(),
  lay: null,
  rulings: new Map(),
  ruled: 0,
  awards: new Map(),
  past: new Map(),
  cells: new Map(),
  forPrison: false,
  referrals: new Set(),
  known: new Set(),
  players: new Map(),
  outside: 0,
  house: 0,
  layoutMoney: 0,
  awarded: 0,
})

const nobody: Wealth = { cash: 0, chips: 0, colour: null, value: 0, owed: 0 }
export const wealthOf = (model: Model, player: string): Wealth => model.players.get(player) ?? nobody

export function wealthIn(model: Model, player: string): Wealth {
  const wealth = model.players.get(player) ?? { ...nobody }
  model.players.set(player, wealth)
  return wealth
}

export const placeOf = (player: string, spot: string): string => `${spot} ${player}`
export const layOf = ({ lay, held }: Model): Map<string, Held> => lay ?? held
export const stakesIn = ({ held, aside }: Model): Held[] => [...held.values(), ...aside.values()]
export const heldBy = (model: Model, player: string): Held[] => stakesIn(model).filter((held) => held.player === player)
export const cellName = (round: number, spot: string, player: string): string => `${round} ${spot} ${player}`
export const cellsIn = ({ cells }: Model): Cell[] => [...cells.values()].filter(({ isIn }) => isIn)
export const cellsOf = (model: Model, player: string): Cell[] => cellsIn(model).filter((cell) => cell.player === player)
export const chipsOut = (model: Model, player: string): number =>
  wealthOf(model, player).chips + sumOf([...heldBy(model, player), ...cellsOf(model, player)], ({ chips }) => chips)
export const worthOf = (model: Model, { player, cash, chips }: Held): number =>
  cash + chips * wealthOf(model, player).value

export const sumOf = <T>(items: Iterable<T>, amountOf: (item: T) => number): number => {
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
  const hasNumbers = ({ spot, kind }: Spot) => spot.includes('/') || kind === 'top-line'
  return list.find((spot) => hasNumbers(spot) && [...spot.covers].sort().join() === numbers)
}

export const boundsOf = (limits: Bounds, { kind }: Spot) => ({
  min: limits[kind]?.min ?? limits.default?.min ?? 0,
  max: limits[kind]?.max ?? limits.default?.max ?? CENTS_MAX,
})

/** Limits as a table has them, kind by kind: what it states, no wider than the book's own. */
export function boundsAt({ book, layout }: Pick<Setting, 'book' | 'layout'>, stated: Bounds): Bounds {
  const { limits } = book.rules
  const own = limits.policy === 'none' ? {} : (limits.amounts ?? {})
  const rows = spotsOf(book, layout).list.map((spot) => {
    const [ours, theirs] = [boundsOf(own, spot), boundsOf(stated, spot)]
    return [spot.kind, { min: Math.max(ours.min, theirs.min), max: Math.min(ours.max, theirs.max) }]
  })
  const payouts = [book.rules.maximumPayout?.amount, stated['maximum-payout']?.max].filter((max) => max !== undefined)
  const payout = payouts.length > 0 ? { 'maximum-payout': { max: Math.min(...payouts) } } : {}
  return { ...Object.fromEntries(rows), ...payout }
}

/** Whether a table states a bound that is wider than the book's own. */
export function isWider({ book }: Pick<Setting, 'book'>, stated: Bounds): boolean {
  const { limits } = book.rules
  const own: Bounds = limits.policy === 'none' ? {} : (limits.amounts ?? {})
  const { 'maximum-payout': payout, ...wagers } = stated
  if ((payout?.max ?? 0) > (book.rules.maximumPayout?.amount ?? CENTS_MAX)) return true
  return Object.entries(wagers).some(([kind, row]) => {
    const min = own[kind]?.min ?? own.default?.min ?? 0
    const max = own[kind]?.max ?? own.default?.max ?? CENTS_MAX
    return (row?.min ?? min) < min || (row?.max ?? max) > max
  })
}

/** How many pieces of an announced bet lie on each spot; none where it is not offered. */
function piecesOfBet({ book, layout, terminal, wheelOrder }: Model, announced: string): Map<string, number> {
  const offers = book.layouts[layout]!.severalPieceBets.filter((offer) => offer.terminal === (terminal ?? undefined))
  const [name, chosen, sidesText, ...rest] = announced.split(':')
  const rule = offers.flatMap(({ bets }) => bets).find(({ bet }) => bet === name)
  const isRight = { nothing: 1, 'last-digit': 2, 'number-and-neighbours': 3 }
  if (!rule || isRight[rule.choose] !== announced.split(':').length || rest.length > 0) return new Map()
  if (rule.choose === 'nothing') return new Map(rule.pieces.map(({ spot, pieces }) => [spot, pieces]))
  const single = (pockets: readonly string[]) => new Map(pockets.map((pocket) => [pocket, 1]))
  if (rule.choose === 'last-digit') {
    const isIn = (pocket: string) => pocket === String(Number(pocket)) && Number(pocket) % 10 === Number(chosen)
    return single(/^\d$/.test(chosen!) ? (rule.groups?.[chosen!] ?? book.wheel.pockets.filter(isIn)) : [])
  }
  const sides = Number(sidesText)
  if (!(sides >= rule.sidesMin && sides <= rule.sidesMax) || !wheelOrder.includes(chosen!)) return new Map()
  const round = [...wheelOrder, ...wheelOrder, ...wheelOrder]
  const middle = wheelOrder.length + wheelOrder.indexOf(chosen!)
  return single(round.slice(middle - sides, middle + sides + 1))
}

type Piece = { spot: Spot; stake: number }

/** The stakes of a wager, spot by spot; none where the spot or the bet does not exist. */
export function piecesOf(model: Model, command: Command): Piece[] {
  if (command.do !== 'wager') return []
  if (command.bet !== undefined) {
    const piece = command.unit ?? command.chips! * wealthOf(model, command.player).value
    return [...piecesOfBet(model, command.bet)].map(([spot, pieces]) => ({
      spot: spotNamed(model, spot)!,
      stake: pieces * piece,
    }))
  }
  const spot = spotNamed(model, command.spot!)
  const stake = command.stake ?? command.chips! * wealthOf(model, command.player).value
  return spot ? [{ spot, stake }] : []
}

export const isCurrent = (model: Model, round: number): boolean => model.underWay && model.round === round

/** A referral of a round that is concluded, and the decision on one. */
export const isAboutPast = (model: Model, command: Command): command is AboutPast =>
  (command.do === 'refer' || command.do === 'decide' || command.do === 'rule-on-wager') &&
  command.round !== undefined &&
  !isCurrent(model, command.round)

type AboutPast = (CommandOf<'refer'> | CommandOf<'decide'> | CommandOf<'rule-on-wager'>) & { round: number }

/** Returns the wagers that a ruling is about: the wagers of the round under way as they lay, or those of one that is over. */
export function laysOf(model: Model, command: Command): ReadonlyMap<string, Lain> {
  const past = isAboutPast(model, command) ? model.past.get(command.round)?.lay : undefined
  if (isAboutPast(model, command)) return new Map((past ?? []).map((lain) => [placeOf(lain.player, lain.spot), lain]))
  return new Map(
    [...layOf(model)].map(([place, held]) => [place, { ...held, value: wealthOf(model, held.player).value }]),
  )
}

const rulingsAbout = (model: Model, command: Command): ReadonlyMap<string, Ruled> =>
  isAboutPast(model, command) ? (model.past.get(command.round)?.rulings ?? new Map()) : model.rulings

/** Returns the chips of a wager that no ruling on a part covers. */
export function uncoveredOf(model: Model, command: Command, lain: Lain): Lain {
  const parts = rulingsAbout(model, command).get(placeOf(lain.player, lain.spot))?.parts ?? []
  return {
    ...lain,
    cash: lain.cash - sumOf(parts, ({ cash }) => cash),
    chips: lain.chips - sumOf(parts, ({ chips }) => chips),
  }
}

/** Where a round is, without regard to a referral. */
export const phaseOf = ({ pocket, spun }: Model, isOpen: boolean): string =>
  isOpen ? (spun ? 'ball-spinning' : 'betting-open') : pocket === null ? 'betting-closed' : 'outcome-determined'

/** The wheel and the dealer may both say where the ball rests, each once; only a difference is news. */
export const isOtherWord = (model: Model, source: string, pocket: string): boolean =>
  model.differs === null && model.source !== null && model.source !== source && model.pocket !== pocket

export const sourceOf = ({ by }: Command): 'wheel' | 'dealer' => (by.role === 'wheel' ? 'wheel' : 'dealer')

/** The last count of the wheel's sensor, or of the dealer where there is none of the sensor. */
export function countThatDecides(counts: readonly Counted[]): number | undefined {
  const of = (source: string) => counts.filter((one) => one.source === source).at(-1)?.revolutions
  return of('wheel') ?? of('dealer')
}

export const isTooFew = ({ book, counts }: Pick<Model, 'book' | 'counts'>): boolean =>
  (countThatDecides(counts) ?? book.rules.spin.revolutionsMin) < book.rules.spin.revolutionsMin

const counted = (command: CommandOf<'ball-at-rest'>): Counted[] =>
  command.revolutions === undefined ? [] : [{ source: sourceOf(command), revolutions: command.revolutions }]

/** A count that its source has not given last. */
export function bringsCount(counts: readonly Counted[], command: CommandOf<'ball-at-rest'>): boolean {
  const [count] = counted(command)
  const before = counts.filter(({ source }) => source === count?.source).at(-1)
  return count !== undefined && before?.revolutions !== count.revolutions
}

/** Too few revolutions, with what the command counts. */
export const isShort = ({ book, counts }: Model, command: CommandOf<'ball-at-rest'>): boolean =>
  command.revolutions !== undefined && isTooFew({ book, counts: [...counts, ...counted(command)] })

/** A sensor's count of the round that was concluded last. */
export const isLateCount = (model: Model, command: Command): command is CommandOf<'ball-at-rest'> =>
  command.do === 'ball-at-rest' &&
  !model.underWay &&
  sourceOf(command) === 'wheel' &&
  model.past.has(model.round) &&
  bringsCount(model.past.get(model.round)!.counts, command)

/** The cause that voids a referred round by its facts when it continues. */
export const causeOf = (facts: Pick<Model, 'book' | 'counts' | 'reports'>): string | null =>
  isTooFew(facts) ? 'too-few-revolutions' : (facts.reports[0] ?? null)

export const isTakenByOther = (model: Model, player: string, wanted: string | null): boolean =>
  [...model.players].some(([owner, { colour }]) => owner !== player && colour === wanted && chipsOut(model, owner) > 0)
