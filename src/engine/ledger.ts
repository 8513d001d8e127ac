import { type Adjustment, type Award, type Chips, movesNoMoney, type TableEvent } from './events.ts'
import { impossible } from './impossible.ts'
import { add, type Cents, negative, subtract, sum, times, zero } from './money.ts'
import { PersistentMap } from './persistent-map.ts'
import type { Line } from './settlement.ts'
import { sumsOf } from './sums.ts'

/**
 * Double entry: each event moves money between accounts, and its postings sum to zero. `outside`: brought to the table
 * and taken away. `house`: won. `layout`: stakes in play and in prison. `awards`: given by decisions (negative). Each
 * player has accounts for cash chips or credits, for colour chips at their value, and for debt (negative).
 */
type HouseAccount = 'outside' | 'house' | 'layout' | 'awards'
export type Purse = Readonly<Record<'cash' | 'chips' | 'owed', Cents>>
/** Every account of a table. Together they are zero. */
export type Ledger = Readonly<Record<HouseAccount, Cents>> & { readonly players: PersistentMap<Purse> }
type Posting = { amount: Cents } & ({ account: HouseAccount } | { account: keyof Purse; player: string })

const emptyPurse: Purse = { cash: zero, chips: zero, owed: zero }

export const freshLedger = (): Ledger => ({
  outside: zero,
  house: zero,
  layout: zero,
  awards: zero,
  players: PersistentMap.of(),
})

const purseOf = ({ players }: Ledger, player: string): Purse => players.get(player) ?? emptyPurse

/**
 * Returns the balance of an account of the house.
 *
 * @example
 * const house: Cents = balanceOf(state.ledger, 'house')
 */
export const balanceOf = (ledger: Ledger, account: HouseAccount): Cents => ledger[account]
/**
 * Returns the cash chips or credits of a player.
 *
 * @example
 * const cash: Cents = cashOf(state.ledger, 'ann')
 */
export const cashOf = (ledger: Ledger, player: string): Cents => purseOf(ledger, player).cash
/**
 * Returns the value of a player's colour chips.
 *
 * @example
 * const chips: Cents = chipsOf(state.ledger, 'ann')
 */
export const chipsOf = (ledger: Ledger, player: string): Cents => purseOf(ledger, player).chips
/**
 * Returns what a player owes: debits that a balance could not cover.
 *
 * @example
 * const owed: Cents = owedBy(state.ledger, 'ann')
 */
export const owedBy = (ledger: Ledger, player: string): Cents => negative(purseOf(ledger, player).owed)

/** Whether money of this player has ever been moved. */
export const hasAccount = ({ players }: Ledger, player: string): boolean => players.get(player) !== undefined

/**
 * Every player who has ever had an account, in order of name.
 *
 * @example
 * const names: string[] = playersOf(state.ledger)
 */
export const playersOf = ({ players }: Ledger): string[] => players.keys()

/**
 * Every account on which money has been moved, by its name.
 *
 * @example
 * const accounts: Readonly<Record<string, Cents>> = accountsOf(state.ledger)
 */
export function accountsOf({ players, ...house }: Ledger): Readonly<Record<string, Cents>> {
  const own = players.entries().flatMap(([player, { cash, chips, owed }]): [string, Cents][] => [
    [`player:${player}`, cash],
    [`chips:${player}`, chips],
    [`owed:${player}`, owed],
  ])
  return Object.fromEntries([...Object.entries(house), ...own].filter(([, amount]) => amount !== 0))
}

/** The accounts of the table, with those of all players added up. They sum to zero. */
export function totalsOf({ players, ...house }: Ledger): Readonly<Record<HouseAccount | keyof Purse, Cents>> {
  const purses = players.entries().map(([, purse]) => purse)
  const all = (account: keyof Purse): Cents => sum(purses.map((purse) => purse[account]))
  return { ...house, cash: all('cash'), chips: all('chips'), owed: all('owed') }
}

/**
 * Tells whether all accounts together are zero.
 *
 * @example
 * if (!isBalanced(state.ledger)) throw new Error('the books do not balance')
 */
export const isBalanced = (ledger: Ledger): boolean => sum(Object.values(accountsOf(ledger))) === 0

