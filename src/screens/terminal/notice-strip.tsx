import './notice-dialog.css'
import { useState } from 'preact/hooks'
import type { TerminalView } from '../../wire/audiences.ts'
import { lazily } from '../kit/components.tsx'
import { Button } from '../kit/controls.tsx'
import { WarningIcon } from '../kit/icons.tsx'
import { service } from '../words/terminal.ts'
import type { Seat } from './seat.ts'

const NoticeDialog = lazily(async () => (await import('./notice-dialog.tsx')).NoticeDialog)

/** What the house changed: it says so, beside the game, until it is opened and read. */
export function NoticeStrip({ view, seat }: { view: TerminalView; seat: Seat }) {
  const [isOpen, setOpen] = useState(false)
  const [notice] = view.notices ?? []
  if (!notice) return null
  return (
    <>
      <div class="terminal-strip panel" role="alert">
        <WarningIcon />
        <strong>{service.noticeTitles[notice.about](notice.round ?? 0)}</strong>
        <Button look="primary" onPress={() => setOpen(true)}>
          {service.readNotice}
        </Button>
      </div>
      {isOpen && <NoticeDialog view={view} seat={seat} onClose={() => setOpen(false)} />}
    </>
  )
}
