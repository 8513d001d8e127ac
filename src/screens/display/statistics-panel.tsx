import './display.css'
import './statistics-panel.css'
import type { Book } from '../../books/rule-book.ts'
import { colourCovered, colourOf } from '../../engine/pocket-colour.ts'
import type { Result } from '../../engine/views.ts'
import { capitalise, percent } from '../../words/plain-text.ts'
import { houseSign } from '../kit/house-sign.ts'
import { PocketBadge } from '../kit/pocket.tsx'
import { sectionGroups } from '../kit/section-groups.ts'
import {
  absentIn,
  type Frequency,
  followsIn,
  frequencyOf,
  hotAndCold,
  type PocketCount,
  sleepersIn,
  wheelParts,
} from '../kit/statistics.ts'
import { display } from '../words/display.ts'
import { groupName, nouns } from '../words/names.ts'

/** `hasRoom`: for the numbers that came most and least. */
type StatisticsProps = { book: Book; layout: string; results: readonly Result[]; hasRoom: boolean }

/** The counts beside those expected by chance, and the numbers that came most and least. */
export function Statistics({ book, layout, results, hasRoom }: StatisticsProps) {
  const { of } = frequencyOf(book, results, [])
  return (
    <section class="panel display-statistics" aria-label={display.statistics}>
      <h2>
        {display.statistics} {of > 0 && <small>{display.ofLast(of)}</small>}
      </h2>
      {[coloursIn(book, results), ...groupsIn(book, layout, results)].map((shares) => (
        <Shares key={shares[0]!.name} shares={shares} />
      ))}
      {of > 0 && hasRoom && houseSign.value.shows.hotAndCold && <Often book={book} results={results} />}
      {of === 0 && <p class="display-fine">{display.noStatistics}</p>}
    </section>
  )
}

const PARTS = 4
const SLEEPERS_SHOWN = 5
/** With fewer rounds, statistics of the wheel say nothing. */
const ROUNDS_LEAST = 20

/** The wheel's sections, numbers that are away, repeats and neighbours. */
export function WheelFacts({ book, results }: Pick<StatisticsProps, 'book' | 'results'>) {
  const { order } = book.wheel
  if (frequencyOf(book, results, []).of < ROUNDS_LEAST) return null
  const { repeats, neighbours } = followsIn(order, results)
  const list = sleepersIn(book, results, SLEEPERS_SHOWN)
  const parts = wheelParts(order, PARTS).map((covers) => ({
    kind: 'part',
    name: display.sector(covers[0]!, covers.at(-1)!),
    ...frequencyOf(book, results, covers),
  }))
  const follows = [
    { kind: 'repeats', name: display.repeats, ...repeats },
    { kind: 'neighbours', name: display.neighbours, ...neighbours },
  ]
  return (
    <section class="panel display-statistics display-wheel-facts" aria-label={display.wheel}>
      <Shares shares={parts} />
      <Shares shares={follows} />
      <div class="display-often">
        <h3>{display.sleepers}</h3>
        <ol>
          {list.map(({ pocket, rounds }) => (
            <li key={pocket} class="row">
              <PocketBadge book={book} pocket={pocket} />
              <span>{display.away(rounds)}</span>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

type ShareShown = Pick<Frequency, 'of' | 'share' | 'chance'> & { kind: string; name: string }

const coloursIn = (book: Book, results: readonly Result[]): ShareShown[] =>
  (['red', 'green', 'black'] as const).map((kind) => {
    const covers = book.wheel.pockets.filter((pocket) => colourOf(book, pocket) === kind)
    return { kind, name: capitalise(nouns.colours[kind]), ...frequencyOf(book, results, covers) }
  })

/** The other groups of the layout. */
const groupsIn = (book: Book, layout: string, results: readonly Result[]): ShareShown[][] =>
  sectionGroups(book, layout)
    .filter((group) => group.every(({ covers }) => colourCovered(book, covers) === null))
    .map((group) =>
      group.map((spot) => ({
        kind: spot.kind,
        name: groupName(book, spot),
        ...frequencyOf(book, results, spot.covers),
      })),
    )

const across = (part: number): string => `${part * 100}%`

/** A bar for what came, a mark on it for what chance alone gives. */
const Shares = ({ shares }: { shares: readonly ShareShown[] }) => (
  <dl>
    {shares.map(({ kind, name, share, chance, of }) => (
      <div key={name} data-kind={kind} style={{ '--share': across(share), '--chance': across(chance) }}>
        <dt>{name}</dt>
        <dd>{of > 0 ? percent(share, 0) : '–'}</dd>
      </div>
    ))}
  </dl>
)

const NUMBERS_SHOWN = 4

/** The numbers that came most and least often, and how often a number comes by chance alone. */
function Often({ book, results }: Pick<StatisticsProps, 'book' | 'results'>) {
  const { hot, cold } = hotAndCold(book, results, NUMBERS_SHOWN)
  const often = hot.filter(({ count }) => count > 1)
  const { least, most } = frequencyOf(book, results, [book.wheel.pockets[0]!])
  const absent = absentIn(book, results)
  return (
    <div class="display-often">
      {often.length > 0 && <Numbers title={display.mostOften} book={book} counts={often} />}
      {/* If equally many others came as rarely, naming only some of them would be arbitrary. */}
      {absent.count > NUMBERS_SHOWN ? (
        <section>
          <h3>{display.leastOften}</h3>
          <p>{display.absent(absent.count, Math.round(absent.byChance))}</p>
        </section>
      ) : (
        <Numbers title={display.leastOften} book={book} counts={cold} />
      )}
      <p class="display-fine">
        {display.chanceGives(least, most)} {display.chanceMarks}
      </p>
    </div>
  )
}

const Numbers = ({ title, book, counts }: { title: string; book: Book; counts: readonly PocketCount[] }) => (
  <section>
    <h3>{title}</h3>
    <ol>
      {counts.map(({ pocket, count }) => (
        <li key={pocket} class="row">
          <PocketBadge book={book} pocket={pocket} />
          <span>{display.times(count)}</span>
        </li>
      ))}
    </ol>
  </section>
)
