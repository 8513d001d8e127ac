import './pocket.css'
import type { Book, Pocket } from '../../books/rule-book.ts'
import { colourOf } from '../../engine/pocket-colour.ts'
import type { Result } from '../../engine/views.ts'
import { common, shortStages } from '../words/common.ts'
import { nouns, voidReason } from '../words/names.ts'

/** A pocket on its colour; the colour is also said. */
export function PocketBadge({ book, pocket, isLatest }: { book: Book; pocket: Pocket; isLatest?: boolean }) {
  const colour = colourOf(book, pocket)
  const looks = [isLatest ? ' is-latest' : '', pocket.length > 2 ? ' is-long' : '']
  return (
    <span class={`pocket${looks.join('')}`} data-colour={colour}>
      {pocket}
      <span class="only-heard"> {nouns.colours[colour]}</span>
    </span>
  )
}

export function ResultBadge({ book, result, isLatest }: { book: Book; result: Result; isLatest?: boolean }) {
  if (result.pocket !== null && result.void === null)
    return <PocketBadge book={book} pocket={result.pocket} isLatest={isLatest ?? false} />
  return (
    <span class="pocket is-void" title={result.void ? voidReason(book, result.void) : undefined}>
      ×<span class="only-heard"> {shortStages.void}</span>
    </span>
  )
}

type ResultsProps = { book: Book; results: readonly Result[]; count?: number; isCut?: boolean }

/** The last results, the newest first. `isCut`: on one line, as many of them as have room. */
export function Results({ book, results, count = 20, isCut = false }: ResultsProps) {
  if (results.length === 0) return <p class="fine">{common.noResults}</p>
  return (
    <ol class={`flow results${isCut ? ' is-cut' : ''}`} aria-label={common.lastResults}>
      {results.slice(0, count).map((result, index) => (
        <li key={result.round} title={common.round(result.round)}>
          <ResultBadge book={book} result={result} isLatest={index === 0} />
        </li>
      ))}
    </ol>
  )
}
