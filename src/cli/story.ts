import type { Clause, Pocket, RuleBook, SpotKind } from '../books/rule-book.ts'
import type { Table } from '../engine/conduct.ts'
import { isRefusal } from '../engine/decision.ts'
import { type Draw, outcomeOf } from '../engine/draw.ts'
import type { Adjustment, Chips, EventType, TableEvent } from '../engine/events.ts'
import { inPlay } from '../engine/figures.ts'
import { recall } from '../engine/history.ts'
import { heldOn } from '../engine/holdings.ts'
import type { Command, CommandName, CommandOf } from '../engine/language.ts'
import { balanceOf, isBalanced, owedBy, playersOf } from '../engine/ledger.ts'
import { type Limits, limitsFor } from '../engine/limits.ts'
import { add, CENTS_MAX, type Cents, negative, subtract, sum, times, zero } from '../engine/money.ts'
import { type By, isStaff, type Role } from '../engine/positions.ts'
import { type Refusal, type RefusalCode, refusals } from '../engine/refusals.ts'
import type { Played } from '../engine/script.ts'
import { type Line, type LineChips, totalOf } from '../engine/settlement.ts'
import { parseSpot, type Spot, spotsOf } from '../engine/spots.ts'
import { fundsOf } from '../engine/summary.ts'
import { isUnderWay, type Phase, type TableState } from '../engine/table.ts'
import { money, wrapped } from './print.ts'

/** What is told, before it is laid out: headings, sentences with the clauses that they rest on, and small tables. */
export type Citation = { clause: Clause; means: string }
export type Row = { cells: readonly string[]; note: string }
export type Passage =
  | { heading: string; line: '=' | '-' }
  | { says: string; cites: readonly Citation[] }
  | { columns: readonly string[]; rows: readonly Row[]; cites: readonly Citation[] }

/** One command, what was answered, and the table before and after it. */
type Scene = { book: RuleBook; command: Command; before: TableState; after: TableState }

/** The rounds of a script as a story, in lines. Expectations are for tests and no part of it. */
export const story = (played: Iterable<Played>): string[] => laidOut(passagesOf(played))

export function* passagesOf(played: Iterable<Played>): Generator<Passage> {
  let table: Table | undefined
  let section = ''
  let purses = noPurses()
  for (const step of played) {
    if (step.played === 'expect') continue
    if (step.played === 'table') {
      if (table) yield* closing(table, purses)
      yield* opening(step.table)
      section = ''
      purses = noPurses()
    } else {
      const now = sectionOf(step, table!.state)
      if (now !== section) yield { heading: `${now}${openedAt(step)}`, line: '-' }
      section = now
      yield* commandTold(step, table!)
      if (isFirstTime(step, table!)) fill(purses, step)
    }
    table = step.table
  }
  if (table) yield* closing(table, purses)
}

type PlayedCommand = Extract<Played, { played: 'command' }>

/** The same command id twice is the same answer, and nothing happens the second time. */
const isFirstTime = ({ command }: PlayedCommand, { answers }: Table): boolean =>
  command.id === undefined || answers.get(command.id) === undefined

function sectionOf(step: PlayedCommand, { round, roundsOpened }: TableState): string {
  if (isUnderWay(round)) return `Round ${round.round}`
  if (step.table.state.roundsOpened > roundsOpened) return `Round ${roundsOpened + 1}`
  return roundsOpened === 0 ? 'Before the first round' : `After round ${roundsOpened}`
}

const openedAt = ({ command, table }: PlayedCommand): string =>
  command.at && command.do === 'place-your-bets' && isUnderWay(table.state.round) ? `, opened ${command.at}` : ''

function* commandTold(step: PlayedCommand, before: Table): Generator<Passage> {
  const { command, answer, table } = step
  const scene: Scene = { book: before.book, command, before: before.state, after: table.state }
  const passages = isFirstTime(step, before)
    ? isRefusal(answer)
      ? refusalTold(answer, scene)
      : eventsTold(answer.events, scene)
    : [
        say(
          scene,
          `The command ${command.id} came again from ${lowerWho(scene)}: it was answered as before, and nothing changed.`,
        ),
      ]
  const time = command.at?.slice('2020-01-01T'.length).match(/^[\d:]+/)?.[0]
  for (const [index, passage] of passages.entries())
    yield time && index === 0 && 'says' in passage ? { ...passage, says: `${time} ${passage.says}` } : passage
}

/** A several-piece bet is several events and one thing that the player did. */
function eventsTold(events: readonly TableEvent[], scene: Scene): Passage[] {
  const placed = events.filter((event) => event.type === 'wager-placed')
  if (placed[0]?.bet !== undefined) return severalPieceTold(placed, scene)
  return events.flatMap((event) => (tellings[event.type] as Telling<TableEvent>)(event, scene))
}

// ---------------------------------------------------------------------------------------------- sentences and clauses

const unbroken = '\u00a0'

type At = { book: RuleBook }

const say = ({ book }: At, says: string, ...clauses: readonly (Clause | null | undefined)[]): Passage => ({
  says,
  cites: citations(book, clauses),
})

const citations = (book: RuleBook, clauses: readonly (Clause | null | undefined)[]): Citation[] =>
  [...new Set(clauses)].filter((clause) => typeof clause === 'string' && clause !== '').map((one) => cite(book, one!))

function cite(book: RuleBook, clause: Clause): Citation {
  const row =
    book.clauses.find((one) => one.clause === clause) ?? book.appendices.find(({ appendix }) => appendix === clause)
  if (row) return { clause, means: row.means }
  return { clause, means: 'The rules are silent here; docs/readings.md says how they are read.' }
}

/** A clause and its number stay on one line. */
const clauseName = (clause: Clause): string =>
  (/^\d/.test(clause) ? `clause ${clause}` : clause).replaceAll(' ', unbroken)
const cap = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const dollars = (cents: unknown): string =>
  Number(cents) < 0 ? `-$${money(-Number(cents))}` : `$${money(Number(cents))}`
const quoted = (reason: string | undefined): string =>
  reason === undefined ? '' : ` The reason given: "${reason.replace(/\.$/, '')}".`
const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

function listed(items: readonly string[]): string {
  if (items.length < 2) return items.join('')
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
}

// ------------------------------------------------------------------------------------------------------- who and what

const titleOf = (role: Role): string => (role === 'system' ? 'random number generator' : role.replace('-', ' '))
const orAbove = (role: Role): string => `a ${titleOf(role)} or above`

function nameOf({ role, name }: By, player?: string): string {
  if (role === 'player') return name ?? player ?? 'A player'
  return name === undefined ? `The ${titleOf(role)}` : `${cap(titleOf(role))} ${name}`
}

const playerIn = (command: Command): string | undefined => ('player' in command ? command.player : undefined)
const who = ({ command }: Scene): string => nameOf(command.by, playerIn(command))

