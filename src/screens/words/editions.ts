import { signal } from '@preact/signals'
import type { Clause, RuleBook } from '../../books/rule-book.ts'
import { type Citation, citations } from '../../story/passages.ts'
import { language, words } from '../kit/language.ts'

const said = words({
  silent: [
    'The rules are silent here; docs/readings.md says how they are read.',
    '规则在此未作规定；如何解读见 docs/readings.md。',
  ],
})

type Chinese = typeof import('../../books/chinese/index.ts')

/** The Chinese editions are fetched when somebody first reads Chinese. Until then, and where that fails, it is English. */
const chinese = signal<Chinese | null>(null)
let isAsked = false

function ask(): void {
  if (isAsked) return
  isAsked = true
  import('../../books/chinese/index.ts').then(
    (module) => {
      chinese.value = module
    },
    () => {
      isAsked = false
    },
  )
}

/** A book as it is read in the language chosen: its title, what its clauses mean, what the dealer calls. */
export function editionOf(book: RuleBook): RuleBook {
  if (language.value !== 'zh') return book
  ask()
  return chinese.value?.inChinese(book) ?? book
}

/** Clauses as they are cited, with what they mean in the language chosen. */
export const citedIn = (book: RuleBook, clauses: readonly (Clause | null | undefined)[]): Citation[] =>
  citations(editionOf(book), clauses, said.silent)
