import './player-round-panel.css'
import { useRef } from 'preact/hooks'
import type { Book } from '../../books/rule-book.ts'
import type { Draw } from '../../engine/draw.ts'
import { zero } from '../../engine/money.ts'
import type { Line } from '../../engine/settlement.ts'
import { spotsOf } from '../../engine/spots.ts'
import type { PlayerRound, PlayerView } from '../../engine/views.ts'
import { money } from '../../words/plain-text.ts'
import { memo } from '../kit/components.tsx'
import { PocketBadge, ResultBadge } from '../kit/pocket.tsx'
import { stageOf, takesBets } from '../kit/stage.ts'
import { common } from '../words/common.ts'
import { clauseName, nouns, reasonText, spotName } from '../words/names.ts'
import { terminal } from '../words/terminal.ts'

type RoundPanelProps = {
  book: Book
  view: PlayerView
  draw: Draw | null
  /** The round that is shown while the layout is empty. */
  result: PlayerRound | null
}

/** The player's stakes on the layout; without any, the result of the last round. */
export const PlayerRoundPanel = memo(function PlayerRoundPanel({ book, view, draw, result }: RoundPanelProps) {
  return (
    <section class="panel terminal-round" aria-live="polite">
      {draw && <DrawFacts book={book} draw={draw} />}
      {result ? <RoundOutcome book={book} view={view} last={result} /> : <OwnWagers book={book} view={view} />}
      <Awarded view={view} />
      {view.funds.owed > 0 && <p class="fine">{terminal.owed(money(view.funds.owed))}</p>}
    </section>
  )
})

/** The last award: while its round is among the last results, or since it was announced here. */
function Awarded({ view: { awards, results } }: { view: PlayerView }) {
  const known = useRef(awards.length)
  const last = awards.at(-1)
  const isRecent = results.some(({ round }) => round === last?.round)
  if (!last || !(isRecent || awards.length > known.current)) return null
  return (
    <p class="terminal-award">
      {terminal.awarded(money(last.amount), last.round)}
      <small>{reasonText(last.reason)}</small>
    </p>
  )
}

function OwnWagers({ book, view }: { book: Book; view: PlayerView }) {
  const { byId } = spotsOf(book, view.layout)
  // In the layout's order: how the service lists them changes when the round is settled, and the ball may still run here.
  const stakes = [...byId.keys()].flatMap((spot) => (view.wagers[spot] ? [[spot, view.wagers[spot]] as const] : []))
  const isInvited = stakes.length === 0 && takesBets(stageOf(view))
  return (
    <>
      <h2 class="caption">{terminal.yourWagers}</h2>
      {isInvited && <p class="fine">{terminal.tapToBet}</p>}
      <ul class="lines terminal-lines">
        {stakes.map(([spot, { stake, outside }]) => (
          <li key={spot} class="apart">
            <span>
              {spotName(book, byId.get(spot)!)}
              {outside && <small class="is-warning">{terminal.outside[outside]}</small>}
            </span>
            <span class="money">{money(stake)}</span>
          </li>
        ))}
        {Object.entries(view.setAside).map(([spot, { stake }]) => (
          <li key={`${spot} aside`} class="apart" data-result="returned">
            <span>
              {spotName(book, byId.get(spot)!)}
              <small>{terminal.setAside}</small>
            </span>
            <span class="money">{money(stake)}</span>
          </li>
        ))}
        {view.imprisoned.map(({ spot, stake, rounds }) => (
          <li key={`${spot} prison ${rounds[0]}`} class="apart" data-result="imprisoned">
            <span>
              {spotName(book, byId.get(spot)!)}
              <small>{terminal.imprisonedSince(rounds[0]!)}</small>
            </span>
            <span class="money">{money(stake)}</span>
          </li>
        ))}
      </ul>
      {view.imprisoned.length > 0 && <p class="fine">{terminal.prisonMeans}</p>}
      {!isInvited && (
        <p class="apart terminal-total">
          <span>{common.total}</span>
          <span class="money">{money(view.funds.staked)}</span>
        </p>
      )}
    </>
  )
}

function RoundOutcome({ book, view, last }: { book: Book; view: PlayerView; last: PlayerRound }) {
  return (
    <>
      <header class="row terminal-outcome">
        <ResultBadge book={book} result={last} />
        <h2 class="caption">{common.round(last.round)}</h2>
      </header>
      <ResultLines book={book} layout={view.layout} lines={last.lines} />
      {last.lines.some(({ result }) => result === 'imprisoned') && <p class="fine">{terminal.prisonMeans}</p>}
      {last.adjusted !== 0 && <p class="fine">{terminal.adjusted(money(last.adjusted))}</p>}
    </>
  )
}

/** Each wager's line: won, lost or returned, what it paid and by which clause. */
export function ResultLines({ book, layout, lines }: { book: Book; layout: string; lines: readonly Line[] }) {
  const { byId } = spotsOf(book, layout)
  const sorted = [...lines].sort((a, b) => b.paid - a.paid || b.stake - a.stake)
  return (
    <ul class="lines terminal-lines">
      {sorted.map((line) => (
        <li key={`${line.spot} ${line.imprisonedIn}`} class="apart" data-result={line.result}>
          <span>
            {byId.has(line.spot) ? spotName(book, byId.get(line.spot)!) : line.spot}
            <small>
              {[money(line.stake), nouns.results[line.result], ...prisonNote(line), ...rulesOf(line)].join(' · ')}
            </small>
          </span>
          <span class="money">{lineAmount(line)}</span>
        </li>
      ))}
    </ul>
  )
}

/** The clause of a line, and winnings that the maximum payout left out. */
const rulesOf = ({ clause, cut }: Line): string[] =>
  cut ? [clauseName(clause), nouns.notPaid(money(cut.amount)), clauseName(cut.clause)] : [clauseName(clause)]

const prisonNote = ({ imprisonedIn }: Line): string[] =>
  imprisonedIn === undefined ? [] : [terminal.imprisonedSince(imprisonedIn)]

function lineAmount({ result, paid, returned, imprisoned = zero, collected }: Line): string {
  switch (result) {
    case 'won':
      return `+${money(paid)}`
    case 'returned':
      return money(returned)
    case 'imprisoned':
      return money(imprisoned)
    case 'lost':
      return `−${money(collected)}`
  }
}

export function DrawFacts({ book, draw: { numbers, links, scatter } }: { book: Book; draw: Draw }) {
  return (
    <div class="list terminal-draw">
      <h2 class="caption">{common.bonusNumbers}</h2>
      <ul>
        {numbers.map((number) => (
          <li key={number}>
            <PocketBadge book={book} pocket={number} />
          </li>
        ))}
      </ul>
      {links.length > 0 && <p>{terminal.superLink(links.join(', '))}</p>}
      {scatter && <p>{common.scatter}</p>}
    </div>
  )
}
