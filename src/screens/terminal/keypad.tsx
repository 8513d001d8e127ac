import './keypad.css'
import { Button } from '../kit/controls.tsx'
import { BackspaceIcon } from '../kit/icons.tsx'
import { service } from '../words/terminal.ts'

type KeypadProps = { value: string; onInput: (value: string) => void; keys?: 'digits' | 'letters'; most: number }

const digits = [...'1234567890']
/** The symbols of an enrolment code: no two look alike. */
const letters = [...'ACDEFGHJKLMNPQRTUVWXY34679']

/** For a screen without a keyboard. Presses appear in the field as if they were typed. */
export function Keypad({ value, onInput, keys = 'digits', most }: KeypadProps) {
  const press = (key: string) => value.length < most && onInput(value + key)
  return (
    <div class={`terminal-keypad is-${keys}`} role="group" aria-label={service.keypad}>
      {(keys === 'digits' ? digits : letters).map((key) => (
        <Button key={key} onPress={() => press(key)}>
          {key}
        </Button>
      ))}
      <Button label={service.deleteDigit} onPress={() => onInput(value.slice(0, -1))}>
        <BackspaceIcon />
      </Button>
    </div>
  )
}
