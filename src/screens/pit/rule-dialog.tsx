import { useState } from 'preact/hooks'
import { type Spots, spotsOf } from '../../engine/spots.ts'
import { capitalise } from '../../words/plain-text.ts'
import { Radios, Select } from '../kit/fields.tsx'
import { money } from '../kit/money-text.ts'
import { nouns, spotName } from '../words/names.ts'
import { pit } from '../words/pit.ts'
import type { ActionProps } from './action-list.ts'
import { CommandDialog } from './command-dialog.tsx'
import { type WagerAtTable, wagersIn } from './table-facts.ts'

type Treatment = 'stands' | 'returned' | 'moved'

/** Reading 21: after the ball rests and before settlement. */
export function RuleDialog({ table, who, onClose }: ActionProps) {
  const { book, layout, connection } = table
  const wagers = wagersIn(connection.view.value!)
  const spots = spotsOf(book, layout)
  const [chosen, setChosen] = useState('')
  const [treatment, setTreatment] = useState<Treatment | ''>('')
  const [to, setTo] = useState('')
  const wager = wagers.find((one) => keyOf(one) === chosen)
  const named = (spot: string) => (spots.byId.has(spot) ? spotName(spots.byId.get(spot)!) : '')
  const isFull = wager && treatment && (treatment !== 'moved' || to !== '')
  const outcome = { stands: pit.ruleStands, returned: pit.ruleReturned, moved: pit.ruleMoved(named(to)), '': '' }[
    treatment
  ]
  const ruling = isFull && {
    player: wager.player,
    spot: wager.spot,
    treatment,
    ...(treatment === 'moved' ? { to } : {}),
  }
  const does = () => (wager ? pit.ruleDoes(wager.player, money(wager.stake), named(wager.spot), outcome) : '')
  return (
    <CommandDialog
      table={table}
      who={who}
      onClose={onClose}
      title={pit.rule}
      command="rule-on-wager"
      draft={ruling ? (reason) => ({ do: 'rule-on-wager', ...ruling, reason }) : null}
      does={does}
      confirm={pit.rule}
    >
      <WagerChoice wagers={wagers} named={named} value={chosen} onInput={setChosen} />
      {wager && (
        <Radios
          label={pit.treatment}
          value={treatment}
          onInput={(value) => setTreatment(value as Treatment)}
          options={[
            { value: 'stands', label: capitalise(nouns.rulings.stands) },
            { value: 'returned', label: capitalise(nouns.rulings.returned) },
            { value: 'moved', label: pit.moved },
          ]}
        />
      )}
      {treatment === 'moved' && <SpotChoice spots={spots} value={to} onInput={setTo} />}
    </CommandDialog>
  )
}

type ChoiceProps = { value: string; onInput: (value: string) => void }

function WagerChoice({
  wagers,
  named,
  ...choice
}: ChoiceProps & { wagers: readonly WagerAtTable[]; named: (spot: string) => string }) {
  if (wagers.length === 0) return <p class="fine">{pit.noWagers}</p>
  return (
    <Radios
      label={pit.chooseWager}
      {...choice}
      options={wagers.map((one) => ({
        value: keyOf(one),
        label: `${one.player} · ${named(one.spot)} · ${money(one.stake)}`,
        fine: one.isAside ? pit.setAside : undefined,
      }))}
    />
  )
}

const SpotChoice = ({ spots, ...choice }: ChoiceProps & { spots: Spots }) => (
  <Select
    label={pit.movedTo}
    {...choice}
    options={[
      { value: '', label: pit.choose },
      ...spots.list.map((spot) => ({ value: spot.spot, label: spotName(spot) })),
    ]}
  />
)

const keyOf = ({ player, spot, isAside }: WagerAtTable): string => `${player}\n${spot}\n${isAside}`
