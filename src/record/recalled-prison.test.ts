import fc from 'fast-check'
import { expect, test } from 'vitest'
import { prisonBookById, prisonBooks } from '../../test/books/french-en-prison.ts'
import { type Book, rulesOf } from '../books/rule-book.ts'
import { conduct, openTable, type Table } from '../engine/conduct.ts'
import { decide } from '../engine/decide.ts'
import { isRefusal } from '../engine/decision.ts'
import type { TableEvent } from '../engine/events.ts'
import { type Concluded, latest, noHistory } from '../engine/history.ts'
import { type Command, isProblem, readCommand } from '../engine/language.ts'
import { readSetup } from '../engine/table.ts'
import { fingerprintOf } from './known-books.ts'
import { replayRound, withRounds } from './recalled-rounds.ts'
import { notePlaces, type RoundPlaces } from './round-index.ts'
import { decidedEntry, openingEntry, type TableEntry, writeTableEntry } from './table-entry.ts'
import { remember, type TableMemory } from './table-memory.ts'

function command(fields: object): Command {
  const read = readCommand(fields)
  if (isProblem(read)) throw new Error(read.problem)
  return read
}

/** A table in play, and its journal beside it. */
class Evening {
  table: Table
  memory: TableMemory
  readonly #when: Parameters<typeof openingEntry>[0]
  readonly #bodies: string[] = []
  readonly #places: RoundPlaces = new Map()

  constructor(book: Book) {
    const setup = readSetup({ book: book.id, limits: { default: { max: 700 } } }, prisonBookById)
    if ('problem' in setup) throw new Error(setup.problem)
    this.#when = { salt: '', at: '2026-01-01T00:00:00.000Z', actor: 'test', book: fingerprintOf(book), house: 0 }
    this.table = openTable(book, setup, { bookById: prisonBookById })
    this.memory = this.#write(openingEntry(this.#when, setup, rulesOf(book)), null)
    this.give({ do: 'buy-in', player: 'ann', amount: 100_000 })
    this.give({ do: 'buy-in', player: 'ben', amount: 4_000, colour: 'blue', chipValue: 200 })
  }

  give(fields: object): void {
    const asked = command(fields)
    const { table, answer } = conduct(this.table, asked)
    this.table = table
    if (!isRefusal(answer)) this.memory = this.#write(decidedEntry(this.#when, asked, answer), this.memory)
  }

  #write(entry: TableEntry, before: TableMemory | null): TableMemory {
    const seq = this.#bodies.push(writeTableEntry(entry))
    notePlaces(this.#places, seq, entry)
    return remember(before, 'table', seq, entry)
  }

  /** A round from its own entries, and those that changed it. */
  async read(round: number): Promise<Concluded> {
    const bodies = this.#bodies
    const reader = {
      async *pages(stream: string, first = 1, last = bodies.length) {
        yield bodies.slice(first - 1, last).map((body, at) => ({ stream, seq: first + at, body, hash: '' }))
      },
    }
    return (await replayRound(reader, 'table', this.#places.get(round)!, this.memory))!
  }
}

const spun = [{ do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }, { do: 'no-more-bets' }]
const reason = 'found on the tape'

type Step =
  | { kind: 'round'; pocket: string; red: number; black: number }
  | { kind: 'void' }
  | { kind: 'correct'; back: number; pocket: string }
  | { kind: 'void-rounds'; back: number; both: boolean }

const pocket = fc.constantFrom('0', '0', '1', '2')
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('round' as const), pocket, red: fc.nat(2), black: fc.nat(2) }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'void' as const }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('correct' as const), back: fc.nat(4), pocket }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('void-rounds' as const), back: fc.nat(4), both: fc.boolean() }),
  },
)

function commandsOf(step: Step, rounds: number): object[] {
  switch (step.kind) {
    case 'round':
      return [
        { do: 'place-your-bets' },
        { do: 'wager', player: 'ann', spot: 'red', stake: 500 * step.red },
        { do: 'wager', player: 'ben', spot: 'black', chips: step.black },
        ...spun,
        { do: 'ball-at-rest', pocket: step.pocket },
        { do: 'settle' },
      ]
    case 'void':
      return [{ do: 'place-your-bets' }, { do: 'no-spin' }]
    case 'correct':
      return [{ do: 'correct-outcome', round: Math.max(1, rounds - step.back), pocket: step.pocket, reason }]
    case 'void-rounds': {
      const first = Math.max(1, rounds - step.back)
      const named = step.both && first < rounds ? [first, first + 1] : [first]
      return [{ do: 'void-rounds', rounds: named, code: 'ball-broke', reason, by: 'shift-manager' }]
    }
  }
}

const withoutBalances = ({ balances: _, ...round }: Concluded): object => round
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/** A correction of a forgotten round also states the earlier result of the round. */
const withoutBefore = (events: readonly TableEvent[]): unknown =>
  plain(events.map((event) => ('before' in event ? { ...event, before: undefined } : event)))

test.each(prisonBooks)(
  '$id: a forgotten round is recalled with all that became of its stakes in prison',
  async (book) => {
    let changed = 0
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 3, maxLength: 14 }), async (steps) => {
        const evening = new Evening(book)
        for (const step of steps)
          for (const fields of commandsOf(step, evening.table.state.roundsOpened)) evening.give(fields)
        const { state } = evening.table
        const rounds = latest(state.history, Number.POSITIVE_INFINITY)
        const read = await Promise.all(rounds.map(({ round }) => evening.read(round)))
        expect(read.map(withoutBalances)).toEqual(plain(rounds.map(withoutBalances)))
        changed += rounds.filter(({ later }) => later).length

        const forgotten = {
          ...state,
          history: { ...noHistory(), oldest: state.roundsOpened + 1, newest: state.roundsOpened },
        }
        for (const fields of rounds.flatMap(({ round }) => [
          { do: 'correct-outcome', round, pocket: '0', reason },
          { do: 'correct-outcome', round, pocket: '1', reason },
          { do: 'void-rounds', rounds: [round], code: 'ball-broke', reason, by: 'shift-manager' },
          {
            do: 'void-rounds',
            rounds: [round, Math.max(1, round - 1)],
            code: 'ball-broke',
            reason,
            by: 'shift-manager',
          },
        ])) {
          const asked = command(fields)
          const kept = decide(book, state, asked)
          const recalled = withRounds({ ...evening.memory, state: forgotten }, read).state
          const again = decide(book, { ...recalled, history: { ...recalled.history } }, asked)
          if (isRefusal(kept) || isRefusal(again)) expect(again).toEqual(kept)
          else expect(withoutBefore(again.events)).toEqual(withoutBefore(kept.events))
        }
      }),
      { numRuns: 60 },
    )
    expect(changed).toBeGreaterThan(0)
  },
)
