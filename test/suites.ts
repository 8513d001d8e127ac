/** `npm test` runs the short suite, `npm run test:all` everything. The lists of both are here. */
export const isShort = process.env.SUITE === 'short'

/** The rows of a matrix: in the short suite the first ones, otherwise all. */
export const inSuite = <Row>(rows: readonly Row[], short: number): readonly Row[] =>
  isShort ? rows.slice(0, short) : rows

/** Browser tests of the short suite: a walk for each screen, and what has no other test. */
export const walks: readonly string[] = [
  'e2e/lobby.e2e.ts',
  'e2e/rounds.e2e.ts', // terminal, display, console and pit desk together
  'e2e/wagers.e2e.ts',
  'e2e/keyboard.e2e.ts',
  'e2e/press.e2e.ts',
  'e2e/spots.e2e.ts',
  'e2e/dealer.e2e.ts',
  'e2e/pit.e2e.ts',
  'e2e/audit.e2e.ts',
  'e2e/lab.e2e.ts',
  'e2e/check-page.e2e.ts',
  'e2e/demo.e2e.ts',
  'e2e/docs.e2e.ts',
  'e2e/bundle.e2e.ts',
  'e2e/own-book.e2e.ts',
  'e2e/ticket-scans.e2e.ts',
  'e2e/wheel-lost.e2e.ts',
]

/**
 * Tests of `npm run test:all` alone. Each repeats a promise on other screens, devices, languages or stores; the tests that it
 * names keep that promise in the short suite.
 */
export const matrices: Readonly<Record<string, readonly string[]>> = {
  'e2e/afterwards.e2e.ts': ['src/reference/scenarios.test.ts', 'src/screens/pit/decisions-afterwards.test.ts'],
  'e2e/announced.e2e.ts': [
    'src/engine/several-piece.test.ts',
    'src/engine/maximum-payout.test.ts',
    'e2e/wagers.e2e.ts',
  ],
  'e2e/at-the-table.e2e.ts': [
    'e2e/dealer.e2e.ts',
    'src/reference/scenarios.test.ts',
    'src/screens/dealer/effects.test.ts',
    'src/screens/dealer/steps.test.ts',
  ],
  'e2e/at-the-seat.e2e.ts': ['src/house/calls.test.ts', 'src/service/http/planned-limits.test.ts'],
  'e2e/colours.e2e.ts': ['src/screens/staff/tints.test.ts', 'e2e/dealer.e2e.ts'],
  'e2e/controls.e2e.ts': ['src/service/significant-events.test.ts', 'src/house/stops.test.ts'],
  'e2e/decisions.e2e.ts': ['src/engine/void-put-right.test.ts', 'src/screens/pit/decisions-afterwards.test.ts'],
  'e2e/demo-credits.e2e.ts': ['src/service/http/house-routes.test.ts', 'e2e/demo.e2e.ts'],
  'e2e/docs-site.e2e.ts': ['test/documents.test.ts'],
  'e2e/felt-page.e2e.ts': ['src/felt/wheel-svg.test.ts', 'src/felt/felt-svg.test.ts'],
  'e2e/en-prison.e2e.ts': ['src/engine/en-prison.test.ts', 'e2e/own-book.e2e.ts'],
  'e2e/first-house.e2e.ts': ['src/cli/house-commands.test.ts', 'test/documents.test.ts'],
  'e2e/lab-books.e2e.ts': ['e2e/lab.e2e.ts', 'src/book-files/read-book.test.ts'],
  'e2e/notices.e2e.ts': ['src/house/notices.test.ts'],
  'e2e/on-the-wall.e2e.ts': ['e2e/rounds.e2e.ts'],
  'e2e/owner-killed.e2e.ts': ['test/nodes/node-troubles.test.ts'],
  'e2e/receipts.e2e.ts': ['src/service/http/receipts-routes.test.ts', 'e2e/check-page.e2e.ts'],
  'e2e/reconnect.e2e.ts': ['src/client/client.test.ts', 'src/service/kill.test.ts'],
  'e2e/remedies.e2e.ts': [
    'src/reference/scenarios.test.ts',
    'src/screens/pit/decisions-afterwards.test.ts',
    'src/service/floor/void-after-draw.test.ts',
  ],
  'e2e/reveal.e2e.ts': ['src/screens/terminal/use-table.test.ts', 'src/screens/terminal/payout.test.ts'],
  'e2e/sitting-out.e2e.ts': ['src/screens/terminal/scene.test.ts', 'src/screens/terminal/outcome.test.ts'],
  'e2e/sound.e2e.ts': ['src/screens/terminal/table-sounds.test.ts'],
  'e2e/switches.e2e.ts': ['src/screens/terminal/time-at-play.test.ts', 'src/service/http/screens-routes.test.ts'],
  'e2e/tickets.e2e.ts': ['src/house/tickets.test.ts', 'src/service/http/own-tickets.test.ts'],
  'e2e/walk-round.e2e.ts': ['e2e/rounds.e2e.ts'],
  'test/package.test.ts': [
    'test/exports.test.ts',
    'test/documents.test.ts',
    'src/cli/output.test.ts',
    'src/service/program/self-check.test.ts',
  ],
  'e2e/walk.e2e.ts': ['e2e/lobby.e2e.ts', 'e2e/dealer.e2e.ts', 'e2e/pit.e2e.ts', 'e2e/audit.e2e.ts'],
}

/** The patterns of all tests, by project of `vitest.config.ts`. */
export const patterns = {
  unit: ['src/**/*.test.ts', 'test/**/*.test.ts'],
  e2e: ['e2e/**/*.e2e.ts'],
  /** Tests that replace modules which other tests have loaded. */
  apart: ['test/books-removed.test.ts', 'test/rules-changed.test.ts', 'test/upcasts.test.ts'],
} as const
