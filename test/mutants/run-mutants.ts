import { relative } from 'node:path'
import { parseArgs } from 'node:util'
import type { MutantResult } from '@stryker-mutator/api/core'
import { Stryker } from '@stryker-mutator/core'
import type { TestProject } from 'vitest/node'
import shareOnePostgres from '../postgres/set-up.ts'
import { draw, resultsSoFar } from './draw-sample.ts'
import { rooms } from './rooms.ts'
import { scoreHead, scoreRow } from './score.ts'

/**
 * `npm run mutants -- [engine | house | http | FILE ...] [--sample N] [--seed S]`: puts small faults into the code, one at
 * a time, and runs the tests that reach them. A sample of each room is drawn from a seed; without one it is all of them. Broken
 * off (Ctrl-C), it says what the score is so far.
 */
const optionsOf = (room: string, files: readonly string[]) => ({
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner', './test/mutants/draw-sample.ts'],
  vitest: { configFile: 'test/mutants/vitest.config.ts', related: false },
  mutate: [...files, '!src/**/*.test.ts'],
  ignorePatterns: ['/dist', '/lib', '/e2e', '/bench', '/coverage', '*.tgz', 'croupier-data'],
  // What would read it speaks to the compiler before version 7.
  tsconfigFile: 'no-such-file.json',
  coverageAnalysis: 'perTest' as const,
  // A busy machine is not a fault.
  timeoutMS: 120_000,
  timeoutFactor: 4,
  dryRunTimeoutMinutes: 60,
  concurrency: 1,
  tempDirName: `coverage/mutants-${room}`,
  reporters: ['draw-sample', 'clear-text', 'progress-append-only', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportScoreTable: false },
  jsonReporter: { fileName: `coverage/mutants-${room}.json` },
})

function tryRoom(room: string, files: readonly string[]): Promise<readonly MutantResult[]> {
  process.env.MUTANTS_ROOM = room
  return new Stryker(optionsOf(room, files)).runMutationTest()
}

/** Rooms by their names, files by the room that they are in. */
function filesByRoom(names: readonly string[]): Map<string, readonly string[]> | null {
  const asked = new Map<string, readonly string[]>()
  for (const name of names.length > 0 ? names : Object.keys(rooms)) {
    const path = relative('', name)
    const room = Object.keys(rooms).find(
      (known) => known === name || path.startsWith(rooms[known]!.files[0]!.split('*')[0]!),
    )
    if (room === undefined) return null
    asked.set(room, name === room ? rooms[room]!.files : [...(asked.get(room) ?? []), path])
  }
  return asked
}

const options = { sample: { type: 'string' }, seed: { type: 'string', default: '1' } } as const
const { values, positionals, tokens } = parseArgs({ options, allowPositionals: true, strict: false, tokens: true })
const isUnknown = tokens.some((token) => token.kind === 'option' && !Object.hasOwn(options, token.name))
const asked = filesByRoom(positionals)
const sample = values.sample === undefined ? Number.POSITIVE_INFINITY : Number(values.sample)

if (isUnknown || asked === null || !(sample >= 1)) {
  console.error(`npm run mutants -- [${Object.keys(rooms).join(' | ')} | FILE ...] [--sample N] [--seed S]`)
  process.exitCode = 2
} else {
  Object.assign(draw, { size: sample, seed: String(values.seed) })
  const project = { provide: (_: 'postgres', desk: string) => Object.assign(process.env, { MUTANTS_POSTGRES: desk }) }
  const stopPostgres = await shareOnePostgres(project as unknown as TestProject)
  const rows: string[] = []
  let underWay: string | null = null
  process.on('exit', () => {
    const results = resultsSoFar()
    if (underWay && results.length > 0) rows.push(scoreRow(underWay, results, draw))
    console.log([scoreHead, ...rows].join('\n'))
  })
  try {
    for (const [room, files] of asked) {
      underWay = room
      const results = await tryRoom(room, files)
      underWay = null
      rows.push(scoreRow(room, results, draw))
    }
  } finally {
    await stopPostgres()
  }
}
