import './sign-in.css'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Refused } from '../../wire/failures.ts'
import type { HouseSign } from '../../wire/floor-service.ts'
import { common } from '../words/common.ts'
import { refusalText, roleName } from '../words/names.ts'
import { pins, sessionEndNames } from '../words/record.ts'
import { Button, Field, Note } from './controls.tsx'
import { houseSign } from './house-sign.ts'
import { over, type Staff, signIn, staff } from './session.ts'

const overText = (refused: Refused): string =>
  refusalText({ ...refused, why: sessionEndNames[refused.why as keyof typeof sessionEndNames] })

type ForStaffProps = {
  title: string
  /** The purpose of the screen, in one line. */
  means: string
  children: (who: Staff) => ComponentChildren
}

/** Its content is for staff: without a session it shows the sign-in. */
export function ForStaff({ title, means, children }: ForStaffProps) {
  return staff.value ? children(staff.value) : <SignIn title={title} means={means} />
}

type Badge = HouseSign['badges'][number]

/** The badges of the demonstration, one press each. No other house sends any. */
function DemoBadges({ isBusy, onChoose }: { isBusy: boolean; onChoose: (badge: Badge) => void }) {
  const { badges } = houseSign.value
  if (badges.length === 0) return null
  return (
    <section class="list" aria-label={common.demoBadges}>
      <h2 class="caption">{common.demoBadges}</h2>
      <div class="sign-in-badges">
        {badges.map((own) => (
          <Button key={own.badge} disabled={isBusy} onPress={() => onChoose(own)}>
            {own.name}
            <small>{roleName(own.role)}</small>
          </Button>
        ))}
      </div>
    </section>
  )
}

function SignIn({ title, means }: Omit<ForStaffProps, 'children'>) {
  const [badge, setBadge] = useState('')
  const [pin, setPin] = useState('')
  const [newPin, setNewPin] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const enter = async (ownBadge: string, ownPin: string, replacement?: string) => {
    setBusy(true)
    const failed = await signIn(ownBadge, ownPin, replacement)
    setProblem(failed?.text ?? null)
    over.value = null
    setBusy(false)
    // The PIN was right, and is too old: a new one is typed beside it.
    if (failed?.refused === 'pin-too-old') return setNewPin('')
    if (failed && newPin !== null && failed.refused?.startsWith('pin-')) return setNewPin('')
    setPin('')
    setNewPin(null)
  }
  const submit = (event: Event) => {
    event.preventDefault()
    void enter(badge.trim(), pin, newPin ?? undefined)
  }
  return (
    <main class="sign-in">
      <form class="panel column" onSubmit={submit}>
        <h1>{title}</h1>
        <p>{means}</p>
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
        {newPin !== null && (
          <Field
            label={pins.newPin}
            value={newPin}
            onInput={setNewPin}
            type="password"
            inputMode="numeric"
            autocomplete="new-password"
            autofocus
          />
        )}
        <Button look="primary" submits disabled={isBusy || badge.trim() === '' || pin === '' || newPin === ''}>
          {common.signIn}
        </Button>
        <DemoBadges isBusy={isBusy} onChoose={(own) => void enter(own.badge, own.pin)} />
        <a class="row fine" href="/">
          {common.toLobby}
        </a>
      </form>
    </main>
  )
}
