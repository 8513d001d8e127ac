import { defineConfig } from 'vitest/config'

/** What the mutants of the doors are tried against. */
export default defineConfig({
  test: {
    include: ['src/table/doors/**/*.test.ts', 'test/doors.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
