import './controls.css'
import type { ComponentChildren, TargetedEvent } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Refused } from '../../wire/failures.ts'
import { common } from '../words/common.ts'
import { clauseName, refusalText } from '../words/names.ts'
import { CloseIcon, WarningIcon } from './icons.tsx'

type ButtonProps = {
  onPress?: () => void
  children?: ComponentChildren
  /** primary: the one thing to do now; quiet: beside the point; warning: think first. */
  look?: 'plain' | 'primary' | 'quiet' | 'warning'
  size?: 'small' | 'normal' | 'large'
  disabled?: boolean
  /** For a button that is only a picture. */
  label?: string
  isIcon?: boolean
  pressed?: boolean
  submits?: boolean
  class?: string
}

export function Button({ onPress, children, look = 'plain', size = 'normal', ...rest }: ButtonProps) {
  const { disabled, label, isIcon, pressed, submits } = rest
  const names = ['button', `is-${look}`, `is-${size}`, isIcon ? 'is-icon' : '', rest.class ?? '']
  return (
    <button
      type={submits ? 'submit' : 'button'}
      class={names.filter((name) => name !== '').join(' ')}
      onClick={onPress}
      disabled={disabled}
      aria-label={label}
      title={isIcon ? label : undefined}
      aria-pressed={pressed}
    >
      {children}
    </button>
  )
}

type LinkButtonProps = { href: string; text: string; label?: string }

/** A link that looks like a small, quiet button. */
export const LinkButton = ({ href, text, label }: LinkButtonProps) => (
  <a class="button is-quiet is-small" href={href} aria-label={label}>
    {text}
  </a>
)

type FieldProps = {
  label: string
  value: string
  onInput: (value: string) => void
  error?: string | null
  type?: 'text' | 'password' | 'number' | 'date' | 'datetime-local'
  inputMode?: 'numeric' | 'decimal' | 'text'
  autofocus?: boolean
  autocomplete?: string
  placeholder?: string
  maxLength?: number
}

export function Field({ label, value, onInput, error, autofocus, ...rest }: FieldProps) {
  const input = useAutofocus<HTMLInputElement>(autofocus)
  const onChange = (event: TargetedEvent<HTMLInputElement>) => onInput(event.currentTarget.value)
  const attributes = { ...rest, 'aria-invalid': Boolean(error) } as object
  return (
    <label class="field">
      <span>{label}</span>
      <input ref={input} value={value} onInput={onChange} autofocus={autofocus} {...attributes} />
      {error && <em role="alert">{error}</em>}
    </label>
  )
}

/** A dialog gives the focus, when it opens, to what says `autofocus`; elsewhere it is taken. */
export function useAutofocus<E extends HTMLElement>(isWanted: boolean | undefined) {
  const field = useRef<E>(null)
  useEffect(() => {
    if (isWanted && !field.current?.closest('dialog')) field.current?.focus()
  }, [isWanted])
  return field
}

type DialogProps = {
  title: string
  onClose: () => void
  children: ComponentChildren
  footer?: ComponentChildren
  width?: 'narrow' | 'normal' | 'wide'
  /** A dialog that must be read: only its own buttons close it. */
  isFirm?: boolean
  /** A panel at the side: what is beside it can be used meanwhile. */
  isAside?: boolean
}

/** Open while it is drawn. Escape, the cross and a click beside it close it. */
export function Dialog({ title, onClose, children, footer, width = 'normal', ...look }: DialogProps) {
  const { isFirm = false, isAside = false } = look
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const opener = document.activeElement as HTMLElement | null
    if (isAside) dialog.current?.show()
    else dialog.current?.showModal()
    return () => opener?.focus?.()
  }, [])
  return (
    <dialog
      ref={dialog}
      class={`dialog is-${isAside ? 'aside' : width}`}
      aria-label={title}
      onClose={onClose}
      onKeyDown={(event) => isAside && event.key === 'Escape' && onClose()}
      onCancel={(event) => isFirm && event.preventDefault()}
      onClick={(event) => !isFirm && event.target === dialog.current && onClose()}
    >
      <header class="apart">
        <h2>{title}</h2>
        {!isFirm && (
          <Button look="quiet" isIcon label={common.close} onPress={onClose}>
            <CloseIcon />
          </Button>
        )}
      </header>
      <div class="dialog-body">{children}</div>
      {footer && <footer class="flow">{footer}</footer>}
    </dialog>
  )
}

export type DataColumn<Row> = { title: string; cell: (row: Row) => ComponentChildren; isNumber?: boolean }
type DataTableProps<Row> = {
  caption: string
  columns: readonly DataColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row, index: number) => string | number
  empty?: string
}

/** Rows of facts; numbers stand right-aligned. The caption is for those who listen. */
export function DataTable<Row>({ caption, columns, rows, rowKey, empty }: DataTableProps<Row>) {
  if (rows.length === 0 && empty) return <p class="fine">{empty}</p>
  return (
    <table class="rows">
      <caption class="only-heard">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ title, isNumber }) => (
            <th key={title} scope="col" class={isNumber ? 'is-number' : undefined}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={rowKey(row, index)}>
            {columns.map(({ title, cell, isNumber }) => (
              <td key={title} data-title={title} class={isNumber ? 'is-number' : undefined}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A name, its value, and an explanation, which appears when it is pointed at. */
export type Fact = readonly [name: string, value: ComponentChildren, means?: string | undefined]

export const Facts = ({ facts, class: look }: { facts: readonly Fact[]; class?: string }) => (
  <dl class={look}>
    {facts.map(([name, value, means]) => (
      <div key={name} title={means}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

/** A refusal in words, its clause in small print. */
export function RefusalNote({ refused }: { refused: Refused }) {
  return (
    <Note tone="warning" text={refusalText(refused)} fine={refused.clause ? clauseName(refused.clause) : undefined} />
  )
}

export function Note({ tone, text, fine }: { tone: 'info' | 'warning'; text: string; fine?: string | undefined }) {
  return (
    <div class={`note is-${tone}`} role={tone === 'warning' ? 'alert' : 'status'}>
      {tone === 'warning' && <WarningIcon />}
      <div>
        {text}
        {fine && <small>{fine}</small>}
      </div>
    </div>
  )
}
