import './rule-dialog.css'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Book, SpotId } from '../../books/rule-book.ts'
import { type Spots, spotsOf } from '../../engine/spots.ts'
import type { RulingsShown } from '../../engine/views.ts'
import { capitalise, money } from '../../words/plain-text.ts'
import { Field } from '../kit/controls.tsx'
import { Felt } from '../kit/felt.tsx'
import { Radios, Select } from '../kit/fields.tsx'
import { withTint } from '../staff/stacks.ts'
import { useTints } from '../staff/tints.ts'
import { dealer, pit } from '../words/desk.ts'
import { nouns, spotName } from '../words/names.ts'
import type { ActionProps } from './action-list.ts'
import type { TableAtDesk } from './pit-desk.ts'
import { PitDialog } from './pit-dialog.tsx'
import { type WagerToRule, wagersToRule } from './table-facts.ts'
import { partIn, type RuledPart } from './typed-fields.ts'

type Treatment = RulingsShown['list'][number]['treatment']
type Named = (spot: string) => string

/** Reading 21: after the ball rests and before settlement, on the wagers as they lay; reading 29: while it is referred. */
export function RuleDialog(props: ActionProps) {
  const { table } = props
  const { book, layout, connection } = table
  const view = connection.view.value!
  const wagers = wagersToRule(view)
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
  }
  const says = () =>
    wager && part && treatment
      ? pit.ruleDoes(wager.player, partName(wager, part), named(wager.spot), outcomeText(treatment, named(to)))
      : ''
  const choose = (key: string) => {
    setChosen(key)
    setPartText('')
  }
  return (
    <PitDialog
      {...props}
      title={pit.rule}
      command="rule-on-wager"
      draft={ruling ? (reason) => ({ do: 'rule-on-wager', ...ruling, reason }) : null}
      does={says}
    >
      {view.rulings && <RulingList rulings={view.rulings} named={named} />}
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
          <TreatmentChoice value={treatment} onInput={(value) => setTreatment(value as Treatment)} />
          <div class="pit-ruled-part">
            <PartField wager={wager} value={partText} onInput={setPartText} isWrong={part === null} />
            {treatment === 'moved' && <SpotChoice book={book} spots={spots} value={to} onInput={setTo} />}
          </div>
        </>
      )}
    </PitDialog>
  )
}

function outcomeText(treatment: Treatment, to: string): string {
  if (treatment === 'moved') return pit.ruleMoved(to)
  return treatment === 'stands' ? pit.ruleStands : pit.ruleReturned
}

const partName = ({ stake }: WagerToRule, part: RuledPart): string =>
  part.chips === undefined ? money(part.stake ?? stake) : dealer.chipsCount(part.chips)

type RulingListProps = { rulings: RulingsShown; named: Named }

/** In their order; of each wager the last one counts. */
function RulingList({ rulings: { list, lay }, named }: RulingListProps) {
  const isReplaced = (index: number) =>
    list.slice(index + 1).some(({ player, spot }) => player === list[index]!.player && spot === list[index]!.spot)
  return (
    <section>
      <h3 class="caption">{pit.ruledSoFar}</h3>
      <ol class="lines pit-rulings">
        {list.map(({ player, spot, treatment, to = '', stake }, index) => (
          <li key={index} class={isReplaced(index) ? 'is-replaced' : undefined}>
            {pit.ruleDoes(
              player,
              money(stake ?? lay[player]?.[spot]?.stake ?? 0),
              named(spot),
              outcomeText(treatment, named(to)),
            )}
            {isReplaced(index) && <span class="fine"> {pit.isReplaced}</span>}
          </li>
        ))}
      </ol>
    </section>
  )
}

type RuleChoiceProps = { value: string; onInput: (value: string) => void }

function WagerChoice({ wagers, named, ...choice }: RuleChoiceProps & { wagers: readonly WagerToRule[]; named: Named }) {
  const list = useRef<HTMLDivElement>(null)
  // One that was chosen on the layout may be further down; and what else is asked then leaves the list less room.
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
          fine: one.ruling ? pit.isRuled : undefined,
        }))}
      />
    </div>
  )
}

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

const TreatmentChoice = (choice: RuleChoiceProps) => (
  <Radios
    label={pit.treatment}
    look="row"
    {...choice}
    options={[
      { value: 'stands', label: capitalise(nouns.rulings.stands) },
      { value: 'returned', label: capitalise(nouns.rulings.returned) },
      { value: 'moved', label: pit.moved },
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
  /** Where the wager is moved to, if anywhere. */
  to: SpotId
  onWager: (wager: WagerToRule) => void
  /** While a place is to be chosen, a press is where it goes. */
  onTo: ((spot: SpotId) => void) | null
}

/** The wagers as they lay: a press chooses one, of several on a spot the next; then a press is where it is moved to. */
function RuledFelt({ table, wagers, chosen, to, onWager, onTo }: RuledFeltProps) {
  const { id, book, layout, connection } = table
  const { seats } = connection.view.value!
  const tints = useTints(id, seats)
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
