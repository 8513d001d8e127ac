import { groupBy } from '../engine/group-by.ts'
import { compareSubtrees, type Subtree, subtreesOf } from '../proof/subtrees.ts'
import { leafHashBytes } from '../record/leaf-hash.ts'
import type { CheckProblem, SignedCheckpoint } from './check-note.ts'
import type { CheckedReceipt } from './check-receipt.ts'

/** A signed statement about one log of the house: a checkpoint, alone or with the entries of a receipt. */
export type SignedStatement = SignedCheckpoint | CheckedReceipt

/** Returns what the house has signed, also where witnesses are missing. */
export function signedByHouse(found: SignedStatement | CheckProblem<SignedStatement>): SignedStatement[] {
  if (!('problem' in found)) return [found]
  return found.ofHouse ? [found.ofHouse] : []
}

/**
 * Two statements about one log that cannot both be true. `first`, `last`: the range of entries in which the two
 * histories differ. `differing`: how many of the `shared` subtrees differ.
 */
export type Fork = {
  readonly origin: string
  readonly sizes: readonly [number, number]
  readonly first: number
  readonly last: number
  readonly shared: number
  readonly differing: number
}

/** The comparison of all statements about one log. `shared`: the subtrees that at least two of them show. */
export type LogComparison = { readonly origin: string; readonly shared: number; readonly fork: Fork | null }

type Shown = { readonly size: number; readonly subtrees: readonly Subtree[] }

/**
 * Compares all statements about each log with one another, wherever there are several.
 *
 * @example
 * const logs: LogComparison[] = compareHistories([checked])
 */
export function compareHistories(statements: readonly SignedStatement[]): LogComparison[] {
  const logs = groupBy(statements, ({ checkpoint }) => checkpoint.origin)
  return [...logs].filter(([, all]) => all.length > 1).map(([origin, all]) => compareLog(origin, all.map(shownBy)))
}

function compareLog(origin: string, all: readonly Shown[]): LogComparison {
  const forks = all.flatMap((one, nth) => all.slice(nth + 1).flatMap((other) => forkOf(origin, one, other) ?? []))
  const [fork = null] = forks.sort((a, b) => a.last - a.first - (b.last - b.first))
  return { origin, shared: sharedAmong(all), fork }
}

function forkOf(origin: string, one: Shown, other: Shown): Fork | null {
  const { shared, differing, range } = compareSubtrees(one.subtrees, other.subtrees)
  const sizes = [one.size, other.size] as const
  return range && { origin, sizes, first: range.from + 1, last: range.to, shared, differing }
}

function sharedAmong(all: readonly Shown[]): number {
  const times = new Map<string, number>()
  for (const { subtrees } of all)
    for (const range of new Set(subtrees.map(({ from, to }) => `${from} ${to}`)))
      times.set(range, (times.get(range) ?? 0) + 1)
  return [...times.values()].filter((count) => count > 1).length
}

/** The root of a checkpoint is a subtree too: that of all its leaves. */
function shownBy(statement: SignedStatement): Shown {
  const { size, root } = statement.checkpoint
  const whole = { from: 0, to: size, hash: root }
  if (!('receipt' in statement)) return { size, subtrees: [whole] }
  const { receipt } = statement
  const proofs = [receipt, ...receipt.beside].flatMap(({ leaf, index, hashes }) =>
    subtreesOf(leafHashBytes(leaf), index, size, hashes),
  )
  return { size, subtrees: [whole, ...proofs] }
}
