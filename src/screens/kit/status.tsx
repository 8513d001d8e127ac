import './status.css'
import { useEffect, useState } from 'preact/hooks'
import { common } from '../words/common.ts'
import type { Connection } from './connection.ts'
import { Button } from './controls.tsx'
import { PlugIcon, WarningIcon } from './icons.tsx'

/** Says at once that the connection is gone and comes back by itself, or that the table is stopped. */
export function ConnectionBanner({
  connection,
}: {
  connection: Pick<Connection<unknown>, 'status' | 'lostSince' | 'retry'>
}) {
  const status = connection.status.value
  if (status === 'stopped')
    return (
      <div class="connection" role="alert">
        <WarningIcon size={40} />
        <strong>{common.stopped}</strong>
        <span>{common.stoppedMeans}</span>
      </div>
    )
  if (status === 'moving')
    return (
      <div class="connection" role="alert">
        <PlugIcon size={40} />
        <strong>{common.moving}</strong>
        <span>{common.movingMeans}</span>
      </div>
    )
  if (status !== 'lost') return null
  return (
    <div class="connection" role="alert">
      <PlugIcon size={40} />
      <strong>
        {common.connectionLost} <TimeSince time={connection.lostSince.value} />
      </strong>
      <span>{common.connectionLostMeans}</span>
      <Button onPress={connection.retry}>{common.retry}</Button>
    </div>
  )
}

function TimeSince({ time }: { time: number | null }) {
  const [now, setNow] = useState(Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  if (time === null) return null
  const seconds = Math.max(0, Math.floor((now - time) / 1000))
  return <span aria-hidden="true">{`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`}</span>
}

/** A whole screen that has nothing to show, and says why. */
export function Empty({
  title,
  text,
  action,
}: {
  title: string
  text?: string
  action?: { label: string; href?: string; onPress?: () => void }
}) {
  return (
    <main class="empty">
      <h1>{title}</h1>
      {text && <p>{text}</p>}
      {action?.href && (
        <a class="button" href={action.href}>
          {action.label}
        </a>
      )}
      {action?.onPress && <Button onPress={action.onPress}>{action.label}</Button>}
    </main>
  )
}

/** The address names a table that the house does not have. */
export const NoTable = () => (
  <Empty title={common.unknownTable} text={common.unknownTableMeans} action={{ label: common.toLobby, href: '/' }} />
)
