import '../kit/top-bar.css'
import { useState } from 'preact/hooks'
import { serviceFor } from '../kit/api.ts'
import { Button, Field } from '../kit/controls.tsx'
import { forgetSession, type Staff, signIn, signOut } from '../kit/session.ts'
import { common } from '../words/common.ts'
import { roleName } from '../words/names.ts'
import { pins } from '../words/record.ts'
import { apiTrouble, Confirm, type Trouble } from './command-dialog.tsx'

/** The signed-in person, their own PIN, and the sign-out. */
export function WhoIsHere({ who }: { who: Staff }) {
  const [isChanging, setChanging] = useState(false)
  return (
    <div class="row who">
      <span>
        {who.name} <span class="fine">{roleName(who.role)}</span>
      </span>
      <Button look="quiet" size="small" label={pins.ownPin} onPress={() => setChanging(true)}>
        {common.pin}
      </Button>
      <Button look="quiet" size="small" onPress={() => void signOut()}>
        {common.signOut}
      </Button>
      {isChanging && <OwnPin who={who} onClose={() => setChanging(false)} />}
    </div>
  )
}

/** A changed PIN ends all sessions of the person and opens a new one here. */
function OwnPin({ who, onClose }: { who: Staff; onClose: () => void }) {
  const [current, setCurrent] = useState('')
  const [pin, setPin] = useState('')
  const [again, setAgain] = useState('')
  const differs = again !== '' && !pin.startsWith(again) ? pins.pinsDiffer : null
  const isFull = current !== '' && pin !== '' && again === pin
  return (
    <Confirm
      title={pins.ownPin}
      does={isFull ? pins.ownPinDoes : null}
      reason="none"
      width="narrow"
      act={() => changePin(who, current, pin)}
      onClose={onClose}
    >
      <PinField
        label={pins.currentPin}
        value={current}
        onInput={setCurrent}
        autocomplete="current-password"
        autofocus
      />
      <PinField label={pins.newPin} value={pin} onInput={setPin} hint={pins.pinHint} />
      <PinField label={pins.newPinAgain} value={again} onInput={setAgain} error={differs} />
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
    {hint && <span class="fine">{hint}</span>}
  </div>
)

/** A wrong PIN is answered as a failed sign-in is; the session is not over for it. */
async function changePin(who: Staff, current: string, pin: string): Promise<Trouble> {
  const reply = await serviceFor(who.token).call('POST /api/sessions/pin', { body: { current, pin } })
  if (!reply.ok && reply.refused?.refused === 'badge-or-pin-wrong') return { problem: pins.currentPinWrong }
  if (!reply.ok) return apiTrouble(reply)
  if ((await signIn(who.badge, pin)) !== null) forgetSession()
  return null
}
