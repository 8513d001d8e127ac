import { JournalUnusable } from '../table/journal/journal.ts'
import { openReader } from '../table/journal/reader.ts'
import { type StreamReport, verify } from '../table/verify.ts'
import { BadInput, readArguments } from './input.ts'
import { print, printJson } from './output.ts'
import { textTable } from './print.ts'

export const usage = 'verify JOURNAL [--json]'

/** JOURNAL: a data folder, in use or not, a backup, or a stream as the auditor's door gave it. Exit 1: something is wrong. */
export async function run(args: readonly string[]): Promise<number> {
  const { values, words } = readArguments(args, usage, { json: { type: 'boolean' } })
  const reports = verified(words[0]!)
  const findings = reports.flatMap(({ finding }) => (finding ? [finding] : []))
  if (values.json) await printJson({ sound: findings.length === 0, streams: reports })
  else {
    await print(textTable(['stream', 'entries', 'rounds', 'last hash', ''], reports.map(row)))
    for (const { stream, seq, problem } of findings)
      console.error(`${stream || 'the file'}${seq === null ? '' : `, entry ${seq}`}: ${problem}`)
    if (findings.length === 0) await print('\nEvery hash, every decision, every payment and every balance holds.')
  }
  return findings.length === 0 ? 0 : 1
}

function verified(path: string): StreamReport[] {
  try {
    const reader = openReader(path)
    const reports = verify(reader)
    reader.close()
    return reports
  } catch (error) {
    if (error instanceof JournalUnusable) throw new BadInput(error.message)
    throw error
  }
}

const row = ({ stream, entries, rounds, head, finding }: StreamReport): string[] => [
  stream,
  String(entries),
  String(rounds),
  head.slice(0, 16),
  finding ? 'WRONG' : 'sound',
]
