import './terminal-table.css'
import './terminal.css'
import { type Signal, useSignal } from '@preact/signals'
import { useRef, useState } from 'preact/hooks'
import type { Pocket, SpotId } from '../../books/rule-book.ts'
import type { TerminalView } from '../../wire/audiences.ts'
import { betOffer } from '../kit/bet-offer.ts'
import { BetTrack } from '../kit/bet-track.tsx'
import { Note, RefusalNote } from '../kit/controls.tsx'
import { DrawBanner } from '../kit/draw-banner.tsx'
import { Felt } from '../kit/felt.tsx'
import { restingIn } from '../kit/landing.ts'
import { isUpright } from '../kit/motion.ts'
import { shownStage, takesBets } from '../kit/stage.ts'
import { common, stopText } from '../words/common.ts'
import { terminal } from '../words/terminal.ts'
import { ActionBar, type DialogName } from './action-bar.tsx'
import type { BetNotice } from './bets.ts'
import { Flights } from './flights.tsx'
import { FloorService } from './floor-service.tsx'
import { Header } from './header.tsx'
import { PlayerRoundPanel } from './player-round-panel.tsx'
import { Side } from './side.tsx'
import { SpotLine } from './spot-line.tsx'
import { useSteadyHand } from './steady-hand.ts'
import { TerminalDialog } from './terminal-dialog.tsx'
import { type TableProps, useTable } from './use-table.ts'
import { WheelStage } from './wheel-stage.tsx'

export function TerminalTable(props: TableProps) {
  const { book, connection, bets, seat } = props
  const table = useTable(props)
  const { view, stage, scene, draw, pocket, last, payout } = table
  const [dialog, setDialog] = useState<DialogName | null>(null)
  const trackLit = useSignal<readonly Pocket[]>([])
  const zoom = useSignal(1)
  const isLive = connection.status.value === 'live'
  const root = useRef<HTMLDivElement>(null)
  useSteadyHand(root)
  return (
    <div
      class={`terminal${isLive ? '' : ' is-cut-off'}`}
      data-stage={stage}
      data-scene={scene}
      data-drawing={table.isDrawing || undefined}
      data-tier={table.tier ?? undefined}
      ref={root}
      onPointerDown={table.holdScene}
    >
      <Header book={book} view={view} stage={stage} last={last} seat={seat} connection={connection} />
      <Side book={book} results={view.results} seat={seat} zoom={zoom} onDialog={setDialog} />
      <BettingFelt {...props} shown={table} lit={trackLit.value} zoom={zoom} />
      <BetTrack
        {...betOffer(book, view)}
        bets={bets}
        lit={trackLit}
        pocket={pocket}
        wagers={view.wagers}
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
        isNear={table.isNear}
        round={table.told}
      />
      <PlayerRoundPanel book={book} view={view} seat={seat} draw={draw} result={table.result} />
      <FloorService view={view} seat={seat} hasStake={table.hasChips} onDialog={setDialog} />
      <ActionBar view={view} stage={stage} bets={bets} isLive={isLive} onDialog={setDialog} />
      <Flights {...payout} />
      <TerminalDialog
        name={dialog}
        book={book}
        view={view}
        bets={bets}
        seat={seat}
        lit={trackLit}
        onDialog={setDialog}
        onClose={() => setDialog(null)}
      />
    </div>
  )
}

type BettingFeltProps = TableProps & {
  shown: ReturnType<typeof useTable>
  lit: readonly Pocket[]
  zoom: Signal<number>
}

/** `shown`: what this screen tells; `known`: what the service said. */
function BettingFelt({ book, view: known, bets, shown, lit, zoom }: BettingFeltProps) {
  const { view, stage, stacks, pocket, draw, tier } = shown
  const pending = bets.pending.value
  const pointed = useSignal<SpotId | null>(null)
  return (
    <main class="terminal-felt">
      <h1 class="only-heard">{terminal.title}</h1>
      <Felt
        book={book}
        layout={view.layout}
        stacks={stacks}
        pocket={pocket}
        draw={draw}
        lit={lit}
        isOpen={takesBets(stage) && known.terminalStatus !== 'closed'}
        zoom={zoom}
        hasSweep={tier !== null && tier > 1}
        lie={isUpright.value ? 'tall' : 'wide'}
        onSpot={(spot, action) => (action === 'place' ? bets.place(spot) : bets.takeBack(spot))}
        pointed={pointed}
        note={noteAt(bets.notice.value)}
      />
      <SpotLine book={book} pointed={pointed} view={view} pending={pending} />
      {!takesBets(stage) && <DrawBanner draw={draw} />}
      <GeneralNotice notice={bets.notice.value} view={known} />
    </main>
  )
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
  const closing = closingText(view)
  if (closing === null && !view.resultsByHand) return null
  return (
    <div class="terminal-notice is-standing">
      {view.resultsByHand && <Note tone="warning" text={common.resultsByHand} />}
      {closing !== null && <Note tone="info" text={closing} />}
    </div>
  )
}

/** Where gaming is stopped and no wager is taken, the header says so. */
function closingText(view: TerminalView): string | null {
  const { isClosing, terminalStatus, gamingStop, phase } = view
  if (shownStage(view) === 'stopped') return null
  if (gamingStop) return stopText(gamingStop, phase)
  if (terminalStatus === 'closing') return terminal.terminalCloses
  return isClosing ? common.tableCloses : null
}
