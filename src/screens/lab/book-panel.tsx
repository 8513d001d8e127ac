import './book-panel.css'
import type { Book } from '../../books/rule-book.ts'
import type { BookProblem } from '../../engine/book-path.ts'
import { problemTextIn } from '../../words/naming.ts'
import { capitalise, grouped } from '../../words/plain-text.ts'
import { CheckIcon, WarningIcon } from '../kit/icons.tsx'
import { bookProblems } from '../words/book-problems.ts'
import { lab } from '../words/lab.ts'
import { editionOf } from '../words/names.ts'
import type { OpenedFile } from './lab-desk.ts'

/** The verdict on a file that was opened, and every problem with its place and what would be right. */
export function BookPanel({ file: { name, check }, shown }: { file: OpenedFile; shown: Book }) {
  const { book, errors, warnings, problems } = check
  const left = errors + warnings - problems.length
  return (
    <section class="panel list lab-book" aria-label={lab.bookOpened} data-playable={book !== null}>
      <h2>{book ? `${editionOf(book).texts.title} (${book.id})` : (name ?? capitalise(lab.fromLink))}</h2>
      <p role="status" class="row lab-verdict">
        {book ? <CheckIcon /> : <WarningIcon />}
        <span>
          {book && lab.isBook(name ?? lab.fromLink)}
          {errors > 0 && lab.errors(grouped(errors))}
          {warnings > 0 && ` ${lab.warnings(grouped(warnings))}`}
          {!book && ` ${lab.keeps(editionOf(shown).texts.title)}`}
          {!book && name !== null && ` ${lab.dropAgain}`}
        </span>
      </p>
      {problems.length > 0 && (
        <ol class="list lab-problems" aria-label={lab.problems}>
          {problems.map((problem, index) => (
            <Problem key={index} problem={problem} />
          ))}
        </ol>
      )}
      {left > 0 && <p class="fine">{lab.moreProblems(grouped(left))}</p>}
    </section>
  )
}

function Problem({ problem }: { problem: BookProblem }) {
  const [text, expected] = problemTextIn(bookProblems, problem)
  return (
    <li data-level={problem.level}>
      <code>{problem.at}</code>
      <p>{text}</p>
      <p class="fine">
        {lab.expected} {expected}
      </p>
    </li>
  )
}
