import { bookById } from '../../src/books/index.ts'
import type { Book } from '../../src/books/rule-book.ts'
import { conduct, openTable, type Table } from '../../src/engine/conduct.ts'
import type { TableEvent } from '../../src/engine/events.ts'
import { isProblem, readCommand } from '../../src/engine/language.ts'
import { terminalsOf } from '../../src/engine/several-piece.ts'
import { layoutNames } from '../../src/engine/spots.ts'
import { readSetup, type TableSetup } from '../../src/engine/table.ts'
import { type Hearing, listen, listening, type WheelCommand } from '../../src/wheel/translate.ts'
import { readLine, writeNumber, writeStatus } from '../../src/wheel/wheel-line.ts'

/** For the tests: what a wheel writes, in short words; what is made of it; and a table that is conducted by it. */

export const roulette = bookById('mbs/roulette@3')!

/** `3`: state 3 of game 1; `3+2`: with flag 2; `3@7`: of game 7; `5=17`: with the number; `=17`: a number line. */
export function line(word: string): string {
  const [, state, flags, game, number] = /^(\d?)(?:\+(\w))?(?:@(\d+))?(?:=(\w+))?$/.exec(word) ?? []
  if (state === undefined) return word
  if (state === '') return writeNumber(number!)
  return writeStatus({
    state: Number(state) as 1,
    game: Number(game ?? 1),
    number: number ?? null,
    flags: Number.parseInt(flags ?? '0', 16),
    speed: 150,
    rotor: 'anticlockwise',
  })
}

export function shortOf(command: WheelCommand): string {
  if (command.do === 'ball-at-rest') return `rest ${command.pocket}`
  if (command.do === 'irregularity') return command.code
  return command.do
}

type Told = { commands: string[]; faults: string[]; state: Hearing; raw: WheelCommand[] }

export function hear(words: string, book: Book = roulette, table?: Table['state'], from: Hearing = listening): Told {
  const told: Told = { commands: [], faults: [], state: from, raw: [] }
  for (const word of words.split(' ').filter((one) => one !== ''))
    note(told, listen(told.state, readLine(line(word), book), book, table))
  return told
}

export function note(told: Told, { state, commands, faults }: ReturnType<typeof listen>): void {
  told.state = state
  told.raw.push(...commands)
  told.commands.push(...commands.map(shortOf))
  told.faults.push(...faults.map(({ fault }) => fault))
}

export function setupOf(book: Book): TableSetup {
  const layout = layoutNames(book)[0]!
  const [terminal] = terminalsOf(book, layout)
  const setup = readSetup({ book: book.id, layout, ...(terminal ? { terminal } : {}) }, () => book)
  if ('problem' in setup) throw new Error(setup.problem)
  return setup
}

/** A table with its automatic dealer: the draw after no more bets, and settlement after the ball rests. */
export class Conducted {
  table: Table
  readonly events: TableEvent[] = []
  readonly refused: string[] = []

  constructor(book: Book) {
    this.table = openTable(book, setupOf(book))
  }

  give(command: unknown): void {
    const read = readCommand(command)
    if (isProblem(read)) throw new Error(read.problem)
    const { table, answer } = conduct(this.table, read)
    this.table = table
    if ('refused' in answer) this.refused.push(`${read.do}: ${answer.refused}`)
    else this.events.push(...answer.events)
  }

  deal(): void {
    const { book, state } = this.table
    const { phase } = state.round
    if (phase === 'betting-closed' && book.rules.bonus && !state.round.draw)
      this.give({ do: 'bonus-numbers', numbers: book.wheel.pockets.slice(0, book.rules.bonus.numbers) })
    if (phase === 'outcome-determined') this.give({ do: 'settle' })
  }
}
