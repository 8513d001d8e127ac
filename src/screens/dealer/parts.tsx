import './parts.css'
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import type { SpotId } from '../../books/rule-book.ts'
import type { Refused } from '../../wire/failures.ts'
import { money } from '../../words/plain-text.ts'
import { Note, RefusalNote } from '../kit/controls.tsx'
import { type Trouble, TroubleNote } from '../staff/command-dialog.tsx'
import { dealer } from '../words/desk.ts'
import { clauseName, roleName, spotName } from '../words/names.ts'
import type { DealerDesk } from './dealer-desk.ts'

type ChoiceProps<T extends string> = {
  label: string
  options: readonly { value: T; text: ComponentChildren; isDisabled?: boolean }[]
  value: T | null
  onInput: (value: T) => void
  isHeard?: boolean
  /** The label stands before it, not above. */
  isInline?: boolean
  autofocus?: boolean
}

/** A few things of which one is chosen, side by side. */
export function Choice<T extends string>(props: ChoiceProps<T>) {
  const { label, options, value, onInput, isHeard, isInline } = props
  const name = useId()
  return (
    <fieldset class={`dealer-choice${isInline ? ' is-inline' : ''}`}>
      <legend class={isHeard ? 'only-heard' : 'caption'}>{label}</legend>
      <div class="flow">
        {options.map((option, index) => (
          <label key={option.value} class={option.isDisabled ? 'is-disabled' : undefined}>
            <input
              class="unseen"
              type="radio"
              name={name}
              checked={value === option.value}
              disabled={option.isDisabled}
              autofocus={props.autofocus && index === 0}
              onChange={() => onInput(option.value)}
            />
            <span>{option.text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

export const DealerTrouble = ({ trouble }: { trouble: Trouble }) => <TroubleNote trouble={trouble} Refusal={Refusal} />

export function Refusal({ refused }: { refused: Refused }) {
  if (refused.refused !== 'balance-too-low') return <RefusalNote refused={refused} />
  return <Note tone="warning" text={dealer.hasOnly(money(Number(refused.balance ?? 0)))} />
}

/** The rule, or the reading where the book is silent. */
export function Rule({ clause }: { clause: string }) {
  return <span class="dealer-rule">{clauseName(clause)}</span>
}

/** Reading 8: whose leave the dealer has to close betting before the spin. */
export function LeaveGiven({ desk: { view } }: { desk: Pick<DealerDesk, 'view'> }) {
  if (!view.leave) return null
  const { role, name = '' } = view.leave
  return (
    <p class="fine" role="status">
      {dealer.leaveOf(`${roleName(role)} ${name}`.trim())}
    </p>
  )
}

type SpotLineProps = {
  desk: Pick<DealerDesk, 'book' | 'spots'>
  spot: SpotId
  about?: string
  clause?: string | undefined
  amount: ComponentChildren
  children?: ComponentChildren
}

/** One spot of a list: what is known about it and by which rule, in small print, and an amount. */
export const SpotLine = ({ desk, spot, about = '', clause, amount, children }: SpotLineProps) => (
  <li class="row">
    <span>
      {nameOfSpot(desk, spot)}{' '}
      {(about || clause) && (
        <span class="fine">
          {about} {about && clause && '· '}
          {clause && <Rule clause={clause} />}
        </span>
      )}
    </span>
    <span class="money">{amount}</span>
    {children}
  </li>
)

export const nameOfSpot = ({ book, spots }: Pick<DealerDesk, 'book' | 'spots'>, id: SpotId): string => {
  const spot = spots.byId.get(id)
  return spot ? spotName(book, spot) : id
}
