import type { RuleBook } from '../../books/rule-book.ts'
import type { PlayerRound, PlayerView, Result } from '../../engine/views.ts'
import { colourOf } from '../felt.ts'
import { Button } from '../kit/controls.tsx'
import { ClockIcon } from '../kit/icons.tsx'
import { PocketBadge, ResultBadge } from '../kit/pocket.tsx'
import { type Count, hotAndCold } from '../kit/statistics.ts'
import { common } from '../words/common.ts'
import { terminal } from '../words/terminal.ts'
import { Brief } from './round-panel.tsx'

type SideProps = {
  book: RuleBook
  view: PlayerView
  landing: number | null
  last: PlayerRound | null
  onHistory: () => void
}

/** What came before: the last results as on a board, and how often each number came. */
export function Side({ book, view, landing, last, onHistory }: SideProps) {
  const results = view.results.filter(({ round }) => round !== landing)
  const { hot, cold } = hotAndCold(book, results, 4)
  return (
    <aside class="terminal-side">
      <section class="panel terminal-results">
        <header>
          <h2 class="caption">{common.lastResults}</h2>
          <Button look="quiet" size="small" isIcon label={terminal.history} onPress={onHistory}>
            <ClockIcon size={20} />
          </Button>
        </header>
        {results.length === 0 && <p class="fine">{common.noResults}</p>}
        <ol>
          {results.map((result, index) => (
            <li key={result.round} class={sideOf(book, result)} title={common.round(result.round)}>
              <ResultBadge book={book} result={result} isLatest={index === 0} />
            </li>
          ))}
        </ol>
        <Brief book={book} last={last} />
      </section>
      <section class="panel terminal-hot">
        <h2 class="caption">
          {terminal.hotCold} <span>{terminal.ofLast(results.length)}</span>
        </h2>
        <Counts book={book} title={terminal.hot} counts={hot} />
        <Counts book={book} title={terminal.cold} counts={cold} />
      </section>
    </aside>
  )
}

/** Red to the left, black to the right, green between: the place says the colour too. */
const sideOf = (book: RuleBook, { pocket }: Result): string =>
  pocket === null ? 'is-green' : `is-${colourOf(book, pocket)}`

function Counts({ book, title, counts }: { book: RuleBook; title: string; counts: readonly Count[] }) {
  return (
    <div class="terminal-counts">
      <h3>{title}</h3>
      <ul>
        {counts.map(({ pocket, count }) => (
          <li key={pocket}>
            <PocketBadge book={book} pocket={pocket} />
            <span>{terminal.times(count)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
