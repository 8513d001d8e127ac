import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import type { RuleBook } from '../books/rule-book.ts'
import { conduct, openTable, type Table } from './conduct.ts'
import { decide } from './decide.ts'
import { type Decision, isRefusal } from './decision.ts'
import type { Adjustment, TableEvent } from './events.ts'
import { evolve } from './evolve.ts'
import { type Command, type CommandName, commandNames, isProblem, readCommand } from './language.ts'
import { postingsOf } from './ledger.ts'
import { CENTS_MAX } from './money.ts'
import { roles } from './positions.ts'
import { refusalCodes, refusals } from './refusals.ts'
import type { Line } from './settlement.ts'
import { spotsOf } from './spots.ts'
import { summaryOf } from './summary.ts'
import { freshTable, readSetup, type TableState } from './table.ts'
import {
  areColoursOwn,
  eventTypes,
  handleOf,
  happenings,
  heldBy,
  isMoneyRight,
  knowsClause,
  least,
  type Model,
  modelOf,
  must,
  nameOf,
  record,
  refusalOf,
  type Setting,
  settings,
  spotNamed,
  stakesIn,
  toldOf,
  wealthIn,
} from './testing.ts'

/**
 * Random play: every command, by every role, over every book, layout and terminal, against the model of testing.ts.
 * MODEL_RUNS sets how many tables are played. A failure prints the seed and the shortest play that shows it, as a script.
 */
const ENOUGH = 3_500
const RUNS = Number(process.env.MODEL_RUNS ?? ENOUGH)
const COMMANDS_MAX = 90

/** A table under test, the model beside it, all that happened, and some states kept from before. */
type World = {
  model: Model
  table: Table
  said: string
  journal: TableEvent[]
  answers: Map<string, { command: Command; answer: Decision }>
  kept: { state: TableState; said: string }[]
  /** Everything so far, as a script. */
  script: string[]
}

const counts = new Map<string, number>()
const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1)

// ---- What to try next: numbers from fast-check, turned into a command that fits the moment, or nearly --------------

/** A run of numbers to choose by, so that a shorter or smaller run is a simpler play. */
class Dice {
  private readonly numbers: readonly number[]
  private at = 0
  constructor(numbers: readonly number[]) {
    this.numbers = numbers
  }
  private next(): number {
    return this.numbers[this.at++ % this.numbers.length]!
  }
  pick<T>(items: readonly T[]): T {
    return items[this.next() % items.length]!
  }
  /** True about once in so many times, and never for a zero. */
  once(times: number): boolean {
    return this.next() % times === times - 1
  }
}

type Wish = { do: CommandName; by?: unknown; [field: string]: unknown }

const players = ['ann', 'ben', '__proto__', 'a:b']
const colours = ['blue', 'pink']
const amounts = [1_000, 500, 250, 100, 1, 2_000, 5_000, 6_000, 20_000, 0, -500]
const popularSpots = ['17', 'red', '17/20', '0', 'bonus-win', 'scatter-bonus', 'super-bonus-win', '1', '20/17']
const popularPockets = ['17', '20', '0', '1', '00', '32', 'S', '36', '99']
const severalPiecesWrong = ['neighbours:17:9', 'finales:x', 'tiers', 'orphans']
const limitsTried: readonly Model['limits'][] = [
  {},
  { default: { min: 500, max: 5_000 } },
  { default: { min: 300 }, 'straight-up': { max: 1_000 } },
  { default: { max: 350 }, 'straight-up': { min: 500, max: 1_050 } },
]
const limitsWrong: object[] = [
  { default: { min: 500, max: 100 } },
  { baccarat: { min: 5 } },
  { 'straight-up': 5 },
  { default: { most: 5 } },
]

function spotFor(dice: Dice, { book, layout }: Model): string {
  const { byId, list } = spotsOf(book, layout)
  if (dice.once(3)) return dice.pick(list).spot
  return dice.once(20) ? '17/36' : dice.pick(popularSpots.filter((spot) => byId.has(spot) || spot === '20/17'))
}

