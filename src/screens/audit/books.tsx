import './audit-page.css'
import { useEffect, useState } from 'preact/hooks'
import type { Edition } from '../../books/edition.ts'
import type { ClauseHome } from '../../books/rule-book.ts'
import type { ClauseFacts } from '../../wire/book-shapes.ts'
import { DataTable, Field, Note } from '../kit/controls.tsx'
import { Select } from '../kit/fields.tsx'
import { fetchHouseBooks, houseBook, houseBooks } from '../kit/house-books.ts'
import { failureText, type Staff } from '../kit/session.ts'
import { useApi } from '../kit/use-api.ts'
import { audit } from '../words/audit.ts'
import { clauseName, editionOf, nouns } from '../words/names.ts'

type ClauseRow = {
  clause: string
  beside: string | null
  means: string
  where: ClauseHome
  why: string
  scenarios: readonly string[]
}

/** Every clause of a document: where it lives in Croupier, and the scenarios that show it. */
export function BooksTab({ who }: { who: Staff }) {
  useEffect(() => void fetchHouseBooks(), [])
  const [first] = houseBooks()
  return first ? <ClausesOfBook who={who} first={first.id} /> : null
}

function ClausesOfBook({ who, first }: { who: Staff; first: string }) {
  const [id, setId] = useState(first)
  const { body, failure } = useApi(who, 'GET /api/books/:house/:name/clauses', { params: paramsOf(id) })
  const [home, setHome] = useState('')
  const [text, setText] = useState('')
  const [isBare, setBare] = useState(false)
  const edition = editionOf(houseBook(id)!)
  const all = (body ?? []).flatMap(flat).map((row) => ({ ...row, ...clauseWords(edition, row) }))
  const shown = all.filter((row) => isSought(row, { home, text, isBare }))
  return (
    <main class="audit-books">
      <div class="flow audit-toolbar">
        <Select
          label={audit.book}
          value={id}
          onInput={setId}
          options={houseBooks().map((book) => ({
            value: book.id,
            label: `${editionOf(book).texts.title} (${book.id})`,
          }))}
        />
        <Select label={audit.where} value={home} onInput={setHome} options={homeOptions()} />
        <Field label={audit.filter} value={text} onInput={setText} />
        <label class="row audit-check">
          <input type="checkbox" checked={isBare} onChange={() => setBare(!isBare)} />
          {audit.onlyBare}
        </label>
      </div>
      {failure && <Note tone="warning" text={failureText(failure)} />}
      <Summary book={edition} rows={body ?? []} />
      <ClauseTable rows={shown} />
    </main>
  )
}

type ClauseFilter = { home: string; text: string; isBare: boolean }

function isSought({ clause, where, means, why, scenarios }: ClauseRow, { home, text, isBare }: ClauseFilter): boolean {
  if ((home !== '' && where !== home) || (isBare && scenarios.length > 0)) return false
  return `${clause} ${means} ${why} ${scenarios.join(' ')}`.toLowerCase().includes(text.trim().toLowerCase())
}

const ClauseTable = ({ rows }: { rows: readonly ClauseRow[] }) => (
  <section class="panel audit-clauses">
    <DataTable
      caption={audit.tabBooks}
      rows={rows}
      rowKey={({ clause }) => clause}
      columns={[
        { title: audit.clause, cell: ({ clause, beside }) => <ClauseCell clause={clause} beside={beside} /> },
        { title: audit.means, cell: ({ means }) => means },
        { title: audit.where, cell: ({ where }) => nouns.homes[where] },
        { title: audit.why, cell: ({ why }) => why },
        { title: audit.scenarios, cell: ({ scenarios }) => <Scenarios paths={scenarios} /> },
      ]}
    />
  </section>
)

const clauseWords = (
  { texts: { clauses, appendices } }: Edition,
  { clause, beside }: ClauseRow,
): Pick<ClauseRow, 'means' | 'why'> => {
  const row =
    beside === null ? clauses.find((one) => one.clause === clause) : appendices.find((one) => one.appendix === clause)
  return { means: row?.means ?? '', why: row?.why ?? '' }
}

const flat = ({ clause, means, where, why, scenarios, appendices = [] }: ClauseFacts): ClauseRow[] => [
  { clause, beside: null, means, where, why, scenarios },
  ...appendices.map((one) => ({ ...one, clause: one.appendix, beside: one.of })),
]

const homeOptions = () => [
  { value: '', label: audit.everywhere },
  ...(Object.keys(nouns.homes) as ClauseHome[]).map((value) => ({ value, label: nouns.homes[value] })),
]

const ClauseCell = ({ clause, beside }: { clause: string; beside: string | null }) => (
  <>
    <b>{/^\d/.test(clause) ? clause : clauseName(clause)}</b>
    {beside && <small>{audit.appendixOf(beside)}</small>}
  </>
)

function Summary({ book, rows }: { book: Edition; rows: readonly ClauseFacts[] }) {
  const { from, until } = book.inForce
  const shown = rows.filter(({ scenarios }) => scenarios.length > 0).length
  const outside = rows.filter(({ where }) => where === 'outside').length
  return (
    <p>
      {audit.clausesTotal(rows.length, shown, outside)}{' '}
      <span class="fine">
        {book.texts.operator},{' '}
        {from ? audit.inForce(from.replace('T', ' '), until?.replace('T', ' ') ?? '') : audit.noDate}
      </span>
    </p>
  )
}

const scenarioName = (path: string): string => path.split('/').at(-1)!.replace('.jsonl', '')

const LISTED_AT_ONCE = 2

function Scenarios({ paths }: { paths: readonly string[] }) {
  if (paths.length === 0) return <span class="fine">{audit.noScenario}</span>
  const list = (
    <ul lang="en">
      {paths.map((path) => (
        <li key={path} title={path}>
          {scenarioName(path)}
        </li>
      ))}
    </ul>
  )
  if (paths.length <= LISTED_AT_ONCE) return <div class="audit-scenarios">{list}</div>
  return (
    <details class="audit-scenarios">
      <summary>{audit.scenarioCount(paths.length)}</summary>
      {list}
    </details>
  )
}

/** The id of a book is the house's name and its own. */
function paramsOf(id: string): { house: string; name: string } {
  const [house, name] = id.split('/') as [string, string]
  return { house, name }
}
