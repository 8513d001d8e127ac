import pure from './stryker.config.js'

/** The mutants of the doors, against the tests that go through them: `npm run mutants:doors`. */
export default {
  ...pure,
  mutate: ['src/table/doors/**/*.ts', '!src/**/*.test.ts'],
  vitest: { configFile: 'vitest.mutants.doors.ts', related: true },
  jsonReporter: { fileName: 'coverage/mutants-doors.json' },
}