/** Often one that somebody has a wager on. */
function pocketFor(dice: Dice, model: Model): string {
  const staked = [...model.held.values()].flatMap(({ spot }) => spotNamed(model, spot)!.covers)
  if (staked.length > 0 && dice.once(2)) return dice.pick(staked)
  return dice.once(2) ? dice.pick(model.book.wheel.pockets) : dice.pick(popularPockets)
}

/** A place where the player has something, most of the time. */
function placeFor(dice: Dice, model: Model): { player: string; spot: string } {
  const taken = stakesIn(model)
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

/** Mostly all that somebody has, and mostly whoever has most. */
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
  (book.layouts[layout]!.severalPieceBets.find((offer) => offer.terminal === terminal)?.bets ?? []).map((rule) =>
    rule.choose === 'nothing' ? rule.bet : rule.choose === 'last-digit' ? `${rule.bet}:7` : `${rule.bet}:17:2`,
  )

function wager(dice: Dice, model: Model): Wish {
  const able = players.filter((player) => wealthIn(model, player).cash + wealthIn(model, player).chips > 0)
  const player = dice.pick(able.length === 0 || dice.once(10) ? players : able)
  const stake = dice.once(3) ? dice.pick(amounts) : dice.pick([500, 1_000, 600, 200])
  const bets = dice.once(12) ? severalPiecesWrong : betsOf(model)
  if (bets.length > 0 && dice.once(3)) return { do: 'wager', player, bet: dice.pick(bets), unit: stake }
  const spot = spotFor(dice, model)
  if (dice.once(60)) return { do: 'wager', player, spot, stake: CENTS_MAX }
  const { chips: all } = wealthIn(model, player)
  const isInChips = usesChips(dice, model) && (all > 0 || dice.once(9))
  return { do: 'wager', player, spot, ...(isInChips ? { chips: dice.pick([all, 1, 2, all, 5, 0, 7]) } : { stake }) }
}

function withdraw(dice: Dice, model: Model): Wish {
  const place = placeFor(dice, model)
  if (usesChips(dice, model)) return { do: 'withdraw', ...place, chips: dice.pick([1, 2, 0, 40]) }
  return dice.once(2) ? { do: 'withdraw', ...place } : { do: 'withdraw', ...place, stake: dice.pick(amounts) }
}

function ruleOnWager(dice: Dice, model: Model): Wish {
  const treatment = dice.pick(['returned', 'moved', 'stands'])
  const to = treatment === 'moved' ? { to: dice.once(2) ? placeFor(dice, model).spot : spotFor(dice, model) } : {}
  return { do: 'rule-on-wager', ...placeFor(dice, model), treatment, ...to, reason: 'pushed' }
}

const spin = (dice: Dice): Wish => ({
  do: 'spin',
  ball: dice.pick(['clockwise', 'anticlockwise']),
  wheel: dice.pick(['anticlockwise', 'clockwise', 'still']),
})

const ballAtRest = (dice: Dice, model: Model): Wish => ({
  do: 'ball-at-rest',
  pocket: pocketFor(dice, model),
  ...(dice.once(2) ? { source: dice.pick(['wheel', 'dealer']) } : {}),
  ...(dice.once(3) ? { revolutions: dice.pick([4, 12, 5, 3]) } : {}),
})

const codeFor = (dice: Dice, { book }: Model): string =>
  dice.once(12) ? 'earthquake' : dice.pick(book.irregularities).code

const voidRounds = (dice: Dice, model: Model): Wish => ({
  do: 'void-rounds',
  rounds: dice.once(3) ? [roundFor(dice, model), roundFor(dice, model)] : [roundFor(dice, model)],
  code: dice.once(3) ? codeFor(dice, model) : 'ball-broke',
  reason: 'the ball was cracked',
})

function afterwards(dice: Dice, model: Model): Wish {
  if (debtors(model).length > 0) return dice.pick([repay, buyIn])(dice, model)
  return dice.pick([cashOut, correctOutcome])(dice, model)
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
  if (open && !spun) return { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }
  if (open) return { do: 'no-more-bets' }
  if (book.rules.bonus && lit === null && !dice.once(6)) return { do: 'bonus-numbers', numbers: drawFor(dice, model) }
  if (referred && (pocket !== null || !spun)) return { do: 'decide', decision: pocket === null ? 'void' : 'settle' }
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
  do: 'correct-outcome',
  round: roundFor(dice, model),
  pocket: pocketFor(dice, model),
  reason: 'misread',
})

