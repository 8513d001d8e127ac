import './award-list.css'
import { AWARDS_MAX } from '../../engine/language.ts'
import { readMoney } from '../../words/plain-text.ts'
import { Button, Field } from '../kit/controls.tsx'
import { Select } from '../kit/fields.tsx'
import { CloseIcon } from '../kit/icons.tsx'
import { common } from '../words/common.ts'
import { pit } from '../words/desk.ts'
import { type AwardRow, playersFor } from './typed-fields.ts'

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
    <fieldset class="pit-awards">
      <legend>{pit.awards}</legend>
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
