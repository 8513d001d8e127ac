import type { ForesightFacts, PlayerForesight } from '../../engine/foresee.ts'
import { money, signedMoney } from '../../words/plain-text.ts'
import { type DataColumn, DataTable, Note } from '../kit/controls.tsx'
import { common } from '../words/common.ts'
import { pit } from '../words/desk.ts'

type ChangeRow = Pick<PlayerForesight, 'player' | 'change'> & Partial<PlayerForesight>

/** The players whose money changes: the amounts posted now, or the new result of settling the round. */
export function Changes({ facts: { players, settling, returned, house } }: { facts: ForesightFacts }) {
  if (settling.length > 0)
    return <ChangesTable title={pit.settlingThen} change={pit.changeThen} rows={changedRows(settling)} />
  if (players.length === 0) return null
  const rows = changedRows(players)
  // Returned stakes are not a gain, and their amount is shown already.
  if (rows.length === 0 && returned.total > 0) return null
  return <ChangesTable title={pit.whatChanges} change={pit.change} rows={rows} house={house} />
}

const changedRows = (rows: readonly PlayerForesight[]): PlayerForesight[] => rows.filter(({ change }) => change !== 0)

type TableProps = { title: string; change: string; rows: readonly PlayerForesight[]; house?: number }

function ChangesTable({ title, change, rows, house }: TableProps) {
  if (rows.length === 0) return <Note tone="info" text={pit.nobodyChanges} />
  const last: ChangeRow[] =
    house === undefined ? [] : [{ player: pit.house, change: house as PlayerForesight['change'] }]
  return (
    <section>
      <h3 class="caption">{title}</h3>
      <DataTable
        caption={title}
        rows={[...rows, ...last]}
        rowKey={(_, index) => index}
        columns={columnsFor(rows, change)}
      />
    </section>
  )
}

/** A round that is settled for the first time has no earlier result, and usually no player gets into debt. */
function columnsFor(rows: readonly PlayerForesight[], change: string): DataColumn<ChangeRow>[] {
  const isAgain = rows.some(({ before }) => before !== 0)
  const isOwed = rows.some(({ owed }) => owed > 0)
  return [
    { title: common.player, cell: ({ player }) => player },
    ...(isAgain ? [amount(pit.before, ({ before }) => before), amount(pit.after, ({ after }) => after)] : []),
    { title: change, isNumber: true, cell: (row) => <b>{signedMoney(row.change)}</b> },
    ...(isOwed ? [{ title: common.owed, isNumber: true, cell: owedText }] : []),
  ]
}

const amount = (title: string, of: (row: ChangeRow) => number | undefined): DataColumn<ChangeRow> => ({
  title,
  isNumber: true,
  cell: (row) => {
    const value = of(row)
    return value === undefined ? '' : signedMoney(value)
  },
})

const owedText = ({ owed = 0 as never }: ChangeRow) => owed > 0 && money(owed)

/** Whom new limits would have met. */
export function OutsideNote({ facts: { outside } }: { facts: ForesightFacts }) {
  if (outside.length === 0) return null
  const players = new Set(outside.map(({ player }) => player)).size
  return <Note tone="info" text={pit.limitsOutside(outside.length, players)} />
}

/** The returned stakes in words: wagers, players, amounts. */
export const returnedText = ({ returned: { wagers, players, total } }: ForesightFacts): string =>
  wagers === 0 ? pit.noWagers : pit.wagersOf(wagers, players, money(total))