/** How often each is tried, what it then is, and when it is worth trying: at other times play mostly just goes on. */
type Try = { weight: number; wish: (dice: Dice, model: Model) => Wish; when?: (model: Model) => boolean }

// biome-ignore format: a table is read down its columns
const wishes: Record<CommandName | 'go-on', Try> = {
  'go-on':           { weight: 26, wish: goOn },
  'wager':           { weight: 30, wish: wager, when: ({ open }) => open },
  'buy-in':          { weight: 4, wish: buyIn },
  'cash-out':        { weight: 5, wish: cashOut },
  'repay':           { weight: 3, wish: repay, when: (model) => debtors(model).length > 0 },
  'withdraw':        { weight: 6, wish: withdraw, when: ({ open, held }) => open && held.size > 0 },
  'rule-on-wager':   { weight: 6, wish: ruleOnWager, when: ({ book, underWay, pocket, held }) => book.rules.unclearWagers !== null && underWay && pocket !== null && held.size > 0 },
  'correct-outcome': { weight: 6, wish: correctOutcome, when: ({ round }) => round > 0 },
  'void-rounds':     { weight: 2, wish: voidRounds, when: ({ past }) => past.size > 0 },
  'place-your-bets': { weight: 1, wish: () => ({ do: 'place-your-bets' }) },
  'spin':            { weight: 1, wish: spin },
  'no-more-bets':    { weight: 1, wish: () => ({ do: 'no-more-bets' }) },
  'bonus-numbers':   { weight: 1, wish: (dice, model) => ({ do: 'bonus-numbers', numbers: drawFor(dice, model) }), when: ({ book }) => book.rules.bonus !== null },
  'ball-at-rest':    { weight: 3, wish: ballAtRest, when: ({ open }) => !open },
  'close-table':     { weight: 1, wish: () => ({ do: 'close-table', reason: 'tea' }) },
  'open-table':      { weight: 1, wish: () => ({ do: 'open-table', reason: 'no more tea' }) },
  'settle':          { weight: 1, wish: () => ({ do: 'settle' }) },
  'irregularity':    { weight: 1, wish: (dice, model) => ({ do: 'irregularity', code: codeFor(dice, model) }) },
  'no-spin':         { weight: 1, wish: () => ({ do: 'no-spin' }), when: ({ book }) => book.rules.noSpin !== null },
  'power-failure':   { weight: 2, wish: () => ({ do: 'power-failure' }), when: ({ book }) => book.rules.powerFailure !== null },
  'resume':          { weight: 1, wish: () => ({ do: 'resume' }), when: ({ book }) => book.rules.powerFailure !== null },
  'interruption':    { weight: 1, wish: (dice) => ({ do: 'interruption', ...(dice.once(2) ? {} : { terminals: ['t1', 't2'] }) }), when: ({ book }) => book.rules.interruption !== null },
  'refer':           { weight: 1, wish: () => ({ do: 'refer', reason: 'a dog ran over the layout' }) },
  'decide':          { weight: 1, wish: (dice) => ({ do: 'decide', decision: dice.pick(['settle', 'void']), reason: 'so be it' }) },
  'set-limits':      { weight: 2, wish: (dice) => ({ do: 'set-limits', limits: dice.once(4) ? dice.pick(limitsWrong) : dice.pick(limitsTried) }), when: ({ underWay }) => !underWay },
}

function wishFor(name: keyof typeof wishes, dice: Dice, model: Model): Wish {
  const { wish, when } = wishes[name]
  return when && !when(model) && !dice.once(4) ? goOn(dice, model) : wish(dice, model)
}

/** Mostly whoever may; sometimes anybody, sometimes in another player's name. */
function byFor(dice: Dice, { do: name, player }: Wish): unknown {
  if (dice.once(12)) return dice.pick(roles)
  if (dice.once(4)) return { role: dice.pick(['shift-manager', 'pit-manager']), name: 'Zoe' }
  return least[name] === 'player' ? { role: 'player', name: dice.once(30) ? 'eve' : player } : least[name]
}

