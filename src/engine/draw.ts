import type { Bonus, Pocket, RuleBook } from '../books/rule-book.ts'
import { below, type NextByte } from './below.ts'

/**
 * The proof that nobody chose the numbers: the secret, its hash that was on record before the first wager, and the hash
 * of the wagers that it was mixed with (`committed-draw.ts`).
 */
export type Reveal = { secret: string; commitment: string; sent: string }

/** A bonus draw: its numbers, the links that they complete, and whether every link holds one (scatter). */
export type Draw = {
  numbers: readonly Pocket[]
  superNumbers: readonly Pocket[]
  links: readonly string[]
  scatter: boolean
  /** Only where the round was opened with a commitment. */
  reveal?: Reveal
}

/** Reading 18: draws the book's count of different pockets of the wheel, every set equally likely. */
export function drawBonusNumbers(book: RuleBook, chance: NextByte): Pocket[] {
  const left = [...book.wheel.pockets]
  return Array.from({ length: book.rules.bonus!.numbers }, () => left.splice(below(left.length, chance), 1)[0]!)
}

/** How the pocket of the ball was lit by the bonus draw. */
export type Level = 'plain' | 'bonus' | 'super-bonus'
/**
 * `next`: where the ball rests in the round that decides the stakes that this one imprisoned; left out if that is not
 * known yet.
 */
export type Outcome = { pocket: Pocket; level: Level; scatter: boolean; next?: Pocket }

/**
 * Returns what bonus numbers mean by a book: super bonus numbers, links, scatter.
 *
 * @example
 * const bonus = sandsFastActionRoulette2.rules.bonus
 * const draw: Draw = drawFacts(bonus, ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'])
 */
export function drawFacts(bonus: Bonus, numbers: readonly Pocket[]): Draw {
  const lit = new Set(numbers)
  const complete = bonus.links.filter(({ pockets }) => pockets.every((pocket) => lit.has(pocket)))
  return {
    numbers,
    superNumbers: complete.flatMap(({ pockets }) => pockets),
    links: complete.map(({ link }) => link),
    scatter: bonus.links.every(({ pockets }) => pockets.some((pocket) => lit.has(pocket))),
  }
}

export const drawOf = ({ numbers, superNumbers, links, scatter, reveal }: Draw): Draw => ({
  numbers,
  superNumbers,
  links,
  scatter,
  ...(reveal ? { reveal } : {}),
})

/**
 * A draw is good when it has the book's count of different pockets, all on the wheel.
 *
 * @example
 * const isAllowed = isDraw(sandsFastActionRoulette2, ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'])
 */
export function isDraw(book: RuleBook, numbers: readonly Pocket[]): boolean {
  const { bonus } = book.rules
  return (
    bonus !== null &&
    numbers.length === bonus.numbers &&
    new Set(numbers).size === bonus.numbers &&
    numbers.every((pocket) => book.wheel.pockets.includes(pocket))
  )
}

/**
 * Returns the outcome of a pocket, with its level in the bonus draw.
 *
 * @example
 * const outcome: Outcome = outcomeOf('17', null)
 */
export function outcomeOf(pocket: Pocket, draw: Draw | null): Outcome {
  const level = draw?.superNumbers.includes(pocket) ? 'super-bonus' : draw?.numbers.includes(pocket) ? 'bonus' : 'plain'
  return { pocket, level, scatter: draw?.scatter ?? false }
}
