import './rule-dialog.css'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Book } from '../../books/rule-book.ts'
import { type Spots, spotsOf } from '../../engine/spots.ts'
import type { RulingsShown } from '../../engine/views.ts'
import { capitalise, money } from '../../words/plain-text.ts'
import { Field } from '../kit/controls.tsx'
import { Radios, Select } from '../kit/fields.tsx'
import { dealer, pit } from '../words/desk.ts'
import { nouns, spotName } from '../words/names.ts'
import type { ActionProps } from './action-list.ts'
import { PitDialog } from './pit-dialog.tsx'
import { RuledFelt } from './ruled-felt.tsx'
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
      <ol class="pit-rulings">
        {list.map(({ player, spot, treatment, to = '', stake }, index) => (
          <li key={index} class={isReplaced(index) ? 'is-replaced' : undefined}>
            {pit.ruleDoes(
              player,
              money(stake ?? lay[player]?.[spot]?.stake ?? 0),
              named(spot),
              outcomeText(treatment, named(to)),
            )}
            {isReplaced(index) && <small class="fine"> {pit.isReplaced}</small>}
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
