import type { Adjustment, Chips, TableEvent } from './events.ts'
import { add, type Cents, negative, subtract, sum, times, zero } from './money.ts'
import type { PersistentMap } from './persistent-map.ts'
import type { Line } from './settlement.ts'

/**
 * Double entry: each event moves money between accounts, and what it moves sums to zero. `outside`: brought to the table
 * and taken away; `house`: won; `layout`: stakes in play; of each player, cash chips or credits, colour chips at their
 * value, and what they owe (negative).
 */
export type Account = 'outside' | 'house' | 'layout' | `player:${string}` | `chips:${string}` | `owed:${string}`
export type Posting = { account: Account; amount: Cents }
export type Ledger = PersistentMap<Cents>

export const balanceOf = (ledger: Ledger, account: Account): Cents => ledger.get(account) ?? zero
export const cashOf = (ledger: Ledger, player: string): Cents => balanceOf(ledger, `player:${player}`)
export const chipsOf = (ledger: Ledger, player: string): Cents => balanceOf(ledger, `chips:${player}`)
export const owedBy = (ledger: Ledger, player: string): Cents => negative(balanceOf(ledger, `owed:${player}`))

/** Whoever has ever had an account, in order of name. */
export function playersOf(ledger: Ledger): string[] {
  const named = ledger.keys().filter((account) => account.includes(':'))
  return [...new Set(named.map((account) => account.slice(account.indexOf(':') + 1)))].sort()
}

export const isBalanced = (ledger: Ledger): boolean => sum(ledger.values()) === 0

/** Money is conserved at every event: a posting that does not sum to zero is a bug and stops the table. */
export function post(ledger: Ledger, event: TableEvent): Ledger {
  const postings = postingsOf(event)
  if (sum(postings.map(({ amount }) => amount)) !== 0) throw new Error(`${event.type} does not sum to zero`)
  return postings.reduce(
    (after, { account, amount }) =>
      amount === 0 ? after : after.set(account, add(after.get(account) ?? zero, amount)),
    ledger,
  )
}

export function postingsOf(event: TableEvent): Posting[] {
  switch (event.type) {
    case 'bought-in':
      return [from('outside', event.amount), ...toPlayer(event.player, event.amount, event.chips)]
    case 'cashed-out':
      return [...fromPlayer(event.player, event.amount, event.chips), to('outside', event.amount)]
    case 'owed-repaid':
      return [from(`player:${event.player}`, event.amount), to(`owed:${event.player}`, event.amount)]
    case 'wager-placed':
      return [...fromPlayer(event.player, event.stake, event.chips), to('layout', event.stake)]
    case 'wager-withdrawn':
      return [from('layout', event.stake), ...toPlayer(event.player, event.stake, event.chips)]
    case 'round-settled':
      return settled(event.lines)
    case 'round-voided':
      return event.adjustments ? adjusted(event.adjustments) : settled(event.lines)
    case 'outcome-corrected':
      return adjusted(event.adjustments)
    default:
      return []
  }
}

const to = (account: Account, amount: Cents): Posting => ({ account, amount })
const from = (account: Account, amount: Cents): Posting => ({ account, amount: negative(amount) })

function toPlayer(player: string, amount: Cents, chips: Chips | undefined): Posting[] {
  if (!chips) return [to(`player:${player}`, amount)]
  const value = times(chips.value, chips.count)
  return [to(`chips:${player}`, value), to(`player:${player}`, subtract(amount, value))]
}

const fromPlayer = (player: string, amount: Cents, chips: Chips | undefined): Posting[] =>
  toPlayer(player, amount, chips).map((posting) => from(posting.account, posting.amount))

/** Lines come player by player, so each player's own are posted together. */
function settled(lines: readonly Line[]): Posting[] {
  const players = new Map<string, { cash: Cents; chips: Cents }>()
  let [staked, won] = [zero, zero]
  for (const line of lines) {
    const chips = line.chips ? times(line.chips.value, line.chips.returned) : zero
    const before = players.get(line.player) ?? { cash: zero, chips: zero }
    players.set(line.player, {
      cash: add(before.cash, add(line.paid, subtract(line.returned, chips))),
      chips: add(before.chips, chips),
    })
    staked = add(staked, line.stake)
    won = add(won, subtract(line.collected, line.paid))
  }
  return [
    from('layout', staked),
    to('house', won),
    ...[...players].flatMap(([player, { cash, chips }]) => [
      to(`player:${player}`, cash),
      to(`chips:${player}`, chips),
    ]),
  ]
}

const adjusted = (adjustments: readonly Adjustment[]): Posting[] =>
  adjustments.flatMap(({ player, amount, owed, chips }) => {
    const inChips = chips ? times(chips.value, chips.count) : zero
    return [
      from('house', amount),
      to(`chips:${player}`, inChips),
      to(`player:${player}`, subtract(add(amount, owed), inChips)),
      from(`owed:${player}`, owed),
    ]
  })
