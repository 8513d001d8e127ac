import type { Book } from '../../src/books/rule-book.ts'
import { exampleBook } from './foreign-books.ts'

/** French roulette with en prison: a further zero takes the stake. */
export const prisonLoses = exampleBook('french-en-prison')

const { clauses, ...texts } = prisonLoses.texts.en
const { clause } = prisonLoses.rules.enPrison!
const means =
  'En prison: on the zero the even chances stay for the next round that is no zero, which frees or takes them.'

/** The other common variant: on a further zero the stake stays in prison. */
export const prisonStays: Book = {
  ...prisonLoses,
  id: 'abroad/french-en-prison-stays@1',
  rules: { ...prisonLoses.rules, enPrison: { ...prisonLoses.rules.enPrison!, further: 'stays' } },
  texts: { en: { ...texts, clauses: clauses.map((row) => (row.clause === clause ? { ...row, means } : row)) } },
}

export const prisonBooks: readonly Book[] = [prisonLoses, prisonStays]
export const prisonBookById = (id: string): Book | undefined => prisonBooks.find((book) => book.id === id)
