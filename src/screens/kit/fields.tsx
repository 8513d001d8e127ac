import './fields.css'
import type { Signal } from '@preact/signals'
import type { ComponentChildren, TargetedEvent } from 'preact'
import { useId } from 'preact/hooks'
import { useAutofocus } from './controls.tsx'

/** A signal as the value of a field. */
export const bound = <T,>(of: Signal<T>): { value: T; onInput: (value: T) => void } => ({
  value: of.value,
  onInput: (value) => {
    of.value = value
  },
})

type TextAreaProps = {
  label: string
  value: string
  onInput: (value: string) => void
  hint?: string
  autofocus?: boolean
}

export function TextArea({ label, value, onInput, hint, autofocus }: TextAreaProps) {
  const area = useAutofocus<HTMLTextAreaElement>(autofocus)
  const changed = (event: TargetedEvent<HTMLTextAreaElement>) => onInput(event.currentTarget.value)
  return (
    <label class="field">
      <span>{label}</span>
      <textarea ref={area} autofocus={autofocus} rows={2} maxLength={500} value={value} onInput={changed} />
      {hint && <small>{hint}</small>}
    </label>
  )
}

type Option = { value: string; label: string }
type SelectProps = { label: string; value: string; onInput: (value: string) => void; options: readonly Option[] }

export function Select({ label, value, onInput, options }: SelectProps) {
  const changed = (event: TargetedEvent<HTMLSelectElement>) => onInput(event.currentTarget.value)
  return (
    <label class="field">
      <span>{label}</span>
      <select value={value} onChange={changed}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  )
}

type RadioOption = { value: string; label: ComponentChildren; disabled?: boolean; fine?: string | undefined }
type RadiosProps = {
  label: string
  value: string
  onInput: (value: string) => void
  options: readonly RadioOption[]
  /** `row`: a few short ones side by side; `grid`: many, such as pockets. */
  look?: 'list' | 'row' | 'grid'
}

/** One of several, all of them seen. */
export function Radios({ label, value, onInput, options, look = 'list' }: RadiosProps) {
  const name = useId()
  return (
    <fieldset class={`radios is-${look}`}>
      <legend class="legend">{label}</legend>
      {options.map((option) => (
        <label key={option.value} class={`shows-focus${option.value === value ? ' is-chosen' : ''}`}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onInput(option.value)}
          />
          <span>
            {option.label}
            {option.fine && <small>{option.fine}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

type TabsProps<T extends string> = {
  label: string
  tabs: readonly { tab: T; label: string; count?: number }[]
  shown: T
  onShow: (tab: T) => void
}

export function Tabs<T extends string>({ label, tabs, shown, onShow }: TabsProps<T>) {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(({ tab, label: text, count = 0 }) => (
        <button key={tab} type="button" aria-current={tab === shown ? 'page' : undefined} onClick={() => onShow(tab)}>
          {text}
          {count > 0 && <b class="count">{count}</b>}
        </button>
      ))}
    </nav>
  )
}
