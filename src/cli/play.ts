import { writeSync } from 'node:fs'
import { bookById } from '../books/index.ts'
import type { Table } from '../engine/conduct.ts'
import { isScriptProblem, playScript, readScript, type Script } from '../engine/script.ts'
import { summaryOf } from '../engine/summary.ts'
import { BadInput, readArguments, readText } from './input.ts'

export const usage = 'play [FILE] [--summary]'

/** Reads a script whole, so that nothing is half done when a later line is wrong. */
export function loadScript(file: string | undefined): Script {
  const script = readScript(readText(file), bookById)
  if (!isScriptProblem(script)) return script
  throw new BadInput(`${file ?? 'standard input'}, line ${script.line}, ${script.field}: ${script.problem}`)
}

/** Prints one answer per command. Expectations that an answer misses are told on standard error; then the exit is 1. */
export function run(args: readonly string[]): number {
  const { values, words } = readArguments(args, usage, { summary: { type: 'boolean' } })
  const script = loadScript(words[0])
  const out: string[] = []
  let table: Table | undefined
  let missed = 0
  const sumUp = () => {
    if (values.summary && table) out.push(JSON.stringify({ summary: summaryOf(table.book, table.state) }))
  }
  for (const played of playScript(script)) {
    if (played.played === 'expect') {
      if (played.missed) console.error(`line ${played.line}: ${played.missed}`)
      missed += played.missed ? 1 : 0
      continue
    }
    if (played.played === 'table') sumUp()
    else out.push(JSON.stringify(played.answer))
    table = played.table
  }
  sumUp()
  writeAll(out)
  return missed > 0 ? 1 : 0
}

function writeAll(lines: readonly string[]): void {
  const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''))
  for (let at = 0; at < bytes.length; ) at += writeSync(1, bytes, at)
}
