import './pit-block.css'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Failure } from '../../client/api-calls.ts'
import type { AnswerOf } from '../../wire/routes.ts'
import { Button, Note } from '../kit/controls.tsx'
import { failureText, type Staff } from '../kit/session.ts'
import { useApi } from '../kit/use-api.ts'
import { common } from '../words/common.ts'
import { pit } from '../words/desk.ts'
import { roleName } from '../words/names.ts'

type ListReply<Name extends Lists> = { body: AnswerOf<Name> | null; failure: Failure | null; again: () => void }
type Lists = 'GET /api/staff' | 'GET /api/terminals' | 'GET /api/tickets'

type ManagedProps<Name extends Lists, Doing> = {
  title: string
  /** The route that returns the list. */
  route: Name
  who: Staff
  /** Further parameters of the request. */
  query?: Readonly<Record<string, string>>
  tools: (onDo: (doing: Doing) => void) => ComponentChildren
  dialog: (doing: Doing, onClose: () => void) => ComponentChildren
  children: (body: AnswerOf<Name>, onDo: (doing: Doing) => void) => ComponentChildren
}

/** A list that the house keeps, with its actions. It is loaded again after each action. */
export function ManagedList<Name extends Lists, Doing>(props: ManagedProps<Name, Doing>) {
  const { title, route, who, query, tools, dialog, children } = props
  const asked = query ? [{ query }] : []
  const { body, failure, again } = useApi(who, route as Lists, ...(asked as [])) as ListReply<Name>
  const [doing, setDoing] = useState<Doing | null>(null)
  const close = () => {
    setDoing(null)
    again()
  }
  const onDo = (next: Doing) => setDoing(() => next)
  return (
    <section class="panel pit-block">
      <header class="flow pit-toolbar">
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

/** Only administrators manage the members of the house. */
export function AddButton({ who, label, onPress }: { who: Staff; label: string; onPress: () => void }) {
  const isAdministrator = who.role === 'administrator'
  return (
    <>
      <Button size="small" disabled={!isAdministrator} onPress={onPress}>
        {label}
      </Button>
      {!isAdministrator && <small>{pit.onlyFor(roleName('administrator'))}</small>}
    </>
  )
}

export type RowAction = { label: string; onPress: () => void; disabled?: boolean }

export const RowActions = ({ actions }: { actions: readonly RowAction[] }) => (
  <span class="row pit-row-actions">
    {actions.map(({ label, onPress, disabled = false }) => (
      <Button key={label} look="quiet" size="small" disabled={disabled} onPress={onPress}>
        {label}
      </Button>
    ))}
  </span>
)