// ---- One command, and all that must hold --------------------------------------------------------------------------

const jsonOf = (value: unknown): string => JSON.stringify(value)

function read(wish: object): Command {
  const command = readCommand(JSON.parse(jsonOf(wish)))
  must(!isProblem(command), 'the language does not know', wish, command)
  return command
}

/** Gives the command, and checks the answer and the state against the model. */
function give(world: World, command: Command): void {
  const { model, table } = world
  world.script.push(jsonOf(command))
  const expected = refusalOf(model, command)
  const { table: after, answer } = conduct(table, command)
  must(jsonOf(decide(table.book, table.state, command)) === jsonOf(answer), 'decided otherwise the second time', answer)
  must((isRefusal(answer) ? answer.refused : null) === expected, `expected ${expected}, answered`, answer)
  if (isRefusal(answer)) checkRefusal(world, command, answer, after)
  else checkEvents(world, command, answer.events, after)
  checkSameId(world, command, answer, after)
  world.table = after
  keepSome(world)
}

function checkRefusal(world: World, command: Command, answer: { refused: string; clause?: unknown }, after: Table) {
  count(`refused ${answer.refused}`)
  must(Object.hasOwn(refusals, answer.refused), 'no such refusal', answer)
  must(!('clause' in answer) || knowsClause(world.model.book, answer.clause), 'a clause not in the book', answer)
  must(after.state === world.table.state, 'a refusal made another state', command)
  must(jsonOf(after.state) === world.said, 'a refusal changed the state', command)
}

function checkEvents({ model, table, ...world }: World, command: Command, events: readonly TableEvent[], after: Table) {
  count(`accepted ${command.do}`)
  const types = happenings(model, command)
  must(jsonOf(events.map(toldOf)) === jsonOf(types), 'other things happened than should', events, types)
  if (command.do === 'wager') checkStakes(model, command, events)
  let { state } = table
  for (const event of events) {
    count(event.type)
    for (const fact of factsOf(model, event)) count(fact)
    must(!('by' in event) || jsonOf(event.by) === jsonOf(command.by), 'signed by somebody else', event, command.by)
    must(postingsOf(event).reduce((total, { amount }) => total + amount, 0) === 0, 'postings', event)
    state = evolve(state, event)
    record(model, event)
    isMoneyRight(model, state.ledger)
    areColoursOwn(model)
    world.journal.push(event)
  }
  must(jsonOf(state) === jsonOf(after.state), 'conducted otherwise than event by event', command)
}

const facts = {
  won: 'a wager won',
  lost: 'a wager lost',
  'over-maximum': 'a wager over the maximum',
  'under-minimum': 'a wager under the minimum',
  warned: 'a player warned',
  'returned-under-minimum': 'a wager returned under the minimum',
  'returned-by-ruling': 'a wager returned by a ruling',
  'chips-back': 'colour chips came back',
  'chip-broken': 'a colour chip was broken',
  owed: 'a debit that a balance did not cover',
  'owed-paid-off': 'a credit that paid off what was owed',
  'chips-taken': 'colour chips taken in for a debit',
  'several-piece': 'a several-piece bet',
  'by-staff': 'a wager placed by staff',
  'void-after': 'a settled round made void',
  'super-bonus': 'a link completed',
} as const
type Fact = keyof typeof facts

/** What the play must come to, beyond the events themselves. */
function factsOf({ book }: Model, event: TableEvent): Fact[] {
  switch (event.type) {
    case 'wager-placed':
      return [event.outside, event.bet && 'several-piece', event.by && 'by-staff'].filter((fact) => fact) as Fact[]
    case 'bonus-numbers-drawn':
      return event.links.length > 0 ? ['super-bonus'] : []
    case 'round-settled':
      return [...event.lines.flatMap((line) => lineFacts(book, line)), ...(event.warned ? ['warned' as const] : [])]
    case 'round-voided':
      return event.adjustments ? ['void-after', ...event.adjustments.flatMap(adjustmentFacts)] : []
    case 'outcome-corrected':
      return event.adjustments.flatMap(adjustmentFacts)
    default:
      return []
  }
}

