import './dealer-dialog.css'
import './form-dialog.css'
import type { ComponentChildren } from 'preact'
import { isForesight } from '../../engine/foresee.ts'
import type { Cents } from '../../engine/money.ts'
import type { Order } from '../../wire/command.ts'
import { Button, Dialog, Field } from '../kit/controls.tsx'
import { readMoney, shortMoney } from '../kit/money-text.ts'
import { common } from '../words/common.ts'
import { dealer } from '../words/dealer.ts'
import { type Desk, foreseeAt, useCommand } from './dealer-desk.ts'
import { Rule, SaidNo } from './parts.tsx'

type FormDialogProps = {
  desk: Desk
  title: string
  confirm: string
  /** Null while something is still to be filled in. */
  draft: Order | null
  /** What it does, in a sentence. */
  means: string | null
  clause?: string | undefined
  onClose: () => void
  onDone?: () => void
  width?: 'narrow' | 'normal' | 'wide'
  children: ComponentChildren
}

/** A command that is filled in, says what it does, and closes when it is done. */
export function FormDialog({ desk, draft, width = 'narrow', onClose, ...rest }: FormDialogProps) {
  const { give, isBusy, said } = useCommand(desk)
  const foreseen = draft && foreseeAt(desk, draft)
  const refused = foreseen && !isForesight(foreseen) ? foreseen : null
  const act = async (event?: Event) => {
    event?.preventDefault()
    if (!draft || refused || isBusy || !(await give(draft))) return
    rest.onDone?.()
    onClose()
  }
  const footer = (
    <>
      <Button onPress={onClose}>{common.cancel}</Button>
      <Button look="primary" disabled={!draft || refused !== null || isBusy} onPress={() => void act()}>
        {rest.confirm}
      </Button>
    </>
  )
  return (
    <Dialog title={rest.title} onClose={onClose} footer={footer} width={width}>
      <form class="dealer-dialog" onSubmit={act}>
        {rest.children}
        {rest.means && (
          <p>
            {rest.means} {rest.clause && <Rule clause={rest.clause} />}
          </p>
        )}
        <SaidNo said={refused ?? said} />
        <input type="submit" hidden />
      </form>
    </Dialog>
  )
}

type AmountFieldProps = {
  label: string
  text: string
  onText: (text: string) => void
  amounts: readonly number[]
  autofocus?: boolean
}

/** An amount typed, or one of those that are likely. */
export function AmountField({ label, text, onText, amounts, autofocus = false }: AmountFieldProps) {
  const isWrong = text !== '' && readMoney(text) === null
  return (
    <div class="dealer-amount">
      <Field
        label={label}
        value={text}
        onInput={onText}
        inputMode="decimal"
        autofocus={autofocus}
        error={isWrong ? dealer.amountWrong : null}
      />
      <div>
        {amounts.map((amount) => (
          <Button key={amount} size="small" onPress={() => onText(shortMoney(amount))}>
            {shortMoney(amount)}
          </Button>
        ))}
      </div>
    </div>
  )
}

export function readPositive(text: string): Cents | null {
  const amount = readMoney(text)
  return amount !== null && amount > 0 ? amount : null
}
