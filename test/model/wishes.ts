import type { CommandName } from '../../src/engine/language.ts'
import { PAYOUT } from '../../src/engine/limits.ts'
import { CENTS_MAX } from '../../src/engine/money.ts'
import { roles } from '../../src/engine/positions.ts'
import { betsAt } from '../../src/engine/several-piece.ts'
import { layoutOf, spotsOf } from '../../src/engine/spots.ts'
import { least } from '../support/engine.ts'
import { cellsIn, layOf, type Model, spotNamed, stakesIn, wealthIn } from './model.ts'

/** The next command to try: numbers from fast-check, turned into a command that fits the moment, or nearly. */

/** A run of numbers to choose by, so that a shorter or smaller run is a simpler play. */
export class Dice {
  readonly #numbers: readonly number[]
  #at = 0
  constructor(numbers: readonly number[]) {
    this.#numbers = numbers
  }
  #next(): number {
    return this.#numbers[this.#at++ % this.#numbers.length]!
  }
  pick<T>(items: readonly T[]): T {
    return items[this.#next() % items.length]!
  }
  /** True about once in `times`, and never for zero. */
  once(times: number): boolean {
    return this.#next() % times === times - 1
  }
}

type Wish = { do: CommandName; by?: unknown; [field: string]: unknown }

export const players = ['ann', 'ben', '__proto__', 'a:b']
const colours = ['blue', 'pink']
const amounts = [1_000, 500, 250, 100, 1, 333, 2_000, 5_000, 6_000, 20_000, 0, -500]
const popularSpots = ['17', 'red', '17/20', '0', 'bonus-win', 'scatter-bonus', 'super-bonus-win', '1', '20/17']
/** A place that no layout has, and the top lines by their numbers. */
const rareSpots = ['17/36', '3/2/1/00/0', '3/2/1/00/0/S']
const popularPockets = ['17', '20', '0', '1', '00', '32', 'S', '36', '99', '000']
const severalPiecesWrong = ['neighbours:17:9', 'finales:x', 'tiers', 'orphans']
/** Limits for all kinds, and for single numbers, by the book's own name for them. */
export function limitsTried({ book, layout }: Pick<Model, 'book' | 'layout'>): readonly Model['limits'][] {
  const { kind } = layoutOf(book, layout).wagers.find(({ grid }) => grid === 'number')!
  const payout = { [PAYOUT]: { max: 3_001 } }
  return [
    ...(book.rules.maximumPayout ? [payout, { default: { min: 200 }, ...payout }] : []),
    {},
    { default: { min: 500, max: 5_000 } },
    { default: { min: 300 }, [kind]: { max: 1_000 } },
    { default: { max: 350 }, [kind]: { min: 500, max: 1_050 } },
  ]
}
const limitsWrong: object[] = [
  { default: { min: 1 } },
  { default: { max: CENTS_MAX } },
  { [PAYOUT]: { max: CENTS_MAX } },
  { default: { min: 500, max: 100 } },
  { baccarat: { min: 5 } },
  { 'straight-up': 5 },
  { default: { most: 5 } },
]

function spotFor(dice: Dice, { book, layout }: Model): string {
  const { byId, list } = spotsOf(book, layout)
  if (book.rules.enPrison && dice.once(3)) return dice.pick(['red', 'even', 'low'])
  if (dice.once(3)) return dice.pick(list).spot
  return dice.once(20)
    ? dice.pick(rareSpots)
    : dice.pick(popularSpots.filter((spot) => byId.has(spot) || spot === '20/17'))
}

/** Often one that somebody has a wager on. */
function pocketFor(dice: Dice, model: Model): string {
  const { enPrison } = model.book.rules
  if (enPrison && dice.once(3)) return dice.pick(enPrison.pockets)
  const staked = [...model.held.values()].flatMap(({ spot }) => spotNamed(model, spot)!.covers)
  if (staked.length > 0 && dice.once(2)) return dice.pick(staked)
  return dice.once(2) ? dice.pick(model.book.wheel.pockets) : dice.pick(popularPockets)
}

/** A place where the player has something, most of the time. */
function placeFor(dice: Dice, model: Model): { player: string; spot: string } {
  const taken = [...layOf(model).values(), ...stakesIn(model), ...cellsIn(model)]
  if (taken.length === 0 || dice.once(6)) return { player: dice.pick(players), spot: spotFor(dice, model) }
  const { player, spot } = dice.pick(taken)
  return { player, spot }
}