/** ` for Ann`, when somebody else acts for her. */
function forWhom({ command }: Scene): string {
  const player = playerIn(command)
  const { role, name } = command.by
  const isOwn = role === 'player' && (name === undefined || name === player)
  return player === undefined || isOwn ? '' : ` for ${player}`
}

const moneyWord = (book: RuleBook): string => (book.funds.money === 'credits' ? 'credits' : 'cash chips')
const colourChips = (count: number, colour: string): string => counted(count, `${colour} chip`)
const chipsAt = ({ colour, value, count }: Chips): string => `${colourChips(count, colour)} at ${dollars(value)} each`

/** An amount of which a part may be colour chips. */
function inKind(book: RuleBook, amount: Cents, chips: Chips | undefined): string {
  if (!chips || chips.count === 0) return dollars(amount)
  const rest = subtract(amount, times(chips.value, chips.count))
  const cash = rest > 0 ? ` and ${dollars(rest)} in ${moneyWord(book)}` : ''
  return `${dollars(amount)} (${colourChips(chips.count, chips.colour)}${cash})`
}

const colourOf = ({ colours }: RuleBook, pocket: Pocket): string =>
  colours.red.includes(pocket) ? 'red' : colours.black.includes(pocket) ? 'black' : 'green'
const inColour = (book: RuleBook, pocket: Pocket): string => `${pocket} (${colourOf(book, pocket)})`

// -------------------------------------------------------------------------------------------------------------- spots

const kindWords = (kind: SpotKind): string => kind.replaceAll('-', ' ')

/** What these cover, their names do not say. */
const notObvious: ReadonlySet<SpotKind> = new Set(['top-line', 'column', 'dozen', 'low', 'high', 'green'])

function spotWords(spot: Spot): string {
  const kind = kindWords(spot.kind)
  if (spot.kind === 'straight-up') return spot.spot
  if (spot.spot.includes('/')) return `${kind} ${spot.spot}`
  const name = spot.spot === spot.kind ? kind : spot.spot.replace('-', ' ')
  return notObvious.has(spot.kind) ? `${name} (${inRuns(spot.covers)})` : name
}

/** Three numbers or more in a row are told as a run, and a long list by its ends. */
function inRuns(pockets: readonly Pocket[], joined = (runs: readonly string[]) => runs.join(', ')): string {
  const runs: Pocket[][] = []
  for (const pocket of pockets) {
    const last = runs.at(-1)
    if (last && /^[1-9]/.test(last[0]!) && Number(pocket) === Number(last.at(-1)) + 1) last.push(pocket)
    else runs.push([pocket])
  }
  const told = runs.flatMap((run) => (run.length > 2 ? [`${run[0]} to ${run.at(-1)}`] : run))
  return told.length > 8 ? `${told.slice(0, 3).join(', ')} .. ${told.at(-1)}` : joined(told)
}

/** In a sentence. */
const theSpot = (spot: Spot): string =>
  /\/|line|bonus/.test(`${spot.spot}${spot.kind}`) ? `the ${spotWords(spot)}` : spotWords(spot)

const spotNamed = ({ book, before }: Scene, id: string): Spot | undefined =>
  parseSpot(spotsOf(book, before.setup.layout), id)
const onSpot = (scene: Scene, id: string): string => {
  const spot = spotNamed(scene, id)
  return spot ? theSpot(spot) : `"${id}"`
}

// ---------------------------------------------------------------------------------------------- the table, its opening

function opening({ book, state }: Table): Passage[] {
  const { setup } = state
  const version = `Rules of ${book.operator}, version ${book.version}`
  const since = book.inForce.from ? `, in force from ${book.inForce.from.replace('T', ' ')}` : ''
  const until = book.inForce.until ? ` until ${book.inForce.until.replace('T', ' ')}` : ''
  const order = setup.wheelOrder.every((pocket, index) => pocket === book.wheel.order[index])
    ? ''
    : ` This wheel has its own order: ${setup.wheelOrder.join(' ')}.`
  const wheel = `The wheel has ${book.wheel.pockets.length} pockets: ${inRuns(book.wheel.pockets, listed)}.`
  return [
    { heading: `${book.title}, ${book.id}`, line: '=' },
    say({ book }, `${version}${since}${until}. ${playedOn(book, setup.layout, setup.terminal)} ${wheel}${order}`),
    say({ book }, limitsTold(book, state.limits), 'clause' in book.rules.limits ? book.rules.limits.clause : null),
  ]
}

function playedOn(book: RuleBook, layout: string, terminal: string | null): string {
  const on = Object.keys(book.layouts).length > 1 ? ` with layout ${layout}` : ''
  if (book.playedOn === 'terminals') return `Played on ${terminal ? `${cap(terminal)} ` : ''}terminals${on}.`
  return `Played at a table${on}.`
}

function limitsTold(book: RuleBook, limits: Limits): string {
  const words = limitsWords(limits)
  const { policy } = book.rules.limits
  if (words === '') return policy === 'none' ? 'These rules know no limits.' : 'No limits are set.'
  const shown = `Limits, for one player on one spot: ${words}.`
  return policy === 'none' ? `${shown} These rules know no limits, so none is enforced.` : shown
}

function limitsWords(limits: Limits): string {
  const { default: general, ...kinds } = limits
  const own = Object.keys(kinds) as SpotKind[]
  const each = own.map((kind) => `${kindWords(kind)} ${rangeWords(limitsFor(limits, kind))}`)
  const all = general ? [rangeWords(limitsFor({ default: general }, 'straight-up'))] : []
  return [...all, ...each].filter((words) => words !== '').join('; ')
}

function rangeWords({ min, max }: { min: Cents; max: Cents }): string {
  if (max >= CENTS_MAX) return min > 0 ? `at least ${dollars(min)}` : 'any amount'
  return min > 0 ? `${dollars(min)} to ${dollars(max)}` : `at most ${dollars(max)}`
}

// ------------------------------------------------------------------------------------------------- what was not to be

