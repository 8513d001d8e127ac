import './referral-dialogs.css'
import { useState } from 'preact/hooks'
import type { ForesightFacts } from '../../engine/foresee.ts'
import { AWARDS_MAX, type Awards, type CommandOf, leastFor } from '../../engine/language.ts'
import { ANY_REASON } from '../../engine/offers.ts'
import type { CommandFields } from '../../wire/command.ts'
import { money, readMoney } from '../../words/plain-text.ts'
import { Button, Field, Note } from '../kit/controls.tsx'
import { Radios, Select } from '../kit/fields.tsx'
import { CloseIcon } from '../kit/icons.tsx'
import { mayAct } from '../kit/session.ts'
import { stageOf } from '../kit/stage.ts'
import { useForesight } from '../staff/use-foresight.ts'
import { common, stages } from '../words/common.ts'
import { effects, pit } from '../words/desk.ts'
import { reasonText, refusalText } from '../words/names.ts'
import type { ActionProps } from './action-list.ts'
import { returnedText } from './foreseen-changes.tsx'
import { RoundFound, RoundNumber, useRoundNumber } from './past-round.tsx'
import { PitDialog } from './pit-dialog.tsx'
import { type AwardRow, awardsIn, playersFor } from './typed-fields.ts'

type RoundDecision = Exclude<CommandOf<'decide'>['decision'], 'stands'>

const withAwards = (awards: Awards | undefined) => (awards === undefined ? {} : { awards })

const decided =
  (decision: RoundDecision, awards?: Awards) =>
  (reason: string): CommandFields => ({ do: 'decide', decision, reason, ...withAwards(awards) })

/** A round under way that waits: it is void, is settled or goes on. */
export function DecideRound(props: ActionProps) {
  const view = props.table.connection.view.value!
  const [decision, setDecision] = useState<RoundDecision | ''>('')
  const [rows, setRows] = useState<readonly AwardRow[]>([])
  const awards = awardsIn(rows)
  const round = view.round ?? 0
  return (
    <PitDialog
      {...props}
      title={pit.decide}
      command="decide"
      draft={decision === '' || awards === null ? null : decided(decision, awards)}
      does={(facts) => [...whatDecided(facts, round, view.pocket), ...whatAwarded(facts, awards)]}
      confirm={decision === '' ? pit.decide : confirms()[decision]}
      look={decision === 'void' ? 'warning' : 'primary'}
    >
      {view.referred !== null && (
        <Note tone="info" text={pit.waitsReferred(round)} fine={pit.reasonGiven(reasonText(view.referred))} />
      )}
      <DecisionChoice {...props} value={decision} onInput={setDecision} />
      <AwardList players={Object.keys(view.seats)} rows={rows} onRows={setRows} />
    </PitDialog>
  )
}

const confirms = () => ({ void: pit.decideVoid, settle: pit.decideSettle, continue: pit.decideContinue })

type DecisionChoiceProps = ActionProps & { value: string; onInput: (decision: RoundDecision) => void }

function DecisionChoice({ value, onInput, ...props }: DecisionChoiceProps) {
  const cannotSettle = useRefusalOf(props, 'settle')
  const { phaseIfContinued: phase } = props.table.connection.view.value!
  const goesOn = phase && {
    value: 'continue',
    label: pit.decideContinue,
    fine: pit.continuesAt(stages[stageOf({ phase, powerOut: false })]),
  }
  return (
    <Radios
      label={pit.decision}
      value={value}
      onInput={(decision) => onInput(decision as RoundDecision)}
      options={[
        ...(goesOn ? [goesOn] : []),
        { value: 'settle', label: pit.decideSettle, disabled: cannotSettle !== undefined, fine: cannotSettle },
        { value: 'void', label: pit.decideVoid },
      ]}
    />
  )
}

/** Why that could not be decided; undefined: it could, or nobody knows yet. */
function useRefusalOf({ table, who }: ActionProps, decision: RoundDecision): string | undefined {
  const isTheirs = mayAct(who.role, leastFor('decide', table.book))
  const draft = isTheirs ? decided(decision)(ANY_REASON) : null
  const source = { table: table.id, token: who.token, version: table.connection.version.value }
  const { failure } = useForesight(source, draft)
  return failure?.refused ? refusalText(failure.refused) : undefined
}

