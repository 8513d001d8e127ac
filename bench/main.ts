import type { Bench, Result } from './measure.ts'
import { settlement } from './settlement.ts'

/** `npm run bench` runs all, `npm run bench -- settlement` one. A further bench is one file and one line here. */
const benches: readonly Bench[] = [settlement]

const inMillions = (rate: number | null): string => (rate === null ? '-' : `${(rate / 1e6).toFixed(1)} M`)

/** Times as long as the floor takes. */
function cells({ work, unit, ours, floor, ratioMax }: Result): string[] {
  const ratio = floor === null ? null : floor / ours
  const aim = ratioMax === null ? '-' : `within ${ratioMax}x${ratio !== null && ratio > ratioMax ? ': MISSED' : ''}`
  return [work, unit, inMillions(ours), inMillions(floor), ratio === null ? '-' : `${ratio.toFixed(2)}x`, aim]
}

function print(name: string, results: readonly Result[]): void {
  const rows = [[name, 'unit', 'ours', 'floor', 'ratio', 'aim'], ...results.map(cells)]
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  const isNumber = (column: number) => column >= 2 && column <= 4
  for (const row of rows) {
    const padded = row.map((cell, at) => (isNumber(at) ? cell.padStart(widths[at]!) : cell.padEnd(widths[at]!)))
    console.log(padded.join('  ').trimEnd())
  }
}

const asked = process.argv.slice(2)
const unknown = asked.find((name) => !benches.some((bench) => bench.name === name))
if (unknown !== undefined) {
  console.error(`There is no bench called ${unknown}, only ${benches.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}
for (const { name, run } of benches) if (asked.length === 0 || asked.includes(name)) print(name, await run())
