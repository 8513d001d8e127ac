import { useEffect, useMemo } from 'preact/hooks'
import type { WallView } from '../../wire/audiences.ts'
import { connect } from '../kit/connection.ts'
import { houseBook } from '../kit/house-books.ts'
import { houseSign } from '../kit/house-sign.ts'
import { ConnectionBanner, Empty, NoTable, type ScreenProps } from '../kit/status.tsx'
import { useTableName } from '../kit/use-api.ts'
import { common } from '../words/common.ts'
import { DisplayBoard } from './board.tsx'

export default function Display({ table }: ScreenProps) {
  const connection = useMemo(() => connect<WallView>(table), [table])
  useEffect(() => () => connection.close(), [connection])
  const view = connection.view.value
  const book = view && houseBook(view.book)
  const name = useTableName(table, connection.status.value === 'live')
  const sign = houseSign.value
  if (connection.status.value === 'unknown-table') return <NoTable />
  return (
    <>
      <ConnectionBanner connection={connection} />
      {view && book ? (
        <DisplayBoard
          table={table}
          book={book}
          view={view}
          name={[sign.name, name ?? []].flat().join(' · ')}
          localTime={connection.localTime}
        />
      ) : (
        <Empty title={common.connecting} />
      )}
    </>
  )
}
