import './terminal-table.css'
import './terminal.css'
import { useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Pocket, RuleBook, SpotId } from '../../books/rule-book.ts'
import { zero } from '../../engine/money.ts'
import type { PlayerRound } from '../../engine/views.ts'
import type { PlayerView } from '../../wire/audiences.ts'
import type { Connection } from '../kit/connection.ts'
import { Note, RefusalNote } from '../kit/controls.tsx'
import { Felt } from '../kit/felt.tsx'
import type { FeltStack } from '../kit/felt-stacks.tsx'
import { useLighting } from '../kit/lighting.ts'
import { isTouched, isUpright } from '../kit/motion.ts'
import { play } from '../kit/sound.ts'
import { stageOf } from '../kit/stage.ts'
import { Wheel } from '../kit/wheel.tsx'
import { common } from '../words/common.ts'
import { terminal } from '../words/terminal.ts'
import { ActionBar } from './action-bar.tsx'
import type { Bets, Notice } from './bets.ts'
import { CashOut } from './cash-out.tsx'
import type { DialogName } from './dialog-name.ts'
import { Favourites } from './favourites.tsx'
import { Header } from './header.tsx'
import { History } from './history.tsx'
import { PlayerRoundPanel } from './player-round-panel.tsx'
import { beforeResult, usePayout, useReveal } from './reveal.ts'
import { RulesDialog } from './rules-dialog.tsx'
import type { Seat } from './seat.ts'
import { Side } from './side.tsx'
import { SpotCard } from './spot-card.tsx'
import { InsertTicket } from './ticket.tsx'
import { Track } from './track.tsx'

type TableProps = {
  book: RuleBook
  view: PlayerView
  connection: Connection<PlayerView>
  bets: Bets
  seat: Seat
}

export function TerminalTable(props: TableProps) {
  const { book, connection, bets, seat } = props
  const { landing, fresh } = useReveal(props.view)
  const told = useRef(props.view.last)
  if (props.view.last?.round !== landing) told.current = props.view.last
  const view = useMemo(() => beforeResult(props.view, landing, told.current), [props.view, landing])
  const stage = stageOf(view)
  const draw = useLighting(view.draw)
  const [dialog, setDialog] = useState<DialogName | null>(null)
  const pointed = useSignal<SpotId | null>(null)
  const trackLit = useSignal<readonly Pocket[]>([])
  const zoom = useSignal(1)
  const pending = bets.pending.value
  const hasChips = Object.keys(view.wagers).length > 0 || pending.size > 0
  const shown = view.last && fresh === view.last.round && !hasChips ? view.last : null
  const paid = usePayout(shown)
  const stacks = useMemo(
    () => (shown ? resultStacks(shown, paid) : ownStacks(view, pending)),
    [shown, paid, view.wagers, view.setAside, pending],
  )
  const pocket = view.pocket ?? shown?.pocket ?? null
  const last = useMemo(() => lastOf(view), [view.last, view.results])
  const isLive = connection.status.value === 'live'
  useSounds(stage, fresh, last)
  const close = () => setDialog(null)
  return (
    <div class={`terminal${isLive ? '' : ' is-cut-off'}`} data-stage={stage}>
      <Header book={book} view={view} stage={stage} last={last} table={seat.table} connection={connection} />
      <Side book={book} results={view.results} zoom={zoom} onDialog={setDialog} />
      <main class="terminal-felt">
        <h1 class="only-heard">{terminal.title}</h1>
        <Felt
          book={book}
          layout={view.layout}
          stacks={stacks}
          pocket={pocket}
          draw={draw}
          lit={trackLit.value}
          pointed={pointed}
          cellMin={isTouched.value ? FINGER_CELL : POINTER_CELL}
          zoom={zoom}
          lie={isUpright.value ? 'tall' : 'wide'}
          onSpot={(spot, action) => (action === 'place' ? bets.place(spot) : bets.takeBack(spot))}
          card={(spot) => <SpotCard spot={spot} view={view} pending={pending.get(spot.spot) ?? 0} />}
          cardAt="edge"
          note={noteAt(bets.notice.value)}
        />
        <GeneralNotice notice={bets.notice.value} view={props.view} />
      </main>
      <Track
        book={book}
        layout={view.layout}
        terminal={view.terminal}
        order={view.wheelOrder}
        bets={bets}
        lit={trackLit}
        pocket={pocket}
      />
      <div class="terminal-right">
        <section class="terminal-wheel" aria-label={terminal.watchWheel}>
          <Wheel
            book={book}
            order={view.wheelOrder}
            stage={stage}
            pocket={restingIn(props.view)}
            isLanding={landing !== null}
          />
        </section>
        <PlayerRoundPanel book={book} view={view} draw={draw} last={last} isResult={!hasChips} />
      </div>
      <ActionBar view={view} stage={stage} bets={bets} isLive={isLive} onDialog={setDialog} />
      <OpenDialog name={dialog} book={book} view={view} bets={bets} seat={seat} onClose={close} />
    </div>
  )
}