function drawFor(dice: Dice, { book }: Model): string[] {
  const { pockets } = book.wheel
  const start = pockets.indexOf(dice.pick(pockets))
  const step = dice.pick([1, 3, 7, 4, 20])
  return Array.from({ length: dice.once(20) ? 9 : 10 }, (_, index) => pockets[(start + index * step) % pockets.length]!)
}

/** Now and then with a secret that nobody committed to. */
const bonusNumbers = (dice: Dice, model: Model): Wish => ({
  do: 'bonus-numbers',
  numbers: drawFor(dice, model),
  ...(dice.once(10) ? { secret: '5a'.repeat(32) } : {}),
})

const roundFor = (dice: Dice, { round }: Model): number => Math.max(1, round - dice.pick([0, 1, 0, 2, -1, 3]))

function buyIn(dice: Dice, model: Model): Wish {
  const likely = [...debtors(model), ...[...model.aside.values()].map(({ player }) => player)]
  const player = dice.pick([...likely, ...likely, ...players])
  if (dice.once(25)) return { do: 'buy-in', player, amount: CENTS_MAX }
  if (!usesChips(dice, model)) return { do: 'buy-in', player, amount: dice.pick([20_000, ...amounts]) }
  const { colour, value } = wealthIn(model, player)
  const mine = colour !== null && !dice.once(3) ? { colour, chipValue: value } : null
  const chosen = mine ?? { colour: dice.pick(colours), chipValue: dice.pick([100, 250, 100, 600, 0]) }
  return { do: 'buy-in', player, amount: dice.pick([3_000, 600, 5_000, 1_100]), ...chosen }
}

const usesChips = (dice: Dice, { book }: Model): boolean => dice.once(book.funds.colourChips ? 2 : 20)

/** Usually all of a player's money, and usually the richest player. */
function cashOut(dice: Dice, model: Model): Wish {
  const player = dice.once(3) ? dice.pick(players) : richest(model)
  const { cash, chips, value, colour } = wealthIn(model, player)
  const some = dice.once(3) ? dice.pick(amounts) : null
  if (!usesChips(dice, model)) return { do: 'cash-out', player, amount: some ?? Math.min(cash, CENTS_MAX) }
  const named = dice.once(8) ? dice.pick(colours) : (colour ?? 'blue')
  return { do: 'cash-out', player, amount: some ?? chips * value, colour: named }
}

const richest = (model: Model): string =>
  players.toSorted((a, b) => wealthIn(model, b).cash - wealthIn(model, a).cash)[0]!

const betsOf = ({ book, layout, terminal }: Model): string[] =>
  (betsAt(book, layout, terminal)?.bets ?? []).map((rule) =>
    rule.choose === 'nothing' ? rule.bet : rule.choose === 'last-digit' ? `${rule.bet}:7` : `${rule.bet}:17:2`,
  )

function wager(dice: Dice, model: Model): Wish {
  const able = players.filter((player) => wealthIn(model, player).cash + wealthIn(model, player).chips > 0)
  const owing = able.filter((player) => wealthIn(model, player).owed > 0)
  const player = dice.pick(able.length === 0 || dice.once(10) ? players : [...able, ...owing, ...owing])
  const stake = dice.once(3) ? dice.pick(amounts) : dice.pick([500, 1_000, 600, 200])
  const bets = dice.once(12) ? severalPiecesWrong : betsOf(model)
  const own = dice.once(4) ? { own: dice.once(2) } : {}
  const { chips: all } = wealthIn(model, player)
  const isInChips = () => usesChips(dice, model) && (all > 0 || dice.once(9))
  if (bets.length > 0 && dice.once(3)) {
    const piece = isInChips() ? { chips: dice.pick([1, 2, 1, 0, 7]) } : { unit: stake }
    return { do: 'wager', player, bet: dice.pick(bets), ...piece, ...own }
  }
  const spot = spotFor(dice, model)
  if (dice.once(60)) return { do: 'wager', player, spot, stake: CENTS_MAX }
  return {
    do: 'wager',
    player,
    spot,
    ...(isInChips() ? { chips: dice.pick([all, 1, 2, all, 5, 0, 7]) } : { stake }),
    ...own,
  }
}

