import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** For what hangs. Nothing of this is a measure of speed: tests wait for what happens, and a machine may be busy. */
const patience = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000, interval: 25 } },
}

/** Replaces modules that other tests have already loaded. */
const apart = ['test/rules-changed.test.ts']

/**
 * Every core: by itself Vitest leaves one free, which on two is half of them. One process for each, kept from file to
 * file: loading the same modules a hundred times over was a quarter of the work.
 */
const unit = {
  name: 'unit',
  include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
  exclude: apart,
  ...patience,
  isolate: false,
  maxWorkers: availableParallelism(),
}

const replacing = { name: 'apart', include: apart, ...patience }

/** In a real browser against the real service, three files at a time (they mostly wait for each other), when everything else is done. */
const e2e = {
  name: 'e2e',
  include: ['e2e/**/*.e2e.ts'],
  globalSetup: 'e2e/set-up.ts',
  ...patience,
  maxWorkers: 3,
  sequence: { groupOrder: 1 },
}

export default defineConfig({ test: { projects: [{ test: unit }, { test: replacing }, { test: e2e }] } })
