import type { RuleBook } from '../books/rule-book.ts'
import { figuresOf } from './figures.ts'
import { heldBy, type Wagers } from './holdings.ts'
import { balanceOf, cashOf, chipsOf, isBalanced, owedBy, playersOf } from './ledger.ts'
import { memoByIdentity } from './memo.ts'
import { add, type Cents, negative, sum, times, wholeChips, zero } from './money.ts'
import { prisonersOf } from './prison.ts'
import { isUnderWay, type Phase, type TableState } from './table.ts'

/**
 * A player's funds. `balance`: cash chips or credits and colour chips at their value, without the chips on the layout.
 */
export type PlayerFunds = {
  balance: Cents
  cash: Cents
  colourChips: { colour: string; value: Cents; count: number } | null
  staked: Cents
  owed: Cents
}

/**
 * Returns what a player holds, has staked and owes.
 *
 * @example
 * const { balance, staked, owed } = fundsOf(state, 'ann')
 */
export function fundsOf(state: TableState, player: string): PlayerFunds {
  const [cash, chips] = [cashOf(state.ledger, player), chipsOf(state.ledger, player)]
  const colour = state.colours.get(player)
  return {
    balance: add(cash, chips),
    cash,
    colourChips: colour ? { ...colour, count: wholeChips(chips, colour.value) } : null,
    staked: stakedBy(state, player),
    owed: owedBy(state.ledger, player),
  }
}

/** Stakes of a player on the layout, with those in prison. */
export const stakedBy = (state: TableState, player: string): Cents =>
  add(stakedNow(state, player), imprisonedOf(state, player))

/** Stakes of a player in prison. */
export function imprisonedOf({ prison, colours }: TableState, player: string): Cents {
  const value = colours.get(player)?.value ?? zero
  return sum(prisonersOf(prison, player).map(({ cash, chips }) => add(cash, times(value, chips))))
}

/** Stakes of a player in the round under way. */
export function stakedNow(state: TableState, player: string): Cents {
  const { round } = state
  if (!isUnderWay(round)) return zero
  const chipValue = state.colours.get(player)?.value ?? zero
  const inPlay = heldTotal(round.wagers, player, chipValue)
  return 'setAside' in round ? add(inPlay, heldTotal(round.setAside, player, chipValue)) : inPlay
}

function heldTotal(wagers: Wagers, player: string, chipValue: Cents): Cents {
  const { cash, chips } = heldBy(wagers, player)
  return add(cash, times(chipValue, chips))
}

/**
 * The stakes of all players by spot, without their names. Before no more bets there are none: a player could still follow
 * another.
 */
export function stakesBySpot({ round, colours }: TableState): Readonly<Record<string, Cents>> {
  if (!isUnderWay(round) || takesWagers(round.phase)) return {}
  return sumsBySpot(round.wagers, colours)
}

const takesWagers = (phase: Phase): boolean => phase === 'betting-open' || phase === 'ball-spinning'

const sumsBySpot = memoByIdentity((wagers: Wagers, colours: TableState['colours']) => {
  const sums: Record<string, Cents> = {}
  for (const [player, { spots }] of wagers.entries()) {
    const chipValue = colours.get(player)?.value ?? zero
    for (const [spot, { cash, chips }] of spots.entries())
      sums[spot] = add(sums[spot] ?? zero, add(cash, times(chipValue, chips)))
  }
  return sums
})

/** The total that decisions on referred rounds gave players. It is not part of the house's win. */
export const awardedIn = ({ ledger }: TableState): Cents => negative(balanceOf(ledger, 'awards'))

/**
 * The table's money at a glance. `house`: the house's win; `awarded`: its awards by decisions; `balanced`: all accounts
 * sum to zero.
 *
 * @example
 * const { players, figures, balanced } = summaryOf(roulette3, state)
 */
export function summaryOf(book: RuleBook, state: TableState) {
  const players = playersOf(state.ledger).map((player) => [player, fundsOf(state, player)] as const)
  const house = balanceOf(state.ledger, 'house')
  return {
    players: Object.fromEntries(players),
    house,
    awarded: awardedIn(state),
    balanced: isBalanced(state.ledger),
    rounds: state.roundsOpened,
    figures: figuresOf(book, state.setup.layout, state, house),
  }
}

/** Balances, figures and rounds of a table. */
export type Summary = ReturnType<typeof summaryOf>
