import './referral-dialogs.css'
import { useState } from 'preact/hooks'
import type { Awarded } from '../../engine/events.ts'
import { causeOnRecord } from '../../engine/facts.ts'
import type { ForesightFacts } from '../../engine/foresee.ts'
import { AWARDS_MAX, type Awards, type CommandOf, leastFor } from '../../engine/language.ts'
import { ANY_REASON } from '../../engine/offers.ts'
import type { PitDeskView } from '../../wire/audiences.ts'
import type { CommandFields } from '../../wire/command.ts'
import type { StaffRecall } from '../../wire/floor-shapes.ts'
import { money, readMoney } from '../../words/plain-text.ts'
import { Button, Field, Note } from '../kit/controls.tsx'
import { Radios, Select } from '../kit/fields.tsx'
import { CloseIcon } from '../kit/icons.tsx'
import { mayAct } from '../kit/session.ts'
import { stageOf } from '../kit/stage.ts'
import { useForesight } from '../staff/use-foresight.ts'
import { common, stages } from '../words/common.ts'
import { effects, pit } from '../words/desk.ts'
import { reasonText, refusalText, voidReason } from '../words/names.ts'
import type { ActionProps } from './action-list.ts'
import { returnedText } from './foreseen-changes.tsx'
import { FactList, RoundFound, RoundNumber, useRoundNumber } from './past-round.tsx'
import { PitDialog } from './pit-dialog.tsx'
import { type AwardRow, awardsInPlaceOf, playersFor } from './typed-fields.ts'

type AnyDecision = CommandOf<'decide'>['decision']
type RoundDecision = Exclude<AnyDecision, 'stands'>
type PastDecision = Exclude<AnyDecision, 'continue'>

/** `round`: a concluded one. */
type DecisionParts = { decision: AnyDecision; round?: number; awards?: Awards | undefined }

const decided =
  ({ decision, round, awards }: DecisionParts) =>
  (reason: string): CommandFields => ({
    do: 'decide',
    decision,
    reason,
    ...(round === undefined ? {} : { round }),
    ...(awards === undefined ? {} : { awards }),
  })

/** Awards as they are typed, beginning with those that the round has: a decision that changes them replaces them all. */
function useAwards(before: readonly Awarded[]) {
  const [typed, setRows] = useState<readonly AwardRow[] | null>(null)
  const rows = typed ?? before.map(({ player, amount }) => ({ player, amount: money(amount) }))
  return { rows, setRows, awards: typed === null ? undefined : awardsInPlaceOf(before, rows) }
}

/** The decision on a referred round under way: void, settle or continue. */
export function DecideRound(props: ActionProps) {
  const { book, connection } = props.table
  const view = connection.view.value!
  const [decision, setDecision] = useState<RoundDecision | ''>('')
  const round = view.round ?? 0
  const { rows, setRows, awards } = useAwards(view.awards.filter((award) => award.round === round))
  return (
    <PitDialog
      {...props}
      title={pit.decide}
      command="decide"
      draft={decision === '' || awards === null ? null : decided({ decision, awards })}
      does={(facts) => [...whatDecided(facts, round, view.pocket), ...whatAwarded(facts, awards)]}
      confirm={decision === '' ? pit.decide : confirms()[decision]}
      look={decision === 'void' ? 'warning' : 'primary'}
    >
      {view.referred !== null && (
        <Note tone="info" text={pit.waitsReferred(round)} fine={pit.reasonGiven(reasonText(view.referred))} />
      )}
      <FactList book={book} facts={view.facts} />
      <DecisionChoice {...props} value={decision} onInput={setDecision} />
      <AwardList players={Object.keys(view.seats)} staked={stakedNow(view.seats)} rows={rows} onRows={setRows} />
    </PitDialog>
  )
}

/** Players who have a wager in the round under way. */
const stakedNow = (seats: PitDeskView['seats']): string[] =>
  Object.entries(seats).flatMap(([player, { wagers, setAside }]) =>
    Object.keys(wagers).length + Object.keys(setAside).length > 0 ? [player] : [],
  )

const stakedThen = (past: StaffRecall | null): string[] => (past?.lines ?? []).map(({ player }) => player)

const confirms = () => ({ void: pit.decideVoid, settle: pit.decideSettle, continue: pit.decideContinue })

type DecisionChoiceProps = ActionProps & { value: string; onInput: (decision: RoundDecision) => void }

