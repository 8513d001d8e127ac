import type { Bonus, Pocket, RuleBook } from '../books/rule-book.ts'

/** What a bonus draw lit: its numbers, the links it completed, and whether every link holds one (scatter). */
export type Draw = {
  numbers: readonly Pocket[]
  superNumbers: readonly Pocket[]
  links: readonly string[]
  scatter: boolean
}

/** All that a wager's result depends on: where the ball rests, how that pocket was lit, and the scatter. */
export type Level = 'plain' | 'bonus' | 'super-bonus'
export type Outcome = { pocket: Pocket; level: Level; scatter: boolean }

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

export const drawOf = ({ numbers, superNumbers, links, scatter }: Draw): Draw => ({
  numbers,
  superNumbers,
  links,
  scatter,
})

/** A draw is good when it has the book's count of different pockets, all on the wheel. */
export function isDraw(book: RuleBook, numbers: readonly Pocket[]): boolean {
  const { bonus } = book.rules
  return (
    bonus !== null &&
    numbers.length === bonus.numbers &&
    new Set(numbers).size === bonus.numbers &&
    numbers.every((pocket) => book.wheel.pockets.includes(pocket))
  )
}

export function outcomeOf(pocket: Pocket, draw: Draw | null): Outcome {
  const level = draw?.superNumbers.includes(pocket) ? 'super-bonus' : draw?.numbers.includes(pocket) ? 'bonus' : 'plain'
  return { pocket, level, scatter: draw?.scatter ?? false }
}
