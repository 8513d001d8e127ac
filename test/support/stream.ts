import fc from 'fast-check'
import { bookById } from '../../src/books/index.ts'
import type { Book } from '../../src/books/rule-book.ts'
import { decide } from '../../src/engine/decide.ts'
import { type Decision, isRefusal } from '../../src/engine/decision.ts'
import { ROUNDS_KEPT_MAX } from '../../src/engine/history.ts'
import { type Command, type CommandName, isProblem, readCommand } from '../../src/engine/language.ts'
import { spotsOf } from '../../src/engine/spots.ts'
import { readSetup, type TableSetup, type TableState } from '../../src/engine/table.ts'
import { allOf } from '../../src/record/journal-reader.ts'
import type { Append } from '../../src/record/stored-entry.ts'
import { readTableEntry, type TableEntry } from '../../src/record/table-entry.ts'
import type { TablePlan } from '../../src/service/floor/floor.ts'
import type { Journal } from '../../src/service/journal/journal.ts'
import { bookOf, openTableStream, type TableStream } from '../../src/service/stream/table-stream.ts'
import { type Body, quietTables, turns } from './service.ts'

/** For the tests of streams: a journal that can be held up or made to fail, tables without an HTTP API, and what they are asked. */

export class HeldJournal {
  readonly journal: Journal
  /** The error of the next append; null: none. */
  failing: ((entries: readonly Append[]) => Error | null) | null = null
  #isHeld = false
  readonly #held: (() => void)[] = []

