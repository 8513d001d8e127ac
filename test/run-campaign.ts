import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'

/**
 * `npm run campaign -- [PART ...] [--times N]`: the long campaigns, all or the named ones, at a multiple of the suites'
 * amount (4 by default). For `nodes` the options set the number of each fault and the seed.
 */
const parts: Readonly<Record<string, readonly string[]>> = {
  kills: ['src/service/kill.test'],
  nodes: ['test/nodes/', 'test/interleavings/', 'test/simulation/'],
  database: ['test/postgres/database-goes.test'],
  power: ['test/disk/power-cuts.test'],
  faults: ['test/disk/disk-faults.test'],
  flips: ['test/disk/byte-flips.test', 'src/service/journal/sqlite-index.test'],
  play: ['test/model/', 'src/house/meters.test'],
  books: ['test/book-files/'],
  callers: ['src/service/callers.test'],
  ids: ['src/service/stream/old-ids.test', 'src/service/http/idempotency.test'],
  clocks: ['src/service/clock.test', 'src/service/floor/presence.test'],
  floods: ['src/service/http/floods.test'],
  forged: ['src/record/verify.test', 'src/record/forgeries.test'],
  nights: ['test/simulation/'],
  proof: ['src/proof/', 'src/witness/', 'src/receipts/receipt-money.test'],
  language: ['src/engine/language.test', 'src/engine/script.test'],
  screens: ['e2e/walk', 'e2e/spots', 'e2e/rounds'],
}

const ofNodes = [
  'kills',
  'pauses',
  'stops',
  'drains',
  'outages',
  'promotions',
  'cuts',
  'clocks',
  'upgrades',
  'seed',
  'minutes',
]
const options = Object.fromEntries(['times', ...ofNodes].map((name) => [name, { type: 'string' } as const]))
const { values, positionals, tokens } = parseArgs({ options, allowPositionals: true, strict: false, tokens: true })
const isUnknown =
  positionals.some((part) => !Object.hasOwn(parts, part)) ||
  tokens.some((token) => token.kind === 'option' && !Object.hasOwn(options, token.name))
const times = Number(values.times ?? process.env.CAMPAIGN ?? 4)
const counts = ofNodes.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]] as const]))
const isBad = isUnknown || !(times > 0) || counts.some(([, count]) => !/^\d+$/.test(String(count)))

if (isBad) {
  console.error(`npm run campaign -- [${Object.keys(parts).join(' | ')} ...] [--times N]`)
  console.error(`of nodes: ${ofNodes.map((name) => `[--${name} N]`).join(' ')}`)
  process.exitCode = 2
} else {
  const files = (positionals.length > 0 ? positionals : Object.keys(parts)).flatMap((part) => parts[part]!)
  const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')
  const said = Object.fromEntries(counts.map(([name, count]) => [`NODES_${name.toUpperCase()}`, String(count)]))
  const env = { ...process.env, CAMPAIGN: String(times), ...said }
  const args = [vitest, 'run', '--project', 'unit', '--project', 'e2e', ...files]
  process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit', env }).status ?? 1
}
