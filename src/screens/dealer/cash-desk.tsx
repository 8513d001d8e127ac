import { type Signal, useSignal } from '@preact/signals'
import { staffRules } from '../../engine/decisions/wagers.ts'
import { isForesight } from '../../engine/foresee.ts'
import { tableMinimum } from '../../engine/limits.ts'
import { kindsOf } from '../../engine/spots.ts'
import { capitalise, money, shortMoney } from '../../words/plain-text.ts'
import { Button, Field, Note } from '../kit/controls.tsx'
import { bound } from '../kit/fields.tsx'
import { Dot } from '../staff/seat-dot.tsx'
import { colourChips, coloursFor } from '../staff/tints.ts'
import { foreseeAt } from '../staff/use-foresight.ts'
import { common } from '../words/common.ts'
import { dealer } from '../words/desk.ts'
import { colourName, nouns } from '../words/names.ts'
import { AmountField, readPositive } from './amount-field.tsx'
import { type DealerDesk, sellName } from './dealer-desk.ts'
import { DealerDialog } from './dealer-dialog.tsx'
import { Choice, Rule } from './parts.tsx'
import { sameName } from './seat-map.ts'

type CashDeskProps = {
  desk: DealerDesk
  kind: 'buy-in' | 'cash-out' | 'repay'
  player: string | null
  onClose: () => void
}

export function CashDesk({ kind, ...rest }: CashDeskProps) {
  switch (kind) {
    case 'buy-in':
      return <BuyInPart key={rest.player ?? ''} {...rest} />
    case 'cash-out':
      return <CashOutPart {...rest} />
    case 'repay':
      return <RepayPart {...rest} />
  }
}

type CashPartProps = Omit<CashDeskProps, 'kind'>
const AMOUNTS = [100_00, 200_00, 500_00, 1_000_00]

// Buying in -----------------------------------------------------------------------------------------------------------

function BuyInPart({ desk, player, onClose }: CashPartProps) {
  const { book, view } = desk
  const rule = book.funds.colourChips
  const name = useSignal(player ?? '')
  const text = useSignal('')
  const known = view.seats[name.value.trim()]?.funds.colourChips ?? null
  const kind = useSignal<'cash' | 'colour'>('cash')
  const picked = useSignal<string | null>(known?.colour ?? null)
  const least = tableMinimum(view.limits, kindsOf(book, view.layout)) ?? 500
  const value = useSignal(shortMoney(known ? known.value : least))
  const typed = name.value.trim()
  const other = player === null ? sameName(desk, typed) : null
  const who = player ?? typed
  const amount = readPositive(text.value)
  const chipValue = readPositive(value.value)
  const isColour = kind.value === 'colour'
  // The first free colour is chosen; it may be another when somebody else buys meanwhile.
  const free = coloursFor(view, who)
  const colour = picked.value !== null && free.includes(picked.value) ? picked.value : (free[0] ?? null)
  const chips = isColour ? (colour && chipValue ? { colour, chipValue } : null) : {}
  const isTerminal = desk.terminals.some((one) => one.player === who)
  const draft =
    who === '' || other !== null || !amount || !chips ? null : { do: 'buy-in', player: who, amount, ...chips }
  return (
    <DealerDialog
      isForm
      desk={desk}
      title={sellName(book)}
      confirm={sellName(book)}
      draft={draft}
      means={draft ? sold(desk, who, boughtText(desk, amount!, isColour ? colour : null, chipValue, isTerminal)) : null}
      missing={missingIn({ who, amount, isColour, colour, chipValue })}
      clause={isColour ? rule?.clause : undefined}
      isAside
      onClose={onClose}
      onDone={() => {
        desk.chosen.value = who
        if (isColour) desk.unit.value = { kind: 'colour', count: 1 }
      }}
    >
      {player === null ? <BuyerField desk={desk} name={name} other={other} /> : <strong>{player}</strong>}
      <NoBets desk={desk} player={who} />
      <AmountField label={common.amount} {...bound(text)} amounts={AMOUNTS} autofocus={player !== null} />
      {rule && !isTerminal && (
        <Choice
          label={dealer.whichChips}
          {...bound(kind)}
          options={[
            { value: 'cash', text: capitalise(nouns.money.chips) },
            { value: 'colour', text: capitalise(nouns.colourChips) },
          ]}
        />
      )}
      {isColour && <ColourFields desk={desk} player={who} colour={colour} picked={picked} value={value} />}
    </DealerDialog>
  )
}

type Sale = { who: string; amount: number | null; isColour: boolean; colour: string | null; chipValue: number | null }

/** Why the sale cannot be confirmed yet. */
function missingIn({ who, amount, isColour, colour, chipValue }: Sale): string | null {
  if (who === '') return dealer.needsPlayer
  if (amount === null) return dealer.needsAmount
  if (!isColour) return null
  if (colour === null) return dealer.needsColour
  return chipValue === null ? dealer.needsChipValue : null
}

const sold = ({ terminals }: DealerDesk, player: string, what: string): string =>
  terminals.some((one) => one.player === player) ? dealer.sellsToTerminal(what, player) : dealer.sells(what, player)

/** Reading 30: where players bet at terminals alone, somebody without one could buy and never bet. */
function NoBets({ desk: { book, terminals }, player }: { desk: DealerDesk; player: string }) {
  const barred = staffRules(book).recording
  if (!barred || player === '' || terminals.some((one) => one.player === player)) return null
  return (
    <div>
      <Note tone="warning" text={dealer.betsAtTerminals(player)} /> <Rule clause={barred.clause} />
    </div>
  )
}

