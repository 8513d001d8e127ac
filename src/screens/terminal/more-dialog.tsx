import './more-dialog.css'
import type { TerminalView } from '../../wire/audiences.ts'
import { Button, Dialog } from '../kit/controls.tsx'
import { BarsIcon, ClockIcon, StarIcon } from '../kit/icons.tsx'
import { LanguageButton, SoundButton } from '../kit/top-bar.tsx'
import { terminal } from '../words/terminal.ts'
import { type DialogName, HouseActions } from './action-bar.tsx'
import { AttendantButton } from './attendant.tsx'
import { SeatLine } from './header.tsx'

type MoreDialogProps = { view: TerminalView; onDialog: (name: DialogName) => void; onClose: () => void }

/** Parts that have no room beside the layout on a phone. */
export function MoreDialog({ view, onDialog, onClose }: MoreDialogProps) {
  return (
    <Dialog title={terminal.more} onClose={onClose} width="narrow">
      <SeatLine view={view} />
      <div class="list terminal-more-list">
        <Button onPress={() => onDialog('favourites')}>
          <StarIcon /> {terminal.favourites}
        </Button>
        <Button onPress={() => onDialog('history')}>
          <ClockIcon /> {terminal.history}
        </Button>
        <Button onPress={() => onDialog('statistics')}>
          <BarsIcon /> {terminal.statistics}
        </Button>
        <HouseActions look="plain" onDialog={onDialog} />
        <AttendantButton isWide />
        <div class="row terminal-more-tools">
          <LanguageButton />
          <SoundButton />
        </div>
      </div>
    </Dialog>
  )
}
