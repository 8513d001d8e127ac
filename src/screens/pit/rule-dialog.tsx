import './rule-dialog.css'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Book, SpotId } from '../../books/rule-book.ts'
import type { ForesightFacts } from '../../engine/foresee.ts'
import { type Spots, spotsOf } from '../../engine/spots.ts'
import type { RulingsShown } from '../../engine/views.ts'
import { capitalise, money } from '../../words/plain-text.ts'
import { Field } from '../kit/controls.tsx'
import { Felt } from '../kit/felt.tsx'
import { Radios, Select } from '../kit/fields.tsx'
import { withTint } from '../staff/stacks.ts'
import { tintsOf } from '../staff/tints.ts'
import { dealer, pit } from '../words/desk.ts'
import { nouns, spotName } from '../words/names.ts'
import type { ActionProps } from './action-list.ts'
import { RoundFound, useRoundNumber } from './past-round.tsx'
import type { TableAtDesk } from './pit-desk.ts'
import { PitDialog } from './pit-dialog.tsx'
import { type RuledWagers, type RulingShown, type WagerToRule, wagersNow, wagersThen } from './table-facts.ts'
import { partIn, type RuledPart } from './typed-fields.ts'

type Treatment = RulingsShown['list'][number]['treatment']
type Named = (spot: string) => string

/** Reading 21: after the ball rests and before settlement, on the wagers as they lay; reading 29: while it is referred. */
export const RuleDialog = (props: ActionProps) => (
  <RuleOn {...props} round={null} ruled={wagersNow(props.table.connection.view.value!)} />
)

/** Reading 29: on a concluded round that is referred. Money moves when it is settled again. */
export function RulePast(props: ActionProps) {
  const { table, who } = props
  const { found, number } = useRoundNumber(table, who, props.round)
  const isFound = found !== null && !('status' in found)
  return (
    <RuleOn {...props} round={number} ruled={isFound ? wagersThen(found) : { wagers: [], list: [] }}>
      <RoundFound table={table} found={found} />
    </RuleOn>
  )
}

type RuleOnProps = ActionProps & {
  /** Null: the round under way. */
  round: number | null
  ruled: RuledWagers
  children?: ComponentChildren
}

function RuleOn({ ruled: { wagers, list }, children, ...props }: RuleOnProps) {
  const { table, round } = props
  const { book, layout } = table
  const spots = spotsOf(book, layout)
  const [chosen, setChosen] = useState('')
  const [partText, setPartText] = useState('')
  const [treatment, setTreatment] = useState<Treatment | ''>('')
  const [to, setTo] = useState('')
  const wager = wagers.find((one) => wagerKey(one) === chosen)
  const part = wager ? partIn(wager, partText) : null
  const named: Named = (spot) => (spots.byId.has(spot) ? spotName(book, spots.byId.get(spot)!) : '')
  const isFull = wager && part && treatment && (treatment !== 'moved' || to !== '')
  const ruling = isFull && {
    player: wager.player,
    spot: wager.spot,
    treatment,
    ...part,
    ...(treatment === 'moved' ? { to } : {}),
    ...(round === null ? {} : { round }),
  }
  const says = (facts: ForesightFacts) =>
    wager && part && treatment
      ? [
          pit.ruleDoes(wager.player, partName(wager, part), named(wager.spot), outcomeText(treatment, named(to))),
          ...replacedText(facts),
          ...(round === null ? [] : [pit.rulePastDoes(round)]),
        ]
      : []
  const choose = (key: string) => {
    setChosen(key)
    setPartText('')
  }
  return (
    <PitDialog
      {...props}
      title={round === null ? pit.rule : pit.rulePast}
      confirm={pit.rule}
      command="rule-on-wager"
      draft={ruling ? (reason) => ({ do: 'rule-on-wager', ...ruling, reason }) : null}
      does={says}
    >
      {children}
      {list.length > 0 && <RulingList list={list} wagers={wagers} named={named} />}
      <RuledFelt
        table={table}
        wagers={wagers}
        chosen={wager}
        to={treatment === 'moved' ? to : ''}
        onWager={(one) => choose(wagerKey(one))}
        onTo={treatment === 'moved' && wager ? setTo : null}
      />
      <WagerChoice wagers={wagers} named={named} value={chosen} onInput={choose} />
      {wager && (
        <>
          <TreatmentChoice
            canMove={!book.rules.noMoving}
            value={treatment}
            onInput={(value) => setTreatment(value as Treatment)}
          />
          <div class="pit-ruled-part">
            <PartField wager={wager} value={partText} onInput={setPartText} isWrong={part === null} />
            {treatment === 'moved' && <SpotChoice book={book} spots={spots} value={to} onInput={setTo} />}
          </div>
        </>
      )}
    </PitDialog>
  )
}

/** Which rulings it replaces, by their numbers in the list. */
const replacedText = ({ effects }: ForesightFacts): string[] =>
  effects.flatMap(({ effect, rulings }) =>
    effect === 'rulings-replaced' && rulings ? [pit.replaces(rulings.join(', '))] : [],
  )

function outcomeText(treatment: Treatment, to: string): string {
  if (treatment === 'moved') return pit.ruleMoved(to)
  return treatment === 'stands' ? pit.ruleStands : pit.ruleReturned
}

const partName = ({ stake }: WagerToRule, part: RuledPart): string =>
  part.chips === undefined ? money(part.stake ?? stake) : dealer.chipsCount(part.chips)