  constructor(store: Journal) {
    this.journal = {
      ...store,
      append: async (entries, fences) => {
        if (this.#isHeld) await new Promise<void>((go) => this.#held.push(go))
        const error = this.failing?.(entries)
        if (error) throw error
        await store.append(entries, fences)
      },
      probe: () => this.journal.append([]),
    }
  }

  /** How many appends are held up. */
  get waiting(): number {
    return this.#held.length
  }

  hold(): void {
    this.#isHeld = true
  }

  /** The next append that holds an entry fails. */
  failNext(error: Error): void {
    this.failing = (entries) => {
      if (entries.length === 0) return null
      this.failing = null
      return error
    }
  }

  /** Releases the oldest appends. */
  async pass(count: number): Promise<void> {
    for (const go of this.#held.splice(0, count)) go()
    await turns()
  }

  async release(): Promise<void> {
    this.#isHeld = false
    await this.pass(this.#held.length)
  }
}

/** A node's own view of a store that several share: of another's keys it knows what it was told. */
export function nodeView(store: Journal): Journal {
  const known = new Set<number>()
  const learn = (keys: readonly number[]): void => {
    for (const key of keys) known.add(key)
  }
  return {
    ...store,
    append(entries, fences) {
      for (const { keys = [] } of entries) learn(keys)
      return store.append(entries, fences)
    },
    mayHold: (key) => known.has(key),
    learn,
    close: async () => {},
  }
}

/** The disk takes nothing of a stream. */
export const diskFullFor = (stream: string) => (entries: readonly Append[]) =>
  entries.some((entry) => entry.stream === stream) ? new Error('the disk is full') : null

export function setupOf({ id: _, ...setup }: { id: string }): TableSetup {
  const read = readSetup(setup, bookById)
  if ('problem' in read) throw new Error(read.problem)
  return read
}

export const quietPlans = (): TablePlan[] =>
  quietTables.map((table) => ({ id: table.id, name: table.id, setup: setupOf(table) }))

export const players = ['ann', 'ben', 'cat'] as const

type Wish = Body & { do: CommandName }

/** Something that a table may be asked next, mostly what fits the moment; chosen by these numbers. */
export function nextCommand({ settled }: TableStream, numbers: readonly number[]): Command {
  const { state } = settled
  const book = bookOf(settled)
  const [which = 0, who = 0, where = 0, howMuch = 0] = numbers
  const wishes = wishesFor(book, state, players[who % players.length]!, where, 500 * (1 + (howMuch % 8)))
  const command = readCommand(wishes[which % wishes.length])
  if (isProblem(command)) throw new Error(command.problem)
  return command
}

function wishesFor(book: Book, state: TableState, player: string, where: number, stake: number): Wish[] {
  const { round, roundsOpened, powerOut } = state
  const { list } = spotsOf(book, state.setup.layout)
  const spot = list[where % list.length]!.spot
  const pocket = book.wheel.pockets[where % book.wheel.pockets.length]!
  const reason = 'a reason'
  const money: Wish[] = [
    { do: 'buy-in', player, amount: 10 * stake },
    { do: 'cash-out', player, amount: stake },
  ]
  const late: Wish[] = [
    { do: 'refer', reason },
    { do: 'irregularity', code: 'ball-out-of-wheel' },
    { do: 'void-rounds', rounds: [Math.max(1, roundsOpened - (where % 3))], code: 'ball-broke', reason },
    { do: 'correct-outcome', round: Math.max(1, roundsOpened - (where % 3)), pocket, reason },
  ]
  if (powerOut) return [{ do: 'resume' }, { do: 'no-spin' }, { do: 'settle' }]
  switch (round.phase) {
    case 'betting-open':
    case 'ball-spinning': {
      const on = (
        round.phase === 'betting-open'
          ? { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }
          : { do: 'no-more-bets' }
      ) as Wish
      const wager: Wish = { do: 'wager', player, spot, stake }
      const withdraw: Wish = { do: 'withdraw', player, spot: round.wagers.get(player)?.spots.keys()[0] ?? spot }
      return [wager, on, wager, withdraw, wager, on, ...money, late[where % 2]!, { do: 'power-failure' }]
    }
    case 'betting-closed':
      return [
        { do: 'ball-at-rest', pocket, source: where % 2 === 0 ? 'dealer' : 'wheel' },
        { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' },
        {
          do: 'bonus-numbers',
          numbers: Array.from({ length: 10 }, (_, nth) => book.wheel.pockets[(where + nth) % 30]!),
        },
        { do: 'wager', player, spot, stake },
        late[where % 2]!,
      ]
    case 'outcome-determined':
      return [
        { do: 'settle' },
        { do: 'ball-at-rest', pocket, source: round.said?.source === 'dealer' ? 'wheel' : 'dealer' },
        {
          do: 'rule-on-wager',
          player,
          spot: round.wagers.get(player)?.spots.keys()[0] ?? spot,
          treatment: 'returned',
          reason,
        },
        { do: 'correct-outcome', round: round.round, pocket: round.said?.differs ?? pocket, reason },
        { do: 'settle' },
        {
          do: 'bonus-numbers',
          numbers: Array.from({ length: 10 }, (_, nth) => book.wheel.pockets[(where + nth) % 30]!),
        },
        ...late,
      ]
    case 'referred':
      return [
        { do: 'decide', decision: 'void' },
        { do: 'decide', decision: 'settle', reason, awards: { [player]: stake } },
        { do: 'decide', decision: 'continue', reason },
        ...money,
      ]
    default:
      return [
        { do: 'place-your-bets' },
        ...money,
        { do: 'place-your-bets' },
        { do: 'set-limits', limits: { default: { min: 500, max: 50_000 + stake } } },
        { do: 'close-table', reason },
        { do: 'open-table', reason },
        ...late.slice(2),
        { do: 'refer', round: Math.max(1, roundsOpened - (where % 3)), reason },
        ...state.referrals.map((one): Wish => {
          const awards = { [player]: stake }
          return { do: 'decide', decision: 'stands', round: one.round, reason, awards }
        }),
      ]
  }
}

export const numbers = fc.array(fc.nat(997), { minLength: 4, maxLength: 4 })
export const someSetup = fc.constantFrom(...quietTables.map(setupOf))

// ---- One table, and commands to it ----------------------------------------------------------------------------------

export const now = () => '2026-03-01T04:00:00.000Z'
export const single = setupOf(quietTables[1])
export const openSingle = (journal: Journal, setup = single) =>
  openTableStream('single', setup, { journal, now, reviveAfterMs: 3_600_000 })

export const command = (value: Body): Command => readCommand(value) as Command
export const buyIn = (player: string, amount: number) => command({ do: 'buy-in', player, amount })
export const wager = (player: string, stake: number, id?: string, spot = '17') =>
  command({ do: 'wager', player, spot, stake, ...(id === undefined ? {} : { id }) })
export const placeYourBets = command({ do: 'place-your-bets' })
export const spin = command({ do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' })
export const noMoreBets = command({ do: 'no-more-bets' })
export const atRest = (pocket: string, source = 'dealer') => command({ do: 'ball-at-rest', pocket, source })
export const settle = command({ do: 'settle' })
const noSpin = command({ do: 'no-spin' })

export const give = async (host: TableStream, ...commands: Command[]): Promise<void> => {
  for (const one of commands) {
    const answer = await host.submit(one, 'test')
    if (isRefusal(answer)) throw new Error(`${one.do}: ${answer.refused}`)
  }
}

export const entriesOf = async (journal: Journal, stream = 'single'): Promise<TableEntry[]> =>
  (await allOf(journal.pages(stream))).map(({ body }) => readTableEntry(body))

/** The present state of a promise. */
export function watch<T>(promise: Promise<T>): { done: boolean; result?: T; error?: unknown } {
  const watching: { done: boolean; result?: T; error?: unknown } = { done: false }
  promise.then(
    (result) => Object.assign(watching, { done: true, result }),
    (error) => Object.assign(watching, { done: true, error }),
  )
  return watching
}

export const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/**
 * Plays two rounds and as many more as make the table forget both. Round 1: settled on 17, which ann has; ben is under the
 * minimum for the first time. Round 2: void, with a wager of ann's set aside. Other limits follow.
 */
export async function playForgottenRounds(host: TableStream): Promise<void> {
  const reason = 'found on the tape'
  await give(host, command({ do: 'set-limits', limits: { default: { min: 500, max: 2_000 } } }))
  await give(host, buyIn('ann', 10_000), buyIn('ben', 10_000), placeYourBets, wager('ann', 1_000))
  await give(host, wager('ben', 100, undefined, 'red'), spin, noMoreBets, atRest('17'), settle)
  await give(host, placeYourBets, wager('ann', 5_000, undefined, 'black'), wager('ann', 600, undefined, '20'))
  await give(host, spin, noMoreBets, atRest('20'))
  await give(host, command({ do: 'rule-on-wager', player: 'ann', spot: '20', treatment: 'returned', reason }))
  await give(host, command({ do: 'irregularity', code: 'foreign-object', reason, by: 'pit-supervisor' }))
  await give(host, command({ do: 'set-limits', limits: { default: { min: 500, max: 90_000 } } }))
  for (let round = 0; round < ROUNDS_KEPT_MAX + 5; round++) {
    void host.submit(placeYourBets, 'test')
    void host.submit(noSpin, 'test')
  }
  await host.snapshot()
}

/** The effects of a command at a table, if it were given now. */
export const wouldCome = (table: TableStream, one: Command): Decision =>
  decide(bookOf(table.settled), table.settled.state, { ...one, at: now() })
