import './display.css'
import { useEffect, useMemo } from 'preact/hooks'
import { bookById } from '../../books/index.ts'
import type { DisplayView } from '../../engine/views.ts'
import { connect } from '../kit/connection.ts'
import { ConnectionBanner, Empty } from '../kit/status.tsx'
import type { ScreenProps } from '../main.tsx'
import { common } from '../words/common.ts'
import { DisplayBoard } from './board.tsx'

export default function Display({ table }: ScreenProps) {
  const connection = useMemo(() => connect<DisplayView>(table), [table])
  useEffect(() => () => connection.close(), [connection])
  const view = connection.view.value
  const book = view && bookById(view.book)
  if (connection.status.value === 'unknown-table')
    return (
      <Empty
        title={common.unknownTable}
        text={common.unknownTableMeans}
        action={{ label: common.toLobby, href: '/' }}
      />
    )
  return (
    <>
      <ConnectionBanner connection={connection} />
      {view && book ? (
        <DisplayBoard book={book} view={view} localTime={connection.localTime} />
      ) : (
        <Empty title={common.connecting} />
      )}
    </>
  )
}
