import './status.css'
import type { ComponentChildren } from 'preact'
import { elapsedText } from '../../words/plain-text.ts'
import { common } from '../words/common.ts'
import type { Connection } from './connection.ts'
import { Button } from './controls.tsx'
import { PlugIcon, WarningIcon } from './icons.tsx'
import { useNow } from './use-page.ts'

type BannerProps = { connection: Pick<Connection<unknown>, 'status' | 'lostSince' | 'retry'> }

/** Says at once that the connection is lost and will come back, or that the table is stopped. */
export function ConnectionBanner({ connection: { status, lostSince, retry } }: BannerProps) {
  switch (status.value) {
    case 'stopped':
      return <Banner Sign={WarningIcon} title={common.stopped} text={common.stoppedMeans} />
    case 'moving':
      return <Banner Sign={PlugIcon} title={common.moving} text={common.movingMeans} />
    case 'lost': {
      const title = (
        <>
          {common.connectionLost} <TimeSince time={lostSince.value} />
        </>
      )
      return (
        <Banner Sign={PlugIcon} title={title} text={common.connectionLostMeans}>
          <Button onPress={retry}>{common.retry}</Button>
        </Banner>
      )
    }
    default:
      return null
  }
}

type BannerPartProps = { Sign: typeof PlugIcon; title: ComponentChildren; text: string; children?: ComponentChildren }

const Banner = ({ Sign, title, text, children }: BannerPartProps) => (
  <div class="connection" role="alert">
    <Sign size={40} />
    <strong>{title}</strong>
    <span>{text}</span>
    {children}
  </div>
)

function TimeSince({ time }: { time: number | null }) {
  const now = useNow(1_000)
  return time === null ? null : <span aria-hidden="true">{elapsedText((now - time) / 1_000)}</span>
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

/** The argument of a screen: the table in its address, or nothing. */
export type ScreenProps = { table: string }