/** What somebody wanted to do: it follows `tried to`. */
const attempts: { [Name in CommandName]: (command: CommandOf<Name>, scene: Scene) => string } = {
  'buy-in': ({ amount, colour, chipValue }, { book }) =>
    colour === undefined
      ? `buy ${dollars(amount)} in ${moneyWord(book)}`
      : `buy ${dollars(amount)} in ${colour} chips at ${dollars(chipValue)} each`,
  'cash-out': ({ amount, colour }, { book }) =>
    `cash out ${dollars(amount)} in ${colour === undefined ? moneyWord(book) : `${colour} chips`}`,
  repay: ({ amount }) => `repay ${dollars(amount)}`,
  'place-your-bets': () => 'open a round',
  wager: ({ spot, stake, chips, bet, unit }, scene) => {
    if (bet !== undefined) return `place the several-piece bet ${betWords(bet, scene)} at ${dollars(unit)} a piece`
    const what = chips === undefined ? dollars(stake) : ownChips(chips, scene)
    return `put ${what} on ${onSpot(scene, spot!)}`
  },
  withdraw: ({ spot, stake, chips }, scene) => {
    const what = chips !== undefined ? ownChips(chips, scene) : stake === undefined ? 'all that lay' : dollars(stake)
    return `take back ${what} ${stake === undefined && chips === undefined ? 'on' : 'from'} ${onSpot(scene, spot)}`
  },
  spin: () => 'spin the ball',
  'no-more-bets': () => 'close betting',
  'bonus-numbers': () => 'draw the bonus numbers',
  'ball-at-rest': ({ pocket }) => `call ${pocket} as the outcome`,
  'rule-on-wager': ({ player, spot }, scene) => `rule on ${player}'s wager on ${onSpot(scene, spot)}`,
  settle: () => 'settle the round',
  irregularity: ({ code }, { book }) => `report an irregularity (${irregularityWords(book, code)})`,
  'no-spin': () => 'announce no spin',
  'power-failure': () => 'report a power failure',
  resume: () => 'resume play',
  interruption: ({ terminals }) => `report a technical interruption${terminals ? ` of ${listed(terminals)}` : ''}`,
  refer: (_, { book }) => `refer the round to the ${titleOf(book.rules.referral.by)}`,
  decide: ({ decision }) => `decide that the round be ${decision === 'void' ? 'void' : 'settled'}`,
  'correct-outcome': ({ round, pocket }) => `change the outcome of round ${round} to ${pocket}`,
  'void-rounds': ({ rounds }) => `make ${roundsWords(rounds)} void`,
  'set-limits': () => 'change the limits',
}

/** A player's colour chips are of one colour. */
const ownChips = (count: number, { command, before }: Scene): string =>
  colourChips(count, before.colours.get(playerIn(command) ?? '')?.colour ?? 'colour')

function betWords(bet: string, scene: Scene): string {
  const [name, chosen, sides] = bet.split(':')
  const rule = offerAt(scene)?.bets.find((row) => row.bet === name)
  if (!rule || rule.choose === 'nothing' || chosen === undefined) return bet
  return rule.choose === 'last-digit' ? `${name} of ${chosen}` : `${name} of ${chosen}, ${sides} on each side`
}

const offerAt = ({ book, before }: Scene) =>
  book.layouts[before.setup.layout]?.severalPieceBets.find(({ terminal }) => terminal === before.setup.terminal)

/** A bet's form, as a person would say it. */
const offerWords = (form: string): string =>
  form.replace(/:NUMBER:(\d)-(\d)/, ' of a number ($1 to $2 on each side)').replace(':DIGIT', ' of a last digit')
const roundsWords = (rounds: readonly number[]): string =>
  `round${rounds.length === 1 ? '' : 's'} ${listed(rounds.map(String))}`
const irregularityWords = ({ irregularities }: RuleBook, code: string): string =>
  irregularities.find((row) => row.code === code)?.means ?? `"${code}"`

function refusalTold(refusal: Refusal, scene: Scene): Passage[] {
  const { command, before } = scene
  const attempt = (attempts[command.do] as (command: Command, scene: Scene) => string)(command, scene)
  // A command that names its player in what it does needs no second mention.
  const whom = command.do === 'rule-on-wager' ? '' : forWhom(scene)
  const reason = reasons[refusal.refused](refusal, scene)
  const recorded = refusals[refusal.refused].recorded ? ' The attempt was recorded.' : ''
  const stays = refusal.refused === 'betting-is-closed' ? stillInPlay(command, before, scene) : ''
  const text = `${who(scene)} tried to ${attempt}${whom}, but was refused: ${reason}.${stays}${recorded}`
  return [say(scene, text, refusal.clause)]
}

/** Reading 9: what lay on the spot before stays in play. */
function stillInPlay(command: Command, { round }: TableState, scene: Scene): string {
  if (!('player' in command && 'spot' in command) || command.spot === undefined || !isUnderWay(round)) return ''
  const spot = spotNamed(scene, command.spot)
  const total = spot ? stakeOn(scene, command.player, spot) : zero
  return total > 0 ? ` The ${dollars(total)} that ${command.player} had there stayed in play.` : ''
}

function stakeOn({ before }: Scene, player: string, { spot }: Spot): Cents {
  if (!isUnderWay(before.round)) return zero
  const chipValue = before.colours.get(player)?.value ?? zero
  return totalOf({ ...heldOn(before.round.wagers, player, spot), chipValue })
}

// biome-ignore format: a table is read down its columns
const phaseWords: Record<Phase, string> = {
  'closed':             'no round had been opened',
  'betting-open':       'betting was open',
  'ball-spinning':      'the ball was spinning and betting was open',
  'betting-closed':     'betting was closed and the ball was not at rest',
  'outcome-determined': 'the ball was at rest and nothing was settled',
  'referred':           'it was waiting for a decision',
  'settled':            'the last round was settled',
  'void':               'the last round was void',
}

/** What a book may know nothing of, by the names that the engine has for it; anything else is an irregularity's code. */
// biome-ignore format: a table is read down its columns
const bookThings: ReadonlyMap<string, string> = new Map([
  ['colour chips',  'colour chips'],
  ['bonus-numbers', 'bonus numbers'],
  ['rule-on-wager', 'rulings on unclear wagers'],
  ['no-spin',       'announcing no spin'],
  ['power-failure', 'going on after a power failure'],
  ['resume',        'going on after a power failure'],
  ['interruption',  'technical interruptions'],
])

