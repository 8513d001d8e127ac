import { existsSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The slowest files first; `unit` by measured processor time. */
const heaviest = [
  'e2e/walk-round.e2e.ts',
  'e2e/walk.e2e.ts',
  'e2e/rounds.e2e.ts',
  'e2e/spots.e2e.ts',
  'e2e/demo.e2e.ts',
  'e2e/reveal.e2e.ts',
  'e2e/afterwards.e2e.ts',
  'e2e/decisions.e2e.ts',
  'test/package.test.ts',
  'test/model/model.test.ts',
  'test/disk/power-cuts.test.ts',
  'src/service/kill.test.ts',
  'src/service/journal/contract.test.ts',
  'src/cli/move.test.ts',
  'src/record/forgeries.test.ts',
  'test/model/every-round-ends.test.ts',
  'src/house/meters.test.ts',
  'src/service/http/authority.test.ts',
  'src/cli/lab-commands.test.ts',
]

const missing = heaviest.filter((path) => !existsSync(new URL(`../${path}`, import.meta.url)))
if (missing.length > 0) throw new Error(`There is no ${missing.join(', ')}: test/heaviest-first.ts names it`)

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = heaviest.findIndex((path) => moduleId.endsWith(`/${path}`))
  return rank === -1 ? heaviest.length : rank
}

/**
 * A long file that begins last runs alone, with a core that has nothing to do. Where it has run before, vitest knows how
 * long each took; in a fresh clone it does not. A project's files stay together: the next has workers of its own.
 */
export class HeaviestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const projects = [...new Set(sorted.map(({ project }) => project.name))]
    const ofProject = ({ project }: TestSpecification) => projects.indexOf(project.name)
    return sorted.toSorted((a, b) => ofProject(a) - ofProject(b) || rankOf(a) - rankOf(b))
  }
}
