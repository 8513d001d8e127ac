import type { Edition } from '../books/edition.ts'
import type { Book } from '../books/rule-book.ts'
import { fractionText, toNumber } from '../engine/fraction.ts'
import { type SpotOdds, standardDeviation } from '../engine/odds.ts'
import { layoutNames, type Spot } from '../engine/spots.ts'
import { scenariosOf } from './scenarios.ts'

/** Books, spots, odds and clauses as data: the same on the command line and over HTTP. */

export const bookFacts = (book: Book) => ({
  id: book.id,
  title: book.texts.en.title,
  operator: book.texts.en.operator,
  version: book.version,
  document: book.texts.en.document,
  inForce: book.inForce,
  supersedes: book.supersedes,
  playedOn: book.playedOn,
  pockets: book.wheel.pockets,
  layouts: layoutNames(book),
})

export const spotFacts = ({ spot, kind, covers, pays, paysBonus, paysSuperBonus, clause, placed }: Spot) => ({
  spot,
  kind,
  covers,
  pays,
  ...(paysBonus === pays ? {} : { paysBonus, paysSuperBonus }),
  clause,
  placed,
})

export const oddsFacts = (odds: SpotOdds) => ({
  spot: odds.spot.spot,
  kind: odds.spot.kind,
  winProbability: fractionText(odds.winProbability),
  returnToPlayer: fractionText(odds.returnToPlayer),
  houseEdge: toNumber(odds.houseEdge),
  standardDeviation: standardDeviation(odds),
  houseEdgeExact: fractionText(odds.houseEdge),
  variance: fractionText(odds.variance),
})

/** The traceability table: every clause with the scenarios that show it, its appendices beside it. */
export function clauseFacts(book: Edition) {
  const { texts } = book
  const scenarios = scenariosOf(book)
  const showing = (clause: string) =>
    scenarios.filter(({ clauses }) => clauses.includes(clause)).map(({ path }) => path)
  return texts.clauses.map((row) => {
    const beside = texts.appendices.filter(({ of }) => of === row.clause)
    const appendices = beside.map((one) => ({ ...one, scenarios: showing(one.appendix) }))
    return { ...row, scenarios: showing(row.clause), ...(appendices.length > 0 ? { appendices } : {}) }
  })
}