function lineFacts({ rules }: RuleBook, { result, clause, chips, returned, stake }: Line): Fact[] {
  const found: Fact[] = chips && chips.returned > 0 ? ['chips-back'] : []
  if (chips && returned > 0 && returned < stake && returned % chips.value > 0) found.push('chip-broken')
  if (result !== 'returned') return [...found, result]
  return [...found, clause === rules.unclearWagers?.clause ? 'returned-by-ruling' : 'returned-under-minimum']
}

const adjustmentFacts = ({ owed, chips }: Adjustment): Fact[] => [
  ...(owed > 0 ? ['owed' as const] : []),
  ...(owed < 0 ? ['owed-paid-off' as const] : []),
  ...(chips ? ['chips-taken' as const] : []),
]

/** What is put down is what was asked for: no more, no less, on that spot and by that player. */
function checkStakes(model: Model, command: Extract<Command, { do: 'wager' }>, events: readonly TableEvent[]): void {
  const placed = events.filter((event) => event.type === 'wager-placed')
  must(
    placed.every(({ player }) => player === command.player),
    'a wager of somebody else',
    events,
  )
  const { value } = wealthIn(model, command.player)
  const asked = command.stake ?? (command.chips === undefined ? undefined : command.chips * value)
  if (asked !== undefined) must(placed[0]!.stake === asked && placed.length === 1, 'another stake', events)
  else
    must(
      placed.every(({ stake }) => stake % command.unit! === 0),
      'pieces are units',
      events,
    )
}

/** The same id twice changes nothing and gives the same answer, even with another command. */
function checkSameId(world: World, command: Command, answer: Decision, after: Table): void {
  world.said = jsonOf(after.state)
  if (command.id === undefined) return
  world.answers.set(command.id, { command, answer })
  const again = conduct(after, command)
  must(again.table === after && again.answer === answer, 'the same id did something', command)
}

function repeat(world: World, id: string, command: Command): void {
  world.script.push(jsonOf({ ...command, id }))
  const before = world.answers.get(id)!
  const { table, answer } = conduct(world.table, { ...command, id })
  must(jsonOf(answer) === jsonOf(before.answer), 'the same id, another answer', before.command, answer)
  must(table === world.table && jsonOf(table.state) === world.said, 'the same id did something', command)
  count('same id again')
}

function keepSome(world: World): void {
  if (world.script.length % 13 === 0) world.kept.push({ state: world.table.state, said: world.said })
}

class Given implements fc.Command<Model, World> {
  private readonly wish: keyof typeof wishes
  private readonly numbers: readonly number[]
  constructor(wish: keyof typeof wishes, numbers: readonly number[]) {
    this.wish = wish
    this.numbers = numbers
  }
  check(): boolean {
    return true
  }
  run(model: Model, world: World): void {
    const dice = new Dice(this.numbers)
    const wish = wishFor(this.wish, dice, model)
    const command = read({ ...wish, by: byFor(dice, wish) })
    const old = [...world.answers.keys()]
    if (old.length > 0 && dice.once(20)) repeat(world, dice.pick(old), command)
    else give(world, dice.once(5) ? { ...command, id: `c${world.script.length}` } : command)
  }
  toString(): string {
    return this.wish
  }
}

// ---- A whole play -------------------------------------------------------------------------------------------------

function worldOf(setting: Setting, limits: Model['limits'], isReversed: boolean): World {
  const { book, layout, terminal } = setting
  const wheelOrder = isReversed ? book.wheel.order.toReversed() : book.wheel.order
  const line = { book: book.id, layout, ...(terminal ? { terminal } : {}), limits, wheelOrder }
  const setup = readSetup(line, () => book)
  must(!('problem' in setup), 'no such table', setup)
  const table = openTable(book, setup)
  const model = modelOf(setting, limits, wheelOrder)
  return {
    model,
    table,
    said: jsonOf(table.state),
    journal: [],
    answers: new Map(),
    kept: [],
    script: [jsonOf({ table: line })],
  }
}

