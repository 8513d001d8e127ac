import { useEffect, useState } from 'preact/hooks'
import type { Book } from '../../books/rule-book.ts'
import type { PlayerView } from '../../engine/views.ts'
import { Dialog, Note } from '../kit/controls.tsx'
import { common } from '../words/common.ts'
import { editionOf } from '../words/names.ts'
import { speakOn } from '../words/speech.ts'

type RulesDialogProps = { book: Book; view: PlayerView; onClose: () => void }
type Fetched = typeof import('./rules.tsx')

/** The rules and the exact odds of the game on the table. Whoever never reads them does not fetch them. */
export function RulesDialog({ book, view, onClose }: RulesDialogProps) {
  const [fetched, setFetched] = useState<Fetched | 'failed' | null>(null)
  useEffect(() => {
    // What stands there has words of its own, which are fetched with it.
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