function withdraw(dice: Dice, model: Model): Wish {
  const place = placeFor(dice, model)
  if (usesChips(dice, model)) return { do: 'withdraw', ...place, chips: dice.pick([1, 2, 0, 40]) }
  return dice.once(2) ? { do: 'withdraw', ...place } : { do: 'withdraw', ...place, stake: dice.pick(amounts) }
}

function ruleOnWager(dice: Dice, model: Model): Wish {
  const treatment = dice.pick(['returned', 'moved', 'stands'])
  const to = treatment === 'moved' ? { to: dice.once(2) ? placeFor(dice, model).spot : spotFor(dice, model) } : {}
  const part = dice.once(2)
    ? usesChips(dice, model)
      ? { chips: dice.pick([1, 2, 0, 40]) }
      : { stake: dice.pick(amounts) }
    : {}
  const past = [...model.referrals]
  if (past.length === 0 || (model.pocket !== null && !dice.once(3)))
    return { do: 'rule-on-wager', ...placeFor(dice, model), treatment, ...to, ...part, reason: 'pushed' }
  const round = dice.pick(past)
  const { lay } = model.past.get(round)!
  const lain = lay.length > 0 ? dice.pick(lay) : placeFor(dice, model)
  const { player, spot } = lain
  return {
    do: 'rule-on-wager',
    player,
    spot,
    treatment,
    ...to,
    ...part,
    round,
    reason: 'seen on the camera',
    ...byShiftManager(dice),
  }
}

const byShiftManager = (dice: Dice): { by?: unknown } => (dice.once(5) ? {} : { by: 'shift-manager' })

const spin = (dice: Dice): Wish => ({
  do: 'spin',
  ball: dice.pick(['clockwise', 'anticlockwise']),
  wheel: dice.pick(['anticlockwise', 'clockwise', 'still']),
  ...(dice.once(2) ? { source: dice.pick(['wheel', 'dealer']) } : {}),
})

const ballAtRest = (dice: Dice, model: Model): Wish => ({
  do: 'ball-at-rest',
  pocket: pocketFor(dice, model),
  ...(dice.once(2) ? { source: dice.pick(['wheel', 'dealer']) } : {}),
  ...(dice.once(3) ? { revolutions: dice.pick([4, 12, 5, 3, 2]) } : {}),
})

const codeFor = (dice: Dice, { book }: Model): string =>
  dice.once(12) ? 'earthquake' : dice.pick(book.irregularities).code

const roundsFor = (dice: Dice, model: Model): number[] =>
  dice.once(3) ? [roundFor(dice, model), roundFor(dice, model)] : [roundFor(dice, model)]

/** Settled rounds of two versions of the game, once there are any. */
function ofTwoBooks({ past }: Model): number[] | null {
  const settled = [...past].filter(([, { code }]) => code === null)
  const other = settled.find(([, { book }]) => book.id !== settled[0]![1].book.id)
  return other ? [settled[0]![0], other[0]] : null
}

const voidRounds = (dice: Dice, model: Model): Wish => ({
  do: 'void-rounds',
  rounds: (dice.once(6) ? null : ofTwoBooks(model)) ?? roundsFor(dice, model),
  code: dice.once(3) ? codeFor(dice, model) : 'ball-broke',
  reason: 'the ball was cracked',
})

/**
 * A player who took winnings away gets into debt by a correction, and a player with debt gets chips back by another.
 */
function afterwards(dice: Dice, model: Model): Wish {
  if (debtors(model).length > 0) return dice.pick([repay, buyIn, undoLast])(dice, model)
  return hasLeftWithWinnings(model) ? undoLast(dice, model) : dice.pick([cashOut, cashOut, correctOutcome])(dice, model)
}

const hasLeftWithWinnings = ({ past, round, players }: Model): boolean =>
  (past.get(round)?.lines ?? []).some(({ player, paid }) => paid > 0 && (players.get(player)?.cash ?? 0) < paid)

const undoLast = (dice: Dice, model: Model): Wish => {
  const { round } = model
  const wish = dice.pick([correctOutcome, voidRounds])(dice, model)
  return { ...wish, ...(wish.do === 'void-rounds' ? { rounds: [round] } : { round }), by: 'shift-manager' }
}