type OpenDialogProps = Omit<TableProps, 'connection'> & { name: DialogName | null; onClose: () => void }

function OpenDialog({ name, book, view, bets, seat, onClose }: OpenDialogProps) {
  switch (name) {
    case 'rules':
      return <RulesDialog book={book} view={view} onClose={onClose} />
    case 'history':
      return <History book={book} view={view} seat={seat} onClose={onClose} />
    case 'cash-out':
      return <CashOut view={view} seat={seat} onClose={onClose} />
    case 'ticket':
      return <InsertTicket seat={seat} onClose={onClose} />
    case 'favourites':
      return <Favourites book={book} view={view} bets={bets} onClose={onClose} />
    case null:
      return null
  }
}

/** Pixels per cell, so that the smallest target (half of one) is as large as a finger, or as easy for a mouse. */
const FINGER_CELL = 88
const POINTER_CELL = 58

/** The wheel is told the outcome at once: it has to come to rest there. */
function restingIn(view: PlayerView): Pocket | null {
  const isRunning = view.phase === 'ball-spinning' || view.phase === 'betting-closed'
  return view.pocket ?? (isRunning ? null : (view.results[0]?.pocket ?? null))
}

/** The service tells a player of a round only where they had a part in it; a round without one has no lines. */
function lastOf({ last, results }: PlayerView): PlayerRound | null {
  const result = results[0]
  if (!result || last?.round === result.round) return last
  return { ...result, lines: [], net: zero, adjusted: zero, balance: null }
}

function ownStacks({ wagers, setAside }: PlayerView, pending: ReadonlyMap<string, number>): FeltStack[] {
  const spots = new Set([...Object.keys(wagers), ...pending.keys()])
  const aside = Object.entries(setAside).map(([spot, { stake }]) => ({ spot, amount: stake, isAside: true }))
  const inPlay = [...spots].map((spot) => {
    const wager = wagers[spot]
    return { spot, amount: wager?.stake ?? 0, pending: pending.get(spot) ?? 0, isOutside: Boolean(wager?.outside) }
  })
  return [...inPlay, ...aside]
}

/** Losing stacks fade; of the winning ones so many are paid by now. */
function resultStacks({ lines }: PlayerRound, paid: number): FeltStack[] {
  const wins = lines.filter(({ result }) => result === 'won')
  return lines.map((line) => {
    const isPaid = line.result === 'won' && wins.indexOf(line) < paid
    return { spot: line.spot, amount: line.stake, result: line.result, ...(isPaid ? { paid: line.paid } : {}) }
  })
}

const noteAt = (notice: Notice | null) =>
  notice?.spot ? { spot: notice.spot, content: <NoticeText notice={notice} /> } : null

const NoticeText = ({ notice }: { notice: Notice }) =>
  notice.refused ? <RefusalNote refused={notice.refused} /> : <Note tone="warning" text={terminal.notSentLost} />

function GeneralNotice({ notice, view }: { notice: Notice | null; view: PlayerView }) {
  if (notice && !notice.spot)
    return (
      <div class="terminal-notice">
        <NoticeText notice={notice} />
      </div>
    )
  const text = closingText(view)
  return text === null ? null : (
    <div class="terminal-notice">
      <Note tone="info" text={text} />
    </div>
  )
}

function closingText({ isClosing, terminalStatus }: PlayerView): string | null {
  if (terminalStatus === 'closed') return terminal.terminalClosed
  if (terminalStatus === 'closing') return terminal.terminalCloses
  return isClosing ? common.tableCloses : null
}

function useSounds(stage: string, fresh: number | null, last: PlayerRound | null): void {
  useEffect(() => {
    if (stage === 'closed') play('closed')
  }, [stage])
  useEffect(() => {
    if (fresh !== null && last?.round === fresh && last.lines.some(({ result }) => result === 'won')) play('win')
  }, [fresh])
}