/** Why it was refused: it follows `but was refused:`. Every code has its words, and the facts fill them. */
// biome-ignore format: a table is read down its columns
export const reasons: Record<RefusalCode, (facts: Refusal, scene: Scene) => string> = {
  'position-too-low':            positionWords,
  'not-for-this-player':         ({ player, by }) => `${by} is a player and may not act for ${player}`,
  'not-in-this-book':            ({ what }) => `these rules know nothing of ${bookThings.get(String(what)) ?? `an irregularity called "${what}"`}`,
  'no-round-in-progress':        () => 'no round was under way',
  'round-in-progress':           ({ round, phase }) => `round ${round} was still under way; ${phaseWords[phase as Phase]}`,
  'power-is-out':                () => 'the power was out and play had not been resumed',
  'power-is-not-out':            () => 'the power was not out',
  'round-is-referred':           (_, { book }) => `the round was waiting for the ${titleOf(book.rules.referral.by)} to decide`,
  'round-is-not-referred':       () => 'the round had not been referred to anybody',
  'betting-is-closed':           ({ phase }, { before }) => isUnderWay(before.round) ? 'betting was closed' : `no bets were open; ${phaseWords[phase as Phase]}`,
  'betting-is-open':             () => 'betting was still open',
  'too-early-to-close':          ({ needs }) => `the ball had not been spun, and ${needs ? `closing before that takes the leave of ${orAbove(needs as Role)}` : 'these rules do not let betting close before that'}`,
  'ball-already-spun':           () => 'the ball had been spun already, and a round has one spin',
  'outcome-already-determined':  ({ pocket }, { book }) => `the ball was at rest in ${inColour(book, String(pocket))} already`,
  'outcome-not-determined':      () => 'the ball was not at rest',
  'bonus-numbers-already-drawn': () => 'the bonus numbers were drawn already, and a round has one draw',
  'bonus-numbers-not-drawn':     () => 'the bonus numbers were not drawn, and nothing is settled before that',
  'bonus-numbers-not-valid':     ({ numbers, needs }) => `a draw is ${needs} different numbers of the wheel, and this one was ${listed(numbers as string[]) || 'empty'}`,
  'round-unknown':               ({ round }) => `there was no round ${round} to change, or the table no longer keeps it`,
  'round-is-void':               ({ round }) => `round ${round} was void, and a void round has no result to change`,
  'pocket-not-on-wheel':         ({ pocket }) => `the wheel has no pocket ${pocket}`,
  'outcome-unchanged':           ({ pocket }) => `${pocket} was the outcome already`,
  'spot-not-in-book':            ({ spot }) => `the layout has no spot ${spot}`,
  'bet-not-offered':             ({ offered }) => offerTold(offered as string[]),
  'limits-not-valid':            ({ problem }) => String(problem).replace(/^limits (?=\w)/, 'what was asked ').replace(/^limits \./, ''),
  'no-such-wager':               ({ player, spot }, scene) => `${player} had nothing on ${onSpot(scene, String(spot))}`,
  'stake-not-positive':          () => 'a stake must be more than nothing',
  'amount-not-positive':         () => 'an amount must be more than nothing',
  'amount-too-large':            () => 'that is more than a table can hold',
  'colour-in-use':               ({ colour }) => `${colour} chips belonged to another player at this table`,
  'colour-differs':              ({ colour, chipValue }, { command }) => `${playerIn(command)} had ${colour === null ? 'no colour chips' : `${colour} chips at ${dollars(chipValue)} each, and no other`}`,
  'not-whole-chips':             ({ amount, stake, chipValue }) => `${dollars(amount ?? stake)} is no whole number of chips at ${dollars(chipValue)} each`,
  'withdrawal-too-large':        ({ chips, total }, scene) => `${playerIn(scene.command)} had only ${chips === undefined ? dollars(total) : ownChips(Number(chips), scene)} there`,
  'under-the-minimum':           ({ spot, total, min }, scene) => `${dollars(total)} on ${onSpot(scene, String(spot))} would be under the minimum of ${dollars(min)}`,
  'over-the-maximum':            ({ spot, total, max }, scene) => `${dollars(total)} on ${onSpot(scene, String(spot))} would be over the maximum of ${dollars(max)}`,
  'stakes-in-play':              ({ round }, { book, command }) => `${playerIn(command)} had stakes in round ${round}, and ${moneyWord(book)} are paid out when it is over`,
  'nothing-owed':                ({ owed }, { command }) => `${playerIn(command)} owed ${Number(owed) > 0 ? `only ${dollars(owed)}` : 'nothing'}`,
  'balance-too-low':             ({ balance }, scene) => `${playerIn(scene.command)} had ${Number(balance) > 0 ? `only ${dollars(balance)} in` : 'no'} ${fundsWord(scene)}`,
}

function positionWords({ needs, by }: Refusal): string {
  if (needs === 'system') return 'that is for the random number generator alone'
  return by === 'system' ? `that is for people, ${orAbove(needs as Role)}` : `that takes ${orAbove(needs as Role)}`
}

function offerTold(offered: readonly string[]): string {
  if (offered.length === 0) return 'no several-piece bets are offered at this table'
  return `the several-piece bets offered here are ${listed(offered.map(offerWords))}`
}

/** What the player wanted to use. */
function fundsWord({ book, command }: Scene): string {
  const isColour = ('chips' in command && command.chips !== undefined) || 'colour' in command
  return isColour ? 'colour chips' : moneyWord(book)
}

// ------------------------------------------------------------------------------------------------------ what happened

type EventOf<T extends EventType> = Extract<TableEvent, { type: T }>
type Telling<E extends TableEvent> = (event: E, scene: Scene) => Passage[]

/** Every event in the past tense. */
export const tellings: { [T in EventType]: Telling<EventOf<T>> } = {
  'bought-in': (event, scene) => {
    const what = event.chips
      ? `${chipsAt(event.chips)}, ${dollars(event.amount)} in all`
      : boughtMoney(scene.book, event)
    const mark = event.marked ? ' The value is above the table minimum, so it was marked.' : ''
    const text = isStaff(scene.command.by.role) ? `sold ${event.player} ${what}` : `bought ${what}`
    return [say(scene, `${who(scene)} ${text}.${mark}`, event.clause)]
  },
  'cashed-out': (event, scene) => {
    const what = event.chips
      ? `${chipsAt(event.chips)}, ${dollars(event.amount)} in all`
      : boughtMoney(scene.book, event)
    return [say(scene, `${who(scene)} cashed out ${what}${forWhom(scene)}.`)]
  },
  'owed-repaid': ({ player, amount }, scene) => {
    const rest = owedBy(scene.after.ledger, player)
    const still = rest > 0 ? `still owed ${dollars(rest)}` : 'owed nothing more'
    return [say(scene, `${who(scene)} repaid ${dollars(amount)}${forWhom(scene)}; ${player} ${still}.`)]
  },
  'betting-opened': ({ round, clause }, scene) => [
    say(scene, `${who(scene)} called "${scene.book.rules.opening.says}" and opened round ${round}.`, clause),
  ],
  'wager-placed': (event, scene) => {
    const spot = spotNamed(scene, event.spot)!
    const text = `${who(scene)} put ${chipsOrMoney(event)} on ${theSpot(spot)}${forWhom(scene)}`
    const total = event.total === event.stake ? '' : `, making ${dollars(event.total)} there`
    const staff = event.by ? scene.book.rules.placedByStaff?.clause : null
    const limit = event.outside && 'clause' in scene.book.rules.limits ? scene.book.rules.limits.clause : null
    return [say(scene, `${text}${total}.${flagTold(event, spot, scene)}`, spot.placed, staff, limit)]
  },
  'wager-withdrawn': (event, scene) => {
    const left = event.total > 0 ? `leaving ${dollars(event.total)} there` : 'leaving nothing there'
    const text = `${who(scene)} took back ${chipsOrMoney(event)} from ${onSpot(scene, event.spot)}${forWhom(scene)}`
    return [say(scene, `${text}, ${left}.`)]
  },
  'ball-spun': ({ ball, wheel, clause }, scene) => [
    say(scene, `${who(scene)} spun the ball ${ball}, ${wheelWords(ball, wheel)}.`, clause),
  ],
  'betting-closed': ({ clause }, scene) => [say(scene, closedWords(scene), clause)],
  'bonus-numbers-drawn': drawTold,
  'outcome-determined': ({ pocket, revolutions, clause }, scene) => {
    const times = revolutions === undefined ? '' : ` after ${counted(revolutions, 'revolution')}`
    const lit = litWords(scene.after.round, pocket)
    const text = `The ball came to rest in ${inColour(scene.book, pocket)}${times}${lit}`
    return [say(scene, `${text}, as ${lowerWho(scene)} announced.`, clause)]
  },
  'wager-ruled': (event, scene) => {
    const spot = spotNamed(scene, event.spot)!
    const stake = dollars(stakeOn(scene, event.player, spot))
    const text = `${nameOf(event.by)} ruled on ${event.player}'s ${stake} on ${theSpot(spot)}: ${ruled(event, scene)}.`
    return [say(scene, `${text}${quoted(event.reason)}`, event.clause)]
  },
  'round-settled': settledTold,
  'round-voided': voidedTold,
  'round-referred': ({ reason, clause, by }, scene) => {
    const to = titleOf(scene.book.rules.referral.by)
    const text =
      scene.command.do === 'refer'
        ? `${nameOf(by)} referred the round to the ${to}.`
        : `So the round was referred to the ${to}, to decide.`
    return [say(scene, `${text}${quoted(reason)}`, clause)]
  },
  'referral-decided': ({ decision, reason, clause, by }, scene) => {
    const what = decision === 'void' ? 'the round be void' : 'the round be settled by its outcome'
    return [say(scene, `${nameOf(by)} decided that ${what}.${quoted(reason)}`, clause)]
  },
  'power-failed': ({ ball, clause }, scene) => {
    const state = ball === 'at-rest' ? 'at rest: the outcome stood' : 'not at rest'
    const text = `${who(scene)} reported that the power had failed, with the ball ${state}. Play was held.`
    return [say(scene, text, clause)]
  },
  'play-resumed': ({ clause }, scene) => [say(scene, `${who(scene)} resumed play.`, clause)],
  'play-interrupted': interruptionTold,
  'outcome-corrected': correctionTold,
  'limits-set': ({ from, to, reason, by, clause }, scene) => {
    const [before, now] = [from, to].map((limits) => limitsWords(limits) || 'none')
    const text = `${nameOf(by)} changed the limits, for one player on one spot. Before: ${before}. Now: ${now}.`
    return [say(scene, `${text}${quoted(reason)}`, clause)]
  },
}

