import './chip.css'
import { useId } from 'preact/hooks'
import { money } from '../../words/plain-text.ts'
import { ChipPicture } from './chip.tsx'

type ChipChoiceProps<Value extends number> = {
  label: string
  values: readonly Value[]
  /** Null: something other than a chip is chosen. */
  chosen: Value | null
  onChoose: (value: Value) => void
  describe: (amount: string) => string
  class?: string
}

/** The chips that may be staked, one of them chosen. */
export function ChipChoice<Value extends number>(props: ChipChoiceProps<Value>) {
  const { label, values, chosen, onChoose, describe, class: look = '' } = props
  const name = useId()
  return (
    <div class={`flow chip-choice ${look}`} role="radiogroup" aria-label={label}>
      {values.map((value) => (
        <label key={value} class={`shows-focus${value === chosen ? ' is-chosen' : ''}`}>
          <input
            class="unseen"
            type="radio"
            name={name}
            value={value}
            checked={value === chosen}
            onChange={() => onChoose(value)}
            onClick={() => onChoose(value)}
          />
          <ChipPicture value={value} size={60} />
          <span class="only-heard">{describe(money(value))}</span>
        </label>
      ))}
    </div>
  )
}
