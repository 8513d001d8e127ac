import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'

/**
 * `npm run campaign -- [PART ...] [--times N]`: the long campaigns, all of them or those that are named, so many times what
 * `npm test` does (4 where nothing is said).
 */
const parts: Readonly<Record<string, readonly string[]>> = {
  kills: ['src/table/kill.test'],
  power: ['test/disk/power-cuts.test'],
  faults: ['test/disk/disk-faults.test'],
  flips: ['test/disk/byte-flips.test'],
  play: ['test/model/', 'src/house/meters.test'],
  ids: ['src/table/stream/old-ids.test'],
  floods: ['src/table/doors/floods.test'],
  forged: ['src/record/verify.test'],
  proof: ['src/proof/', 'src/witness/'],
  language: ['src/engine/language.test'],
}

const { values, positionals } = parseArgs({ options: { times: { type: 'string' } }, allowPositionals: true })
const unknown = positionals.find((part) => !Object.hasOwn(parts, part))
const times = Number(values.times ?? process.env.CAMPAIGN ?? 4)

if (unknown !== undefined || !(times > 0)) {
  console.error(`npm run campaign -- [${Object.keys(parts).join(' | ')} ...] [--times N]`)
  process.exitCode = 2
} else {
  const files = (positionals.length > 0 ? positionals : Object.keys(parts)).flatMap((part) => parts[part]!)
  const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')
  const env = { ...process.env, CAMPAIGN: String(times) }
  const args = [vitest, 'run', '--project', 'unit', ...files]
  process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit', env }).status ?? 1
}
