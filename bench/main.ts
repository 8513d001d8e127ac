import { engine } from './engine.ts'
import { floods } from './floods.ts'
import { journal } from './journal.ts'
import { lab } from './lab.ts'
import { nodesHall } from './large-hall.ts'
import { script } from './long-scripts.ts'
import { type Bench, isMissed, type Result, ratioOf } from './measure.ts'
import { nodes } from './nodes.ts'
import { proof } from './proof.ts'
import { receipts } from './receipts.ts'
import { restart } from './restart.ts'
import { routeCosts, routeFloods } from './route-costs.ts'
import { screens } from './screens.ts'
import { service } from './service.ts'
import { settlement } from './settlement.ts'
import { nodesTickets } from './tickets.ts'
import { wager } from './wager.ts'

/** `npm run bench` runs all, `npm run bench -- settlement` one. A further bench is one file and one line here. */
const benches: readonly Bench[] = [
  settlement,
  lab,
  engine,
  script,
  journal,
  proof,
  nodes,
  nodesTickets,
  nodesHall,
  wager,
  service,
  floods,
  routeCosts,
  routeFloods,
  restart,
  receipts,
  screens,
]

function short(value: number | null): string {
  if (value === null || Number.isNaN(value)) return '-'
  if (value >= 1e6) return `${(value / 1e6).toFixed(1)} M`
  if (value >= 1e4) return `${(value / 1e3).toFixed(1)} k`
  return value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2)
}

function aimOf(result: Result): string {
  const { ratioMax, most, unit } = result
  const aims = [
    ratioMax === null ? [] : [`within ${Number(ratioMax.toFixed(2))}x`],
    most === undefined ? [] : [`at most ${most} ${unit}`],
  ]
  const aim = aims.flat().join(', ')
  return aim === '' ? '-' : `${aim}${isMissed(result) ? ': MISSED' : ''}`
}

/** Ratio: times as long as the floor takes. */
function cells(result: Result): string[] {
  const { work, unit, ours, floor } = result
  const ratio = ratioOf(result)
  return [work, unit, short(ours), short(floor), ratio === null ? '-' : `${ratio.toFixed(2)}x`, aimOf(result)]
}

function print(name: string, results: readonly Result[]): void {
  const rows = [[name, 'unit', 'ours', 'floor', 'ratio', 'aim'], ...results.map(cells)]
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  const isNumber = (column: number) => column >= 2 && column <= 4
  for (const row of rows) {
    const padded = row.map((cell, at) => (isNumber(at) ? cell.padStart(widths[at]!) : cell.padEnd(widths[at]!)))
    console.log(padded.join('  ').trimEnd())
  }
  console.log()
}

/** A bench that is a part of another has two words for its name. */
const asked = process.argv
  .slice(2)
  .join(',')
  .replace(/floods,(routes|innocent)/, 'floods $1')
  .replace(/nodes,(tickets|hall)/, 'nodes $1')
  .split(',')
  .filter(Boolean)
const unknown = asked.find((name) => !benches.some((bench) => bench.name === name))
if (unknown !== undefined) {
  console.error(`There is no bench called ${unknown}, only ${benches.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}
/** Without a name everything runs, except a part that takes long. */
const isWanted = (name: string) => (asked.length === 0 ? !name.includes(' ') : asked.includes(name))
for (const { name, run } of benches) if (isWanted(name)) print(name, await run())
