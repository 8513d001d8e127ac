import './managed.css'
import './pit-block.css'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { call, type Reply } from '../kit/api.ts'
import { Button, Note } from '../kit/controls.tsx'
import { failureText, type Staff } from '../kit/session.tsx'
import { useDoor } from '../kit/use-door.ts'
import { common } from '../words/common.ts'
import { roleName } from '../words/names.ts'
import { pit } from '../words/pit.ts'

type ManagedProps<Body, Doing> = {
  title: string
  /** The door that tells the list. */
  path: string
  who: Staff
  tools: (onDo: (doing: Doing) => void) => ComponentChildren
  dialog: (doing: Doing, onClose: () => void) => ComponentChildren
  children: (body: Body, onDo: (doing: Doing) => void) => ComponentChildren
}

/** A list that the house keeps, with the ways to change it; it is told anew after each of them. */
export function Managed<Body, Doing>({ title, path, who, tools, dialog, children }: ManagedProps<Body, Doing>) {
  const { body, failure, again } = useDoor<Body>(path, who.token)
  const [doing, setDoing] = useState<Doing | null>(null)
  const close = () => {
    setDoing(null)
    again()
  }
  const onDo = (next: Doing) => setDoing(() => next)
  return (
    <section class="panel pit-block">
      <header class="pit-toolbar">
        <h2>{title}</h2>
        {tools(onDo)}
      </header>
      {failure && <Note tone="warning" text={failureText(failure)} />}
      {!body && !failure && <p class="fine">{common.loading}</p>}
      {body && children(body, onDo)}
      {doing !== null && dialog(doing, close)}
    </section>
  )
}

/** Who belongs to the house is for administrators to say. */
export function AddButton({ who, label, onPress }: { who: Staff; label: string; onPress: () => void }) {
  const isAdministrator = who.role === 'administrator'
  return (
    <>
      <Button size="small" disabled={!isAdministrator} onPress={onPress}>
        {label}
      </Button>
      {!isAdministrator && <small class="fine">{pit.onlyFor(roleName('administrator'))}</small>}
    </>
  )
}

export type RowAction = { label: string; onPress: () => void; disabled?: boolean }

export const RowActions = ({ actions }: { actions: readonly RowAction[] }) => (
  <span class="pit-row-actions">
    {actions.map(({ label, onPress, disabled = false }) => (
      <Button key={label} look="quiet" size="small" disabled={disabled} onPress={onPress}>
        {label}
      </Button>
    ))}
  </span>
)

/** One of the list is changed at its own door; removing it is a word of HTTP. */
export const changeAt = <T,>(door: string, what: string, body: object, token: string): Promise<Reply<T>> =>
  what === 'remove' ? call<T>('DELETE', door, { body, token }) : call<T>('POST', `${door}/${what}`, { body, token })
