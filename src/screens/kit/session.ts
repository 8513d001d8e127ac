import './session.css'
import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Failure } from '../../client/door-calls.ts'
import type { Refused } from '../../wire/failures.ts'
import type { SignedIn } from '../../wire/house-shapes.ts'
import { keep, readKeptJson } from '../storage.ts'
import { common } from '../words/common.ts'
import { sessionEnds } from '../words/pins.ts'
import { refusalText } from '../words/refusal-text.ts'
import { serviceFor } from './api.ts'
import { Button, Field, Note } from './controls.tsx'

/** Who of the staff sits here. The token lives as long as the browser's tab. */
export type Staff = SignedIn

const staff = signal<Staff | null>(readKeptJson<Staff>('staff', 'session'))

function remember(who: Staff | null): void {
  staff.value = who
  keep('staff', who && JSON.stringify(who), 'session')
}

/** What went wrong, in words; null when signed in. */
export async function signIn(badge: string, pin: string): Promise<string | null> {
  const reply = await serviceFor().call('POST /api/sessions', { body: { badge, pin } })
  if (!reply.ok) return failureText(reply)
  remember(reply.body)
  return null
}

export async function signOut(): Promise<void> {
  const token = staff.value?.token ?? null
  remember(null)
  await serviceFor(token).call('DELETE /api/sessions')
}

/** Why somebody who had signed in is asked to do so again. */
const over = signal<Refused | null>(null)

/** The service no longer knows the session: sign in again. Why, it says to whoever had it. */
export function forgetSession(): void {
  const token = staff.value?.token
  remember(null)
  if (!token) return
  over.value = { refused: 'session-is-over' }
  void serviceFor(token)
    .call('GET /api/sessions')
    .then((reply) => {
      if (!reply.ok && reply.refused && over.value) over.value = reply.refused
    })
}

const overText = (refused: Refused): string =>
  refusalText({ ...refused, why: sessionEnds[refused.why as keyof typeof sessionEnds] })

/** What went wrong at a door, in words. */
export function failureText({ status, refused, problem }: Failure): string {
  if (refused) return refusalText(refused)
  if (status === 429) return common.tooMany
  return status === 0 || status >= 500 ? common.serviceAway : (problem ?? common.serviceAway)
}

/** What it holds is for staff: without a session, the sign-in is shown instead. */
export function ForStaff({ title, children }: { title: string; children: (who: Staff) => ComponentChildren }) {
  return staff.value ? children(staff.value) : <SignIn title={title} />
}

function SignIn({ title }: { title: string }) {
  const [badge, setBadge] = useState('')
  const [pin, setPin] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: Event) => {
    event.preventDefault()
    setBusy(true)
    setProblem(await signIn(badge.trim(), pin))
    over.value = null
    setBusy(false)
    setPin('')
  }
  return (
    <main class="sign-in">
      <form class="panel" onSubmit={submit}>
        <h1>{title}</h1>
        <p class="fine">{common.signInMeans}</p>
        {over.value && <Note tone="warning" text={overText(over.value)} />}
        <Field
          label={common.badge}
          value={badge}
          onInput={setBadge}
          inputMode="numeric"
          autocomplete="username"
          autofocus
        />
        <Field
          label={common.pin}
          value={pin}
          onInput={setPin}
          type="password"
          inputMode="numeric"
          autocomplete="current-password"
          error={problem}
        />
        <Button look="primary" submits disabled={isBusy || badge.trim() === '' || pin === ''}>
          {common.signIn}
        </Button>
        <a class="fine" href="/">
          {common.toLobby}
        </a>
      </form>
    </main>
  )
}