function buyInAll(world: World): void {
  const hasColours = world.model.book.funds.colourChips !== null
  for (const player of players.slice(0, 3)) give(world, read({ do: 'buy-in', player, amount: 20_000 }))
  if (hasColours) give(world, read({ do: 'buy-in', player: 'ann', amount: 2_000, colour: 'blue', chipValue: 200 }))
}

/** The journal is text: what it says is all there is. */
function checkReplay({ table, said, journal }: World): void {
  const written: TableEvent[] = JSON.parse(jsonOf(journal))
  const replayed = written.reduce(evolve, freshTable(table.state.setup))
  must(jsonOf(replayed) === said, 'a replay gives another state', replayed)
}

/** States held from before say what they said, and what is done to them does not touch the newest. */
function checkKept({ table, said, kept }: World): void {
  for (const { state, said: before } of kept.toReversed())
    must(jsonOf(state) === before, 'an old state changed', before)
  const old = kept[0]
  if (!old) return
  const command = read({ do: 'buy-in', player: 'late', amount: 5 })
  const fork = conduct({ ...table, state: old.state }, command).table.state
  must(jsonOf(fork) !== old.said && jsonOf(table.state) === said, 'a fork touched the table', said)
  must(jsonOf(old.state) === old.said, 'a fork touched what it came from', old.said)
}

function checkSummary({ table, model }: World): void {
  const summary = summaryOf(table.book, table.state)
  must(summary.balanced && summary.house === model.house, 'the summary is wrong', summary)
  must(summary.figures.handle === handleOf(model), 'the handle is wrong', summary, handleOf(model))
  for (const [player, funds] of Object.entries(summary.players)) {
    const { cash, chips, value, owed } = wealthIn(model, player)
    const staked = heldBy(model, player).reduce((total, held) => total + held.cash + held.chips * value, 0)
    const expected = { balance: cash + chips * value, cash, owed, staked }
    must(jsonOf(expected) === jsonOf({ ...expected, ...only(funds, expected) }), 'funds', funds, expected)
  }
}

const only = (from: object, like: object): object =>
  Object.fromEntries(Object.keys(like).map((key) => [key, from[key as keyof typeof from]]))

const given = fc
  .tuple(
    fc.oneof(
      ...Object.entries(wishes).map(([name, { weight }]) => ({
        weight,
        arbitrary: fc.constant(name as keyof typeof wishes),
      })),
    ),
    fc.array(fc.nat(10_000), { minLength: 14, maxLength: 14 }),
  )
  .map(([wish, numbers]) => new Given(wish, numbers))

const plays = fc.noBias(fc.commands<Model, World>([given], { maxCommands: COMMANDS_MAX, size: 'max' }))

describe.each(settings.map((setting) => ({ name: nameOf(setting), setting })))('$name', ({ setting }) => {
  test('whatever is tried in whatever order, the table keeps its promises', () => {
    const property = fc.property(
      plays,
      fc.constantFrom(...limitsTried),
      fc.boolean(),
      fc.nat(4).map((number) => number === 4),
      (play, limits, isReversed, isPoor) => {
        const world = worldOf(setting, limits, isReversed)
        try {
          if (!isPoor) buyInAll(world)
          fc.modelRun(() => ({ model: world.model, real: world }), play)
          checkReplay(world)
          checkKept(world)
          checkSummary(world)
        } catch (error) {
          throw new Error(`${(error as Error).message}\nThe play:\n${world.script.join('\n')}`, { cause: error })
        }
      },
    )
    fc.assert(property, { numRuns: Math.ceil(RUNS / settings.length) })
  })
})

const blue = '{"do":"buy-in","player":"ann","amount":1000,"colour":"blue","chipValue":500}'
const spunAndClosed = `{"do":"spin","ball":"clockwise","wheel":"anticlockwise"}
{"do":"no-more-bets"}`
const allOn17 = `${blue}
{"do":"place-your-bets"}
{"do":"wager","player":"ann","spot":"17","chips":2}
${spunAndClosed}
{"do":"ball-at-rest","pocket":"18"}`
const setAside = `${allOn17}
{"do":"rule-on-wager","player":"ann","spot":"17","treatment":"returned","reason":"on the line"}`

