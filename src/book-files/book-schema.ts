import * as Type from 'typebox'
import { bookId, colours, layouts, wheel } from './layout-schema.ts'
import { funds, irregularity, rules } from './rules-schema.ts'
import {
  byName,
  clause,
  fields,
  listOf,
  matching,
  orNull,
  patterns,
  text,
  wholeNumber,
  wordOf,
} from './schema-parts.ts'

/**
 * The one statement of the shape of a rule book. `schemas/rule-book.json` is written from it (`npm run golden`). The compiler
 * compares it with the types in `src/books/rule-book.ts`, which stand on no package (`test/book-files/equal-types.ts`).
 */
const day = orNull(
  'null where the document does not state it',
  matching('a day, or a minute: 2026-01-31T08:00', patterns.day),
)
const home = wordOf('where the clause is carried out in Croupier', ['value', 'engine', 'service', 'screen', 'outside'])
const why = text('the place where it is carried out, or why it cannot be software')

/** The part that decides. */
const decidingFields = {
  id: bookId,
  version: wholeNumber('the number at the end of the id', 0, 999_999),
  inForce: fields('when the book is in force, in Singapore time', { from: day, until: day }),
  supersedes: orNull('the book that this one replaces', bookId),
  playedOn: wordOf('where the game is played', ['table', 'terminals']),
  wheel,
  colours,
  layouts,
  funds,
  rules,
  irregularities: listOf('what voids a round, one row for each', irregularity, { maxItems: 100 }),
}

const kindNames = byName(
  'the names of kinds of wager; a common kind such as split has one already',
  patterns.id,
  fields('the name of a kind', {
    label: text('one of them, such as cheval'),
    plural: Type.Optional(text('several of them')),
  }),
)
const wordsByCode = (description: string) => byName(description, patterns.id, text('its meaning'))
const labels = byName('the label of each printed area, by its spot', patterns.spot, text('the label'))
const bets = wordsByCode('the names of several-piece bets')
const irregularities = wordsByCode('the meaning of each irregularity, by its code')

const english = fields('the texts in English', {
  title: text('the name of the game'),
  operator: text('the house'),
  document: text('the document that these rules come from'),
  opening: text('what the dealer calls to open betting'),
  closing: text('what the dealer calls to end betting'),
  labels,
  kinds: Type.Optional(kindNames),
  bets: Type.Optional(bets),
  irregularities,
  clauses: listOf(
    'every clause of the document, in order',
    fields('one clause', {
      clause: matching('its number', patterns.clause),
      means: text('what it means, in your own words'),
      where: home,
      why,
    }),
    { maxItems: 1000 },
  ),
  appendices: listOf(
    'every appendix',
    fields('one appendix', {
      appendix: matching('its name', patterns.clause),
      of: clause('what refers to it'),
      means: text('what it shows'),
      where: home,
      why,
    }),
    { maxItems: 100 },
  ),
})

const meanings = (description: string) =>
  byName(
    description,
    patterns.clause,
    fields('its meaning', { means: Type.Optional(text('what it means')), why: Type.Optional(why) }),
  )

const translated = fields('the texts in another language; English replaces a missing one', {
  title: Type.Optional(text('the name of the game')),
  operator: Type.Optional(text('the house')),
  document: Type.Optional(text('the document that these rules come from')),
  opening: Type.Optional(text('what the dealer calls to open betting')),
  closing: Type.Optional(text('what the dealer calls to end betting')),
  labels: Type.Optional(labels),
  kinds: Type.Optional(kindNames),
  bets: Type.Optional(bets),
  irregularities: Type.Optional(irregularities),
  clauses: Type.Optional(meanings('the meaning of clauses, by number')),
  appendices: Type.Optional(meanings('the meaning of appendices, by name')),
})

export const rulesSchema = Type.Object(decidingFields, {
  additionalProperties: false,
  description: 'the part of a rule book that decides',
})

export const bookSchema = Type.Object(
  {
    $schema: Type.Optional(text('the address or path of this schema, for editors')),
    format: Type.Literal(1, { description: '1: the version of this form' }),
    ...decidingFields,
    texts: fields('what people read, by language; English is required', { en: english, zh: Type.Optional(translated) }),
  },
  {
    additionalProperties: false,
    description:
      'a rule book of roulette: the values that decide, each with its clause, and the texts that describe them',
  },
)

/** The schema as it is published. */
export const publishedSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'urn:croupier:rule-book:1',
  title: 'Croupier rule book',
  ...bookSchema,
}
