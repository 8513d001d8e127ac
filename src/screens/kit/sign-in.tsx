import './sign-in.css'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Refused } from '../../wire/failures.ts'
import { common } from '../words/common.ts'
import { refusalText } from '../words/names.ts'
import { sessionEndNames } from '../words/record.ts'
import { Button, Field, Note } from './controls.tsx'
import { over, type Staff, signIn, staff } from './session.ts'

const overText = (refused: Refused): string =>
  refusalText({ ...refused, why: sessionEndNames[refused.why as keyof typeof sessionEndNames] })

/** Its content is for staff: without a session it shows the sign-in. */
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
      <form class="panel column" onSubmit={submit}>
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
        <a class="row fine" href="/">
          {common.toLobby}
        </a>
      </form>
    </main>
  )
}
