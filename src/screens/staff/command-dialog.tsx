import './command-dialog.css'
import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Book, Clause } from '../../books/rule-book.ts'
import type { ApiReply } from '../../client/api-calls.ts'
import { type CommandAnswer, isAccepted, isRefused } from '../../client/commands.ts'
import type { RefusalCode } from '../../engine/refusals.ts'
import type { CommandFields } from '../../wire/command.ts'
import type { Refused } from '../../wire/failures.ts'
import { Button, Dialog, Note, RefusalNote } from '../kit/controls.tsx'
import { TextArea } from '../kit/fields.tsx'
import { failureText, forgetSession } from '../kit/session.ts'
import { common } from '../words/common.ts'
import { citedIn, clauseName } from '../words/names.ts'
import { type AskedTable, type Foreseeing, type SeenTable, useForesight } from './use-foresight.ts'

/** Title of the last action, announced once. */
export const lastDone = signal<string | null>(null)

export type Trouble = { refused: Refused } | { problem: string } | null

type FrameProps = {
  title: string
  /** On the button; the title where there is none. */
  confirm?: string | undefined
  /** On the button while the answer is awaited. */
  waiting?: string | undefined
  look?: 'primary' | 'warning'
  width?: 'narrow' | 'normal' | 'wide'
  /** A panel at the side, and no dialog over the screen. */
  isAside?: boolean
  /** Why the one who is signed in may not; null: they may. */
  barred?: string | null
  reason?: 'needed' | 'none'
  /** Enter in a field confirms. */
  isForm?: boolean
  /** The reason why it cannot be confirmed yet. Null: there is none, or it is said elsewhere. */
  missing?: string | null
  /** How a refusal is worded here. */
  refusalNote?: typeof RefusalNote | undefined
  onClose: () => void
  onDone?: () => void
  children?: ComponentChildren
}

type ConfirmProps = FrameProps & {
  /** A sentence; null while something is still to be chosen. */
  does: string | null
  cites?: ComponentChildren
  /** Instead of `does`: the foreseen result or refusal. It must be known before the action is confirmed. */
  preview?: {
    part: ComponentChildren
    isReady: boolean
    refused?: Refused | null
    place?: 'beside' | 'aside' | 'below' | undefined
  }
  /** Returns null when it is done, otherwise the trouble. */
  act: (reason: string) => Promise<Trouble>
}

/** The frame of every action of staff's. It shows the result and its rule before the action is confirmed. */
export function Confirm(props: ConfirmProps) {
  const { title, does, preview, barred = null, look = 'primary', width = 'normal', onClose, children } = props
  const needsReason = props.reason !== 'none'
  const [reason, setReason] = useState('')
  const { isBusy, trouble, act } = useAct(props)
  const isKnown = preview ? preview.isReady : does !== null
  const isReady = isKnown && !barred && !isBusy && (!needsReason || reason.trim() !== '')
  const submit = () => void (isReady && act(reason.trim()))
  const missing =
    barred !== null || isBusy
      ? null
      : (props.missing ?? (needsReason && reason.trim() === '' ? common.needsReason : null))
  const footer = (
    <>
      {!isReady && missing !== null && <p class="fine confirm-missing">{missing}</p>}
      <Button onPress={onClose}>{common.cancel}</Button>
      <Button look={look} disabled={!isReady} onPress={submit}>
        {isBusy ? (props.waiting ?? common.sending) : (props.confirm ?? title)}
      </Button>
    </>
  )
  const place = preview?.place ?? (preview && children ? 'beside' : 'below')
  return (
    <Dialog title={title} onClose={onClose} footer={footer} width={width} isAside={props.isAside === true}>
      <form
        class={`column confirm is-${place}`}
        onSubmit={(event) => {
          event.preventDefault()
          if (props.isForm) submit()
        }}
      >
        {place === 'below' ? children : <div class="column confirm">{children}</div>}
        <div class="column confirm confirm-foreseen">
          {preview?.part}
          {does !== null && <p class="confirm-does">{does}</p>}
          {props.cites}
          {barred && <Note tone="warning" text={barred} />}
          {needsReason && !barred && (
            <TextArea label={common.reason} value={reason} onInput={setReason} hint={common.reasonHint} />
          )}
          <TroubleNote
            trouble={preview?.refused ? { refused: preview.refused } : trouble}
            Refusal={props.refusalNote}
          />
        </div>
        <input type="submit" hidden />
      </form>
    </Dialog>
  )
}

