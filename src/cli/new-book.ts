import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BookCheck, checkBook } from '../book-files/read-book.ts'
import type { Book } from '../books/rule-book.ts'
import { programRoot } from '../reference/program-root.ts'
import { bookTemplates, type TemplateName } from './commands.ts'

/** The published schema, which comes with the program. */
export const schemaFile = join(programRoot, 'schemas/rule-book.json')

type NewBook = { from: TemplateName; id?: string | undefined; title?: string | undefined }

/** Makes a book from a template, with an id and a title of its own. The check reports an id or a title that is not valid. */
export function newBook({ from, id, title }: NewBook): BookCheck {
  const file = join(programRoot, 'examples/books', `${bookTemplates[from]}.json`)
  const template: Book = JSON.parse(readFileSync(file, 'utf8'))
  const { texts } = template
  return checkBook({
    ...template,
    ...(id === undefined ? {} : { id, version: Number(/@(\d+)$/.exec(id)?.[1] ?? template.version) }),
    texts: title === undefined ? texts : titled(texts, title),
  })
}

/** Replaces the English title and removes the Chinese one, which was the title of the template. */
function titled({ en, zh }: Book['texts'], title: string): Book['texts'] {
  if (!zh) return { en: { ...en, title } }
  const { title: _, ...others } = zh
  return { en: { ...en, title }, zh: others }
}
