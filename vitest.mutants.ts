import { defineConfig } from 'vitest/config'

/** What the mutants of engine and house are tried against: tests without a process or a socket, and a few random plays. */
export default defineConfig({
  test: {
    include: [
      ...['src/engine/**/*.test.ts', 'src/house/**/*.test.ts', 'src/reference/scenarios.test.ts'],
      ...['test/model/*.test.ts', 'test/books/*.test.ts'],
    ],
    env: { CAMPAIGN: '0.01' },
    testTimeout: 60_000,
  },
})
