import { afterAll, beforeAll, inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Stryker's: where its own things are, and whether it looks which mutants are reached, or tries one. */
    globalNamespace: string
    mode: 'dry-run' | 'mutant'
  }
}

type Hits = Record<string, number>
type Stryker = {
  currentTestId?: string
  mutantCoverage?: { perTest: Record<string, Hits> }
  /** Reached while files were loaded, in this process. */
  loading?: Hits
}

/**
 * Stryker knows which mutants a test reached by itself. Mutants reached by a hook, for example one that opens a service
 * for all tests of a file, count for every test of the file. So do mutants reached while that file, or one before it,
 * was loaded.
 */
function countForEveryTest(stryker: Stryker): void {
  const tests = new Set<string>()
  let [running, outside]: [string | undefined, string] = [undefined, 'loading']
  Object.defineProperty(stryker, 'currentTestId', {
    configurable: true,
    get: () => running ?? outside,
    set: (id: string | undefined) => {
      running = id
      if (id !== undefined) tests.add(id)
    },
  })
  beforeAll(() => {
    outside = 'hooks'
  })
  afterAll(() => {
    const perTest = stryker.mutantCoverage?.perTest ?? {}
    const { loading, hooks } = perTest
    delete perTest.loading
    delete perTest.hooks
    stryker.loading = { ...stryker.loading, ...loading }
    for (const id of tests) perTest[id] = { ...stryker.loading, ...hooks, ...perTest[id] }
  })
}

if (inject('mode') === 'dry-run') {
  const things = globalThis as unknown as Record<string, Stryker>
  const name = inject('globalNamespace')
  things[name] ??= {}
  countForEveryTest(things[name])
}
