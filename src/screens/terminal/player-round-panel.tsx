import './player-round-panel.css'
import { useMemo, useRef } from 'preact/hooks'
import type { Book } from '../../books/rule-book.ts'
import type { Draw } from '../../engine/draw.ts'
import { subtract, zero } from '../../engine/money.ts'
import type { Line } from '../../engine/settlement.ts'
import { spotsOf } from '../../engine/spots.ts'
import type { PlayerRound, PlayerView } from '../../engine/views.ts'
import { money, signedMoney } from '../../words/plain-text.ts'
import { memo } from '../kit/components.tsx'
import { houseSign } from '../kit/house-sign.ts'
import { PocketBadge, ResultBadge } from '../kit/pocket.tsx'
import { useRoomForRows } from '../kit/room-for-rows.ts'
import { shownStage, takesBets } from '../kit/stage.ts'
import { useWholeRows } from '../kit/whole-rows.ts'
import { common } from '../words/common.ts'
import { clauseName, nouns, reasonText, spotName } from '../words/names.ts'
import { terminal } from '../words/terminal.ts'
import { groupNumbers, type NumberGroup, ownNumbers } from './own-numbers.ts'
import type { Seat } from './seat.ts'
import { TableStakes } from './table-stakes.tsx'

type RoundPanelProps = {
  book: Book
  view: PlayerView
  seat: Seat
  draw: Draw | null
  /** The round that is shown while the layout is empty. */
  result: PlayerRound | null
}

/** The player's stakes on the layout; without any, the result of the last round. */
export const PlayerRoundPanel = memo(function PlayerRoundPanel({ book, view, seat, draw, result }: RoundPanelProps) {
  return (
    <section class="panel terminal-round" aria-live="polite">
      {draw && <DrawFacts book={book} draw={draw} />}
      {result ? (
        <RoundOutcome book={book} view={view} last={result} />
      ) : (
        <OwnChips book={book} view={view} seat={seat} />
      )}
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

/**
 * The player's wagers. After no more bets also what each number would pay, and by choice of the house the stakes of all
 * players.
 */
function OwnChips({ book, view, seat }: { book: Book; view: PlayerView; seat: Seat }) {
  const { wagers, draw, limits, phase } = view
  const isRunning = phase === 'betting-closed'
  const groups = useMemo(
    () => (isRunning ? groupNumbers(ownNumbers(book, view)) : []),
    [book, wagers, draw, limits, isRunning],
  )
  const hasTable = isRunning && houseSign.value.shows.stakes
  const hasOwn = !hasTable || view.funds.staked > 0
  return (
    <div class={`terminal-own${groups.length > 0 ? ' has-numbers' : ''}${hasTable ? ' has-table' : ''}`}>
      {hasOwn && (
        <div class="terminal-own-wagers">
          <OwnWagers book={book} view={view} />
        </div>
      )}
      {groups.length > 0 && <OwnNumbers key={view.round} book={book} view={view} groups={groups} />}
      {hasTable && <TableStakes key={view.round} book={book} view={view} seat={seat} />}
    </div>
  )
}

/** The most rows. One row covers all further groups, which pay less. */
const GROUPS_SHOWN = 6

/** The most badges of one group: it takes a line or two. */
const POCKETS_SHOWN = 6

const countOf = (groups: readonly NumberGroup[]): number =>
  groups.reduce((count, { pockets }) => count + pockets.length, 0)

type OwnNumbersProps = { book: Book; view: PlayerView; groups: readonly NumberGroup[] }

function OwnNumbers({ book, view, groups }: OwnNumbersProps) {
  const { table, shown } = useRoomForRows(groups.length, GROUPS_SHOWN)
  const further = groups.slice(shown)
  const others = view.wheelOrder.length - countOf(groups)
  return (
    <table class="terminal-numbers" ref={table}>
      <thead>
        <tr>
          <th class="caption">{terminal.yourNumbers}</th>
          <th class="money">{terminal.paysLabel}</th>
          <th class="money">{terminal.net}</th>
        </tr>
      </thead>
      <tbody>
        {groups.slice(0, shown).map(({ pockets, paid, net }) => (
          <tr key={pockets[0]}>
            <td>
              <span class="flow">
                {pockets.slice(0, POCKETS_SHOWN).map((pocket) => (
                  <PocketBadge key={pocket} book={book} pocket={pocket} />
                ))}
                {pockets.length > POCKETS_SHOWN && <span class="fine">+{pockets.length - POCKETS_SHOWN}</span>}
              </span>
            </td>
            <td class="money">{money(paid)}</td>
            <td class="money">{signedMoney(net)}</td>
          </tr>
        ))}
        {further.length > 0 && (
          <tr>
            <td class="fine">{terminal.moreNumbers(countOf(further))}</td>
            <td class="money">{terminal.upTo(money(further[0]!.paid))}</td>
            <td class="money">{terminal.upTo(signedMoney(Math.max(...further.map(({ net }) => net))))}</td>
          </tr>
        )}
        {others > 0 && (
          <tr>
            <td class="fine">{terminal.otherNumbers}</td>
            <td />
            <td class="money">{signedMoney(subtract(zero, view.funds.staked))}</td>
          </tr>
        )}
      </tbody>
    </table>
  )
}

function OwnWagers({ book, view }: { book: Book; view: PlayerView }) {
  const frame = useWholeRows<HTMLUListElement>()
  const { byId } = spotsOf(book, view.layout)
  // In the layout's order: how the service lists them changes when the round is settled, and the ball may still run here.
  const stakes = [...byId.keys()].flatMap((spot) => (view.wagers[spot] ? [[spot, view.wagers[spot]] as const] : []))
  const isInvited = stakes.length === 0 && takesBets(shownStage(view))
  return (
    <>
      <h2 class="caption">{terminal.yourWagers}</h2>
      {isInvited && <p class="fine">{terminal.tapToBet}</p>}
      <ul class="lines terminal-lines" ref={frame}>
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
  const frame = useWholeRows<HTMLUListElement>()
  const { byId } = spotsOf(book, layout)
  const sorted = [...lines].sort((a, b) => b.paid - a.paid || b.stake - a.stake)
  return (
    <ul class="lines terminal-lines" ref={frame}>
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
