import type { Figures } from '../../engine/figures.ts'
import type { Glance } from '../kit/api.ts'
import { money } from '../kit/money.ts'
import { PhaseRing } from '../kit/phase-ring.tsx'
import { Results } from '../kit/pocket.tsx'
import { stageOf } from '../kit/stage.ts'
import { common } from '../words/common.ts'
import { pit } from '../words/pit.ts'
import type { Desk, TableAtDesk } from './desk.ts'
import { ByRound, inOrder } from './figures.tsx'
import { percent, ratio, theoryText } from './figures-text.ts'
import { isUnder, outsideIn, stakesIn } from './table-facts.ts'

export function Floor({ desk, onOpen }: { desk: Desk; onOpen: (table: string) => void }) {
  const tables = desk.tables.value
  if (tables.length === 0)
    return <p class="pit-blank">{desk.status.value === 'here' ? pit.noTables : common.loading}</p>
  return (
    <>
      <HouseTotals tables={tables} />
      <div class="pit-cards">
        {tables.map((table) => (
          <TableCard key={table.id} table={table} onOpen={() => onOpen(table.id)} />
        ))}
      </div>
      <ByRound tables={tables} seen={inOrder(tables.flatMap((table) => table.seen.value))} />
    </>
  )
}

function HouseTotals({ tables }: { tables: readonly TableAtDesk[] }) {
  const all = tables.flatMap(({ connection }) => connection.view.value?.figures ?? [])
  const sum = (of: (figures: Figures) => number) => all.reduce((total, one) => total + of(one), 0)
  const [handle, win, theoreticalWin] = [
    sum((one) => one.handle),
    sum((one) => one.win),
    sum((one) => one.theoreticalWin),
  ]
  return <FiguresRow figures={{ handle, win, hold: ratio(win, handle), theoreticalWin } as Figures} />
}

/** Handle, win, hold, and what the odds let one expect. */
export function FiguresRow({ figures }: { figures: Figures }) {
  const { handle, win, hold, theoreticalWin } = figures
  const cells = [
    [pit.handle, pit.handleMeans, money(handle), ''],
    [pit.win, pit.winMeans, money(win), ''],
    [pit.theory, pit.theoryMeans, theoryText(theoreticalWin), ''],
    [pit.hold, pit.holdMeans, percent(hold), `${pit.theory} ${percent(ratio(theoreticalWin, handle))}`],
  ]
  return (
    <dl class="pit-figures panel">
      {cells.map(([name, means, value, fine]) => (
        <div key={name} title={means}>
          <dt>{name}</dt>
          <dd>
            {value}
            {fine && <small>{fine}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The same on a card: an amount, and what part of the handle it is. */
function CardFigures({ figures: { handle, win, hold, theoreticalWin } }: { figures: Figures }) {
  const rows = [
    [pit.handle, pit.handleMeans, money(handle), ''],
    [pit.win, pit.winMeans, money(win), percent(hold)],
    [pit.theory, pit.theoryMeans, theoryText(theoreticalWin), percent(ratio(theoreticalWin, handle))],
  ]
  return (
    <dl class="pit-card-figures">
      {rows.map(([name, means, amount, part]) => (
        <div key={name} title={means}>
          <dt>{name}</dt>
          <dd>{amount}</dd>
          <dd title={pit.holdMeans}>{part}</dd>
        </div>
      ))}
    </dl>
  )
}

function TableCard({ table, onOpen }: { table: TableAtDesk; onOpen: () => void }) {
  const view = table.connection.view.value
  const glance = table.glance.value
  return (
    <article class={`pit-card panel${glance.stopped ? ' is-stopped' : ''}`}>
      <header>
        <h2>
          <button type="button" onClick={onOpen} aria-label={pit.openTable(table.name)}>
            {glance.name}
          </button>
        </h2>
        <small class="fine">{setupText(glance)}</small>
      </header>
      {view ? (
        <>
          <div class="pit-card-now">
            <PhaseRing
              stage={stageOf(view)}
              size={36}
              isShort
              fine={view.round === null ? common.noRound : common.round(view.round)}
            />
            <StakesLine table={table} />
          </div>
          <Results book={table.book} results={view.results} count={10} />
          <CardFigures figures={view.figures} />
        </>
      ) : (
        <p class="fine">{common.connecting}</p>
      )}
      <Flags table={table} />
    </article>
  )
}

/** What tells it from other tables of the same title. */
const setupText = ({ book, layout, terminal }: Glance): string =>
  [layout === 'table' ? '' : pit.layout(layout), terminal, book].filter(Boolean).join(' · ')

function StakesLine({ table }: { table: TableAtDesk }) {
  const { players, total } = stakesIn(table.connection.view.value!)
  if (players === 0) return <span class="fine">{pit.nothingStaked}</span>
  return (
    <span class="pit-staked" title={pit.onLayout}>
      {money(total)}
      <small class="fine">{pit.players(players)}</small>
    </span>
  )
}

/** What is out of the ordinary at a table, in words. */
export function Flags({ table }: { table: TableAtDesk }) {
  const view = table.connection.view.value
  const { stopped, wheel } = table.glance.value
  const outside = view ? outsideIn(view) : 0
  const flags = [
    stopped && pit.stopped,
    wheel && !wheel.connected && pit.wheelAway,
    view?.isClosing && (isUnder(view) ? pit.closingSoon : pit.closed),
    outside > 0 && pit.outside(outside),
  ].filter((flag) => typeof flag === 'string')
  if (flags.length === 0) return null
  return (
    <ul class="pit-flags">
      {flags.map((flag) => (
        <li key={flag}>{flag}</li>
      ))}
    </ul>
  )
}