/** Acts once at a time; closes when it is done, and keeps what went wrong. */
function useAct({ title, act, onClose, onDone }: ConfirmProps) {
  const [trouble, setTrouble] = useState<Trouble>(null)
  const [isBusy, setBusy] = useState(false)
  const isOpen = useRef(true)
  useEffect(
    () => () => {
      isOpen.current = false
    },
    [],
  )
  const actOnce = async (reason: string) => {
    setBusy(true)
    setTrouble(null)
    const wrong = await act(reason)
    if (!wrong) {
      lastDone.value = title
      onDone?.()
    }
    if (!isOpen.current) return
    setBusy(false)
    if (wrong) setTrouble(wrong)
    else onClose()
  }
  return { isBusy, trouble, act: actOnce }
}

type TroubleNoteProps = { trouble: Trouble; Refusal?: FrameProps['refusalNote'] }

/** Why it was not done. */
export function TroubleNote({ trouble, Refusal = RefusalNote }: TroubleNoteProps) {
  if (!trouble) return null
  return 'refused' in trouble ? <Refusal refused={trouble.refused} /> : <Note tone="warning" text={trouble.problem} />
}

export type CommandDialogProps = Omit<FrameProps, 'confirm'> & {
  confirm?: string | ((foreseen: Foreseeing) => string)
  source: SeenTable | AskedTable
  /** Null while something is still to be chosen or filled in. */
  draft: ((reason: string) => CommandFields) | null
  /** The command to foresee. It may be known before the draft is complete. */
  asks: CommandFields | null
  /** The result in this screen's form. */
  preview: (foreseen: Foreseeing) => ComponentChildren
  /** The place of a previewed refusal: in the preview, or in the place of an answered one. */
  refusalIn?: 'preview' | 'frame'
  place?: 'beside' | 'aside' | 'below'
  /** A refusal that passes: it may be confirmed all the same, and `send` waits. */
  passing?: { refused: RefusalCode; waiting: string }
  send: (draft: CommandFields) => Promise<CommandAnswer>
  /** Connected: what is pressed is done now. */
  isLive?: boolean
}

/** A command to a table, with its foreseen result. */
export function CommandDialog(props: CommandDialogProps) {
  const { source, draft, asks, preview, refusalIn, place, passing, send, confirm, isLive = true, ...frame } = props
  const foreseen = useForesight(source, asks)
  const { facts, failure, isAsking } = foreseen
  const isPassing = passing !== undefined && failure?.refused?.refused === passing.refused
  const act = async (reason: string): Promise<Trouble> => (draft ? troubleIn(await send(draft(reason))) : null)
  const isReady = isLive && draft !== null && asks !== null && !isAsking && (isPassing || facts !== null)
  const refused = refusalIn === 'frame' ? (failure?.refused ?? null) : null
  return (
    <Confirm
      {...frame}
      confirm={typeof confirm === 'function' ? confirm(foreseen) : confirm}
      waiting={isPassing ? passing.waiting : undefined}
      does={null}
      preview={{ part: preview(foreseen), isReady, refused, place }}
      act={act}
    />
  )
}

/** A rule as it is cited: its number, and what it means in our words. */
export function Cited({ book, clauses }: { book: Book; clauses: readonly (Clause | null | undefined)[] }) {
  const cited = citedIn(book, clauses)
  if (cited.length === 0) return <p class="lines cited fine">{common.noRule}</p>
  return (
    <ul class="lines cited">
      {cited.map(({ clause, means }) => (
        <li key={clause}>
          <b>{clauseName(clause)}</b> <span class="fine">{means}</span>
        </li>
      ))}
    </ul>
  )
}

/** Trouble from a table. */
export function troubleIn(answer: CommandAnswer): Trouble {
  if (isAccepted(answer)) return null
  return isRefused(answer) ? { refused: answer } : { problem: answer.problem }
}

/** Trouble from one of the house's routes. */
export function apiTrouble(reply: ApiReply<unknown>): Trouble {
  if (reply.ok) return null
  if (reply.status === 401) forgetSession()
  return reply.refused ? { refused: reply.refused } : { problem: failureText(reply) }
}