type BuyerFieldProps = { desk: DealerDesk; name: Signal<string>; other: string | null }

/** A name that is typed. `other`: the player who has it in other letters. */
const BuyerField = ({ desk, name, other }: BuyerFieldProps) => (
  <>
    <Field
      label={common.player}
      {...bound(name)}
      maxLength={64}
      autocomplete="off"
      error={other === null ? null : dealer.seatExists(other)}
      autofocus
    />
    {other !== null && (
      <Button size="small" onPress={() => (desk.dialog.value = { name: 'buy-in', player: other })}>
        {dealer.sellTo(other)}
      </Button>
    )}
  </>
)

type ColourFieldsProps = {
  desk: DealerDesk
  player: string
  colour: string | null
  picked: Signal<string | null>
  value: Signal<string>
}

/** Which colour, and what one chip of it is worth: chips worth more than the minimum are marked. */
function ColourFields({ desk, player, colour, picked, value }: ColourFieldsProps) {
  const rule = desk.book.funds.colourChips!
  const chipValue = readPositive(value.value)
  const oneChip = { do: 'buy-in', player, amount: chipValue, colour: colour ?? '', chipValue }
  const foreseen = chipValue === null ? null : foreseeAt(desk, oneChip)
  const isMarked = foreseen && isForesight(foreseen) && foreseen.effects.some(({ effect }) => effect === 'chips-marked')
  return (
    <>
      <Choice
        label={dealer.colour}
        value={colour}
        onInput={(one) => (picked.value = one)}
        options={coloursFor(desk.view, player).map((one) => ({ value: one, text: <Swatch colour={one} /> }))}
      />
      <Field label={dealer.chipValue} {...bound(value)} inputMode="decimal" />
      <p class="fine">
        {dealer.colourRule} {isMarked && dealer.marker} <Rule clause={rule.clause} />
      </p>
    </>
  )
}

const Swatch = ({ colour }: { colour: string }) => (
  <span>
    <Dot tint={colourChips.find((row) => row.colour === colour)?.tint} />
    {colourName(colour)}
  </span>
)

function boughtText(
  { book }: DealerDesk,
  amount: number,
  colour: string | null,
  chipValue: number | null,
  isTerminal = false,
): string {
  if (colour !== null && chipValue)
    return `${nouns.chipsCount(amount / chipValue, colourName(colour))} ${dealer.chipsAt(money(chipValue))}`
  const kind =
    book.funds.money === 'credits' || isTerminal ? capitalise(nouns.money.credits) : capitalise(nouns.money.chips)
  return `${money(amount)} ${kind.toLowerCase()}`
}

// Cashing out and repaying --------------------------------------------------------------------------------------------

function CashOutPart({ desk, player, onClose }: CashPartProps) {
  const { book, view } = desk
  const funds = view.seats[player ?? '']?.funds
  const own = funds?.colourChips ?? null
  const inChips = own ? own.count * own.value : 0
  const kind = useSignal<'cash' | 'colour'>(inChips > 0 ? 'colour' : 'cash')
  const isColour = kind.value === 'colour' && own !== null
  const all = isColour ? inChips : (funds?.cash ?? 0)
  const text = useSignal(shortMoney(all))
  const amount = readPositive(text.value)
  const isWhole = !isColour || (amount !== null && amount % own.value === 0)
  const colour = isColour ? { colour: own.colour } : {}
  const draft = amount && isWhole ? { do: 'cash-out', player, amount, ...colour } : null
  return (
    <DealerDialog
      width="narrow"
      isForm
      desk={desk}
      title={book.funds.money === 'credits' ? dealer.cashOutCreditsTitle : dealer.cashOutTitle}
      confirm={common.cashOut}
      draft={draft}
      means={
        draft
          ? dealer.redeems(boughtText(desk, amount!, isColour ? own.colour : null, own?.value ?? null), player!)
          : null
      }
      onClose={onClose}
    >
      <strong>{player}</strong>
      {own && (
        <Choice
          label={dealer.whichChips}
          value={kind.value}
          onInput={(now) => {
            kind.value = now
            text.value = shortMoney(now === 'colour' ? inChips : (funds?.cash ?? 0))
          }}
          options={[
            { value: 'colour', text: nouns.chipsOf(colourName(own.colour)), isDisabled: inChips === 0 },
            { value: 'cash', text: capitalise(nouns.money.chips), isDisabled: funds?.cash === 0 },
          ]}
        />
      )}
      <AmountField label={common.amount} {...bound(text)} amounts={all > 0 ? [all] : []} autofocus />
    </DealerDialog>
  )
}

function RepayPart({ desk, player, onClose }: CashPartProps) {
  const funds = desk.view.seats[player ?? '']?.funds
  const most = Math.min(funds?.owed ?? 0, funds?.cash ?? 0)
  const text = useSignal(shortMoney(most))
  const amount = readPositive(text.value)
  return (
    <DealerDialog
      width="narrow"
      isForm
      desk={desk}
      title={dealer.repayTitle}
      confirm={dealer.repay}
      draft={amount ? { do: 'repay', player, amount } : null}
      means={amount ? dealer.repays(money(amount), player!) : null}
      onClose={onClose}
    >
      <strong>
        {player} <span class="fine">{dealer.owes(money(funds?.owed ?? 0))}</span>
      </strong>
      <AmountField label={common.amount} {...bound(text)} amounts={[most]} autofocus />
    </DealerDialog>
  )
}
