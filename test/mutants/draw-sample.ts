import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import type { Mutant, MutantResult, MutantRunPlan, MutantTestPlan } from '@stryker-mutator/api/core'

/** A sample of this size, drawn by a seed; and how many there were to draw from. */
export const draw = { size: Number.POSITIVE_INFINITY, seed: '1', from: 0 }

let drawnIds: readonly string[] = []
const results = new Map<string, MutantResult>()

/** In the order of their lots, as far as all are tried: a sample too, wherever a run was broken off. */
export function resultsSoFar(): readonly MutantResult[] {
  const untried = drawnIds.findIndex((id) => !results.has(id))
  return drawnIds.slice(0, untried === -1 ? drawnIds.length : untried).map((id) => results.get(id)!)
}

/** The same mutant has the same lot for the same seed, however many others there are. */
function lotOf({ fileName, location: { start, end }, replacement }: Mutant): string {
  const place = [relative('', fileName), start.line, start.column, end.line, end.column]
  return createHash('sha256')
    .update(JSON.stringify([draw.seed, ...place, replacement]))
    .digest('hex')
}

/**
 * A mutant is in the code from the beginning: it works while files are loaded and services are opened too.
 * `reached-mutants.ts` knows the tests for that case, and vitest loads every file again, so that the process can stay.
 */
function fromTheBeginning(plan: MutantRunPlan): void {
  plan.runOptions.mutantActivation = 'static'
  plan.runOptions.reloadEnvironment = false
}

/** Takes what was not drawn out of the plan, before anything is tried, and puts the rest in the order of their lots. */
function onMutationTestingPlanReady({ mutantPlans }: { mutantPlans: readonly MutantTestPlan[] }): void {
  const plans = mutantPlans as MutantTestPlan[]
  const lots = new Map(plans.map((plan) => [plan, lotOf(plan.mutant)]))
  const drawn = plans.toSorted((a, b) => (lots.get(a)! < lots.get(b)! ? -1 : 1)).slice(0, draw.size)
  draw.from = plans.length
  drawnIds = drawn.map(({ mutant }) => mutant.id)
  results.clear()
  plans.splice(0, plans.length, ...drawn)
  for (const plan of plans) if (plan.plan === 'Run') fromTheBeginning(plan)
}

const onMutantTested = (result: MutantResult) => void results.set(result.id, result)

/** The mutators of Stryker. */
export const strykerPlugins = [
  { kind: 'Reporter', name: 'draw-sample', value: { onMutationTestingPlanReady, onMutantTested } },
]