const boughtMoney = (book: RuleBook, { amount }: { amount: Cents }): string =>
  `${dollars(amount)} in ${moneyWord(book)}`

/** In the middle of a sentence. */
function lowerWho(scene: Scene): string {
  const name = who(scene)
  return scene.command.by.role === 'player' ? name : name.charAt(0).toLowerCase() + name.slice(1)
}

function chipsOrMoney({ stake, chips }: { stake: Cents; chips?: Chips }): string {
  if (!chips) return dollars(stake)
  const rest = subtract(stake, times(chips.value, chips.count))
  const asChips = `${colourChips(chips.count, chips.colour)} (${dollars(times(chips.value, chips.count))})`
  return rest > 0 ? `${dollars(rest)} and ${asChips}` : asChips
}

/** Reading 7: at a table chips lie where they lie; the dealer is told. */
function flagTold({ outside }: EventOf<'wager-placed'>, { kind }: Spot, { after }: Scene): string {
  if (!outside) return ''
  const { min, max } = limitsFor(after.limits, kind)
  const limit =
    outside === 'under-minimum' ? `under the minimum of ${dollars(min)}` : `over the maximum of ${dollars(max)}`
  return ` That is ${limit}: it was recorded and flagged to the dealer.`
}

function severalPieceTold(placed: readonly EventOf<'wager-placed'>[], scene: Scene): Passage[] {
  const bet = betWords(placed[0]!.bet!, scene)
  const unit = 'unit' in scene.command ? scene.command.unit : undefined
  const all = dollars(sum(placed.map(({ stake }) => stake)))
  const pieces = placed.map((event) => {
    const spot = spotNamed(scene, event.spot)!
    const total = event.total === event.stake ? '' : `, making ${dollars(event.total)} there`
    const flag = event.outside ? `, ${event.outside.replace('-', ' the ')}` : ''
    return `${spotWords(spot)} (${dollars(event.stake)}${total}${flag})`
  })
  const text = `${who(scene)} placed the several-piece bet ${bet}${forWhom(scene)}: ${dollars(unit)} a piece, ${all} in all`
  return [say(scene, `${text}, on ${listed(pieces)}.`, offerAt(scene)?.clause)]
}

function wheelWords(ball: string, wheel: string): string {
  if (wheel === 'still') return 'while the wheel stood still'
  return wheel === ball ? 'the same way as the wheel' : `against the wheel, which turned ${wheel}`
}

function closedWords(scene: Scene): string {
  const { command, before, book } = scene
  if (command.do === 'refer')
    return 'Betting was closed, for nothing may be staked on a round that waits to be decided.'
  if (command.do === 'ball-at-rest') return 'Betting had not been closed when the ball came to rest, so it closed then.'
  const early = before.round.phase === 'betting-open' ? ', before the ball was spun' : ''
  return `${who(scene)} called "${book.rules.closing.says}"${early}. Betting was closed.`
}

function drawTold(event: EventOf<'bonus-numbers-drawn'>, scene: Scene): Passage[] {
  const bonus = scene.book.rules.bonus!
  const { numbers, links, scatter, clause } = event
  const full = bonus.links.filter(({ link }) => links.includes(link))
  const supers = full.map(({ link, pockets }) => `link ${link} (${pockets.join(', ')})`)
  const empty = bonus.links.filter(({ pockets }) => !pockets.some((pocket) => numbers.includes(pocket)))
  return [
    say(scene, `${who(scene)} drew ${numbers.length} bonus numbers: ${listed(numbers)}.`, clause),
    full.length === 0
      ? say(scene, 'They completed no link, so there was no super bonus number.', bonus.superBonusClause)
      : say(scene, `They completed ${listed(supers)}: super bonus numbers.`, bonus.superBonusClause),
    scatter
      ? say(scene, 'Every link held a bonus number: a scatter bonus.', bonus.scatterClause)
      : say(scene, `No scatter bonus: ${linksWords(empty)} held no bonus number.`, bonus.scatterClause),
  ]
}

const linksWords = (links: readonly { link: string }[]): string =>
  `link${links.length === 1 ? '' : 's'} ${listed(links.map(({ link }) => link))}`

function litWords(round: TableState['round'], pocket: Pocket): string {
  const { level } = outcomeOf(pocket, 'draw' in round ? round.draw : null)
  return level === 'plain' ? '' : `, a ${level.replace('-', ' ')} number`
}

