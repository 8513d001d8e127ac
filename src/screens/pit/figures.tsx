import { useSignal } from '@preact/signals'
import { useState } from 'preact/hooks'
import { Button, DataTable, Note } from '../kit/controls.tsx'
import { money } from '../kit/money.ts'
import { failureText, type Staff } from '../kit/session.tsx'
import { pit } from '../words/pit.ts'
import type { Desk, TableAtDesk } from './desk.ts'
import { Select } from './fields.tsx'
import { dayAndTime, percent, ratio, signedTheory, theoryText } from './figures-text.ts'
import { Plot } from './plot.tsx'
import { readJournal } from './read-journal.ts'
import { byHour, growth, type Seen, type Sum, together } from './seen.ts'

/** Win, hold and theory, per table, game and hour. */
export function FiguresTab({ desk, who }: { desk: Desk; who: Staff }) {
  const tables = desk.tables.value
  const [scope, setScope] = useState('all')
  const chosen = tables.filter(
    ({ id, book }) => scope === 'all' || scope === `table ${id}` || scope === `game ${book.id}`,
  )
  const seen = inOrder(chosen.flatMap((table) => table.seen.value))
  return (
    <div class="pit-figures-tab">
      <div class="pit-toolbar">
        <Select label={pit.scope} value={scope} onInput={setScope} options={scopesOf(tables)} />
        <SourceNote desk={desk} who={who} seen={seen} />
      </div>
      <ByRound tables={chosen} seen={seen} />
      <ByHour seen={seen} />
      <SumTable
        title={pit.byTable}
        first={pit.tableColumn}
        rows={tables.map((table) => ({ name: table.name, sum: totalOf(table) }))}
        fine={pit.sinceOpened}
      />
      <SumTable title={pit.byGame} first={pit.gameColumn} rows={byGame(tables)} fine={pit.sinceOpened} />
    </div>
  )
}

function scopesOf(tables: readonly TableAtDesk[]) {
  const games = new Map(tables.map(({ book }) => [book.id, book]))
  return [
    { value: 'all', label: pit.allTables },
    ...[...games.values()].map((book) => ({ value: `game ${book.id}`, label: pit.game(`${book.title} (${book.id})`) })),
    ...tables.map(({ id, name }) => ({ value: `table ${id}`, label: name })),
  ]
}

/** As they happened; those whose time nobody knows were before. */
export const inOrder = (seen: Seen): Seen => [...seen].sort((a, b) => (a.at ?? 0) - (b.at ?? 0))

const totalOf = ({ connection }: TableAtDesk): Sum => {
  const view = connection.view.value
  if (!view) return { rounds: 0, handle: 0, win: 0, theory: 0 }
  const { handle, win, theoreticalWin } = view.figures
  return { rounds: view.recent[0]?.round ?? 0, handle, win, theory: theoreticalWin }
}

const byGame = (tables: readonly TableAtDesk[]) =>
  [...Map.groupBy(tables, ({ book }) => book.id)].map(([id, those]) => ({
    name: `${those[0]!.book.title} (${id})`,
    sum: together(those.map(totalOf)),
  }))

const HEIGHT = 240

export function ByRound({ tables, seen }: { tables: readonly TableAtDesk[]; seen: Seen }) {
  const points = growth(seen, together(tables.map(totalOf)))
  return (
    <section class="panel pit-block">
      <h2>{pit.byRound}</h2>
      {points.length === 0 ? (
        <p class="fine">{pit.nothingYet}</p>
      ) : (
        <Plot
          label={pit.chartLabel(pit.byRound)}
          height={HEIGHT}
          xLabel={pit.roundAxis}
          x={tables.length === 1 ? points.map(({ round }) => round) : points.map((_, index) => index + 1)}
          lines={[
            { label: pit.win, colour: '--brass', as: 'line', values: points.map(({ win }) => win) },
            { label: pit.theory, colour: '--info', as: 'line', values: points.map(({ theory }) => theory) },
          ]}
        />
      )}
    </section>
  )
}

