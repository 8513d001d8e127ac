// Somebody's plain JavaScript: every scenario of the package, played and told, and odds and settlement of every layout.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fractionText, isScriptProblem, layoutNames, oddsOf, playScript, readScript } from '@croupier/engine'
import { bookById, books } from '@croupier/engine/books'
import { roulette3 } from '@croupier/engine/books/roulette-3'
import { compileTable, lineUp, settleTogether } from '@croupier/engine/lab'
import { languageCodes, tellStory, vocabularyIn } from '@croupier/engine/story'

const scenarios = join('node_modules', '@croupier/engine', 'scenarios')
const files = readdirSync(scenarios, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.jsonl'))
  .sort()

const vocabularies = await Promise.all(languageCodes.map(vocabularyIn))
const hash = createHash('sha256')
const missed = []
for (const file of files) {
  const script = readScript(readFileSync(join(scenarios, file), 'utf8'), bookById)
  if (isScriptProblem(script)) throw new Error(`${file}: ${script.problem}`)
  for (const step of playScript(script)) if (step.played === 'expect' && step.missed) missed.push(step.missed)
  for (const words of vocabularies) hash.update([...tellStory(playScript(script), words)].join('\n'))
}
for (const book of books)
  for (const layout of layoutNames(book)) {
    hash.update(
      oddsOf(book, layout)
        .map(({ houseEdge }) => fractionText(houseEdge))
        .join(' '),
    )
    const table = compileTable(book, layout)
    const wagers = lineUp(table, [{ spot: 0, stake: 500 }])
    for (const row of table.rows.values()) hash.update(`${settleTogether(table, row, wagers)} `)
  }

console.log(JSON.stringify({ scenarios: files.length, missed, book: roulette3.id, digest: hash.digest('hex') }))
