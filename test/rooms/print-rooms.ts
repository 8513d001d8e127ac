import { arrowsIn, cyclesOf, foldersOf } from './cycles.ts'
import { arrowsOf, roomOf, sources } from './imports.ts'

/** `npm run rooms`: which room of the house stands on which, and how often one imports another. */
const arrows = arrowsOf(sources)

for (const room of [...new Set(sources.map(({ path }) => roomOf(path)))].sort()) {
  const files = sources.filter(({ path }) => roomOf(path) === room)
  const out = arrows.filter(([from, to]) => roomOf(from) === room && roomOf(to) !== room)
  const on = Map.groupBy(out, ([, to]) => roomOf(to))
  const told = [...on].sort(([a], [b]) => (a < b ? -1 : 1)).map(([to, all]) => `${to} (${all.length})`)
  console.log(`${room.padEnd(10)} ${String(files.length).padStart(3)} files  -> ${told.join(', ') || 'nothing'}`)
}

const between = foldersOf(arrows).flatMap((folder) => cyclesOf(arrowsIn(folder, arrows)))
const cycles = [...new Set([...cyclesOf(arrows), ...between])]
console.log(cycles.length === 0 ? '\nno cycles' : `\ncycles, ${cycles.length}:\n${cycles.join('\n')}`)
process.exitCode = cycles.length === 0 ? 0 : 1
