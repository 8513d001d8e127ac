import type { Mutant, MutantResult, MutantTestPlan } from '@stryker-mutator/api/core'
import { expect, test } from 'vitest'
import { draw, resultsSoFar, strykerPlugins } from './draw-sample.ts'
import { intervalOf, scoreRow } from './score.ts'

const planOf = (line: number): MutantTestPlan => {
  const [start, end] = [
    { line, column: 0 },
    { line, column: 9 },
  ]
  const mutant = { id: String(line), fileName: 'a.ts', location: { start, end }, replacement: 'true' } as Mutant
  const runOptions = { mutantActivation: 'runtime', reloadEnvironment: true }
  return { plan: 'Run', mutant, runOptions } as unknown as MutantTestPlan
}

/** Lines 1 to `count` have a mutant each: those that were drawn. */
function drawnLines(count: number, size: number, seed: string): readonly number[] {
  const mutantPlans = Array.from({ length: count }, (_, index) => planOf(index + 1))
  Object.assign(draw, { size, seed })
  strykerPlugins[0]!.value.onMutationTestingPlanReady({ mutantPlans })
  return mutantPlans.map(({ mutant }) => mutant.location.start.line)
}

test('a seed draws the same mutants each time, a larger sample those of a smaller one and more, another seed others', () => {
  const few = drawnLines(1_000, 20, '1')
  expect([few.length, draw.from]).toEqual([20, 1_000])
  expect(drawnLines(1_000, 20, '1')).toEqual(few)
  expect(drawnLines(1_000, 50, '1').slice(0, 20)).toEqual(few)
  expect(drawnLines(1_000, 20, '2')).not.toEqual(few)
  expect(drawnLines(30, Number.POSITIVE_INFINITY, '1')).toHaveLength(30)
})

test('an interrupted run has tried the beginning of its sample, except for known mutants', () => {
  const ids = drawnLines(100, 5, '1').map(String)
  const { onMutantTested } = strykerPlugins[0]!.value
  for (const nth of [3, 0, 1]) onMutantTested({ id: ids[nth]!, status: 'NoCoverage' } as MutantResult)
  expect(resultsSoFar().map(({ id }) => id)).toEqual(ids.slice(0, 2))
  onMutantTested({ id: ids[2]!, status: 'Killed' } as MutantResult)
  expect(resultsSoFar().map(({ id }) => id)).toEqual(ids.slice(0, 4))
})

test('every mutant is drawn about as often as any other', () => {
  const counts = new Map<number, number>()
  for (let seed = 0; seed < 400; seed++)
    for (const line of drawnLines(40, 10, String(seed))) counts.set(line, (counts.get(line) ?? 0) + 1)
  const times = [...counts.values()]
  expect(times.reduce((sum, each) => sum + each)).toBe(4_000)
  expect(counts.size).toBe(40)
  // A hundred times each, with a standard deviation of 8.7.
  expect(Math.min(...times)).toBeGreaterThan(60)
  expect(Math.max(...times)).toBeLessThan(140)
})

test('the interval is Wilson’s, narrower by what was tried, and closes when all were', () => {
  const rounded = (interval: readonly number[]) => interval.map((bound) => Number(bound.toFixed(3)))
  // The example of Newcombe (1998), who has 0.2553 to 0.3662.
  expect(rounded(intervalOf(81, 263, 1e9))).toEqual([0.255, 0.366])
  expect(rounded(intervalOf(90, 100, 1e9))).toEqual([0.826, 0.945])
  expect(rounded(intervalOf(100, 100, 1e9))).toEqual([0.963, 1])
  expect(rounded(intervalOf(90, 100, 100))).toEqual([0.9, 0.9])
})

test('mutants that fail, hang or cannot run are noticed; survivors and unreached ones are not', () => {
  const statuses = ['Killed', 'RuntimeError', 'Timeout', 'Survived', 'NoCoverage'] as const
  const results = statuses.map((status) => ({ status }))
  expect(scoreRow('house', results, { from: 5, seed: '7' })).toBe('| house | 5 | 5 | 3 | 60.0 % |  | 7 |')
})
