import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { HeaviestFirst } from './test/heaviest-first.ts'
import { isShort, matrices, patterns, walks } from './test/suites.ts'

/** Limits for tests that hang. They do not measure speed: tests wait for events, and a machine may be busy. */
const patience = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000, interval: 25 } } }

/** For the threads and processes that tests start: compiling and stripping types is three quarters of a start. */
const env = { NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/croupier', import.meta.url)) }

/** Two more than there are cores: much of a test is waiting for a process, a disk or a page. */
const maxWorkers = availableParallelism() + 2

/** Kept from file to file: loading the same modules a hundred times over was a quarter of the work. */
const unit = {
  name: 'unit',
  include: [...patterns.unit],
  exclude: [...patterns.apart, ...(isShort ? Object.keys(matrices) : [])],
  globalSetup: 'test/postgres/set-up.ts',
  setupFiles: 'test/set-up.ts',
  ...patience,
  env,
  isolate: false,
  maxWorkers,
}

const replacing = { name: 'apart', include: [...patterns.apart], ...patience, env, maxWorkers }

/** In a real browser against the real service. It goes before `unit`, whose many short files fill what is left at the end. */
const e2e = {
  name: 'e2e',
  include: [...(isShort ? walks : patterns.e2e)],
  globalSetup: ['e2e/set-up.ts', 'test/postgres/set-up.ts'],
  setupFiles: 'test/set-up.ts',
  ...patience,
  // A question to a page takes two processes some milliseconds: what is asked less often leaves them to the others.
  expect: { poll: { ...patience.expect.poll, interval: 80 } },
  env,
  isolate: false,
  maxWorkers,
}

export default defineConfig({
  test: { projects: [{ test: unit }, { test: replacing }, { test: e2e }], sequence: { sequencer: HeaviestFirst } },
})
