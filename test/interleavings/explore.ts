/** Something that can happen next. */
export type Step = { readonly name: string; run(): void | Promise<void> }

/**
 * A small world whose every step is chosen from outside. Its state follows from what each node has seen and from what the
 * store holds: `fingerprint` says both, so that two orders of steps that lead to the same state are followed once.
 */
export type World = {
  steps(): readonly Step[]
  fingerprint(): string
  /** Names the problem once nothing can happen any more; null: there is none. */
  problem(): Promise<string | null>
}

export type Exploration = {
  /** States that were reached, and orders of steps that were followed to their end. */
  readonly states: number
  readonly runs: number
  /** The first order of steps that ended badly, and how. */
  readonly failure: { problem: string; steps: readonly string[] } | null
}

/** A path: the steps to take, by their numbers, and how many more of them may be others than the first. */
type Path = { readonly choices: readonly number[]; readonly left: number }

/**
 * Follows every order of steps in which at most `deviations` of them are not the first that could happen, depth first, each
 * from a new world. No state is followed twice, unless with more deviations left.
 */
export async function explore(
  create: () => Promise<World>,
  deviations = Number.POSITIVE_INFINITY,
): Promise<Exploration> {
  const seen = new Map<string, number>()
  const waiting: Path[] = [{ choices: [], left: deviations }]
  let runs = 0
  for (let path = waiting.pop(); path; path = waiting.pop()) {
    runs++
    const failure = await follow(await create(), path, seen, waiting)
    if (failure) return { states: seen.size, runs, failure }
  }
  return { states: seen.size, runs, failure: null }
}

/** Takes the steps of a path, then always the first one; what else could have happened waits to be followed. */
async function follow(
  world: World,
  { choices, left }: Path,
  seen: Map<string, number>,
  waiting: Path[],
): Promise<Exploration['failure']> {
  const taken: number[] = []
  const names: string[] = []
  for (;;) {
    const steps = world.steps()
    if (taken.length >= choices.length) {
      const state = world.fingerprint()
      if ((seen.get(state) ?? -1) >= left) return null
      seen.set(state, left)
      if (left > 0)
        for (let other = 1; other < steps.length; other++) waiting.push({ choices: [...taken, other], left: left - 1 })
    }
    if (steps.length === 0) {
      const problem = await world.problem()
      return problem ? { problem, steps: names } : null
    }
    const choice = choices[taken.length] ?? 0
    taken.push(choice)
    names.push(steps[choice]!.name)
    await steps[choice]!.run()
  }
}