type RulingListProps = RuledWagers & { named: Named }

/** Rulings in their order. Rulings on parts of a wager add up; one on the whole replaces those before it. */
function RulingList({ list, wagers, named }: RulingListProps) {
  const stakeOf = ({ player, spot, stake }: RulingShown) =>
    stake ?? wagers.find((one) => one.player === player && one.spot === spot)?.stake ?? 0
  return (
    <section>
      <h3 class="caption">{pit.ruledSoFar}</h3>
      <ol class="pit-rulings">
        {list.map((ruling, index) => (
          <li key={index} class={ruling.isReplaced ? 'is-replaced' : undefined}>
            {pit.ruleDoes(
              ruling.player,
              money(stakeOf(ruling)),
              named(ruling.spot),
              outcomeText(ruling.treatment, named(ruling.to ?? '')),
            )}
            {ruling.isReplaced && <small class="fine"> {pit.isReplaced}</small>}
          </li>
        ))}
      </ol>
    </section>
  )
}

type RuleChoiceProps = { value: string; onInput: (value: string) => void }

function WagerChoice({ wagers, named, ...choice }: RuleChoiceProps & { wagers: readonly WagerToRule[]; named: Named }) {
  const list = useRef<HTMLDivElement>(null)
  // A wager that was chosen on the layout may be further down in the list, which shrinks when the dialog asks for more.
  useEffect(() => list.current?.querySelector(':checked')?.closest('label')?.scrollIntoView({ block: 'nearest' }))
  if (wagers.length === 0) return <p class="fine">{pit.noWagers}</p>
  return (
    <div class="pit-wagers" ref={list}>
      <Radios
        label={pit.chooseWager}
        {...choice}
        options={wagers.map((one) => ({
          value: wagerKey(one),
          label: `${one.player} · ${named(one.spot)} · ${money(one.stake)}`,
          fine: one.isRuled ? leftText(one) : undefined,
        }))}
      />
    </div>
  )
}

/** A part is taken from the chips that no ruling on a part covers yet. */
const leftText = ({ stake, left, isAllChips }: WagerToRule): string =>
  left.stake === stake ? pit.isRuled : pit.partsRuled(isAllChips ? dealer.chipsCount(left.chips) : money(left.stake))

type PartFieldProps = RuleChoiceProps & { wager: WagerToRule; isWrong: boolean }

const PartField = ({ wager, isWrong, ...field }: PartFieldProps) => (
  <Field
    label={wager.isAllChips ? pit.partOfChips(wager.chips) : pit.partOfStake}
    {...field}
    inputMode={wager.isAllChips ? 'numeric' : 'decimal'}
    placeholder={pit.allOfIt}
    error={isWrong ? (wager.isAllChips ? pit.notCount : pit.notMoney) : null}
  />
)

const TreatmentChoice = ({ canMove, ...choice }: RuleChoiceProps & { canMove: boolean }) => (
  <Radios
    label={pit.treatment}
    look="row"
    {...choice}
    options={[
      { value: 'stands', label: capitalise(nouns.rulings.stands) },
      { value: 'returned', label: capitalise(nouns.rulings.returned) },
      ...(canMove ? [{ value: 'moved', label: pit.moved }] : []),
    ]}
  />
)

const SpotChoice = ({ book, spots, ...choice }: RuleChoiceProps & { book: Book; spots: Spots }) => (
  <Select
    label={pit.movedTo}
    {...choice}
    options={[
      { value: '', label: pit.choose },
      ...spots.list.map((spot) => ({ value: spot.spot, label: spotName(book, spot) })),
    ]}
  />
)

const wagerKey = ({ player, spot }: WagerToRule): string => `${player}\n${spot}`

type RuledFeltProps = {
  table: TableAtDesk
  wagers: readonly WagerToRule[]
  chosen: WagerToRule | undefined
  /** The spot to which the wager is moved, if any. */
  to: SpotId
  onWager: (wager: WagerToRule) => void
  /** While a place is to be chosen, a press is where it goes. */
  onTo: ((spot: SpotId) => void) | null
}

/** The wagers as they lay: a press chooses one, of several on a spot the next; then a press is where it is moved to. */
function RuledFelt({ table, wagers, chosen, to, onWager, onTo }: RuledFeltProps) {
  const { book, layout, connection } = table
  const { seats } = connection.view.value!
  const tints = tintsOf(seats)
  const { byId } = spotsOf(book, layout)
  const press = (spot: SpotId) => {
    if (onTo) return onTo(spot)
    const here = wagers.filter((one) => one.spot === spot)
    const next =
      here[(here.findIndex((one) => one.player === chosen?.player && chosen.spot === spot) + 1) % here.length]
    if (next) onWager(next)
  }
  return (
    <figure class="pit-ruled-felt">
      <figcaption class="fine">{onTo ? pit.pressPlace : pit.pressWager}</figcaption>
      <Felt
        book={book}
        layout={layout}
        label={onTo ? pit.pressPlace : pit.pressWager}
        stacks={wagers.map(({ spot, stake: amount, player: owner }) => withTint({ spot, amount, owner }, tints))}
        lit={byId.get(to || (chosen?.spot ?? ''))?.covers ?? []}
        onSpot={({ spot }, action) => action === 'place' && press(spot)}
      />
    </figure>
  )
}