function ruled({ treatment, to }: EventOf<'wager-ruled'>, scene: Scene): string {
  if (treatment === 'stands') return 'it stands where it is'
  return treatment === 'returned' ? 'it goes back to the player' : `it counts as moved to ${onSpot(scene, to!)}`
}

function interruptionTold({ terminals, clause }: EventOf<'play-interrupted'>, scene: Scene): Passage[] {
  const rule = scene.book.rules.interruption
  if (!terminals) {
    const text = 'reported a technical interruption. The ball was at rest, so the round went on to its end.'
    return [say(scene, `${who(scene)} ${text}`, clause)]
  }
  const cut = `${who(scene)} reported that ${listed(terminals)} ${terminals.length === 1 ? 'was' : 'were'} cut off.`
  return [
    say(scene, `${cut} The round went on.`, clause),
    say(scene, 'Wagers that were registered there stayed in play.', rule?.registered),
    say(scene, 'Wagers that were not registered never counted, and took no money.', rule?.notRegistered),
  ]
}

// --------------------------------------------------------------------------------------------------------- settlement

type Settling = { book: RuleBook; layout: string; limits: Limits; pocket: Pocket; draw: Draw | null }

function settledTold(event: EventOf<'round-settled'>, scene: Scene): Passage[] {
  const { round, pocket, lines } = event
  const by = scene.command.do === 'settle' ? `${who(scene)} settled round ${round}` : `Round ${round} was settled`
  const text = `${by} on ${inColour(scene.book, pocket)}, wager by wager.`
  const first = say(scene, text, event.clause)
  if (lines.length === 0) return [first, say(scene, 'There were no wagers.')]
  const plain = lines.filter((line) => isPlain(scene, line)).map(({ clause }) => clause)
  const keeping = lines.some(({ result }) => result === 'won') ? ', winners keeping their stake' : ''
  return [
    first,
    ...pocketTold(pocket, lines, scene),
    ...(plain.length > 0 ? [say(scene, `By the pay table${keeping}:`, ...plain)] : []),
    settlementTable(settlingOf(scene, round, pocket), lines),
    ...eachPlayer(lines).map(([player, own]) => say(scene, resultWords(scene, player, own))),
    ...warnedTold(event, scene),
  ]
}

/** Some books say of a zero that all loses but what covers it. */
function pocketTold(pocket: Pocket, lines: readonly Line[], scene: Scene): Passage[] {
  const clause = scene.book.rules.losesOnPocket[pocket]
  if (clause === undefined || !lines.some((line) => line.clause === clause)) return []
  return [say(scene, `On ${pocket} only wagers that cover it win; every other wager loses.`, clause)]
}

/** As the round is kept: with the limits and the draw that it was settled by. */
function settlingOf({ book, after }: Scene, round: number, pocket: Pocket): Settling {
  const kept = recall(after.history, round)
  return { book, layout: after.setup.layout, limits: kept?.limits ?? after.limits, pocket, draw: kept?.draw ?? null }
}

function isPlain(scene: Scene, { spot, result, clause }: Line): boolean {
  const rule = spotNamed(scene, spot)!
  return result !== 'returned' && rule.wins === 'covered' && clause === (result === 'won' ? rule.clause : rule.loses)
}

function settlementTable(settling: Settling, lines: readonly Line[]): Passage {
  const { byId } = spotsOf(settling.book, settling.layout)
  const why = lines.map((line) => whyOf(settling, line, byId.get(line.spot)!))
  const rows = lines.map((line, index) => ({
    cells: [playerOnce(lines, index), ...settlementCells(line, byId.get(line.spot)!)],
    note: why[index] === '' ? '' : `${why[index]} ${bracket(line.clause)}`,
  }))
  const cited = lines.filter((_, index) => why[index] !== '').map(({ clause }) => clause)
  return {
    columns: ['player', 'wager', 'stake', 'chips', 'odds', 'result', 'winnings', 'collected'],
    rows,
    cites: citations(settling.book, cited),
  }
}

const playerOnce = (lines: readonly Line[], index: number): string =>
  lines[index]!.player === lines[index - 1]?.player ? '' : lines[index]!.player

const settlementCells = (line: Line, spot: Spot): string[] => [
  spotWords(spot),
  dollars(line.stake),
  line.chips ? `${line.chips.staked} ${line.chips.colour}` : '',
  line.result === 'returned' ? '' : `${line.pays} to 1`,
  line.result,
  line.paid > 0 ? dollars(line.paid) : '',
  line.collected > 0 ? dollars(line.collected) : '',
]

/** Why a line is not just what the pay table says. */
function whyOf(settling: Settling, line: Line, spot: Spot): string {
  return limitWords(settling, line, spot) ?? rulingWords(settling, line) ?? chanceWords(settling, line, spot) ?? ''
}

function limitWords({ book, limits }: Settling, line: Line, { kind }: Spot): string | null {
  const rule = book.rules.limits
  if (rule.policy !== 'settled-by-rule') return null
  const { min, max } = limitsFor(limits, kind)
  if (line.clause === rule.underMinimum)
    return `under the minimum of ${dollars(min)}: ${line.result === 'returned' ? 'not for the first time' : 'settled this one time'}`
  if (line.clause !== rule.overMaximum) return null
  const excess = subtract(line.stake, inPlay(line))
  const back = line.result === 'lost' ? inKind(book, excess, chipsBack([line])) : dollars(excess)
  return `over the maximum of ${dollars(max)}: ${back} of it was not in play and went back`
}

const rulingWords = ({ book }: Settling, { result, clause }: Line): string | null =>
  result === 'returned' && clause === book.rules.unclearWagers?.clause ? 'by the ruling' : null

function chanceWords({ pocket, draw }: Settling, line: Line, spot: Spot): string | null {
  const { level, scatter } = outcomeOf(pocket, draw)
  const isLost = line.result === 'lost'
  if (spot.wins === 'scatter') return scatter ? 'the draw was a scatter bonus' : 'the draw was no scatter bonus'
  if (spot.wins !== 'covered') {
    const needed = spot.wins === 'bonus-number' ? 'bonus' : 'super bonus'
    return isLost ? `${pocket} was no ${needed} number` : `${pocket} was a ${level.replace('-', ' ')} number`
  }
  return isLost || line.pays === spot.pays ? null : `${pocket} was a ${level.replace('-', ' ')} number`
}

/** Lines come player by player. */
function eachPlayer(lines: readonly Line[]): [string, readonly Line[]][] {
  const players = new Map<string, Line[]>()
  for (const line of lines) players.set(line.player, [...(players.get(line.player) ?? []), line])
  return [...players]
}

function resultWords(scene: Scene, player: string, lines: readonly Line[]): string {
  const [paid, taken] = [sum(lines.map((line) => line.paid)), sum(lines.map(({ collected }) => collected))]
  return `${player} ${netWords(subtract(paid, taken))} and ${holdsWords(scene, player)}.`
}