/** Money is conserved at every event: a posting that does not sum to zero is a bug and stops the table. */
export function post(ledger: Ledger, event: TableEvent): Ledger {
  const postings = postingsOf(event)
  if (postings.length === 0) return ledger
  const after = { ...ledger }
  let total = zero
  for (const posting of postings) {
    const { account, amount } = posting
    total = add(total, amount)
    if ('player' in posting) after.players = movePurse(after.players, posting.player, posting.account, amount)
    else after[account as HouseAccount] = add(after[account as HouseAccount], amount)
  }
  if (total !== 0) throw new Error(`${event.type} does not sum to zero`)
  return after
}

function movePurse(players: Ledger['players'], player: string, account: keyof Purse, amount: Cents): Ledger['players'] {
  if (amount === 0) return players
  const purse: Record<keyof Purse, Cents> = { ...(players.get(player) ?? emptyPurse) }
  purse[account] = add(purse[account], amount)
  return players.set(player, purse)
}

export function postingsOf(event: TableEvent): Posting[] {
  switch (event.type) {
    case 'bought-in':
      return [from('outside', event.amount), ...toPlayer(event.player, event.amount, event.chips)]
    case 'cashed-out':
      return [...fromPlayer(event.player, event.amount, event.chips), to('outside', event.amount)]
    case 'owed-repaid':
      return [inPurse(event.player, 'cash', negative(event.amount)), inPurse(event.player, 'owed', event.amount)]
    case 'wager-placed':
      return event.chips
        ? [...fromPlayer(event.player, event.stake, event.chips), to('layout', event.stake)]
        : [inPurse(event.player, 'cash', negative(event.stake)), to('layout', event.stake)]
    case 'wager-withdrawn':
      return [from('layout', event.stake), ...toPlayer(event.player, event.stake, event.chips)]
    case 'round-settled':
      return event.adjustments ? adjustmentPostings(event.adjustments) : settlementPostings(event.lines)
    case 'round-voided':
      return event.adjustments ? adjustmentPostings(event.adjustments) : settlementPostings(event.lines)
    case 'outcome-corrected':
      return adjustmentPostings(event.adjustments)
    case 'referral-decided':
      return awardPostings(event.awards ?? [])
    default:
      return movesNoMoney(event) ? [] : impossible(event)
  }
}

const to = (account: HouseAccount, amount: Cents): Posting => ({ account, amount })
const from = (account: HouseAccount, amount: Cents): Posting => ({ account, amount: negative(amount) })
const inPurse = (player: string, account: keyof Purse, amount: Cents): Posting => ({ player, account, amount })

function toPlayer(player: string, amount: Cents, chips: Chips | undefined): Posting[] {
  if (!chips) return [inPurse(player, 'cash', amount)]
  const value = times(chips.value, chips.count)
  return [inPurse(player, 'chips', value), inPurse(player, 'cash', subtract(amount, value))]
}

const fromPlayer = (player: string, amount: Cents, chips: Chips | undefined): Posting[] =>
  toPlayer(player, amount, chips).map((posting) => ({ ...posting, amount: negative(posting.amount) }))

function settlementPostings(lines: readonly Line[]): Posting[] {
  const { players, staked, won, imprisoned } = sumsOf(lines)
  return [
    from('layout', subtract(staked, imprisoned)),
    to('house', won),
    ...[...players].flatMap(([player, { paid, returned, chips }]) => [
      inPurse(player, 'cash', add(paid, subtract(returned, chips))),
      inPurse(player, 'chips', chips),
    ]),
  ]
}

const adjustmentPostings = (adjustments: readonly Adjustment[]): Posting[] =>
  adjustments.flatMap(({ player, amount, owed, chips, imprisoned = zero }) => {
    const inChips = chips ? times(chips.value, chips.count) : zero
    return [
      from('house', amount),
      to('layout', imprisoned),
      inPurse(player, 'chips', inChips),
      inPurse(player, 'cash', subtract(subtract(add(amount, owed), imprisoned), inChips)),
      inPurse(player, 'owed', negative(owed)),
    ]
  })

const awardPostings = (awards: readonly Award[]): Posting[] =>
  awards.flatMap(({ player, amount, before = zero, owed, chips }) => {
    const given = subtract(amount, before)
    const inChips = chips ? times(chips.value, chips.count) : zero
    return [
      from('awards', given),
      inPurse(player, 'chips', inChips),
      inPurse(player, 'cash', subtract(add(given, owed), inChips)),
      inPurse(player, 'owed', negative(owed)),
    ]
  })
