import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fractionText } from '../../src/engine/fraction.ts'
import { betOdds, oddsOf } from '../../src/engine/odds.ts'
import { expand } from '../../src/engine/several-piece.ts'
import { layoutNames } from '../../src/engine/spots.ts'
import { exampleBook, foreignBooks } from './foreign-books.ts'
import { prisonBooks } from './french-en-prison.ts'

/** The little of a file that the odds depend on. This test reads it as it is and shares no code with the engine. */
type FileRules = {
  wheel: { pockets: string[] }
  layouts: Record<
    string,
    { wagers: { kind: string; grid?: string; pays: number }[]; zeroArea: Spot[]; sections: Spot[] }
  >
  rules: { partage?: Mercy; enPrison?: Mercy & { further: 'stays' | 'loses' } }
}
type Spot = { spot: string; kind: string; covers: string[] }
type Mercy = { kinds: string[]; pockets: string[] }
type Edge = readonly [numerator: number, denominator: number]

/** Every spot that a file lists with its pockets: the numbers, the lines around the zeros, the sections. */
function spotsInFile({ wheel, layouts }: FileRules): (Spot & { pays: number })[] {
  return Object.values(layouts).flatMap(({ wagers, zeroArea, sections }) => {
    const single = wagers.find(({ grid }) => grid === 'number')!.kind
    const numbers = wheel.pockets.map((pocket) => ({ spot: pocket, kind: single, covers: [pocket] }))
    return [...numbers, ...zeroArea, ...sections].map((spot) => ({
      ...spot,
      pays: wagers.find(({ kind }) => kind === spot.kind)!.pays,
    }))
  })
}

/** Counts pairs of balls: the second is the one that decides about a stake in prison. */
function edgeByCounting({ wheel: { pockets }, rules }: FileRules, spot: Spot & { pays: number }): Edge {
  const { partage, enPrison } = rules
  const { kind, covers, pays } = spot
  const spares = (mercy: Mercy | undefined, pocket: string): boolean =>
    Boolean(mercy?.kinds.includes(kind) && mercy.pockets.includes(pocket))
  const deciding = pockets.filter((pocket) => enPrison?.further !== 'stays' || !spares(enPrison, pocket))
  // In halves of a stake, so that every amount is whole.
  const loss = (first: string, second: string): number => {
    if (covers.includes(first)) return -2 * pays
    if (spares(partage, first)) return 1
    return spares(enPrison, first) && covers.includes(second) ? 0 : 2
  }
  const lost = pockets.flatMap((first) => deciding.map((second) => loss(first, second)))
  return [lost.reduce((sum, one) => sum + one), 2 * lost.length]
}

const shortened = ([n, d]: Edge): string => {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b))
  const by = divisor(n, d)
  return d === by ? String(n / by) : `${n / by}/${d / by}`
}

const all = [...foreignBooks, ...prisonBooks]

test.each(all.map((book) => ({ id: book.id, book })))('$id: the odds are those of counted balls', ({ book }) => {
  const file = JSON.parse(JSON.stringify(book)) as FileRules
  const odds = layoutNames(book).flatMap((layout) => oddsOf(book, layout))
  const spots = spotsInFile(file)
  expect(spots.length).toBeGreaterThan(file.wheel.pockets.length)
  for (const spot of spots) {
    const { houseEdge } = odds.find((one) => one.spot.spot === spot.spot)!
    expect(fractionText(houseEdge), spot.spot).toBe(shortened(edgeByCounting(file, spot)))
  }
})

test.each([
  ['french-la-partage', 'red', '1/74'],
  ['french-en-prison', 'red', '19/1369'],
  ['american', 'red', '1/19'],
  ['american', 'top-line', '3/38'],
  ['south-dakota', 'red', '1/19'],
  ['south-dakota', 'top-line', '3/38'],
  ['triple-zero', 'red', '1/13'],
  ['mini', 'red', '1/13'],
])('%s: the edge on %s is %s', (name, id, edge) => {
  const book = exampleBook(name)
  const found = layoutNames(book).flatMap((layout) => oddsOf(book, layout).filter(({ spot }) => spot.spot === id))
  expect(found.map(({ houseEdge }) => fractionText(houseEdge))).toEqual([edge])
})

/** The loss of a bet of several pieces on every ball, in pieces: a spot is named by its numbers, and a split pays 17. */
function lossByCounting(pockets: readonly string[], pieces: readonly { spot: string; pieces: number }[]): Edge {
  const pays: Record<number, number> = { 1: 35, 2: 17, 3: 11, 4: 8 }
  const rows = pieces.flatMap(({ spot, pieces: count }) => Array<string[]>(count).fill(spot.split('/')))
  const lost = pockets.map((ball) =>
    rows.reduce((sum, covers) => sum + (covers.includes(ball) ? -pays[covers.length]! : 1), 0),
  )
  return [lost.reduce((sum, one) => sum + one), pockets.length * rows.length]
}

test.each([
  ['voisins', '17/37'],
  ['tiers', '12/37'],
  ['orphelins', '8/37'],
  ['jeu-zero', '7/37'],
  ['neighbours:17:2', '5/37'],
  ['finales:6', '4/37'],
])('french-announced: %s wins %s of its rounds, and its edge is that of counted balls', (bet, wins) => {
  const book = exampleBook('french-announced')
  const found = expand(book, 'table', null, bet)
  if ('refused' in found) return expect.fail(bet)
  const { winProbability, houseEdge } = betOdds(book, 'table', found.pieces)
  const counted = shortened(lossByCounting(book.wheel.pockets, found.pieces))
  expect([fractionText(winProbability), fractionText(houseEdge), counted]).toEqual([wins, '1/37', '1/37'])
})

test('every example is among the books of these tests', () => {
  const folder = new URL('../../examples/books/', import.meta.url)
  const ids = readdirSync(folder).map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')).id)
  const known = all.map(({ id }) => id)
  expect(ids.filter((id) => !known.includes(id))).toEqual([])
})
