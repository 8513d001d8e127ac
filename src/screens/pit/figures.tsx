import './figures.css'
import './pit-block.css'
import { useState } from 'preact/hooks'
import { holdChance, ROUNDS_MIN } from '../../lab/hold-chance.ts'
import type { FigureSum, HourRow } from '../../wire/floor-shapes.ts'
import { holdSentence } from '../../words/hold-sentence.ts'
import { chanceText, money, signedMoney } from '../../words/plain-text.ts'
import { DataTable, Note } from '../kit/controls.tsx'
import { Select } from '../kit/fields.tsx'
import { houseBook } from '../kit/house-books.ts'
import { failureText, type Staff } from '../kit/session.ts'
import { dayAndTime } from '../kit/time-text.ts'
import { useApi } from '../kit/use-api.ts'
import { common } from '../words/common.ts'
import { holdVerdicts, pit } from '../words/desk.ts'
import { editionOf } from '../words/names.ts'
import { GrowthChart, HourChart } from './charts.tsx'
import { figuresBy, holdText, useHours } from './house-figures.ts'
import { type PitDesk, type TableAtDesk, totalAt } from './pit-desk.ts'
import { ReportPanel } from './report-panel.tsx'

/** Win, hold and theory, per table, game and hour. */
export function FiguresTab({ desk, who }: { desk: PitDesk; who: Staff }) {
  const tables = desk.tables.value
  const [scope, setScope] = useState('all')
  const chosen = tables.filter(
    ({ id, book }) => scope === 'all' || scope === `table ${id}` || scope === `game ${book.id}`,
  )
  const { hours, failure } = useHours(
    chosen.map(({ id }) => id),
    who.token,
  )
  const house = desk.figures.value
  const total = scopeTotal(desk, scope)
  return (
    <div class="pit-figures-tab">
      <div class="flow pit-toolbar">
        <Select label={pit.scope} value={scope} onInput={setScope} options={scopesOf(tables)} />
        {total && <ChanceNote total={total} />}
      </div>
      {failure && <Note tone="warning" text={failureText(failure)} />}
      {chosen.length === 1 ? (
        <ByRound key={chosen[0]!.id} table={chosen[0]!.id} token={who.token} />
      ) : (
        <GrowthChart title={pit.growth} rows={hours} total={total} />
      )}
      <HourChart title={pit.byHourTitle} rows={hours} />
      {hours && hours.length > 0 && <SumTable title={pit.byHourTitle} first={pit.hourColumn} rows={hourRows(hours)} />}
      <ReportPanel who={who} />
      <SumTable
        title={pit.byTable}
        first={common.table}
        rows={tables.flatMap(({ id, name }) => {
          const sum = totalAt(desk, id)
          return sum ? [{ name, sum }] : []
        })}
        fine={pit.sinceOpened}
      />
      <SumTable
        title={pit.byGame}
        first={pit.gameColumn}
        rows={(house?.games ?? []).map(({ book, total: sum }) => ({ name: gameName(book), sum }))}
        fine={pit.sinceOpened}
      />
    </div>
  )
}

function gameName(id: string): string {
  const book = houseBook(id)
  return book ? `${editionOf(book).texts.title} (${id})` : id
}

function scopesOf(tables: readonly TableAtDesk[]) {
  const games = new Map(tables.map(({ book }) => [book.id, book]))
  return [
    { value: 'all', label: pit.allTables },
    ...[...games.values()].map((book) => ({ value: `game ${book.id}`, label: pit.game(gameName(book.id)) })),
    ...tables.map(({ id, name }) => ({ value: `table ${id}`, label: name })),
  ]
}

function scopeTotal({ figures: { value: house } }: PitDesk, scope: string): FigureSum | null {
  if (!house) return null
  if (scope === 'all') return house.total
  const found =
    house.tables.find(({ table }) => scope === `table ${table}`) ??
    house.games.find(({ book }) => scope === `game ${book}`)
  return found?.total ?? null
}

const hourRows = (hours: readonly HourRow[]): SumRow[] =>
  hours.map((hour) => ({ name: dayAndTime(hour.from), sum: hour })).reverse()

function ByRound({ table, token }: { table: string; token: string }) {
  const { body } = useApi({ token }, 'GET /api/tables/:id/figures', figuresBy(table, 'round'))
  const rows = body?.by === 'round' ? [...body.figures].reverse() : null
  return <GrowthChart title={pit.byRound} rows={rows} total={body?.total ?? null} />
}

/** The meaning of the hold, and its limits. */
function ChanceNote({ total }: { total: FigureSum }) {
  const chance = holdChance(total)
  const { verdict } = chance
  const text = holdSentence(chance, total.staked, ROUNDS_MIN, pit)
  return <Note tone={verdict === 'unusual' || verdict === 'very-unusual' ? 'warning' : 'info'} text={text} />
}

type SumRow = { name: string; sum: FigureSum }
type SumTableProps = { title: string; first: string; rows: readonly SumRow[]; fine?: string }

function SumTable({ title, first, rows, fine }: SumTableProps) {
  return (
    <section class="panel pit-block is-wide">
      <h2>
        {title} {fine && <span class="fine">{fine}</span>}
      </h2>
      <DataTable
        caption={title}
        rows={rows}
        rowKey={({ name }) => name}
        empty={pit.noRecent}
        columns={[
          { title: first, cell: ({ name }) => name },
          { title: pit.rounds, isNumber: true, cell: ({ sum }) => sum.rounds },
          { title: pit.handle, isNumber: true, cell: ({ sum }) => money(sum.handle) },
          { title: pit.win, isNumber: true, cell: ({ sum }) => money(sum.win) },
          { title: pit.theory, isNumber: true, cell: ({ sum }) => money(sum.theoreticalWin) },
          { title: pit.difference, isNumber: true, cell: ({ sum }) => signedMoney(sum.win - sum.theoreticalWin) },
          { title: pit.hold, isNumber: true, cell: ({ sum }) => holdText(sum.hold) },
          { title: pit.theoreticalHold, isNumber: true, cell: ({ sum }) => holdText(sum.theoreticalHold) },
          { title: pit.chance, cell: ({ sum }) => <ChanceWord sum={sum} /> },
        ]}
      />
    </section>
  )
}

/** In a word, whether chance explains the hold. */
export function ChanceWord({ sum }: { sum: FigureSum }) {
  const { verdict, p } = holdChance(sum)
  return (
    <span class="pit-chance" data-verdict={verdict} title={verdict === 'none' ? undefined : pit.chanceP(chanceText(p))}>
      {holdVerdicts[verdict]}
    </span>
  )
}
