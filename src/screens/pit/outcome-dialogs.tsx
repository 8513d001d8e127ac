import './outcome-dialogs.css'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Pocket, RuleBook } from '../../books/rule-book.ts'
import { type Recalled, useRecalled } from '../dealer/recalled.ts'
import { barredFrom, Cited, Confirm, give } from '../kit/confirm.tsx'
import { DataTable, Field, Note } from '../kit/controls.tsx'
import { Radios, Select } from '../kit/fields.tsx'
import { money, signed } from '../kit/money.ts'
import { PocketBadge } from '../kit/pocket.tsx'
import { failureText } from '../kit/session.tsx'
import { common } from '../words/common.ts'
import { voidReason } from '../words/editions.ts'
import { pit } from '../words/pit.ts'
import type { TableAtDesk } from './desk.ts'
import { type Difference, houseChange, ifCorrected, ifVoided, newlyOwed } from './preview.ts'
import type { ActionProps } from './table-actions.tsx'
import { stakesIn } from './table-facts.ts'

type Found = ReturnType<typeof useRecalled>

/** A round that has a result to change. */
const settledIn = (found: Found): Recalled | null =>
  found && !('status' in found) && found.pocket !== null ? found : null

// Correction ----------------------------------------------------------------------------------------------------------

/** Before settlement: nothing has moved yet, the outcome alone changes. */
export function CorrectNow({ table, who, onClose }: ActionProps) {
  const view = table.connection.view.value!
  const { correction } = table.book.rules
  const [pocket, setPocket] = useState('')
  const round = view.round ?? 0
  const named = view.differs && view.pocket !== null ? [view.pocket, view.differs] : []
  return (
    <Confirm
      title={pit.correctNow}
      does={pocket === '' ? null : pit.correctNowDoes(round, pocket)}
      cites={<Cited book={table.book} clauses={[correction.clause]} />}
      barred={barredFrom(who, correction.by)}
      confirm={pocket === '' ? common.confirm : pit.itIs(pocket)}
      act={give(table, (reason) => ({ do: 'correct-outcome', round, pocket, reason }))}
      onClose={onClose}
    >
      {named.length > 0 && <Note tone="info" text={pit.waitsDiffersText(named[0]!, named[1]!)} />}
      <PocketChoice
        book={table.book}
        value={pocket}
        onInput={setPocket}
        except={view.differs ? null : view.pocket}
        first={named}
      />
    </Confirm>
  )
}

/** Reading 16: settled again by the wheel; later rounds stand. */
export function CorrectPast({ table, who, round: asked, onClose }: ActionProps) {
  const { correction } = table.book.rules
  const [pocket, setPocket] = useState('')
  const [number, setNumber] = useState(asked === null ? '' : String(asked))
  const found = useRecalled(table.id, who.token, roundIn(number))
  const settled = settledIn(found)
  const does = settled && pocket !== '' ? pit.correctPastDoes(settled.round, settled.pocket!, pocket) : null
  return (
    <Confirm
      title={pit.correctPast}
      width="wide"
      does={does}
      cites={<Cited book={table.book} clauses={[correction.clause, correction.laterRounds]} />}
      barred={barredFrom(who, correction.by)}
      confirm={pocket === '' ? common.confirm : pit.itIs(pocket)}
      look="warning"
      act={give(table, (reason) => ({ do: 'correct-outcome', round: settled!.round, pocket, reason }))}
      onClose={onClose}
    >
      {asked === null && (
        <Field label={common.roundNumber} value={number} onInput={setNumber} inputMode="numeric" autofocus />
      )}
      <RoundFound table={table} found={found} />
      {settled && <PocketChoice book={table.book} value={pocket} onInput={setPocket} except={settled.pocket} />}
      {settled && pocket !== '' && (
        <Changes table={table} changes={ifCorrected(table.book, table.layout, settled, pocket)} />
      )}
    </Confirm>
  )
}

const roundIn = (text: string): number | null => (/^[1-9]\d{0,8}$/.test(text.trim()) ? Number(text) : null)

function RoundFound({ table, found }: { table: TableAtDesk; found: Found }) {
  if (found === null) return null
  if ('status' in found) return <Note tone="warning" text={found.status === 404 ? pit.roundGone : failureText(found)} />
  if (found.pocket === null)
    return <Note tone="warning" text={pit.roundIsVoid} fine={voidReason(table.book, found.void ?? '')} />
  return (
    <p class="pit-round">
      {common.round(found.round)} <PocketBadge book={table.book} pocket={found.pocket} />
    </p>
  )
}

