/** The mutants of the pure rooms: `npm run mutants`. What is known of them: docs/testing.md. */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutants.ts', related: true },
  mutate: ['src/{engine,house}/**/*.ts', '!src/**/*.test.ts', '!src/**/testing.ts', '!src/engine/index.ts'],
  ignorePatterns: ['/dist', '/lib', '/e2e', '/bench', '/coverage', '*.tgz', 'croupier-data'],
  // What would read it speaks to the compiler before version 7.
  tsconfigFile: 'no-such-file.json',
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  timeoutMS: 15_000,
  concurrency: 1,
  tempDirName: 'coverage/mutants',
  reporters: ['clear-text', 'progress-append-only', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: 'coverage/mutants.json' },
}
