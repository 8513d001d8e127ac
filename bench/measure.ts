/**
 * One line of the table: what ours and the floor do. A unit that ends in `/s` is a rate, more is better; any other is a
 * cost, less is better. `ratioMax`: how many times as long as the floor ours may take; `most`: what ours may cost.
 */
export type Result = {
  work: string
  unit: string
  ours: number
  floor: number | null
  ratioMax: number | null
  most?: number
}

/** A bench is one file and one line in main.ts. */
export type Bench = { name: string; run: () => Result[] | Promise<Result[]> }

/**
 * Does a known amount of work once and returns the amount. `check` is its result, so that the work cannot be optimised
 * away.
 */
export type Contender = () => { done: number; check: number }

const isRate = ({ unit }: Result): boolean => unit.endsWith('/s')

/** How many times as long as the floor; null: there is none, or it takes nothing. */
export function ratioOf(result: Result): number | null {
  const { ours, floor } = result
  if (!floor) return null
  return isRate(result) ? floor / ours : ours / floor
}

export function isMissed(result: Result): boolean {
  const ratio = ratioOf(result)
  const { ours, ratioMax, most } = result
  return (ratioMax !== null && ratio !== null && ratio > ratioMax) || (most !== undefined && ours > most)
}

/** The value below which this part of the numbers lies. */
export const quantile = (numbers: readonly number[], part: number): number =>
  numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * part))]!

export const median = (numbers: readonly number[]): number => quantile(numbers, 0.5)

/** Work per second within about this many milliseconds. */
function rate(contender: Contender, milliseconds: number): number {
  const started = performance.now()
  let done = 0
  let elapsed = 0
  while (elapsed < milliseconds) {
    done += contender().done
    elapsed = performance.now() - started
  }
  return (done / elapsed) * 1000
}

/**
 * The rates of contenders that do the same work, the median of several turns. They take turns, so that a machine that
 * is busy for a while is busy for all of them.
 */
export function race(contenders: readonly Contender[], { turns = 11, milliseconds = 60 } = {}): number[] {
  const checks = new Set(contenders.map((contender) => contender().check))
  if (checks.size > 1) throw new Error(`The contenders differ: ${[...checks].join(', ')}`)
  for (const contender of contenders) rate(contender, milliseconds * 2) // let the compiler settle
  const rates = contenders.map((): number[] => [])
  for (let turn = 0; turn < turns; turn++)
    for (const [at, contender] of contenders.entries()) rates[at]!.push(rate(contender, milliseconds))
  return rates.map(median)
}
