import type { Book } from '../../books/rule-book.ts'
import { add, type Cents, sum, zero } from '../../engine/money.ts'
import type { PlayerRound } from '../../engine/views.ts'
import { money } from '../../words/plain-text.ts'
import { voidReason } from '../words/names.ts'
import { terminal } from '../words/terminal.ts'

/**
 * The result of a round for the player. The net amount counts: if no more came back than was staked, nothing was won,
 * and the amount is called returned.
 */
type PlayerOutcome = { is: 'won' | 'imprisoned' | 'returned' | 'lost' | 'watched' | 'void'; amount: Cents }

export function playerOutcome({ lines, net, void: code }: PlayerRound): PlayerOutcome {
  const back = sum(lines.map(({ paid, returned }) => add(paid, returned)))
  if (code !== null) return { is: 'void', amount: back }
  if (lines.length === 0) return { is: 'watched', amount: 0 as Cents }
  if (net > 0) return { is: 'won', amount: net }
  const imprisoned = sum(lines.map((line) => line.imprisoned ?? zero))
  if (imprisoned > 0) return { is: 'imprisoned', amount: imprisoned }
  return back > 0 ? { is: 'returned', amount: back } : { is: 'lost', amount: 0 as Cents }
}

/** The largest net wins of the first and of the second tier, as multiples of the stake. */
const TIERS = [2, 10]

/** The tier of a win by its multiple of the stake, from 1 to 3; null: nothing was won. */
export function winTier(round: PlayerRound): 1 | 2 | 3 | null {
  const { is, amount } = playerOutcome(round)
  if (is !== 'won') return null
  const times = amount / Math.max(1, sum(round.lines.map(({ stake }) => stake)))
  return times <= TIERS[0]! ? 1 : times <= TIERS[1]! ? 2 : 3
}

/** In a few words. */
export function outcomeText(book: Book, round: PlayerRound): string {
  const { is, amount } = playerOutcome(round)
  switch (is) {
    case 'won':
      return terminal.youWon(money(amount))
    case 'imprisoned':
      return terminal.imprisoned(money(amount))
    case 'returned':
      return terminal.returned(money(amount))
    case 'lost':
      return terminal.youLost
    case 'watched':
      return terminal.youWatched
    case 'void':
      return voidReason(book, round.void!)
  }
}
