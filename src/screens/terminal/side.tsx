import './side.css'
import type { Signal } from '@preact/signals'
import type { Book } from '../../books/rule-book.ts'
import { colourOf } from '../../engine/pocket-colour.ts'
import type { Result } from '../../engine/views.ts'
import { memo } from '../kit/components.tsx'
import { Button } from '../kit/controls.tsx'
import { houseSign } from '../kit/house-sign.ts'
import { BarsIcon, ClockIcon } from '../kit/icons.tsx'
import { PocketBadge, ResultBadge } from '../kit/pocket.tsx'
import { hotAndCold, isEnough, type PocketCount } from '../kit/statistics.ts'
import { useRounds } from '../kit/use-rounds.ts'
import { ZoomButtons } from '../kit/zoom.tsx'
import { common } from '../words/common.ts'
import { terminal } from '../words/terminal.ts'
import type { DialogName } from './action-bar.tsx'
import type { Seat } from './seat.ts'

type SideProps = {
  book: Book
  results: readonly Result[]
  seat: Seat
  zoom: Signal<number>
  onDialog: (name: DialogName) => void
}

/** Earlier rounds: the last results as on a board, and the count of each number. */
export const Side = memo(function Side({ book, results, seat, zoom, onDialog }: SideProps) {
  return (
    <aside class="column terminal-side">
      <section class="panel terminal-results">
        <header class="apart">
          <h2 class="caption">{common.lastResults}</h2>
          <Button look="quiet" isIcon label={terminal.statistics} onPress={() => onDialog('statistics')}>
            <BarsIcon size={20} />
          </Button>
          <Button look="quiet" isIcon label={terminal.history} onPress={() => onDialog('history')}>
            <ClockIcon size={20} />
          </Button>
        </header>
        <ol class="by-colour" aria-label={common.lastResults}>
          {results.map((result, index) => (
            <li key={result.round} class={sideOf(book, result)} title={common.round(result.round)}>
              <ResultBadge book={book} result={result} isLatest={index === 0} />
            </li>
          ))}
        </ol>
        <ZoomButtons zoom={zoom} />
      </section>
      {houseSign.value.shows.hotAndCold && <HotAndCold book={book} results={results} seat={seat} />}
    </aside>
  )
})

/** Rounds that hot and cold are of. */
const COUNTED = 100

const NUMBERS_SHOWN = 3

/** Numbers are counted from as many rounds on as there are numbers: before that nearly all are cold. */
function HotAndCold({ book, results: latest, seat }: Pick<SideProps, 'book' | 'results' | 'seat'>) {
  const { rounds: results } = useRounds({ ...seat, last: COUNTED }, latest)
  const { hot, cold } = hotAndCold(book, results, NUMBERS_SHOWN)
  const isTold = isEnough(book, results)
  return (
    <section class="panel terminal-hot">
      <h2 class="caption">
        {terminal.hotCold}{' '}
        <span>{isTold ? terminal.ofLast(results.length) : terminal.fromRounds(book.wheel.pockets.length)}</span>
      </h2>
      {isTold && <Counts book={book} title={terminal.hot} counts={hot} />}
      {isTold && <Counts book={book} title={terminal.cold} counts={cold} />}
    </section>
  )
}

/** Red to the left, black to the right, green between: the place says the colour too. */
const sideOf = (book: Book, { pocket }: Result): string =>
  pocket === null ? 'is-green' : `is-${colourOf(book, pocket)}`

function Counts({ book, title, counts }: { book: Book; title: string; counts: readonly PocketCount[] }) {
  return (
    <div class="terminal-counts">
      <h3>{title}</h3>
      <ul class="lines">
        {counts.map(({ pocket, count }) => (
          <li key={pocket} class="apart">
            <PocketBadge book={book} pocket={pocket} />
            <span class="fine">{terminal.times(count)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