type ChoiceProps = {
  book: RuleBook
  value: string
  onInput: (pocket: string) => void
  except: Pocket | null
  /** Those that were named stand before all others. */
  first?: readonly Pocket[]
}

const PocketChoice = ({ book, value, onInput, except, first = [] }: ChoiceProps) => (
  <Radios
    label={pit.choosePocket}
    look="grid"
    value={value}
    onInput={onInput}
    options={[...new Set([...first, ...book.wheel.pockets])].map((pocket) => ({
      value: pocket,
      label: <PocketBadge book={book} pocket={pocket} />,
      disabled: pocket === except,
    }))}
  />
)

/** Each player's round before and after, what is posted for it, and what of that will be owed. */
function Changes({ table, changes }: { table: TableAtDesk; changes: readonly Difference[] }) {
  const { seats } = table.connection.view.value!
  const real = changes
    .filter(({ change }) => change !== 0)
    .map((one) => ({ ...one, owed: newlyOwed(one.change, seats[one.player]?.funds.balance ?? 0) }))
  if (real.length === 0) return <Note tone="info" text={pit.nobodyChanges} />
  const house = { player: pit.house, before: null, after: null, change: houseChange(real), owed: 0 }
  const owed = { title: common.owed, isNumber: true, cell: (row: { owed: number }) => row.owed > 0 && money(row.owed) }
  return (
    <section>
      <h3 class="caption">{pit.whatChanges}</h3>
      <DataTable
        caption={pit.whatChanges}
        rows={[...real, house]}
        rowKey={(_, index) => index}
        columns={[
          { title: common.player, cell: ({ player }) => player },
          { title: pit.before, isNumber: true, cell: ({ before }) => (before === null ? '' : signed(before)) },
          { title: pit.after, isNumber: true, cell: ({ after }) => (after === null ? '' : signed(after)) },
          { title: pit.change, isNumber: true, cell: ({ change }) => <b>{signed(change)}</b> },
          ...(real.some((row) => row.owed > 0) ? [owed] : []),
        ]}
      />
    </section>
  )
}

// Void ----------------------------------------------------------------------------------------------------------------

export function VoidNow({ table, who, onClose }: ActionProps) {
  const view = table.connection.view.value!
  const { wagers, players, total } = stakesIn(view)
  const stakes = wagers === 0 ? pit.noWagers : pit.wagersOf(wagers, players, money(total))
  const round = view.round ?? 0
  return (
    <VoidDialog
      table={table}
      who={who}
      onClose={onClose}
      title={pit.voidNow}
      round={round}
      does={pit.decideVoidDoes(round, stakes)}
    />
  )
}

/** Reading 17: what was settled is reversed. */
export function VoidPast({ table, who, round: asked, onClose }: ActionProps) {
  const [number, setNumber] = useState(asked === null ? '' : String(asked))
  const found = useRecalled(table.id, who.token, roundIn(number))
  const settled = settledIn(found)
  const does = settled && pit.voidPastDoes(settled.round)
  return (
    <VoidDialog table={table} who={who} onClose={onClose} title={pit.voidRound} round={settled?.round ?? 0} does={does}>
      {asked === null && (
        <Field label={common.roundNumber} value={number} onInput={setNumber} inputMode="numeric" autofocus />
      )}
      <RoundFound table={table} found={found} />
      {settled && <Changes table={table} changes={ifVoided(settled.lines)} />}
    </VoidDialog>
  )
}

type VoidProps = Pick<ActionProps, 'table' | 'who' | 'onClose'> & {
  title: string
  round: number
  /** Null while the round is not found. */
  does: string | null
  children?: ComponentChildren
}

function VoidDialog({ table, who, onClose, title, round, does, children }: VoidProps) {
  const { book } = table
  const { by, returned, codes } = book.rules.voidedRounds
  const offered = book.irregularities.filter((row) => !codes || codes.includes(row.code))
  const [code, setCode] = useState('')
  const clause = offered.find((row) => row.code === code)?.clause
  return (
    <Confirm
      title={title}
      does={code === '' ? null : does}
      cites={clause && <Cited book={book} clauses={[clause, returned]} />}
      barred={barredFrom(who, by)}
      confirm={title}
      look="warning"
      act={give(table, (reason) => ({ do: 'void-rounds', rounds: [round], code, reason }))}
      onClose={onClose}
    >
      {children}
      <Select
        label={pit.why}
        value={code}
        onInput={setCode}
        options={[
          { value: '', label: pit.choose },
          ...offered.map((row) => ({ value: row.code, label: `${voidReason(book, row.code)} (${row.clause})` })),
        ]}
      />
    </Confirm>
  )
}
