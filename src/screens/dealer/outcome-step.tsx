import './next-step.css'
import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { colourOf } from '../../engine/pocket-colour.ts'
import { Field } from '../kit/controls.tsx'
import { bound } from '../kit/fields.tsx'
import { PocketBadge } from '../kit/pocket.tsx'
import { useWindowEvent } from '../kit/use-page.ts'
import { foreseeAt } from '../staff/use-foresight.ts'
import { common } from '../words/common.ts'
import { dealer } from '../words/desk.ts'
import { nouns } from '../words/names.ts'
import { type DealerDesk, isLed, mayAct } from './dealer-desk.ts'
import { voidIn } from './effects.ts'
import { type Give, StepButton } from './step-button.tsx'
import { readPocket } from './steps.ts'

/** Where the ball rests: picked on the layout or typed. */
export function OutcomeStep({ desk, clause, give }: { desk: DealerDesk; clause: string; give: Give }) {
  const revolutions = useSignal('')
  const pocket = readPocket(desk.book, desk.picked.value)
  const counted = /^\d+$/.test(revolutions.value) ? Number(revolutions.value) : null
  const atRest = { do: 'ball-at-rest', ...(counted === null ? {} : { revolutions: counted }) }
  const draft = pocket === null ? null : { ...atRest, pocket }
  // Too few revolutions are told before the number is, wherever the ball rests.
  const fault = voidIn(foreseeAt(desk, draft ?? { ...atRest, pocket: desk.book.wheel.pockets[0] }))
  const submit = (event: Event) => {
    event.preventDefault()
    if (draft && !give.isBusy) void give.give(draft)
  }
  return (
    <StepButton
      desk={desk}
      give={give}
      title={<Called desk={desk} pocket={pocket} />}
      means={
        fault ? dealer.tooFew(desk.book.rules.spin.revolutionsMin) : pocket === null ? hint(desk) : dealer.outcomeMeans
      }
      clause={fault?.clause ?? clause}
      draft={draft}
      isLed={isLed(desk)}
      isWarning={fault !== null}
    >
      {mayAct(desk) && (
        <form class="dealer-outcome" onSubmit={submit}>
          <PocketField desk={desk} isRead={pocket !== null} />
          <Field
            label={dealer.revolutions}
            {...bound(revolutions)}
            inputMode="numeric"
            maxLength={3}
            placeholder={dealer.notCounted}
          />
          <input type="submit" hidden />
        </form>
      )}
    </StepButton>
  )
}

const hint = (desk: DealerDesk): string => (isLed(desk) ? dealer.pickOutcomeLed : dealer.pickOutcomeMeans)

/** What the dealer calls: the number and its colour. */
function Called({ desk, pocket }: { desk: DealerDesk; pocket: string | null }) {
  if (pocket === null) return <>{isLed(desk) ? common.wheelRunning : dealer.pickOutcome}</>
  return (
    <>
      <PocketBadge book={desk.book} pocket={pocket} /> “{pocket}, {nouns.colours[colourOf(desk.book, pocket)]}”
    </>
  )
}

/** A number typed anywhere on the console goes here: the dealer's eyes are on the wheel. */
function PocketField({ desk: { picked, dialog }, isRead }: { desk: DealerDesk; isRead: boolean }) {
  const field = useRef<HTMLInputElement>(null)
  useWindowEvent('keydown', (event) => {
    const isElsewhere = (event.target as Element).closest('input, select, textarea, dialog')
    if (isElsewhere || dialog.peek() || event.ctrlKey || event.altKey || event.metaKey) return
    if (/^[0-9smb]$/i.test(event.key)) field.current?.focus()
  })
  const text = picked.value
  const isWrong = text !== '' && !isRead
  return (
    <label class="field">
      <span>{dealer.number}</span>
      <input
        ref={field}
        value={text}
        maxLength={3}
        autocomplete="off"
        aria-invalid={isWrong}
        onInput={({ currentTarget }) => {
          picked.value = currentTarget.value
        }}
      />
      {isWrong && <em role="alert">{dealer.noSuchPocket(text)}</em>}
    </label>
  )
}
