import type { Adjustment, Chips } from '../events.ts'
import { cashOf, chipsOf, owedBy } from '../ledger.ts'
import { add, type Cents, chipsToCover, negative, smaller, subtract, times, zero } from '../money.ts'
import { imprisonedBy, type Line } from '../settlement.ts'
import type { TableState } from '../table.ts'
import { isTakenByOther } from './funds.ts'

/** Computes, per player, the difference between two settlements. A debit beyond the balance is owed, never dropped. */
export function adjustmentsOf(state: TableState, before: readonly Line[], after: readonly Line[]): Adjustment[] {
  const players = new Map<string, Change>()
  const count = (line: Line, sign: 1 | -1) => {
    const { amount, chips, imprisoned } = players.get(line.player) ?? noChange
    players.set(line.player, {
      amount: add(amount, times(subtract(line.paid, line.collected), sign)),
      imprisoned: add(imprisoned, times(imprisonedBy(line), sign)),
      chips: chips + sign * chipsBack(state, line),
    })
  }
  for (const line of before) count(line, -1)
  for (const line of after) count(line, 1)
  return [...players]
    .filter(([, { amount, chips, imprisoned }]) => amount !== 0 || chips > 0 || imprisoned !== 0)
    .map(([player, change]) => adjustment(state, player, { ...change, chips: Math.max(0, change.chips) }))
}

/** `chips`: colour chips that come back as chips. */
type Change = { amount: Cents; imprisoned: Cents; chips: number }
const noChange: Change = { amount: zero, imprisoned: zero, chips: 0 }

/** Credits or debits a player, apart from any wager. */
export const adjustmentBy = (state: TableState, player: string, amount: Cents): Adjustment =>
  adjustment(state, player, { ...noChange, amount })

/** Colour chips come back as chips while that colour at that value is the player's alone, else as cash. */
function chipsBack(state: TableState, { player, chips }: Line): number {
  const own = state.colours.get(player)
  if (!chips || isTakenByOther(state, player, chips.colour)) return 0
  return own?.colour === chips.colour && own.value === chips.value ? chips.returned : 0
}

/**
 * A credit pays off first what is owed, in cash and then in the colour chips that come back. A debit takes cash or credits,
 * then colour chips in hand. The last chip is changed (reading 16).
 */
function adjustment(state: TableState, player: string, change: Change): Adjustment {
  const { amount, imprisoned, chips } = change
  const own = state.colours.get(player)
  const value = own?.value ?? zero
  const inHand = subtract(amount, imprisoned)
  const cash = subtract(inHand, times(value, chips))
  const repaid = inHand > 0 ? smaller(owedBy(state.ledger, player), inHand) : zero
  const { taken, owed } =
    cash >= 0
      ? { taken: chipsFor(subtract(repaid, smaller(repaid, cash)), value), owed: zero }
      : debitOf(state, player, add(negative(cash), repaid), add(chipsOf(state.ledger, player), times(value, chips)))
  const stays = imprisoned === 0 ? {} : { imprisoned }
  return { player, amount, owed: subtract(owed, repaid), ...chipsOfColour(own, chips - taken), ...stays }
}

const chipsFor = (amount: Cents, value: Cents): number => (value === 0 ? 0 : chipsToCover(amount, value))

/** Chips and debt that a debit takes beyond cash. `chips`: the value of colour chips that are there. */
function debitOf({ ledger, colours }: TableState, player: string, debit: Cents, chips: Cents) {
  const value = colours.get(player)?.value ?? zero
  const rest = subtract(debit, smaller(debit, cashOf(ledger, player)))
  const taken = chipsFor(smaller(rest, chips), value)
  return { taken, owed: subtract(rest, smaller(rest, times(value, taken))) }
}

const chipsOfColour = (own: { colour: string; value: Cents } | undefined, count: number): { chips?: Chips } =>
  own && count !== 0 ? { chips: { ...own, count } } : {}
