import './terminal-table.css'
import './terminal.css'
import { type Signal, useSignal } from '@preact/signals'
import { useMemo, useRef, useState } from 'preact/hooks'
import type { Book, Pocket, SpotId } from '../../books/rule-book.ts'
import { zero } from '../../engine/money.ts'
import type { PlayerRound } from '../../engine/views.ts'
import type { TerminalView } from '../../wire/audiences.ts'
import { lazily } from '../kit/components.tsx'
import type { Connection } from '../kit/connection.ts'
import { Dialog, Note, RefusalNote } from '../kit/controls.tsx'
import { Felt } from '../kit/felt.tsx'
import type { FeltStack } from '../kit/felt-stacks.tsx'
import { isOnShow, restingIn, useLanding } from '../kit/landing.ts'
import { useLighting } from '../kit/lighting.ts'
import { isUpright } from '../kit/motion.ts'
import { stageOf, takesBets } from '../kit/stage.ts'
import { common } from '../words/common.ts'
import { terminal } from '../words/terminal.ts'
import { ActionBar, type DialogName } from './action-bar.tsx'
import type { BetNotice, Bets } from './bets.ts'
import { Flights } from './flights.tsx'
import { FloorService } from './floor-service.tsx'
import { Header } from './header.tsx'
import { fundsDuring, type PayoutProgress, usePayout } from './payout.ts'
import { PlayerRoundPanel } from './player-round-panel.tsx'
import { beforeResult } from './reveal.ts'
import { RulesDialog } from './rules-dialog.tsx'
import { sceneOf, useScene } from './scene.ts'
import type { Seat } from './seat.ts'
import { Side } from './side.tsx'
import { SpotCard } from './spot-card.tsx'
import { useTableSounds } from './table-sounds.ts'
import { type BetOffer, ridingOn, Track } from './track.tsx'
import { WheelStage } from './wheel-stage.tsx'

// What few open is fetched when they do.
const CashOutDialog = lazily(async () => (await import('./cash-out.tsx')).CashOutDialog)
const InsertTicket = lazily(async () => (await import('./ticket.tsx')).InsertTicket)
const MoreDialog = lazily(async () => (await import('./more-dialog.tsx')).MoreDialog)
const Favourites = lazily(async () => (await import('./favourites.tsx')).Favourites)
const HistoryDialog = lazily(async () => (await import('./history.tsx')).HistoryDialog)
const StatisticsDialog = lazily(async () => (await import('./statistics-dialog.tsx')).StatisticsDialog)

type TableProps = { book: Book; view: TerminalView; connection: Connection<TerminalView>; bets: Bets; seat: Seat }

export function TerminalTable(props: TableProps) {
  const { book, connection, bets, seat } = props
  const table = useTable(props)
  const { view, stage, scene, draw, stacks, pocket, last, shown, payout } = table
  const [dialog, setDialog] = useState<DialogName | null>(null)
  const pointed = useSignal<SpotId | null>(null)
  const trackLit = useSignal<readonly Pocket[]>([])
  const zoom = useSignal(1)
  const stakes = useMemo(() => ridingOn(offerIn(book, view), view.wagers), [book, view.wagers])
  const pending = bets.pending.value
  const isLive = connection.status.value === 'live'
  const close = () => setDialog(null)
  return (
    <div
      class={`terminal${isLive ? '' : ' is-cut-off'}`}
      data-stage={stage}
      data-scene={scene}
      onPointerDown={table.holdScene}
    >
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
          isOpen={takesBets(stage) && props.view.terminalStatus !== 'closed'}
          zoom={zoom}
          lie={isUpright.value ? 'tall' : 'wide'}
          onSpot={(spot, action) => (action === 'place' ? bets.place(spot) : bets.takeBack(spot))}
          card={(spot) => <SpotCard book={book} spot={spot} view={view} pending={pending.get(spot.spot) ?? 0} />}
          cardAt="edge"
          note={noteAt(bets.notice.value)}
        />
        <GeneralNotice notice={bets.notice.value} view={props.view} />
      </main>
      <Track
        {...offerIn(book, view)}
        bets={bets}
        lit={trackLit}
        pocket={pocket}
        stakes={stakes}
        isRound={isUpright.value}
      />
      <WheelStage
        book={book}
        view={view}
        stage={stage}
        scene={scene}
        draw={draw}
        resting={restingIn(props.view)}
        isLanding={table.isLanding}
        pocket={pocket}
        round={shown}
      />
      <PlayerRoundPanel book={book} view={view} draw={draw} result={table.result} />
      <FloorService view={view} seat={seat} hasStake={table.hasChips} onDialog={setDialog} />
      <ActionBar view={view} stage={stage} bets={bets} isLive={isLive} onDialog={setDialog} />
      <Flights {...payout} />
      <OpenDialog
        name={dialog}
        book={book}
        view={view}
        bets={bets}
        seat={seat}
        lit={trackLit}
        onDialog={setDialog}
        onClose={close}
      />
    </div>
  )
}

