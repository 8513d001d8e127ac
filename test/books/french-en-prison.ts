import type { Book, EnPrison } from '../../src/books/rule-book.ts'
import { frenchRoulette } from './foreign-books.ts'

const { partage, ...rules } = frenchRoulette.rules
const { kinds, pockets } = partage!
const clause = '3.3'

const bookWith = (further: EnPrison['further'], means: string): Book => {
  const id = `abroad/french-en-prison-${further}@1`
  const { clauses, ...texts } = frenchRoulette.texts.en
  return {
    ...frenchRoulette,
    id,
    rules: { ...rules, enPrison: { kinds, pockets, further, clause } },
    texts: {
      en: {
        ...texts,
        document: `French Roulette with en prison, house rules, version 1 (${further})`,
        clauses: clauses.map((row) => (row.clause === clause ? { ...row, means, why: 'rules.enPrison' } : row)),
      },
    },
  }
}

/** French roulette with en prison in the place of la partage, in both variants of a further zero. */
export const prisonLoses = bookWith(
  'loses',
  'En prison: on the zero the even chances stay for the next round, which frees or takes them; a further zero takes them.',
)
export const prisonStays = bookWith(
  'stays',
  'En prison: on the zero the even chances stay for the next round, which frees or takes them; on a further zero they stay.',
)

export const prisonBooks: readonly Book[] = [prisonLoses, prisonStays]
export const prisonBookById = (id: string): Book | undefined => prisonBooks.find((book) => book.id === id)
