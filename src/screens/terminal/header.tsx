import './header.css'
import type { Book } from '../../books/rule-book.ts'
import type { PlayerRound } from '../../engine/views.ts'
import type { TerminalView } from '../../wire/audiences.ts'
import { money, signedMoney } from '../../words/plain-text.ts'
import { memo } from '../kit/components.tsx'
import type { Connection } from '../kit/connection.ts'
import { BackIcon } from '../kit/icons.tsx'
import { limitsLine } from '../kit/limits-text.ts'
import { PhaseRing, timesOf } from '../kit/phase-ring.tsx'
import { type Stage, shownStage } from '../kit/stage.ts'
import { LanguageButton, SoundButton } from '../kit/top-bar.tsx'
import { useTableName } from '../kit/use-api.ts'
import { useNow } from '../kit/use-page.ts'
import { common } from '../words/common.ts'
import { editionOf } from '../words/names.ts'
import { service, terminal } from '../words/terminal.ts'
import { AttendantButton } from './attendant.tsx'
import { NoticeStrip } from './notice-strip.tsx'
import { playerOutcome } from './outcome.ts'
import { ownPlay, type Seat } from './seat.ts'
import { clockText } from './time-at-play.ts'

type HeaderProps = {
  book: Book
  view: TerminalView
  stage: Stage
  last: PlayerRound | null
  seat: Seat
  connection: Pick<Connection<TerminalView>, 'localTime' | 'status'>
}

export const Header = memo(function Header({ book, view, stage, last, seat, connection }: HeaderProps) {
  const name = useTableName(seat.table)
  const limits = limitsLine(book, view.layout, view.limits)
  // The countdown runs by the service's time: nothing is counted without a message from the service.
  const times = connection.status.value === 'live' ? timesOf(view, connection.localTime) : {}
  // A closed terminal takes no stakes, in any phase of the table.
  const isStopped = shownStage(view) === 'stopped'
  const told = view.terminalStatus === 'closed' ? 'closed' : isStopped ? 'stopped' : stage
  return (
    <header class="terminal-header">
      <div class="row terminal-game">
        <a class="button is-quiet is-icon" href="/" aria-label={common.toLobby} title={common.toLobby}>
          <BackIcon />
        </a>
        <div>
          <strong>{editionOf(book).texts.title}</strong>
          {name && <b>{name}</b>}
          <span class="fine">{[name ?? [], limits].flat().join(' · ')}</span>
          <SeatLine view={view} />
        </div>
      </div>
      <NoticeStrip view={view} seat={seat} />
      <PhaseRing stage={told} size={56} fine={view.round === null ? '' : common.round(view.round)} {...times} />
      <div class="row terminal-purse">
        <dl class="row terminal-figures">
          <Figure id="balance" name={terminal.balance} amount={view.funds.balance} />
          <Figure id="staked" name={common.staked} amount={view.funds.staked} />
          <LastWin last={last} />
        </dl>
        <div class="row terminal-tools">
          <AttendantButton />
          <LanguageButton />
          <SoundButton />
        </div>
      </div>
    </header>
  )
})

/** The net result of the last round. Returned stakes are not called a win. */
function LastWin({ last }: { last: PlayerRound | null }) {
  const { is, amount: all } = last ? playerOutcome(last) : { is: 'lost', amount: 0 }
  const amount = is === 'imprisoned' ? 0 : all
  return (
    <Figure
      id="last-win"
      name={amount > 0 && is !== 'won' ? terminal.lastBack : terminal.lastWin}
      amount={amount}
      isWin={is === 'won'}
    />
  )
}

type FigureProps = { id: 'balance' | 'staked' | 'last-win'; name: string; amount: number; isWin?: boolean }

const Figure = ({ id, name, amount, isWin }: FigureProps) => (
  <div class={`terminal-figure${isWin ? ' is-win' : ''}`} data-money={id} data-cents={amount}>
    <dt>{name}</dt>
    <dd>{money(amount)}</dd>
  </div>
)

/** The name of the terminal, and the time and the net result since play began here. */
export function SeatLine({ view: { terminalName, player } }: { view: TerminalView }) {
  const name = terminalName ?? player
  const play = ownPlay.value
  const now = useNow(1_000)
  const time = play ? [service.atPlay(clockText(now - play.since))] : []
  const net = play && play.net !== null ? [service.netSince(signedMoney(play.net))] : []
  return (
    <span class="fine terminal-seat">
      {[...time, ...net].map((text) => (
        <span key={text}>{`${text} · `}</span>
      ))}
      <span class="terminal-seat-name">{service.ownName(name)}</span>
      <span class="terminal-seat-short">{name}</span>
    </span>
  )
}
