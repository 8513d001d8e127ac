import './amount-field.css'
import type { Cents } from '../../engine/money.ts'
import { readMoney, shortMoney } from '../../words/plain-text.ts'
import { Button, Field } from '../kit/controls.tsx'
import { dealer } from '../words/desk.ts'

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
