import { describe, expect, test } from 'vitest'
import { foreignBooks } from '../../../test/books/foreign-books.ts'
import { prisonLoses, prisonStays } from '../../../test/books/french-en-prison.ts'
import { books } from '../../books/index.ts'
import type { Book } from '../../books/rule-book.ts'
import { isRefusal } from '../../engine/decision.ts'
import type { Cents } from '../../engine/money.ts'
import { layoutNames, spotsOf } from '../../engine/spots.ts'
import * as en from '../../words/en/index.ts'
import { imprisonedIn, labTable, playRound, tellRound } from './play-round.ts'

/** A generator whose next ball rests in this pocket. The bytes after it draw bonus numbers. */
function ballIn(book: Book, pocket: string): () => number {
  let next = book.wheel.pockets.indexOf(pocket)
  return () => {
    const byte = next
    next = 0
    return byte
  }
}
const stakes = (of: Record<string, number>) => new Map(Object.entries(of) as [string, Cents][])
const all = [...books, ...foreignBooks, prisonLoses].flatMap((book) =>
  layoutNames(book).map((layout) => ({ book, layout, name: `${book.id} ${layout}` })),
)

test.each(all)(
  '$name: a chip on every spot is taken, settled and told, wherever the ball rests',
  ({ book, layout }) => {
    const chips = stakes(Object.fromEntries(spotsOf(book, layout).list.map(({ spot }) => [spot, 500])))
    let table = labTable(book, layout)
    for (const pocket of book.wheel.pockets) {
      const played = playRound(table, chips, ballIn(book, pocket))
      table = played.table
      expect(played.round.pocket).toBe(pocket)
      expect(played.round.steps.filter(({ answer }) => isRefusal(answer))).toEqual([])
      const told = tellRound(book, played.round, en).flatMap((passage) => ('says' in passage ? [passage.says] : []))
      expect(told.join(' ')).toContain(pocket)
    }
    expect(table.state.roundsOpened).toBe(book.wheel.pockets.length)
  },
)

describe('chips on red where the zero imprisons', () => {
  const play = (book: Book, ...pockets: string[]) => {
    let table = labTable(book, 'table')
    const nets = pockets.map((pocket) => {
      const played = playRound(table, stakes({ red: 500 }), ballIn(book, pocket))
      table = played.table
      return played.round.net
    })
    return { nets, waiting: imprisonedIn(table) }
  }
  const waiting = { spot: 'red', amount: 500 }

  test.each([
    [prisonLoses, ['1', '2'], [500, -500], []],
    [prisonLoses, ['0'], [0], [waiting]],
    [prisonLoses, ['0', '1'], [0, 500], []],
    [prisonLoses, ['0', '2'], [0, -1000], []],
    [prisonLoses, ['0', '0'], [0, -500], [waiting]],
    [prisonStays, ['0', '0'], [0, 0], [waiting, waiting]],
  ])('%#: each round brings what it decides', (book, pockets, nets, left) => {
    expect(play(book, ...pockets)).toEqual({ nets, waiting: left })
  })
})
