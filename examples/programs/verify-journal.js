// Verifies a journal: replays each decision of an exported table by its rule book, and finds a changed payment.
import { readFileSync } from 'node:fs'
import { leafHash, verify } from '@croupier/engine/record'

const text = readFileSync(new URL('./data/round.jsonl', import.meta.url), 'utf8')
const lines = text.trimEnd().split('\n')
const [report] = await verify(lines)
console.log(`${report.entries} entries, ${report.rounds} round: ${report.finding?.problem ?? 'sound'}`)

// Somebody pays more, and computes the hash of the changed entry again.
const forged = lines.map((line) => {
  const { seq } = JSON.parse(line)
  const body = line.slice(line.indexOf('"entry":') + 8, -1).replace('"paid":17500', '"paid":18500')
  return { stream: 'table', seq, hash: leafHash(body), body }
})
const [{ finding }] = await verify(forged)
console.log(`entry ${finding.seq}: ${finding.problem}`)

// It prints:
// 10 entries, 1 round: sound
// entry 10: by the rule book settle yields round-settled, not what is written
