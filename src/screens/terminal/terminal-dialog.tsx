import type { Signal } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import type { Book, Pocket } from '../../books/rule-book.ts'
import type { PlayerView } from '../../engine/views.ts'
import { betOffer } from '../kit/bet-offer.ts'
import { BetTrack } from '../kit/bet-track.tsx'
import { lazily } from '../kit/components.tsx'
import { Dialog, Note } from '../kit/controls.tsx'
import { isUpright } from '../kit/motion.ts'
import { stageOf, takesBets } from '../kit/stage.ts'
import { common, track } from '../words/common.ts'
import { editionOf } from '../words/names.ts'
import { speakOn } from '../words/speech.ts'
import type { DialogName } from './action-bar.tsx'
import type { TableProps } from './use-table.ts'

// Rarely opened dialogs are loaded when they open.
const CashOutDialog = lazily(async () => (await import('./cash-out.tsx')).CashOutDialog)
const InsertTicket = lazily(async () => (await import('./ticket.tsx')).InsertTicket)
const MoreDialog = lazily(async () => (await import('./more-dialog.tsx')).MoreDialog)
const Favourites = lazily(async () => (await import('./favourites.tsx')).Favourites)
const HistoryDialog = lazily(async () => (await import('./history.tsx')).HistoryDialog)
const StatisticsDialog = lazily(async () => (await import('./statistics-dialog.tsx')).StatisticsDialog)

type TerminalDialogProps = Omit<TableProps, 'connection'> & {
  name: DialogName | null
  lit: Signal<readonly Pocket[]>
  onDialog: (name: DialogName) => void
  onClose: () => void
}

/** The part that is open over the table, if any. */
export function TerminalDialog({ name, ...props }: TerminalDialogProps) {
  const { book, view, bets, lit, onClose } = props
  switch (name) {
    case 'more':
      return <MoreDialog {...props} />
    case 'statistics':
      return <StatisticsDialog {...props} at={betOffer(book, view)} isOpen={takesBets(stageOf(view))} />
    case 'track':
      return (
        <Dialog title={track.racetrack} onClose={onClose} width={isUpright.value ? 'narrow' : 'wide'}>
          <BetTrack
            {...betOffer(book, view)}
            bets={bets}
            lit={lit}
            pocket={null}
            wagers={view.wagers}
            isRound={isUpright.value}
          />
        </Dialog>
      )
    case 'rules':
      return <RulesDialog {...props} />
    case 'history':
      return <HistoryDialog {...props} />
    case 'cash-out':
      return <CashOutDialog {...props} />
    case 'ticket':
      return <InsertTicket {...props} />
    case 'favourites':
      return <Favourites {...props} />
    case null:
      return null
  }
}

type RulesDialogProps = { book: Book; view: PlayerView; onClose: () => void }
type Fetched = typeof import('./rules.tsx')

/** The rules and the exact odds of the game on the table, loaded when they are opened. */
function RulesDialog({ book, view, onClose }: RulesDialogProps) {
  const [fetched, setFetched] = useState<Fetched | 'failed' | null>(null)
  useEffect(() => {
    // The dialog has words of its own, which are loaded with it.
    void import('./rules.tsx').then(
      (rules) => speakOn().then(() => setFetched(rules)),
      () => setFetched('failed'),
    )
  }, [])
  return (
    <Dialog title={editionOf(book).texts.title} onClose={onClose} width="wide">
      {fetched === 'failed' ? (
        <Note tone="warning" text={common.serviceAway} />
      ) : fetched ? (
        <fetched.Rules book={book} view={view} />
      ) : (
        <p class="fine">{common.loading}</p>
      )}
    </Dialog>
  )
}