function whatDecided(facts: ForesightFacts, round: number, pocket: string | null): string[] {
  return facts.effects.flatMap(({ effect }) => {
    switch (effect) {
      case 'round-void':
        return [pit.decideVoidDoes(round, returnedText(facts))]
      case 'round-settled':
        return [pit.decideSettleDoes(round, pocket ?? '')]
      case 'round-goes-on':
        return [effects[effect](stages[stageOf({ phase: facts.phase, powerOut: false })])]
      case 'bets-open-again':
        return [effects[effect]]
      case 'round-stands':
        return [effects[effect](round)]
      default:
        return []
    }
  })
}

function whatAwarded(facts: ForesightFacts, awards: Awards | null | undefined): string[] {
  if (!awards || facts.effects.every(({ effect }) => effect !== 'award-paid')) return []
  const each = Object.entries(awards).map(([player, amount]) => `${player} ${money(amount)}`)
  return [effects['award-paid'](each.join(', '))]
}

/** A concluded round that waits: it stands, and somebody may be awarded something. Its other ways out are dialogs of their own. */
export function LetStand(props: ActionProps) {
  const { table, who } = props
  const view = table.connection.view.value!
  const [rows, setRows] = useState<readonly AwardRow[]>([])
  const awards = awardsIn(rows)
  const { found, number } = useRoundNumber(table, who, props.round)
  const round = number ?? 0
  const referral = view.referrals.find((one) => one.round === round)
  const order = (reason: string): CommandFields => ({
    do: 'decide',
    decision: 'stands',
    round,
    reason,
    ...withAwards(awards ?? undefined),
  })
  return (
    <PitDialog
      {...props}
      title={pit.decideConcluded}
      command="decide"
      draft={awards === null ? null : order}
      does={(facts) => [...whatDecided(facts, round, null), ...whatAwarded(facts, awards)]}
      confirm={pit.decideStands}
    >
      <Note
        tone="info"
        text={pit.waitsConcluded(round)}
        fine={referral ? pit.reasonGiven(reasonText(referral.reason)) : undefined}
      />
      <RoundFound table={table} found={found} />
      <AwardList players={Object.keys(view.seats)} rows={rows} onRows={setRows} />
    </PitDialog>
  )
}

/** Any concluded round, of any age. */
export function ReferPast(props: ActionProps) {
  const { table, who } = props
  const past = useRoundNumber(table, who, props.round)
  const round = past.found && !('status' in past.found) ? past.found.round : null
  return (
    <PitDialog
      {...props}
      title={pit.referPast}
      command="refer"
      draft={round === null ? null : (reason) => ({ do: 'refer', round, reason })}
      does={() => pit.referPastDoes(round ?? 0)}
    >
      <RoundNumber asked={props.round} past={past} />
      <RoundFound table={table} found={past.found} />
    </PitDialog>
  )
}

type AwardListProps = {
  players: readonly string[]
  rows: readonly AwardRow[]
  onRows: (rows: readonly AwardRow[]) => void
}

/** Reading 29: what a decision gives players, a row for each. */
export function AwardList({ players, rows, onRows }: AwardListProps) {
  const change = (index: number, part: Partial<AwardRow>) =>
    onRows(rows.map((row, at) => (at === index ? { ...row, ...part } : row)))
  const isFull = rows.length >= Math.min(players.length, AWARDS_MAX)
  return (
    <fieldset class="list pit-awards">
      <legend class="legend">{pit.awards}</legend>
      {rows.map((row, index) => (
        <div key={index}>
          <Select
            label={common.player}
            value={row.player}
            onInput={(player) => change(index, { player })}
            options={[
              { value: '', label: pit.choose },
              ...playersFor(players, rows, row).map((player) => ({ value: player, label: player })),
            ]}
          />
          <Field
            label={common.amount}
            value={row.amount}
            onInput={(amount) => change(index, { amount })}
            inputMode="decimal"
            error={isWrong(row) ? pit.notMoney : null}
          />
          <Button look="quiet" isIcon label={pit.removeAward} onPress={() => onRows(rows.toSpliced(index, 1))}>
            <CloseIcon />
          </Button>
        </div>
      ))}
      <Button size="small" disabled={isFull} onPress={() => onRows([...rows, { player: '', amount: '' }])}>
        {pit.addAward}
      </Button>
    </fieldset>
  )
}

const isWrong = ({ amount }: AwardRow): boolean => amount.trim() !== '' && (readMoney(amount) ?? 0) <= 0
