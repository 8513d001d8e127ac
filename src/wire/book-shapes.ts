import Type, { type Static } from 'typebox'
import type { AppendixRow, Book, ClauseRow } from '../books/rule-book.ts'
import { pocket } from './play-shapes.ts'
import { list, loosely, oneOf, optional, orNull, query, real, shape, text } from './shapes.ts'

/** Rule books as the API returns them. */
export const bookFacts = shape({
  id: text,
  title: text,
  operator: text,
  version: loosely<Book['version']>(),
  document: text,
  inForce: shape({ from: orNull(text), until: orNull(text) }),
  supersedes: orNull(text),
  playedOn: oneOf(['table', 'terminals']),
  pockets: list(pocket),
  layouts: list(text),
  fingerprint: text,
})

const titled = Type.Object({ title: text }, { additionalProperties: true })

/** A whole book: the values that decide, each with its clause, and the texts that describe them. */
export const ruleBook = loosely<Book>({
  ...Type.Object({ id: text, texts: loosely({ ...Type.Object({ en: titled }), additionalProperties: true }) }),
  additionalProperties: true,
})

export const spotFacts = shape({
  spot: text,
  kind: text,
  covers: list(pocket),
  pays: real,
  clause: text,
  placed: text,
  paysBonus: optional(real),
  paysSuperBonus: optional(real),
})

export const oddsFacts = shape({
  spot: text,
  kind: text,
  winProbability: text,
  returnToPlayer: text,
  houseEdge: real,
  standardDeviation: real,
  houseEdgeExact: text,
  variance: text,
})

/** A clause as the book has it, with the scenarios that show it. */
export const clauseFacts = loosely<
  ClauseRow & { scenarios: readonly string[]; appendices?: readonly (AppendixRow & { scenarios: readonly string[] })[] }
>({ ...Type.Object({ clause: text, scenarios: list(text) }), additionalProperties: true })
export type ClauseFacts = Static<typeof clauseFacts>

export const bookQuery = query({
  layout: optional(Type.String({ description: 'where a book has several' })),
  language: optional(Type.String({ description: 'of the clauses' })),
})
