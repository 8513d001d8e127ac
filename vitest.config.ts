import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** For what hangs. Nothing of this is a measure of speed: tests wait for what happens, and a machine may be busy. */
const patience = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000, interval: 25 } },
}

/** Every core: by itself Vitest leaves one free, which on two is half of them. */
const unit = {
  name: 'unit',
  include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
  ...patience,
  maxWorkers: availableParallelism(),
}

/** In a real browser against the real service, two files at a time, when everything else is done. */
const e2e = {
  name: 'e2e',
  include: ['e2e/**/*.e2e.ts'],
  globalSetup: 'e2e/set-up.ts',
  ...patience,
  maxWorkers: 2,
  sequence: { groupOrder: 1 },
}

export default defineConfig({ test: { projects: [{ test: unit }, { test: e2e }] } })