function DecisionChoice({ value, onInput, ...props }: DecisionChoiceProps) {
  const cannotSettle = useRefusalOf(props, 'settle')
  const { book, connection } = props.table
  const { phaseIfContinued: phase, facts } = connection.view.value!
  const cause = causeOnRecord(book, facts)
  const goesOn = phase && {
    value: 'continue',
    label: pit.decideContinue,
    fine: cause
      ? pit.voidThen(voidReason(book, cause.code))
      : pit.continuesAt(stages[stageOf({ phase, powerOut: false })]),
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

/** The reason why the round cannot be decided so; undefined if it can, or if that is not known yet. */
function useRefusalOf({ table, who }: ActionProps, decision: RoundDecision): string | undefined {
  const isTheirs = mayAct(who.role, leastFor('decide', table.book))
  const draft = isTheirs ? decided({ decision })(ANY_REASON) : null
  const source = { table: table.id, token: who.token, version: table.connection.version.value }
  const { failure } = useForesight(source, draft)
  return failure?.refused ? refusalText(failure.refused) : undefined
}

function whatDecided(facts: ForesightFacts, round: number, pocket: string | null): string[] {
  return facts.effects.flatMap(({ effect }) => {
    switch (effect) {
      case 'round-void':
        return [pit.decideVoidDoes(round, returnedText(facts))]
      case 'void-after-draw':
        return [effects[effect]]
      case 'round-settled':
        return [pit.decideSettleDoes(round, pocket ?? '')]
      case 'settled-again':
        return [pit.settleAgainDoes(round)]
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
  if (Object.keys(awards).length === 0) return [pit.awardsTakenBack]
  const each = Object.entries(awards).map(([player, amount]) => `${player} ${money(amount)}`)
  return [effects['award-paid'](each.join(', '))]
}

/** A concluded round that waits: it stands, is settled again by the rulings on it, or is void. */
export function DecideConcluded(props: ActionProps) {
  const { table, who } = props
  const view = table.connection.view.value!
  const [decision, setDecision] = useState<PastDecision>('stands')
  const { found, number } = useRoundNumber(table, who, props.round)
  const past = found && !('status' in found) ? found : null
  const { rows, setRows, awards } = useAwards(past?.awards ?? [])
  const round = number ?? 0
  const referral = view.referrals.find((one) => one.round === round)
  return (
    <PitDialog
      {...props}
      title={pit.decideConcluded}
      command="decide"
      draft={past === null || awards === null ? null : decided({ decision, round, awards })}
      does={(facts) => [...whatDecidedPast(facts, round), ...whatAwarded(facts, awards)]}
      confirm={{ stands: pit.decideStands, settle: pit.settleAgain, void: pit.decideVoid }[decision]}
      look={decision === 'stands' ? 'primary' : 'warning'}
    >
      <Note
        tone="info"
        text={pit.waitsConcluded(round)}
        fine={referral ? pit.reasonGiven(reasonText(referral.reason)) : undefined}
      />
      <RoundFound table={table} found={found} />
      {past && <FactList book={table.book} facts={past.facts} />}
      {past && <PastChoice past={past} value={decision} onInput={setDecision} />}
      <AwardList players={Object.keys(view.seats)} staked={stakedThen(past)} rows={rows} onRows={setRows} />
    </PitDialog>
  )
}

type PastChoiceProps = { past: StaffRecall; value: PastDecision; onInput: (decision: PastDecision) => void }

/** A void round is put right by its outcome, and not by a decision. */
function PastChoice({ past, value, onInput }: PastChoiceProps) {
  const isVoid = past.pocket === null
  const ruled = past.rulings?.list.length ?? 0
  const only = isVoid ? pit.putRightInstead : undefined
  return (
    <Radios
      label={pit.decision}
      value={value}
      onInput={(decision) => onInput(decision as PastDecision)}
      options={[
        { value: 'stands', label: pit.decideStands },
        { value: 'settle', label: pit.settleAgain, disabled: isVoid, fine: only ?? pit.rulingsOn(ruled) },
        { value: 'void', label: pit.decideVoid, disabled: isVoid, fine: only },
      ]}
    />
  )
}

const whatDecidedPast = (facts: ForesightFacts, round: number): string[] =>
  facts.effects.some(({ effect }) => effect === 'round-void')
    ? [pit.voidPastDoes(round)]
    : whatDecided(facts, round, null)

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
  /** Those with a wager in the round: the others are marked, and stand below. */
  staked: readonly string[]
  rows: readonly AwardRow[]
  onRows: (rows: readonly AwardRow[]) => void
}

/** Reading 29: what a decision gives players, a row for each. */
export function AwardList({ players, staked, rows, onRows }: AwardListProps) {
  const inOrder = players.toSorted((a, b) => Number(staked.includes(b)) - Number(staked.includes(a)))
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
              ...playersFor(inOrder, rows, row).map((player) => ({
                value: player,
                label: staked.includes(player) ? player : pit.withoutWager(player),
              })),
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
