import type { Vocabulary } from '../words/vocabulary.ts'

/** What a report is written with; `tag` says which language it is. */
export type ReportWords = Pick<
  Vocabulary,
  'report' | 'nouns' | 'books' | 'common' | 'pit' | 'meterNames' | 'chanceWords' | 'roundEvents' | 'houseEvents'
> & { readonly tag: string }
