import './figure-list.css'
import './pit-floor.css'
import './pit-block.css'
import type { Figures } from '../../engine/figures.ts'
import type { TablePlace } from '../../wire/alarm.ts'
import type { FigureSum } from '../../wire/floor-shapes.ts'
import { capitalise, money } from '../../words/plain-text.ts'
import { type Fact, Facts } from '../kit/controls.tsx'
import { PhaseRing, timesOf } from '../kit/phase-ring.tsx'
import { Results } from '../kit/pocket.tsx'
import type { Staff } from '../kit/session.ts'
import { shownStage } from '../kit/stage.ts'
import { clock } from '../kit/time-text.ts'
import { stakedIn } from '../staff/payouts.ts'
import { isUnderWay } from '../staff/stacks.ts'
import { common, roundName, stopText } from '../words/common.ts'
import { moveReasonText, pit } from '../words/desk.ts'
import { lobby } from '../words/lobby.ts'
import { editionOf } from '../words/names.ts'
import { HourChart } from './charts.tsx'
import { ChanceWord } from './figures.tsx'
import { holdText, ratio, useHours } from './house-figures.ts'
import { isStopped, type PitDesk, type TableAtDesk, totalAt } from './pit-desk.ts'
import { outsideIn } from './table-facts.ts'

export function Floor({ desk, who, onOpen }: { desk: PitDesk; who: Staff; onOpen: (table: string) => void }) {
  const tables = byAttention(desk)
  if (tables.length === 0) return <p class="blank">{blankText[desk.status.value]()}</p>
  return (
    <>
      <HouseTotals desk={desk} />
      <div class="pit-cards">
        {tables.map((table) => (
          <TableCard
            key={table.id}
            table={table}
            total={totalAt(desk, table.id)}
            place={nodePlace(desk, table.id)}
            onOpen={() => onOpen(table.id)}
          />
        ))}
      </div>
      <HouseChart tables={tables} token={who.token} />
    </>
  )
}

/** Tables where something waits come first, the most urgent above; the others stay as they are. */
function byAttention({ tables, queue }: PitDesk): readonly TableAtDesk[] {
  const urgency = (id: string) => {
    const at = queue.value.findIndex(({ table }) => table === id)
    return at < 0 ? Number.MAX_SAFE_INTEGER : at
  }
  return tables.value.toSorted((a, b) => urgency(a.id) - urgency(b.id))
}

const blankText = { opening: () => common.loading, here: () => common.noTables, away: () => common.serviceAway }

function HouseChart({ tables, token }: { tables: readonly TableAtDesk[]; token: string }) {
  const { hours } = useHours(
    tables.map(({ id }) => id),
    token,
  )
  return <HourChart title={pit.houseByHour} rows={hours} />
}

function HouseTotals({ desk: { tables, figures } }: { desk: PitDesk }) {
  const all = tables.value.flatMap(({ connection }) => connection.view.value?.figures ?? [])
  const sum = (of: (figures: Figures) => number) => all.reduce((total, one) => total + of(one), 0)
  const [handle, win, theoreticalWin] = [
    sum((one) => one.handle),
    sum((one) => one.win),
    sum((one) => one.theoreticalWin),
  ]
  const now = { handle, win, hold: ratio(win, handle), theoreticalWin } as Figures
  return <FiguresRow figures={now} total={figures.value?.total ?? null} />
}

/** Handle, win, hold, and what the odds let one expect. `total`: the same as it was counted last, with its chance. */
export function FiguresRow({ figures, total }: { figures: Figures; total: FigureSum | null }) {
  const { handle, win, hold, theoreticalWin } = figures
  const facts: Fact[] = [
    [pit.handle, money(handle), pit.handleMeans],
    [pit.win, money(win), pit.winMeans],
    [pit.theory, money(theoreticalWin), pit.theoryMeans],
    [pit.hold, holdText(hold), pit.holdMeans],
    [pit.theoreticalHold, holdText(ratio(theoreticalWin, handle)), pit.theoryMeans],
  ]
  const chance: Fact[] = total ? [[pit.chance, <ChanceWord sum={total} />]] : []
  return <Facts class="pit-figures panel" facts={[...facts, ...chance]} />
}