const decideBetween = (dice: Dice, { round, pocket, differs }: Model): Wish =>
  dice.once(3)
    ? { do: 'settle' }
    : { do: 'correct-outcome', round, pocket: dice.pick([pocket, differs]), reason: 'the camera shows it' }

/** The next step of a round that goes well, with what players and the pit do on the way. */
function goOn(dice: Dice, model: Model): Wish {
  const { book, underWay, dark, referred, open, spun, lit, pocket } = model
  if (!underWay && model.closing) return { do: 'open-table', reason: 'they are back' }
  if (!underWay) return model.past.size > 0 && dice.once(3) ? afterwards(dice, model) : { do: 'place-your-bets' }
  if (dark) return dice.once(2) ? { do: 'resume' } : dice.pick([voidRounds, correctOutcome, wager])(dice, model)
  if (open && model.held.size === 0 && !dice.once(4)) return wager(dice, model)
  if (open && !spun && model.leave) return { do: 'no-more-bets' }
  if (open && !spun) return { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }
  if (open) return { do: 'no-more-bets' }
  if (book.rules.bonus && lit === null && !(referred && pocket === null) && !dice.once(6))
    return bonusNumbers(dice, model)
  if (referred && (pocket !== null || !spun)) return decideReferral(dice, model)
  if (!spun) return { do: 'spin', ball: 'anticlockwise', wheel: 'clockwise' }
  if (pocket === null) return { do: 'ball-at-rest', pocket: pocketFor(dice, model) }
  if (model.differs !== null) return decideBetween(dice, model)
  if (book.rules.unclearWagers && dice.once(2)) return dice.pick([ruleOnWager, ruleOnWager, buyIn])(dice, model)
  return { do: 'settle' }
}

const debtors = (model: Model): string[] => players.filter((player) => wealthIn(model, player).owed > 0)

function repay(dice: Dice, model: Model): Wish {
  const player = dice.pick([...debtors(model), ...debtors(model), ...players])
  const { cash, owed } = wealthIn(model, player)
  return { do: 'repay', player, amount: dice.pick([Math.min(cash, owed), owed, 100, 1, ...amounts]) }
}

const correctOutcome = (dice: Dice, model: Model): Wish => ({
  ...(dice.once(2) ? byShiftManager(dice) : {}),
  do: 'correct-outcome',
  round: roundFor(dice, model),
  pocket: pocketFor(dice, model),
  reason: 'misread',
})

function refer(dice: Dice, model: Model): Wish {
  const round = dice.once(2) && model.round > 0 ? { round: roundFor(dice, model) } : {}
  return { do: 'refer', reason: 'a dog ran over the layout', ...round }
}

function decideReferral(dice: Dice, model: Model): Wish {
  const past = [...model.referrals]
  const isPast = dice.once(past.length > 0 && !model.referred ? 1 : 5)
  const round = isPast ? { round: past.length > 0 && !dice.once(5) ? dice.pick(past) : roundFor(dice, model) } : {}
  const decision = isPast
    ? dice.pick(['stands', 'settle', 'void', 'settle'])
    : dice.pick(['settle', 'void', 'continue', 'continue'])
  const reason = dice.once(6) ? {} : { reason: 'so be it' }
  const awards = dice.once(2) ? { awards: awardsFor(dice, model) } : {}
  return { do: 'decide', decision, ...round, ...reason, ...awards }
}

/** Mostly to people who are there. */
function awardsFor(dice: Dice, model: Model): Record<string, number> {
  if (dice.once(8)) return {}
  const likely = [...debtors(model), ...model.known]
  const winners = [dice.pick([...likely, ...likely, ...players]), dice.pick([...likely, ...players])]
  return Object.fromEntries(winners.map((player) => [player, dice.pick([500, 1, 2_500, 333])]))
}

/**
 * The weight of each command, its fields, and the moments that suit it: at other moments play mostly just continues.
 */
type Try = { weight: number; wish: (dice: Dice, model: Model) => Wish; when?: (model: Model) => boolean }

