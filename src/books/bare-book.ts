import type { Book, RuleBook } from './rule-book.ts'

/**
 * Returns a book from rules whose texts are not known: a journal carries the rules alone. Its id stands in for the
 * title, codes and spots for their own names. Clauses have their numbers and no meaning.
 */
export function bareBook(rules: RuleBook): Book {
  const areas = Object.values(rules.layouts).flatMap((layout) => layout.areas)
  return {
    ...rules,
    format: 1,
    texts: {
      en: {
        title: rules.id,
        operator: rules.id.slice(0, rules.id.indexOf('/')),
        document: rules.id,
        opening: 'Place your bets',
        closing: 'No more bets',
        labels: Object.fromEntries(areas.map(({ spot }) => [spot, inWords(spot)])),
        irregularities: Object.fromEntries(rules.irregularities.map(({ code }) => [code, inWords(code)])),
        clauses: [],
        appendices: [],
      },
    },
  }
}

const inWords = (name: string): string => name.replaceAll('-', ' ')
