import './dialogs.css'
import type { Cents } from '../../engine/money.ts'
import { readMoney, shortMoney } from '../../words/plain-text.ts'
import { Button, Field } from '../kit/controls.tsx'
import { dealer } from '../words/desk.ts'

type AmountFieldProps = {
  label: string
  value: string
  onInput: (value: string) => void
  amounts: readonly number[]
  autofocus?: boolean
}

/** An amount typed, or one of those that are likely. */
export function AmountField({ label, value, onInput, amounts, autofocus = false }: AmountFieldProps) {
  const isWrong = value !== '' && readMoney(value) === null
  return (
    <div class="list dealer-amount">
      <Field
        label={label}
        value={value}
        onInput={onInput}
        inputMode="decimal"
        autofocus={autofocus}
        error={isWrong ? dealer.amountWrong : null}
      />
      <div class="row">
        {amounts.map((amount) => (
          <Button key={amount} size="small" onPress={() => onInput(shortMoney(amount))}>
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
