import { useEffect, useMemo } from 'preact/hooks'
import type { ConsoleView } from '../../wire/audiences.ts'
import { connect } from '../kit/connection.ts'
import { houseBook } from '../kit/house-books.ts'
import { forgetSession, type Staff } from '../kit/session.ts'
import { ForStaff } from '../kit/sign-in.tsx'
import { ConnectionBanner, Empty, NoTable, type ScreenProps } from '../kit/status.tsx'
import { common } from '../words/common.ts'
import { dealer } from '../words/desk.ts'
import { ChooseTable } from './choose-table.tsx'
import { Console } from './console.tsx'

export default function DealerScreen({ table }: ScreenProps) {
  if (table === '')
    return (
      <ForStaff title={dealer.console} means={dealer.means}>
        {(who) => <ChooseTable who={who} />}
      </ForStaff>
    )
  return (
    <ForStaff title={dealer.console} means={dealer.means}>
      {(who) => <AtTable key={`${table} ${who.token}`} table={table} who={who} />}
    </ForStaff>
  )
}

function AtTable({ table, who }: { table: string; who: Staff }) {
  const connection = useMemo(() => connect<ConsoleView>(table, who.token), [table, who.token])
  useEffect(() => connection.close, [connection])
  const status = connection.status.value
  useEffect(() => {
    if (status === 'unknown-token') forgetSession()
  }, [status])
  useEffect(() => {
    document.title = dealer.consoleAt(table)
  }, [table])
  const view = connection.view.value
  const book = view && houseBook(view.book)
  if (status === 'unknown-table') return <NoTable />
  return (
    <>
      <ConnectionBanner connection={connection} />
      {view && book && 'seats' in view ? (
        <Console table={table} who={who} book={book} view={view} connection={connection} />
      ) : (
        <Empty title={common.connecting} />
      )}
    </>
  )
}
