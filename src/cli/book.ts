import { relative, sep } from 'node:path'
import { type BookCheck, problemLine } from '../book-files/read-book.ts'
import { bookText } from '../book-files/write-book.ts'
import { withChinese } from '../books/chinese/index.ts'
import type { Book } from '../books/rule-book.ts'
import { fingerprintOf } from '../record/known-books.ts'
import { checkBookFile, errorLines } from '../service/named-books.ts'
import type { Arguments, Options } from './commands.ts'
import { BadInput } from './declaration.ts'
import { readBook } from './input.ts'
import { newBook, schemaFile } from './new-book.ts'
import { printJson, printLines, write } from './output.ts'

/** Checks, writes or starts a rule book. */
export async function runBook({ values, words: [what, name] }: Arguments<'book'>): Promise<number> {
  mustGoWith(what, values)
  if (what === 'new') return writeNew(name, values)
  if (name === undefined) throw new BadInput(`${what === 'check' ? 'FILE' : 'BOOK'} is missing: croupier book ${what}`)
  return what === 'check' ? check(name, values.json) : writeBook(withChinese(await readBook(name)))
}

const optionsOf = { check: ['json'], export: [], new: ['from', 'id', 'title'] } as const

function mustGoWith(what: Arguments<'book'>['words'][0], values: Options<'book'>): void {
  const own: readonly string[] = optionsOf[what]
  const stray = Object.entries(values).find(([name, value]) => value !== undefined && !own.includes(name))
  if (stray) throw new BadInput(`--${stray[0]} does not go with book ${what}`)
}

/** Exit 1: it has errors. Exit 2: it has not even the shape of a book. */
async function check(file: string, json: boolean | undefined): Promise<number> {
  const checked = checkBookFile(file)
  if (typeof checked === 'string') throw new BadInput(`${file} ${checked}`)
  if (json) await printJson(answerOf(file, checked))
  else if (checked.isBook) await printLines(checkLines(file, checked))
  else throw new BadInput(...errorLines(file, checked))
  return checked.book ? 0 : checked.isBook ? 1 : 2
}

const counted = ({ problems }: BookCheck) => {
  const errors = problems.filter(({ level }) => level === 'error').length
  return { errors, warnings: problems.length - errors }
}

const answerOf = (file: string, checked: BookCheck) => ({
  file,
  isBook: checked.isBook,
  id: checked.book?.id ?? null,
  fingerprint: checked.book && fingerprintOf(checked.book),
  ...counted(checked),
  problems: checked.problems,
})

function* checkLines(file: string, checked: BookCheck): Generator<string> {
  const { errors, warnings } = counted(checked)
  for (const problem of checked.problems) yield `${problem.level.padEnd(7)}  ${problemLine(problem)}`
  const [first, second] = [countText(errors, 'error'), countText(warnings, 'warning')]
  const { book } = checked
  yield `${file}: ${book ? `${book.id}, fingerprint ${fingerprintOf(book)}: ` : ''}${first}, ${second}`
}

const countText = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

function writeNew(stray: string | undefined, { from, id, title }: Options<'book'>): Promise<number> {
  if (stray !== undefined) throw new BadInput(`book new writes to standard output: croupier book new > ${stray}`)
  if (from === undefined) throw new BadInput('--from is missing: croupier book new --from TEMPLATE')
  const made = newBook({ from, id, title })
  if (!made.book) throw new BadInput(...errorLines('--id or --title', made))
  return writeBook(made.book)
}

/** Writes a book with the path of the schema, so that an editor completes and explains its fields. */
async function writeBook({ $schema: _, ...book }: Book): Promise<number> {
  const path = relative('.', schemaFile).replaceAll(sep, '/')
  await write(bookText({ $schema: path.startsWith('.') ? path : `./${path}`, ...book }))
  return 0
}