/** Plays that chance finds too seldom. */
test.each([
  [
    'the value of chips stays while they lie aside',
    `${setAside}
{"do":"buy-in","player":"ann","amount":900,"colour":"blue","chipValue":300}
{"do":"settle"}`,
  ],
  [
    'a colour stays with its owner while chips of it lie aside',
    `${setAside}
{"do":"buy-in","player":"ben","amount":900,"colour":"blue","chipValue":300}
{"do":"settle"}`,
  ],
  [
    'a ruling to return is taken back',
    `${setAside}
{"do":"rule-on-wager","player":"ann","spot":"17","treatment":"stands","reason":"seen again"}
{"do":"settle"}`,
  ],
  [
    'a wager is moved to where another was set aside',
    `{"do":"buy-in","player":"ann","amount":1000}
{"do":"place-your-bets"}
{"do":"wager","player":"ann","spot":"18","stake":500}
{"do":"wager","player":"ann","spot":"17","stake":100}
${spunAndClosed}
{"do":"ball-at-rest","pocket":"18"}
{"do":"rule-on-wager","player":"ann","spot":"18","treatment":"returned","reason":"late"}
{"do":"rule-on-wager","player":"ann","spot":"17","treatment":"moved","to":"18","reason":"pushed"}
{"do":"settle"}
{"do":"correct-outcome","round":1,"pocket":"17","reason":"misread"}
{"do":"void-rounds","rounds":[1],"code":"ball-broke","reason":"a crack"}`,
  ],
  [
    'chips of a colour that has passed on come back as cash',
    `${allOn17}
{"do":"settle"}
{"do":"buy-in","player":"ben","amount":900,"colour":"blue","chipValue":300}
{"do":"void-rounds","rounds":[1],"code":"ball-broke","reason":"a crack"}`,
  ],
  [
    'an earlier round made void leaves the power out',
    `${allOn17}
{"do":"settle"}
{"do":"place-your-bets"}
{"do":"power-failure"}
{"do":"void-rounds","rounds":[1],"code":"ball-broke","reason":"a crack"}
{"do":"wager","player":"ann","spot":"17","chips":2}`,
  ],
  [
    'the round under way comes back before a settled one takes',
    `${blue}
{"do":"place-your-bets"}
{"do":"wager","player":"ann","spot":"17","chips":1}
${spunAndClosed}
{"do":"ball-at-rest","pocket":"17"}
{"do":"settle"}
{"do":"cash-out","player":"ann","amount":17500}
{"do":"place-your-bets"}
{"do":"wager","player":"ann","spot":"17","chips":2}
{"do":"void-rounds","rounds":[1,2],"code":"ball-broke","reason":"a crack"}`,
  ],
])('%s', (_, script) => {
  const setting = settings.find(({ book }) => book.id === 'mbs/roulette@3')!
  const world = worldOf(setting, {}, false)
  for (const line of script.split('\n')) give(world, read(JSON.parse(line)))
  checkReplay(world)
  checkSummary(world)
})

describe('what the play came to', () => {
  test.runIf(RUNS >= ENOUGH)('every event happened', () => {
    expect(eventTypes.filter((type) => !counts.has(type))).toEqual([])
  })

  test.runIf(RUNS >= ENOUGH).each(Object.entries(facts))('%s: %s', (fact) => {
    expect(counts.get(fact) ?? 0).toBeGreaterThan(0)
  })

  test.runIf(RUNS >= ENOUGH)('every command was accepted at some time', () => {
    expect(commandNames.filter((name) => !counts.has(`accepted ${name}`))).toEqual([])
  })

  test.runIf(RUNS >= ENOUGH)('every refusal was given', () => {
    expect(refusalCodes.filter((code) => !counts.has(`refused ${code}`))).toEqual([])
  })

  afterAll(() => {
    if (process.env.MODEL_COUNTS) console.info(Object.fromEntries([...counts].sort()))
  })
})