// biome-ignore format: a table is read down its columns
export const wishes: Record<CommandName | 'go-on', Try> = {
  'go-on':           { weight: 26, wish: goOn },
  'wager':           { weight: 30, wish: wager, when: ({ open }) => open },
  'buy-in':          { weight: 4, wish: buyIn },
  'cash-out':        { weight: 5, wish: cashOut },
  'repay':           { weight: 3, wish: repay, when: (model) => debtors(model).length > 0 },
  'withdraw':        { weight: 6, wish: withdraw, when: ({ open, held }) => open && held.size > 0 },
  'rule-on-wager':   { weight: 6, wish: ruleOnWager, when: ({ book, underWay, pocket, held, referred, referrals }) => ((book.rules.unclearWagers !== null || referred) && underWay && pocket !== null && held.size > 0) || referrals.size > 0 },
  'correct-outcome': { weight: 6, wish: correctOutcome, when: ({ round }) => round > 0 },
  'void-rounds':     { weight: 4, wish: voidRounds, when: ({ past }) => past.size > 0 },
  'place-your-bets': { weight: 1, wish: () => ({ do: 'place-your-bets' }) },
  'spin':            { weight: 1, wish: spin },
  'no-more-bets':    { weight: 1, wish: () => ({ do: 'no-more-bets' }) },
  'allow-early-close': { weight: 2, wish: () => ({ do: 'allow-early-close' }), when: ({ open, spun }) => open && !spun },
  'bonus-numbers':   { weight: 1, wish: bonusNumbers, when: ({ book }) => book.rules.bonus !== null },
  'ball-at-rest':    { weight: 3, wish: ballAtRest, when: ({ open }) => !open },
  'close-table':     { weight: 1, wish: () => ({ do: 'close-table', reason: 'tea' }) },
  'open-table':      { weight: 1, wish: () => ({ do: 'open-table', reason: 'no more tea' }) },
  'settle':          { weight: 1, wish: () => ({ do: 'settle' }) },
  'irregularity':    { weight: 2, wish: (dice, model) => ({ do: 'irregularity', code: codeFor(dice, model), ...(dice.once(3) ? {} : { reason: 'seen on the camera' }) }) },
  'no-spin':         { weight: 1, wish: () => ({ do: 'no-spin' }), when: ({ book }) => book.rules.noSpin !== null },
  'power-failure':   { weight: 2, wish: () => ({ do: 'power-failure' }), when: ({ book }) => book.rules.powerFailure !== null },
  'resume':          { weight: 1, wish: () => ({ do: 'resume' }), when: ({ book }) => book.rules.powerFailure !== null },
  'interruption':    { weight: 1, wish: (dice) => ({ do: 'interruption', ...(dice.once(2) ? {} : { terminals: ['t1', 't2'] }) }), when: ({ book }) => book.rules.interruption !== null },
  'refer':           { weight: 3, wish: refer, when: ({ round }) => round > 0 },
  'decide':          { weight: 5, wish: decideReferral, when: ({ referred, referrals }) => referred || referrals.size > 0 },
  'set-book':        { weight: 8, wish: (dice, model) => ({ do: 'set-book', book: dice.once(5) ? 'mbs/roulette@3' : otherBook(model), reason: 'the new rules' }), when: ({ underWay }) => !underWay },
  'set-limits':      { weight: 2, wish: (dice, model) => ({ do: 'set-limits', limits: dice.pick(dice.once(4) ? limitsWrong : limitsTried(model)) }), when: ({ underWay }) => !underWay },
}

/** The other version of the game, where there is one. */
const otherBook = ({ book: { id } }: Model): string =>
  id === 'mbs/sands-roulette@1' ? 'mbs/sands-roulette@2' : id === 'mbs/sands-roulette@2' ? 'mbs/sands-roulette@1' : id

export function wishFor(name: keyof typeof wishes, dice: Dice, model: Model): Wish {
  const { wish, when } = wishes[name]
  return when && !when(model) && !dice.once(4) ? goOn(dice, model) : wish(dice, model)
}

/** Mostly whoever may; sometimes anybody, sometimes in another player's name. */
export function byFor(dice: Dice, { do: name, player, by }: Wish): unknown {
  if (by !== undefined) return by
  if (dice.once(12)) return dice.pick(roles)
  if (dice.once(4)) return { role: dice.pick(['shift-manager', 'pit-manager']), name: 'Zoe' }
  return least[name] === 'player' ? { role: 'player', name: dice.once(30) ? 'eve' : player } : least[name]
}