function ByHour({ seen }: { seen: Seen }) {
  const hours = byHour(seen)
  if (hours.length === 0)
    return (
      <section class="panel pit-block">
        <h2>{pit.byHourTitle}</h2>
        <p class="fine">{pit.nothingTimed}</p>
      </section>
    )
  return (
    <>
      <section class="panel pit-block">
        <h2>{pit.byHourTitle}</h2>
        <Plot
          label={pit.chartLabel(pit.byHourTitle)}
          height={HEIGHT}
          xLabel={pit.hourColumn}
          isTime
          x={hours.map(({ hour }) => hour / 1000)}
          lines={[
            { label: pit.win, colour: '--brass', as: 'bars', values: hours.map(({ sum }) => sum.win) },
            { label: pit.theory, colour: '--info', as: 'marks', values: hours.map(({ sum }) => sum.theory) },
          ]}
        />
      </section>
      <SumTable
        title={pit.byHourTitle}
        first={pit.hourColumn}
        rows={[...hours].reverse().map(({ hour, sum }) => ({ name: dayAndTime(hour), sum }))}
      />
    </>
  )
}

type SumRow = { name: string; sum: Sum }

function SumTable({
  title,
  first,
  rows,
  fine,
}: {
  title: string
  first: string
  rows: readonly SumRow[]
  fine?: string
}) {
  return (
    <section class="panel pit-block is-wide">
      <h2>
        {title} {fine && <small class="fine">{fine}</small>}
      </h2>
      <DataTable
        caption={title}
        rows={rows}
        rowKey={({ name }) => name}
        columns={[
          { title: first, cell: ({ name }) => name },
          { title: pit.rounds, isNumber: true, cell: ({ sum }) => sum.rounds },
          { title: pit.handle, isNumber: true, cell: ({ sum }) => money(sum.handle) },
          { title: pit.win, isNumber: true, cell: ({ sum }) => money(sum.win) },
          { title: pit.theory, isNumber: true, cell: ({ sum }) => theoryText(sum.theory) },
          { title: pit.difference, isNumber: true, cell: ({ sum }) => signedTheory(sum.win - sum.theory) },
          { title: pit.hold, isNumber: true, cell: ({ sum }) => percent(ratio(sum.win, sum.handle)) },
          {
            title: pit.theoreticalHold,
            isNumber: true,
            cell: ({ sum }) => percent(ratio(sum.theory, sum.handle)),
          },
        ]}
      />
    </section>
  )
}

// Where it comes from -------------------------------------------------------------------------------------------------

const mayReadJournals = ({ role }: Staff): boolean => ['shift-manager', 'auditor', 'administrator'].includes(role)

/** Says what is drawn and what is missing; who may read the journals can fill it in. */
export function SourceNote({ desk, who, seen }: { desk: Desk; who: Staff; seen: Seen }) {
  const progress = useSignal<string | null>(null)
  const trouble = useSignal<string | null>(null)
  const timed = seen.filter(({ at }) => at !== null).length
  const isWhole = seen.length > 0 && timed === seen.length
  const readAll = async () => {
    trouble.value = null
    for (const table of desk.tables.peek()) {
      const failed = await readJournal(table, who.token, (entries) => {
        progress.value = pit.reading(table.name, entries)
      })
      if (failed) trouble.value = failureText(failed)
    }
    progress.value = null
  }
  return (
    <div class="pit-source">
      <p class="fine">
        {isWhole ? pit.sourceJournal(seen.length) : `${pit.source(seen.length, timed)} ${pit.sourceLimits}`}
        {!isWhole && !mayReadJournals(who) && ` ${pit.readJournalsWho}`}
      </p>
      {mayReadJournals(who) && (
        <Button size="small" disabled={progress.value !== null} onPress={() => void readAll()}>
          {progress.value ?? pit.readJournals}
        </Button>
      )}
      {trouble.value && <Note tone="warning" text={trouble.value} />}
    </div>
  )
}