function netWords(net: Cents): string {
  if (net === 0) return 'came out even'
  return net > 0 ? `won ${dollars(net)} on the round` : `lost ${dollars(negative(net))} on the round`
}

function holdsWords({ book, after }: Scene, player: string): string {
  const { balance, colourChips: chips, owed } = fundsOf(after, player)
  return `now holds ${inKind(book, balance, chips ?? undefined)}${owed > 0 ? ` and owes ${dollars(owed)}` : ''}`
}

function warnedTold({ warned = [] }: EventOf<'round-settled'>, scene: Scene): Passage[] {
  if (warned.length === 0) return []
  const rule = scene.book.rules.limits
  const text = `${listed(warned)} had wagers under the minimum settled this one time; from the next round on they go back.`
  return [say(scene, text, 'underMinimum' in rule ? rule.underMinimum : null)]
}

// ------------------------------------------------------------------------------------------------ voids and correction

function voidedTold(event: EventOf<'round-voided'>, scene: Scene): Passage[] {
  const text = `${voidLead(event, scene)}${quoted(scene.command.do === 'decide' ? undefined : event.reason)}`
  const first = say(scene, text, event.clause)
  return [first, ...(event.adjustments ? reversedTold(event, event.adjustments, scene) : backTold(event, scene))]
}

function voidLead({ round, code }: EventOf<'round-voided'>, scene: Scene): string {
  const { command, book, before } = scene
  const isVoid = `Round ${round} was void`
  const because = `${isVoid}: ${irregularityWords(book, code)}.`
  if (command.do === 'decide') return `${isVoid} by that decision.`
  if (command.do === 'spin') return because
  if (command.do === 'void-rounds') {
    const late = isUnderWay(before.round) && before.round.round === round ? '' : ' afterwards'
    return `${who(scene)} made round ${round} void${late}: ${irregularityWords(book, code)}.`
  }
  if (code === book.rules.noSpin?.code) {
    const dark = before.powerOut ? ' while the power was out' : ''
    return `${who(scene)} announced no spin${dark}. ${isVoid}.`
  }
  if (command.do === 'interruption') return `${who(scene)} reported a technical interruption. ${because}`
  if (command.do !== 'ball-at-rest') return `${who(scene)} reported an irregularity. ${because}`
  const { pocket, revolutions } = command
  const times = revolutions === undefined ? '' : ` after ${counted(revolutions, 'revolution')}`
  return `${who(scene)} reported the ball in ${inColour(book, pocket)}${times}. ${because}`
}

function backTold({ lines }: EventOf<'round-voided'>, scene: Scene): Passage[] {
  const { returned } = scene.book.rules.voidedRounds
  if (lines.length === 0) return [say(scene, 'There were no stakes to give back.', returned)]
  return [
    say(scene, 'Every stake went back, to the cent.', returned),
    ...eachPlayer(lines).map(([player, own]) => {
      const amount = inKind(scene.book, sum(own.map((line) => line.returned)), chipsBack(own))
      return say(scene, `${player} got back ${amount} and ${holdsWords(scene, player)}.`)
    }),
  ]
}

function chipsBack(lines: readonly Line[]): Chips | undefined {
  const own = lines.flatMap(({ chips }): LineChips[] => (chips ? [chips] : []))
  if (own.length === 0) return undefined
  const { colour, value } = own[0]!
  return { colour, value, count: own.reduce((count, { returned }) => count + returned, 0) }
}

function reversedTold({ round }: EventOf<'round-voided'>, adjustments: readonly Adjustment[], scene: Scene): Passage[] {
  const from = recall(scene.before.history, round)?.pocket
  const was = from ? ` It had been settled on ${inColour(scene.book, from)}.` : ''
  const later = scene.before.roundsOpened > round ? ' Later rounds stood.' : ''
  const text = `Every stake counted as returned, and what was paid or collected was reversed.${was}${later}`
  return [say(scene, text, scene.book.rules.voidedRounds.returned), ...adjustmentsTold(adjustments, scene)]
}

function correctionTold(event: EventOf<'outcome-corrected'>, scene: Scene): Passage[] {
  const { round, from, to, lines, reason, by } = event
  const { book, before } = scene
  const change = `${nameOf(by)} put the outcome of round ${round} right: not ${inColour(book, from)} but ${inColour(book, to)}.`
  const first = say(scene, `${change}${quoted(reason)}`, event.clause)
  const old = recall(before.history, round)
  if (!old) return [first, say(scene, 'Nothing had been settled yet, so no money moved.')]
  const later = before.roundsOpened > round
  return [
    first,
    say(scene, 'The round was settled again by where the ball rested.'),
    ...comparison(scene, old.lines, lines),
    ...adjustmentsTold(event.adjustments, scene),
    ...(later ? [say(scene, 'Later rounds stood as they were played.', book.rules.correction.laterRounds)] : []),
  ]
}

/** Only what came out otherwise. */
function comparison(scene: Scene, before: readonly Line[], after: readonly Line[]): Passage[] {
  const now = after.filter((line, index) => lineWords(line) !== lineWords(before[index]!))
  const was = before.filter((line, index) => lineWords(line) !== lineWords(after[index]!))
  const same = after.length - now.length
  const rows = now.map((line, index) => ({
    cells: [
      playerOnce(now, index),
      spotWords(spotNamed(scene, line.spot)!),
      dollars(line.stake),
      lineWords(was[index]!),
      lineWords(line),
    ],
    note: '',
  }))
  const rest = same > 0 ? `${counted(same, now.length > 0 ? 'other wager' : 'wager')} came out as before.` : ''
  return [
    ...(rows.length > 0 ? [{ columns: ['player', 'wager', 'stake', 'before', 'now'], rows, cites: [] }] : []),
    ...(rest === '' ? [] : [say(scene, rest)]),
  ]
}

function lineWords({ result, pays, paid, collected }: Line): string {
  if (result === 'returned') return 'returned'
  return result === 'won' ? `won at ${pays} to 1, ${dollars(paid)} paid` : `lost, ${dollars(collected)} collected`
}

function adjustmentsTold(adjustments: readonly Adjustment[], scene: Scene): Passage[] {
  if (adjustments.length === 0) return [say(scene, "Nobody's money changed by it.")]
  return adjustments.map((one) => {
    const words = one.amount > 0 ? creditWords(one) : debitWords(one, scene.book)
    return say(scene, `${one.player} ${words}. ${one.player} ${holdsWords(scene, one.player)}.`)
  })
}

function creditWords({ amount, owed, chips }: Adjustment): string {
  const back = chips && chips.count > 0 ? `, ${colourChips(chips.count, chips.colour)} of it back as chips` : ''
  return `was given ${dollars(amount)}${back}${owed < 0 ? `, of which ${dollars(negative(owed))} went to what was owed` : ''}`
}

