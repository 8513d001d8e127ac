import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { roomOf } from './rooms.ts'

const { tests, isolate } = roomOf(process.env.MUTANTS_ROOM)

/** The first test that fails is the last that is run, so that what is quick goes first. */
class LightestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).reverse()
  }
}

/** The tests for the mutants of a room. Timeouts are short, because many mutants hang. */
export default defineConfig({
  test: {
    include: [...tests],
    setupFiles: ['test/set-up.ts', 'test/mutants/reached-mutants.ts'],
    provide: { postgres: process.env.MUTANTS_POSTGRES ?? '' },
    env: { CAMPAIGN: '0.01' },
    isolate,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000, interval: 25 } },
    sequence: { sequencer: LightestFirst },
  },
})
