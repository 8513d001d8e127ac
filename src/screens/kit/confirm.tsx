import './confirm.css'
import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Clause, RuleBook } from '../../books/rule-book.ts'
import { type Answer, isAccepted, isRefused } from '../../client/answers.ts'
import type { Reply } from '../../client/api-calls.ts'
import { holds, type Role } from '../../engine/positions.ts'
import type { StaffRole } from '../../house/roles.ts'
import type { Refused } from '../../words/refusal.ts'
import { common } from '../words/common.ts'
import { citedIn, clauseName } from '../words/editions.ts'
import { roleName } from '../words/names.ts'
import { Button, Dialog, Note, RefusalNote } from './controls.tsx'
import { TextArea } from './fields.tsx'
import { failureText, forgetSession, type Staff } from './session.ts'

/** What was done last, said once. */
export const lastDone = signal<string | null>(null)

/** Whether somebody's position is enough; auditors and administrators hold none at a table. */
export const mayAct = (role: StaffRole, needs: Role): boolean =>
  role !== 'auditor' && role !== 'administrator' && holds(role, needs)

/** A rule as it is cited: its number, and what it means in our words. */
export function Cited({ book, clauses }: { book: RuleBook; clauses: readonly (Clause | null | undefined)[] }) {
  const cited = citedIn(book, clauses)
  if (cited.length === 0) return <p class="cited fine">{common.noRule}</p>
  return (
    <ul class="cited">
      {cited.map(({ clause, means }) => (
        <li key={clause}>
          <b>{clauseName(clause)}</b> <span class="fine">{means}</span>
        </li>
      ))}
    </ul>
  )
}

type ConfirmProps = {
  title: string
  /** What it will do, in words; null while something is still to be chosen. */
  does: string | null
  cites?: ComponentChildren
  /** Instead of `does`: what it would come to, beside what is chosen; confirmed only when that is known. */
  preview?: { part: ComponentChildren; isReady: boolean }
  /** Why the one who is signed in may not; null: they may. */
  barred?: string | null
  reason?: 'needed' | 'none'
  confirm: string
  /** On the button while the answer is awaited. */
  waiting?: string
  look?: 'primary' | 'warning'
  width?: 'narrow' | 'normal' | 'wide'
  /** Does it; what comes back is why not. */
  act: (reason: string) => Promise<Trouble>
  onClose: () => void
  children?: ComponentChildren
}
export type Trouble = { refused: Refused } | { problem: string } | null

/** What staff decide is done through this: what will happen and by which rule stands here before it is confirmed. */
export function Confirm(props: ConfirmProps) {
  const {
    title,
    does,
    cites,
    preview,
    barred = null,
    confirm,
    look = 'primary',
    width = 'normal',
    act,
    onClose,
  } = props
  const needsReason = props.reason !== 'none'
  const [reason, setReason] = useState('')
  const [trouble, setTrouble] = useState<Trouble>(null)
  const [isBusy, setBusy] = useState(false)
  const isOpen = useRef(true)
  useEffect(
    () => () => {
      isOpen.current = false
    },
    [],
  )
  const isReady =
    (preview ? preview.isReady : does !== null) && !barred && !isBusy && (!needsReason || reason.trim() !== '')
  const submit = async () => {
    setBusy(true)
    setTrouble(null)
    const came = await act(reason.trim())
    if (!came) lastDone.value = title
    if (!isOpen.current) return
    setBusy(false)
    if (came) setTrouble(came)
    else onClose()
  }
  const footer = (
    <>
      <Button onPress={onClose}>{common.cancel}</Button>
      <Button look={look} disabled={!isReady} onPress={() => void submit()}>
        {isBusy ? (props.waiting ?? common.sending) : confirm}
      </Button>
    </>
  )
  return (
    <Dialog title={title} onClose={onClose} footer={footer} width={width}>
      <div class={`confirm${preview && props.children ? ' is-beside' : ''}`}>
        {preview && props.children ? <div class="confirm">{props.children}</div> : props.children}
        <div class="confirm confirm-foreseen">
          {preview?.part}
          {does !== null && <p class="confirm-does">{does}</p>}
          {cites}
          {barred && <Note tone="warning" text={barred} />}
          {needsReason && !barred && (
            <TextArea label={common.reason} value={reason} onInput={setReason} hint={common.reasonHint} />
          )}
          {trouble &&
            ('refused' in trouble ? (
              <RefusalNote refused={trouble.refused} />
            ) : (
              <Note tone="warning" text={trouble.problem} />
            ))}
        </div>
      </div>
    </Dialog>
  )
}

export const barredFrom = (who: Staff, needs: Role): string | null =>
  mayAct(who.role, needs) ? null : common.notYours(roleName(needs), roleName(who.role))

export function troubleIn(answer: Answer): Trouble {
  if (isAccepted(answer)) return null
  return isRefused(answer) ? { refused: answer } : { problem: answer.problem }
}

/** The same for one of the house's doors. */
export function doorTrouble(reply: Reply<unknown>): Trouble {
  if (reply.ok) return null
  if (reply.status === 401) forgetSession()
  return reply.refused ? { refused: reply.refused } : { problem: failureText(reply) }
}
