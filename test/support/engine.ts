import { bookById, books } from '../../src/books/index.ts'
import type { Book } from '../../src/books/rule-book.ts'
import { conduct, openTable, type Table } from '../../src/engine/conduct.ts'
import { isRefusal } from '../../src/engine/decision.ts'
import { type Command, type CommandName, isProblem, readCommand } from '../../src/engine/language.ts'
import type { Role } from '../../src/engine/positions.ts'
import { terminalsOf } from '../../src/engine/several-piece.ts'
import { layoutNames, spotsOf } from '../../src/engine/spots.ts'
import { readSetup } from '../../src/engine/table.ts'

/** For the tests: every book as it can be played, commands and tables in short, and who may do what. */

export type Setting = { book: Book; layout: string; terminal: string | null }

const withTerminals = (book: Book, layout: string): Setting[] => {
  const terminals = terminalsOf(book, layout)
  return (terminals.length > 0 ? terminals : [null]).map((terminal) => ({ book, layout, terminal }))
}

/** Every book, with each of its layouts, on each terminal that offers it. */
export const settingsOf = (some: readonly Book[]): readonly Setting[] =>
  some.flatMap((book) => layoutNames(book).flatMap((layout) => withTerminals(book, layout)))

export const settings: readonly Setting[] = settingsOf(books)

export const nameOf = ({ book, layout, terminal }: Setting): string =>
  [book.id, layout, terminal].filter((part) => part !== null).join(' ')

/** Whether a book knows a clause: a number of its document, an appendix, or a reading. */
export const knowsClause = (book: Book, clause: unknown): boolean =>
  book.texts.en.clauses.some((row) => row.clause === clause) ||
  book.texts.en.appendices.some((row) => row.appendix === clause) ||
  /^reading ([1-9]|1\d|2\d|3[0-6])$/.test(String(clause))

export function must(holds: boolean, what: string, ...facts: unknown[]): asserts holds {
  if (!holds) throw new Error(`${what} ${facts.map((fact) => JSON.stringify(fact)).join(' ')}`)
}

/** A command as a test writes it. */
export function read(order: object | string): Command {
  const command = readCommand(typeof order === 'string' ? JSON.parse(order) : order)
  must(!isProblem(command), 'the language does not know', order, command)
  return command
}

/** A fresh table of a book with one layout. */
export function tableOf(id: string, limits: object = {}): Table {
  const setup = readSetup({ book: id, limits }, bookById)
  must(!isProblem(setup), 'no such table', setup)
  return openTable(bookById(id)!, setup, { bookById })
}

/** The least position for each command, stated independently of the engine. */
// biome-ignore format: a table is read down its columns
export const least: Record<CommandName, Role> = {
  'buy-in': 'player', 'cash-out': 'player', repay: 'player', wager: 'player', withdraw: 'player',
  'place-your-bets': 'dealer', 'allow-early-close': 'pit-manager', spin: 'dealer', 'no-more-bets': 'dealer', 'ball-at-rest': 'dealer', settle: 'dealer',
  irregularity: 'dealer', 'no-spin': 'dealer', 'power-failure': 'dealer', resume: 'dealer', interruption: 'dealer',
  refer: 'dealer', 'rule-on-wager': 'pit-supervisor', 'correct-outcome': 'pit-supervisor',
  'void-rounds': 'pit-supervisor', 'close-table': 'pit-supervisor', 'open-table': 'pit-supervisor',
  'set-limits': 'pit-supervisor', 'set-book': 'shift-manager', decide: 'shift-manager', 'bonus-numbers': 'system',
}

const spin = { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }

/** Two rounds of four players, one of them settled and paid out, as commands: wagers of every kind, some outside the limits. */
function eveningOf({ book, layout }: Setting): object[] {
  const { list } = spotsOf(book, layout)
  const isColour = book.funds.colourChips !== null
  const every = (nth: number, player: string, stake: number) =>
    list
      .filter(({ index }) => index % 11 === nth)
      .map(({ spot }) => ({ do: 'wager', player, spot, stake: isColour ? stake : Math.max(stake, 500) }))
  const inColour = isColour ? list.filter(({ index }) => index % 13 === 4) : []
  const bets = [
    { do: 'wager', player: 'ann', spot: book.wheel.pockets[7], stake: 600 },
    ...every(1, 'ann', 1_000),
    ...every(5, 'ben', 300),
    ...inColour.map(({ spot }) => ({ do: 'wager', player: 'cid', spot, chips: 3 })),
  ]
  const numbers = book.wheel.pockets.slice(3, 3 + (book.rules.bonus?.numbers ?? 0))
  const untilAtRest = [
    { do: 'place-your-bets' },
    ...bets,
    spin,
    { do: 'no-more-bets' },
    ...(book.rules.bonus ? [{ do: 'bonus-numbers', numbers, by: 'system' }] : []),
    { do: 'ball-at-rest', pocket: book.wheel.pockets[7] },
  ]
  const cid = isColour ? { colour: 'blue', chipValue: 200 } : {}
  return [
    { do: 'buy-in', player: 'ann', amount: 200_000 },
    { do: 'buy-in', player: 'ben', amount: 60_000 },
    { do: 'buy-in', player: 'cid', amount: 40_000, ...cid },
    { do: 'buy-in', player: 'dee', amount: 5_000 },
    ...untilAtRest,
    { do: 'settle' },
    ...untilAtRest,
  ]
}

/** The table at each turn of an evening; the many wagers are one turn. */
export function turnsOf(setting: Setting): Table[] {
  const { book, layout, terminal } = setting
  const isRefused = book.rules.limits.policy === 'refused'
  const limits = { default: { min: 500, max: 2_000_00 }, ...(isRefused ? {} : { 'straight-up': { max: 700 } }) }
  const setup = readSetup({ book: book.id, layout, limits, ...(terminal ? { terminal } : {}) }, bookById)
  must(!isProblem(setup), 'no such table', setup)
  let table = openTable(book, setup, { bookById })
  const turns = [table]
  const orders = eveningOf(setting).map(read)
  for (const [index, order] of orders.entries()) {
    table = playCommand(table, order)
    if (order.do !== 'wager' || orders[index + 1]?.do !== 'wager') turns.push(table)
  }
  return turns
}

/** A command that must be accepted. */
export function playCommand(table: Table, command: Command): Table {
  const conducted = conduct(table, command)
  must(!isRefusal(conducted.answer), 'refused', command, conducted.answer)
  return conducted.table
}
