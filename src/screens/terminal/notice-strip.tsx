import './notice-strip.css'
import { useState } from 'preact/hooks'
import type { NumberedNotice } from '../../house/floor-records.ts'
import type { TerminalView } from '../../wire/audiences.ts'
import { lazily } from '../kit/components.tsx'
import { Button } from '../kit/controls.tsx'
import { WarningIcon } from '../kit/icons.tsx'
import { service } from '../words/terminal.ts'
import type { Seat } from './seat.ts'

const NoticeDialog = lazily(async () => (await import('./notice-dialog.tsx')).NoticeDialog)

const titleOf = ({ about, round }: NumberedNotice): string => service.noticeTitles[about](round ?? 0)

type NoticeStripProps = { view: TerminalView; seat: Seat }

/** Changes by the house until they have been read: the newest, and how many there are. Its place in the header is its own. */
export function NoticeStrip({ view, seat }: NoticeStripProps) {
  const [shown, setShown] = useState<readonly NumberedNotice[] | null>(null)
  const notices = view.notices?.toReversed() ?? []
  const [newest] = notices
  return (
    <div class="terminal-notices">
      {newest && (
        <div class="row terminal-strip" role="alert">
          <Button look="primary" label={service.readNotice} onPress={() => setShown(notices)}>
            <WarningIcon />
            <span>{service.readNotice}</span>
            <b>{notices.length}</b>
          </Button>
          <span class="only-heard">{titleOf(newest)}</span>
          <p aria-hidden="true">
            {notices.length > 1 && <b>{service.noticeCount(notices.length)} · </b>}
            {titleOf(newest)}
          </p>
        </div>
      )}
      {shown && <NoticeDialog notices={shown} view={view} seat={seat} onClose={() => setShown(null)} />}
    </div>
  )
}
