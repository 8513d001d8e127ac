import './who-is-here.css'
import { useState } from 'preact/hooks'
import { common } from '../words/common.ts'
import { people, roleName } from '../words/people.ts'
import { call } from './api.ts'
import { Confirm, doorTrouble, type Trouble } from './confirm.tsx'
import { Button, Field } from './controls.tsx'
import { forgetSession, type Staff, signIn, signOut } from './session.tsx'

/** Who is signed in, their own PIN, and the way out. */
export function WhoIsHere({ who }: { who: Staff }) {
  const [isChanging, setChanging] = useState(false)
  return (
    <div class="who">
      <span>
        {who.name} <small class="fine">{roleName(who.role)}</small>
      </span>
      <Button look="quiet" size="small" label={people.ownPin} onPress={() => setChanging(true)}>
        {common.pin}
      </Button>
      <Button look="quiet" size="small" onPress={() => void signOut()}>
        {common.signOut}
      </Button>
      {isChanging && <OwnPin who={who} onClose={() => setChanging(false)} />}
    </div>
  )
}

/** Whoever changes their PIN is signed out everywhere, and here signed in with the new one. */
function OwnPin({ who, onClose }: { who: Staff; onClose: () => void }) {
  const [current, setCurrent] = useState('')
  const [pin, setPin] = useState('')
  const [again, setAgain] = useState('')
  const differs = again !== '' && !pin.startsWith(again) ? people.pinsDiffer : null
  const isFull = current !== '' && pin !== '' && again === pin
  return (
    <Confirm
      title={people.ownPin}
      does={isFull ? people.ownPinDoes : null}
      reason="none"
      width="narrow"
      confirm={people.ownPin}
      act={() => changePin(who, current, pin)}
      onClose={onClose}
    >
      <PinField
        label={people.currentPin}
        value={current}
        onInput={setCurrent}
        autocomplete="current-password"
        autofocus
      />
      <PinField label={people.newPin} value={pin} onInput={setPin} hint={people.pinHint} />
      <PinField label={people.newPinAgain} value={again} onInput={setAgain} error={differs} />
    </Confirm>
  )
}

type PinFieldProps = {
  label: string
  value: string
  onInput: (value: string) => void
  hint?: string
  error?: string | null
  autofocus?: boolean
  autocomplete?: 'current-password' | 'new-password'
}

export const PinField = ({ hint, ...rest }: PinFieldProps) => (
  <div>
    <Field type="password" inputMode="numeric" autocomplete="new-password" maxLength={12} {...rest} />
    {hint && <small class="fine">{hint}</small>}
  </div>
)

/** A wrong PIN is answered as a failed sign-in is; the session is not over for it. */
async function changePin(who: Staff, current: string, pin: string): Promise<Trouble> {
  const reply = await call('POST', '/api/sessions/pin', { body: { current, pin }, token: who.token })
  if (!reply.ok && reply.refused?.refused === 'badge-or-pin-wrong') return { problem: people.currentPinWrong }
  if (!reply.ok) return doorTrouble(reply)
  if ((await signIn(who.badge, pin)) !== null) forgetSession()
  return null
}
