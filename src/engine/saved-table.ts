import type { Book } from '../books/rule-book.ts'
import type { Table } from './conduct.ts'
import type { Decision } from './decision.ts'
import { type HouseRules, noHouseRules } from './house-rules.ts'
import { PersistentMap } from './persistent-map.ts'
import { type PlainState, readSnapshot, writeSnapshot } from './snapshot.ts'

/** A table as a plain value: `JSON.stringify` writes it, `JSON.parse` reads it. */
export type SavedTable = {
  readonly format: 1
  readonly book: string
  readonly state: PlainState
  readonly answers: Readonly<Record<string, Decision>>
}

/**
 * Returns a table as a plain value, with its rounds, its money and the answers to commands with an id.
 *
 * @example
 * ```ts
 * import { writeFileSync } from 'node:fs'
 * import { roulette3 } from '@croupier/engine/books/roulette-3'
 * import { openTable, readSetup, isProblem, saveTable } from '@croupier/engine'
 *
 * const setup = readSetup({ book: roulette3.id }, () => roulette3)
 * if (isProblem(setup)) throw new Error(setup.problem)
 * writeFileSync('table.json', JSON.stringify(saveTable(openTable(roulette3, setup))))
 * ```
 */
export function saveTable({ book, state, answers }: Table): SavedTable {
  const snapshot = writeSnapshot(state, new Map())
  let step = snapshot.next()
  while (!step.done) step = snapshot.next()
  return { format: 1, book: book.id, state: JSON.parse(step.value), answers: answers.toJSON() }
}

/**
 * Returns the table of `saveTable`, ready for `conduct`. `book`: the book that the table had. Any other value throws a
 * RangeError that names it.
 *
 * @example
 * ```ts
 * import { readFileSync } from 'node:fs'
 * import { roulette3 } from '@croupier/engine/books/roulette-3'
 * import { loadTable } from '@croupier/engine'
 *
 * const table = loadTable(JSON.parse(readFileSync('table.json', 'utf8')), roulette3)
 * console.log(table.state.roundsOpened)
 * ```
 */
export function loadTable(saved: SavedTable, book: Book, house: HouseRules = noHouseRules): Table {
  if (saved?.format !== 1) throw new RangeError('saved: not a value of saveTable')
  if (saved.book !== book.id) throw new RangeError(`book: the table was saved with ${saved.book}, not with ${book.id}`)
  return {
    book,
    state: readSnapshot(saved.state, new Map()),
    answers: PersistentMap.of(Object.entries(saved.answers)),
    house,
  }
}