/** Cash first, then colour chips, the last one changed; what is not there is owed. */
function debitWords({ amount, owed, chips: moved }: Adjustment, book: RuleBook): string {
  const chips = moved && moved.count < 0 ? { ...moved, count: -moved.count } : undefined
  const asChips = moved ? times(moved.value, moved.count) : zero
  const cash = add(subtract(negative(amount), owed), asChips)
  const change = cash < 0 ? ` with ${dollars(negative(cash))} change` : ''
  const given = listed([
    ...(cash > 0 ? [`${dollars(cash)} in ${moneyWord(book)}`] : []),
    ...(chips ? [`${colourChips(chips.count, chips.colour)}${change}`] : []),
  ])
  const all = dollars(negative(amount))
  if (owed === 0) return `gave back ${all}${chips ? ` (${given})` : ''}`
  return `had ${all} to give back: ${given ? `${given} taken` : 'nothing was there'}, ${dollars(owed)} still owed`
}

// ------------------------------------------------------------------------------------------------------------ the end

/** What each player brought to the table and took away. */
type Purses = { brought: Map<string, Cents>; taken: Map<string, Cents> }
const noPurses = (): Purses => ({ brought: new Map(), taken: new Map() })

function fill({ brought, taken }: Purses, { answer }: PlayedCommand): void {
  for (const event of isRefusal(answer) ? [] : answer.events) {
    const purse = event.type === 'bought-in' ? brought : event.type === 'cashed-out' ? taken : undefined
    if (purse && 'amount' in event) purse.set(event.player, add(purse.get(event.player) ?? zero, event.amount))
  }
}

function closing({ book, state }: Table, purses: Purses): Passage[] {
  const { round, ledger } = state
  const rows = playersOf(ledger).map((player) => closingRow(state, purses, player))
  const columns = ['player', 'brought', 'took away', 'holds', 'on the layout', 'owes']
  const [brought, taken] = [sum(purses.brought.values()), sum(purses.taken.values())]
  return [
    { heading: 'At the end', line: '-' },
    ...(isUnderWay(round) ? [say({ book }, `Round ${round.round} was not over: ${phaseWords[round.phase]}.`)] : []),
    rows.length === 0 ? say({ book }, 'Nobody brought money to the table.') : { columns, rows, cites: [] },
    say({ book }, `${houseWords(state)} ${balanceWords(state, brought, taken)}`),
  ]
}

function closingRow(state: TableState, { brought, taken }: Purses, player: string): Row {
  const { balance, staked, owed } = fundsOf(state, player)
  const away = taken.get(player) ?? zero
  const amounts = [
    dollars(brought.get(player) ?? zero),
    away > 0 ? dollars(away) : '',
    dollars(balance),
    staked > 0 ? dollars(staked) : '',
    dollars(owed),
  ]
  return { cells: [player, ...amounts], note: '' }
}

function houseWords({ ledger }: TableState): string {
  const house = balanceOf(ledger, 'house')
  if (house === 0) return 'The house neither won nor lost.'
  return house > 0 ? `The house won ${dollars(house)}.` : `The house lost ${dollars(negative(house))}.`
}

function balanceWords(state: TableState, brought: Cents, taken: Cents): string {
  const funds = playersOf(state.ledger).map((player) => fundsOf(state, player))
  const house = balanceOf(state.ledger, 'house')
  const given = sumWords([
    [brought, 'brought'],
    [sum(funds.map(({ owed }) => owed)), 'owed'],
    [negative(house), 'lost by the house'],
  ])
  const found = sumWords([
    [sum(funds.map(({ balance }) => balance)), 'held'],
    [balanceOf(state.ledger, 'layout'), 'on the layout'],
    [taken, 'taken away'],
    [house, 'won by the house'],
  ])
  return isBalanced(state.ledger)
    ? `The books balance: ${given} = ${found}.`
    : `THE BOOKS DO NOT BALANCE: ${given} is not ${found}.`
}

const sumWords = (parts: readonly (readonly [Cents, string])[]): string =>
  parts.flatMap(([amount, words]) => (amount > 0 ? [`${dollars(amount)} ${words}`] : [])).join(' + ') || dollars(zero)

// ------------------------------------------------------------------------------------------------------------- layout

const WIDTH = 100

/** Passages as lines. What a clause means is told below the sentence that first cites it. */
export const laidOut = (passages: Iterable<Passage>): string[] =>
  [...linesOf(passages)].map((line) => line.replaceAll(unbroken, ' '))

function* linesOf(passages: Iterable<Passage>): Generator<string> {
  const told = new Set<Clause>()
  let isFirst = true
  for (const passage of passages) {
    if ('heading' in passage) {
      // Another table may have another book.
      if (passage.line === '=') told.clear()
      yield* headingLines(passage, isFirst)
      isFirst = false
    } else {
      const fresh = passage.cites.filter(({ clause }) => !told.has(clause))
      const known = passage.cites.filter(({ clause }) => told.has(clause)).map(({ clause }) => bracket(clause))
      if ('says' in passage) yield* block([passage.says, ...known].join(' '), 2, 4)
      else yield* tableLines(passage.columns, passage.rows)
      for (const { clause, means } of fresh) yield* block(bracket(clause, means), 6, 7)
      for (const { clause } of fresh) told.add(clause)
    }
  }
}

const headingLines = ({ heading, line }: { heading: string; line: string }, isFirst: boolean): string[] => [
  ...(isFirst ? [] : line === '=' ? ['', ''] : ['']),
  heading,
  line.repeat(Math.min(heading.length, WIDTH)),
]

const bracket = (clause: Clause, means?: string): string =>
  means === undefined ? `[${clauseName(clause)}]` : `[${clauseName(clause)}: ${means}]`

/** The first line and those that follow it each have their indent. */
const block = (text: string, first: number, rest: number): string[] =>
  `${' '.repeat(first)}${wrapped(text, WIDTH - rest, ' '.repeat(rest))}`.split('\n')

/** Amounts stand to the right; columns in which nothing stands are left out; a note goes below where it does not fit. */
function tableLines(columns: readonly string[], rows: readonly Row[]): string[] {
  const shown = columns.map((_, column) => column).filter((column) => rows.some(({ cells }) => cells[column] !== ''))
  const widths = columns.map((name, column) =>
    rows.reduce((width, { cells }) => Math.max(width, cells[column]!.length), name.length),
  )
  const isMoney = columns.map((_, column) => rows.some(({ cells }) => /^-?\$/.test(cells[column]!)))
  const padded = (cell: string, column: number) =>
    isMoney[column] ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!)
  const laid = (cells: readonly string[]) => `    ${shown.map((column) => padded(cells[column]!, column)).join('  ')}`
  const below = 8 + widths[0]!
  return [laid(columns).trimEnd(), ...rows.flatMap(({ cells, note }) => rowLines(laid(cells), note, below))]
}

function rowLines(line: string, note: string, below: number): string[] {
  if (line.length + 2 + note.length <= WIDTH) return [`${line}  ${note}`.trimEnd()]
  return [line.trimEnd(), ...block(note, below, below)]
}
