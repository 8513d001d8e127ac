import type { MutantResult } from '@stryker-mutator/api/core'

/** A test fails; or what it stands on does, so that it cannot be run; or it hangs. */
const isNoticed = ({ status }: Pick<MutantResult, 'status'>) => ['Killed', 'RuntimeError', 'Timeout'].includes(status)

/** For 95 % of all samples. */
const Z = 1.96

/** Wilson's interval for a share, narrower by so much of the whole as was tried; all of it: the share itself. */
export function intervalOf(noticed: number, tried: number, all: number): readonly [low: number, high: number] {
  const share = noticed / tried
  const square = (Z ** 2 * (all - tried)) / Math.max(1, all - 1)
  const middle = share + square / (2 * tried)
  const half = Math.sqrt(square * ((share * (1 - share)) / tried + square / (4 * tried ** 2)))
  return [(middle - half) / (1 + square / tried), (middle + half) / (1 + square / tried)]
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`

export type Drawn = { from: number; seed: string }

/** A line of the table in docs/campaigns.md. */
export function scoreRow(
  room: string,
  results: readonly Pick<MutantResult, 'status'>[],
  { from, seed }: Drawn,
): string {
  const [tried, noticed] = [results.length, results.filter(isNoticed).length]
  const interval = intervalOf(noticed, tried, from).map(percent).join(' to ')
  const cells = [room, from, tried, noticed, percent(noticed / tried), tried < from ? interval : '', seed]
  return `| ${cells.join(' | ')} |`
}

export const scoreHead =
  '| room | mutants | tried | noticed | score | 95 % interval | seed |\n|---|---|---|---|---|---|---|'
