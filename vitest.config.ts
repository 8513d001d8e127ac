import { defineConfig } from 'vitest/config'

const unit = {
  name: 'unit',
  include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
  testTimeout: 120_000,
  hookTimeout: 60_000,
}

/** In a real browser against the real service, two files at a time, when everything else is done. */
const e2e = {
  name: 'e2e',
  include: ['e2e/**/*.e2e.ts'],
  globalSetup: 'e2e/set-up.ts',
  testTimeout: 60_000,
  hookTimeout: 60_000,
  maxWorkers: 2,
  expect: { poll: { timeout: 10_000, interval: 25 } },
  sequence: { groupOrder: 1 },
}

export default defineConfig({ test: { projects: [{ test: unit }, { test: e2e }] } })