/** The same on a card: an amount, and what part of the handle it is. */
function CardFigures({ figures, total }: { figures: Figures; total: FigureSum | null }) {
  const { handle, win, hold, theoreticalWin } = figures
  const rows = [
    [pit.handle, pit.handleMeans, money(handle), ''],
    [pit.win, pit.winMeans, money(win), holdText(hold)],
    [pit.theory, pit.theoryMeans, money(theoreticalWin), holdText(ratio(theoreticalWin, handle))],
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
      <div>
        <dt>{pit.chance}</dt>
        <dd class="is-wide">{total && <ChanceWord sum={total} />}</dd>
      </div>
    </dl>
  )
}

type CardProps = { table: TableAtDesk; total: FigureSum | null; place: TablePlace | null; onOpen: () => void }

function TableCard({ table, total, place, onOpen }: CardProps) {
  const view = table.connection.view.value
  const glance = table.glance.value
  return (
    <article class={`pit-card panel${isStopped(table) ? ' is-stopped' : ''}`}>
      <header>
        <h2>
          <button type="button" class="choice one-line" onClick={onOpen} aria-label={pit.openTable(table.name)}>
            {glance.short}
          </button>
        </h2>
        <small>{gameText(table)}</small>
        {place && <small>{nodePlaceText(place)}</small>}
      </header>
      {view ? (
        <>
          <div class="apart">
            <PhaseRing
              stage={shownStage(view)}
              size={36}
              isShort
              fine={roundName(view.round)}
              {...timesOf(view, table.connection.localTime)}
            />
            <StakesLine table={table} />
          </div>
          <Results book={table.book} results={view.results} count={10} isCut />
          <CardFigures figures={view.figures} total={total} />
        </>
      ) : (
        <p class="fine">{common.connecting}</p>
      )}
      <Flags table={table} />
    </article>
  )
}

/** The game and what tells it from others of its title: version, and layout and terminal where there is a choice. */
export function gameText({ book, glance }: TableAtDesk): string {
  const { layout, terminal } = glance.value
  const kind = terminal && capitalise(terminal)
  return [
    editionOf(book).texts.title,
    lobby.version(book.version),
    layout === 'table' ? null : lobby.layout(layout),
    kind,
  ]
    .filter(Boolean)
    .join(' · ')
}

export const nodePlace = ({ places }: PitDesk, id: string): TablePlace | null =>
  places.value.find(({ table }) => table === id) ?? null

/** The node of a table; after a move, also the time and the reason. */
export const nodePlaceText = ({ node, since, moved }: TablePlace): string =>
  moved === null ? pit.atNode(node) : pit.movedToNode(node, clock(since), moveReasonText(moved))

function StakesLine({ table }: { table: TableAtDesk }) {
  const { players, total } = stakedIn(table.connection.view.value!.seats)
  if (players === 0) return <span class="fine">{pit.nothingStaked}</span>
  return (
    <span class="pit-staked" title={common.onLayout}>
      {money(total)}
      <small>{pit.players(players)}</small>
    </span>
  )
}

/** The irregular facts of a table, in words. */
export function Flags({ table }: { table: TableAtDesk }) {
  const view = table.connection.view.value
  const wheel = view?.wheel
  const outside = view ? outsideIn(view) : 0
  const flags = [
    isStopped(table) && pit.stopped,
    wheel && !wheel.connected && pit.wheelAway,
    view?.gamingStop && stopText(view.gamingStop, view.phase),
    view?.isClosing && (isUnderWay(view) ? pit.closingSoon : pit.closed),
    outside > 0 && pit.outside(outside),
    view?.isOutOfForce && pit.outOfForce,
    view?.leave && pit.leaveGiven,
    table.glance.value.plannedLimits !== null && pit.limitsPlanned,
  ].filter((flag) => typeof flag === 'string')
  if (flags.length === 0) return null
  return (
    <ul class="flow pit-flags">
      {flags.map((flag) => (
        <li key={flag}>{flag}</li>
      ))}
    </ul>
  )
}
