import './limits-dialog.css'
import { useState } from 'preact/hooks'
import type { CommandAnswer } from '../../client/commands.ts'
import { type Limits, PAYOUT, tableLimits } from '../../engine/limits.ts'
import { kindsOf } from '../../engine/spots.ts'
import type { CommandFields } from '../../wire/command.ts'
import { capitalise, readMoney } from '../../words/plain-text.ts'
import { serviceFor } from '../kit/api.ts'
import { Note } from '../kit/controls.tsx'
import { failureText } from '../kit/session.ts'
import { isUnderWay } from '../staff/stacks.ts'
import { common } from '../words/common.ts'
import { pit } from '../words/desk.ts'
import { clauseName, kindName, nouns } from '../words/names.ts'
import type { ActionProps } from './action-list.ts'
import type { TableAtDesk } from './pit-desk.ts'
import { PitDialog } from './pit-dialog.tsx'
import { type LimitFields, type LimitsForm, limitsForm, limitsIn } from './typed-fields.ts'

/** Limits change between rounds. During a round, the service sets them at its end, even if this page is closed. */
export function LimitsDialog(props: ActionProps) {
  const { table, who } = props
  const { book, layout, connection } = table
  const view = connection.view.value!
  const kinds = [...kindsOf(book, layout), ...(book.rules.maximumPayout ? [PAYOUT] : [])]
  const [rows, setRows] = useState<LimitsForm>(() => limitsForm(view.limits, kinds))
  const shared = (kind: string) => {
    if (kind === 'default') return { name: pit.allKinds, placeholder: '' }
    if (kind === PAYOUT) return { name: capitalise(nouns.maximumPayout), placeholder: '' }
    return { name: kindName(book, kind), placeholder: pit.asAll }
  }
  const read = limitsIn(rows)
  // Amounts are typed as money, so limits that cannot be are crossed or not within the book's own.
  const found = read && tableLimits(book, layout, read)
  const wrong = found && 'problem' in found ? found : null
  const set = (kind: string, bound: keyof LimitFields) => (value: string) =>
    setRows({ ...rows, [kind]: { ...rows[kind]!, [bound]: value } })
  const round = view.round ?? 0
  const does = view.limitsEnforced ? pit.limitsDoes : pit.limitsDoesNotBind
  return (
    <PitDialog
      {...props}
      title={pit.limits}
      command="set-limits"
      draft={read && !wrong ? (reason) => ({ do: 'set-limits', limits: read, reason }) : null}
      does={({ effects }) => [
        does,
        ...(effects.some(({ effect }) => effect === 'chips-marked') ? [pit.chipsMarked] : []),
      ]}
      passing={{ refused: 'round-in-progress', does, note: pit.limitsWait(round), waiting: pit.limitsWaiting(round) }}
      send={(draft) => (isUnderWay(view) ? plan(table, who.token, draft) : connection.send(draft))}
    >
      <table class="pit-limits rows">
        <thead>
          <tr>
            <th scope="col">{common.wager}</th>
            <th scope="col" class="is-number">
              {common.minimum}
            </th>
            <th scope="col" class="is-number">
              {common.maximum}
            </th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(rows).map(([kind, row]) => (
            <tr key={kind}>
              <th scope="row">{shared(kind).name}</th>
              {kind === PAYOUT ? (
                <td />
              ) : (
                <Bound {...shared(kind)} bound={common.minimum} value={row.min} onInput={set(kind, 'min')} />
              )}
              <Bound {...shared(kind)} bound={common.maximum} value={row.max} onInput={set(kind, 'max')} />
            </tr>
          ))}
        </tbody>
      </table>
      {wrong && (
        <Note
          tone="warning"
          text={wrong.clause ? pit.limitsOfBook : pit.crossed}
          fine={wrong.clause && clauseName(wrong.clause)}
        />
      )}
    </PitDialog>
  )
}

type BoundProps = { name: string; placeholder: string; bound: string; value: string; onInput: (value: string) => void }

function Bound({ name, placeholder, bound, value, onInput }: BoundProps) {
  const isWrong = value.trim() !== '' && readMoney(value) === null
  const label = `${name}, ${bound}`
  return (
    <td>
      <input
        aria-label={label}
        aria-invalid={isWrong}
        title={isWrong ? pit.notMoney : undefined}
        inputMode="decimal"
        value={value}
        placeholder={placeholder}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      {isWrong && <em role="alert">{pit.notMoney}</em>}
    </td>
  )
}

/** The service has them, and sets them when the round is over. */
async function plan({ id }: TableAtDesk, token: string, draft: CommandFields): Promise<CommandAnswer> {
  const { limits, reason } = draft as unknown as { limits: Limits; reason: string }
  const reply = await serviceFor(token).call('POST /api/tables/:id/limits', {
    params: { id },
    body: { limits, reason },
  })
  if (reply.ok) return { events: [] }
  return reply.refused ? (reply.refused as CommandAnswer) : { problem: failureText(reply) }
}
