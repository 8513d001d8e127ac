import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Bench, median, type Result } from './measure.ts'

const main = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url))

/** A script of this many lines: rounds of forty wagers with an id each, like those of a table. */
function* scriptLines(count: number): Generator<string> {
  yield '{"table":{"book":"mbs/roulette@3"}}'
  for (let player = 0; player < 50; player++) yield `{"do":"buy-in","player":"p${player}","amount":1000000000}`
  for (let at = 51; at < count; at++) yield roundLine(at % 45, at)
}

function roundLine(place: number, at: number): string {
  if (place === 0) return '{"do":"place-your-bets"}'
  if (place === 41) return '{"do":"spin","ball":"clockwise","wheel":"anticlockwise"}'
  if (place === 42) return '{"do":"no-more-bets"}'
  if (place === 43) return `{"do":"ball-at-rest","pocket":"${at % 37}"}`
  if (place === 44) return '{"do":"settle"}'
  return `{"do":"wager","player":"p${at % 50}","spot":"${at % 37}","stake":500,"id":"c${at}"}`
}

const probe =
  'data:text/javascript,process.on("exit",()=>{const{user,system}=process.cpuUsage();console.error(user+system)})'

/** Microseconds of processor time for a script that is played into a pipe which takes little at a time, and whole. */
function played(file: string, lines: number): number {
  const line = '"$node" --import "$probe" "$main" play "$file" | dd bs=1024 status=none | wc -l'
  const env = { ...process.env, node: process.execPath, probe, main, file }
  const { stdout, stderr } = spawnSync('sh', ['-c', line], { env, encoding: 'utf8' })
  if (Number(stdout) !== lines - 1) throw new Error(`${stdout.trim()} answers to ${lines} lines: ${stderr}`)
  return Number(stderr)
}

/** The cost of a line must not depend on the number of lines. The start of the program is subtracted. */
function run(): Result[] {
  const folder = mkdtempSync(join(tmpdir(), 'croupier-script-'))
  try {
    const sizes = [51, 50_000, 100_000, 200_000]
    const files = sizes.map((size) => join(folder, `${size}.jsonl`))
    for (const [at, size] of sizes.entries()) writeFileSync(files[at]!, [...scriptLines(size)].join('\n'))
    const turns = [1, 2, 3].map(() => sizes.map((size, at) => played(files[at]!, size)))
    const times = sizes.map((_, at) => median(turns.map((turn) => turn[at]!)))
    const [small, ...larger] = sizes.slice(1).map((size, at) => ((times[at + 1]! - times[0]!) * 1000) / size)
    return larger.map((cost, at) => ({
      work: `a line of a script of ${sizes[at + 2]!.toLocaleString('en')}, against one of 50,000`,
      unit: 'ns',
      ours: cost,
      floor: small!,
      ratioMax: 1.3,
    }))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export const script: Bench = { name: 'script', run }