/** What this screen tells of the table at the moment: no result before its ball is down, and no money before it is paid. */
function useTable({ book, view: known, bets, connection }: TableProps) {
  const landing = useLanding(known)
  const toldBefore = useRef(known.last)
  if (known.last?.round !== landing) toldBefore.current = known.last
  const before = useMemo(() => beforeResult(known, landing, toldBefore.current), [known, landing])
  const stage = stageOf(before)
  const draw = useLighting(before.draw)
  const pending = bets.pending.value
  const hasChips = Object.keys(before.wagers).length > 0 || pending.size > 0
  const atFirst = useRef(lastOf(known)?.round ?? null)
  const last = useMemo(() => lastOf(before), [before.last, before.results])
  // However late it is settled: it stands from then on, until the next stake or no more bets.
  const result = last && !hasChips && isOnShow(last, before) ? last : null
  const shown = result?.round === atFirst.current ? null : result
  const payout = usePayout(shown)
  const told = before.pocket !== null ? before.round : (shown?.round ?? null)
  const { scene, hold } = useScene(sceneOf(stage, told !== null && told !== atFirst.current))
  const stacks = useMemo(
    () => (shown ? resultStacks(shown, payout) : ownStacks(before, pending)),
    [shown, payout.paid, payout.sent, before.wagers, before.setAside, pending],
  )
  const view = useMemo(
    () => (shown ? { ...before, funds: fundsDuring(before.funds, payout) } : before),
    [before, shown, payout.arrived],
  )
  useTableSounds({ book, view, stage, landing, shown, localTime: connection.localTime })
  const pocket = before.pocket ?? shown?.pocket ?? null
  const facts = { view, stage, scene, draw, stacks, pocket, last, result, shown, payout, hasChips }
  return { ...facts, isLanding: landing !== null, holdScene: hold }
}

type OpenDialogProps = Omit<TableProps, 'connection'> & {
  name: DialogName | null
  lit: Signal<readonly Pocket[]>
  onDialog: (name: DialogName) => void
  onClose: () => void
}

function OpenDialog({ name, book, view, bets, seat, lit, onDialog, onClose }: OpenDialogProps) {
  switch (name) {
    case 'more':
      return <MoreDialog view={view} onDialog={onDialog} onClose={onClose} />
    case 'statistics': {
      const isOpen = takesBets(stageOf(view))
      return (
        <StatisticsDialog
          at={offerIn(book, view)}
          view={view}
          bets={bets}
          seat={seat}
          isOpen={isOpen}
          onClose={onClose}
        />
      )
    }
    case 'track':
      return (
        <Dialog title={terminal.racetrack} onClose={onClose} width={isUpright.value ? 'narrow' : 'wide'}>
          <Track
            {...offerIn(book, view)}
            bets={bets}
            lit={lit}
            pocket={null}
            stakes={ridingOn(offerIn(book, view), view.wagers)}
            isRound={isUpright.value}
          />
        </Dialog>
      )
    case 'rules':
      return <RulesDialog book={book} view={view} onClose={onClose} />
    case 'history':
      return <HistoryDialog book={book} view={view} seat={seat} onClose={onClose} />
    case 'cash-out':
      return <CashOutDialog view={view} seat={seat} onClose={onClose} />
    case 'ticket':
      return <InsertTicket seat={seat} onClose={onClose} />
    case 'favourites':
      return <Favourites book={book} view={view} bets={bets} onClose={onClose} />
    case null:
      return null
  }
}

const offerIn = (book: Book, { layout, terminal: kind, wheelOrder }: TerminalView): BetOffer => ({
  book,
  layout,
  terminal: kind,
  order: wheelOrder,
})

/** The service tells a player of a round only where they had a part in it; a round without one has no lines. */
function lastOf({ last, results }: TerminalView): PlayerRound | null {
  const result = results[0]
  if (!result || last?.round === result.round) return last
  return { ...result, lines: [], net: zero, adjusted: zero, balance: null }
}

function ownStacks({ wagers, setAside }: TerminalView, pending: ReadonlyMap<string, number>): FeltStack[] {
  const spots = new Set([...Object.keys(wagers), ...pending.keys()])
  const aside = Object.entries(setAside).map(([spot, { stake }]) => ({ spot, amount: stake, isAside: true }))
  const inPlay = [...spots].map((spot) => {
    const wager = wagers[spot]
    return { spot, amount: wager?.stake ?? 0, pending: pending.get(spot) ?? 0, isOutside: Boolean(wager?.outside) }
  })
  return [...inPlay, ...aside]
}

/** Losing stacks fade; of the winning ones so many are paid by now, and so many on their way to the balance. */
function resultStacks({ lines }: PlayerRound, payout: PayoutProgress): FeltStack[] {
  return lines.map((line) => {
    const at = payout.lines.indexOf(line)
    const isPaid = line.result === 'won' && at < payout.paid
    const isGone = at >= 0 && at < payout.sent
    return { spot: line.spot, amount: line.stake, result: line.result, isGone, ...(isPaid ? { paid: line.paid } : {}) }
  })
}

const noteAt = (notice: BetNotice | null) =>
  notice?.spot ? { spot: notice.spot, content: <NoticeText notice={notice} /> } : null

const NoticeText = ({ notice }: { notice: BetNotice }) =>
  notice.refused ? <RefusalNote refused={notice.refused} /> : <Note tone="warning" text={terminal.notSentLost} />

function GeneralNotice({ notice, view }: { notice: BetNotice | null; view: TerminalView }) {
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

function closingText({ isClosing, terminalStatus }: TerminalView): string | null {
  if (terminalStatus === 'closing') return terminal.terminalCloses
  return isClosing ? common.tableCloses : null
}
