import type { Finding, StreamReport } from '../record/report.ts'
import { unknowable, verify } from '../record/verify.ts'
import { RecordUnreadable } from '../record/versions.ts'
import { JournalUnusable, nodeChain } from '../table/journal/journal.ts'
import { withoutPassword } from '../table/journal/open-store.ts'
import { openReader } from '../table/journal/reader.ts'
import { BadInput, readArguments } from './input.ts'
import { print, printJson } from './output.ts'
import { textTable } from './print.ts'

export const usage = 'verify JOURNAL [--json]'

/** JOURNAL: a data folder, in use or not, a backup, the address of a database, or a stream as the auditor's door gave it. Exit 1: something is wrong. */
export async function run(args: readonly string[]): Promise<number> {
  const { values, words } = readArguments(args, usage, { json: { type: 'boolean' } })
  const { reports, unknown } = verified(words[0]!)
  const findings = reports.flatMap(({ finding }) => (finding ? [finding] : []))
  if (values.json) await printJson({ sound: findings.length === 0, streams: reports, unknown })
  else await tell(reports, findings, unknown)
  return findings.length === 0 ? 0 : 1
}

async function tell(
  reports: readonly StreamReport[],
  findings: readonly Finding[],
  unknown: readonly string[],
): Promise<void> {
  await print(textTable(['stream', 'entries', 'rounds', 'last hash', ''], reports.map(row)))
  for (const { stream, seq, problem } of findings)
    console.error(`${stream || 'the file'}${seq === null ? '' : `, entry ${seq}`}: ${problem}`)
  if (findings.length === 0) await print('\nEvery hash, every decision, every payment and every balance holds.')
  for (const { stream, remarks } of reports) for (const remark of remarks) await print(`${stream}: ${remark}`)
  await print(`\nWhat this cannot tell:\n${unknown.map((one) => `- ${one}`).join('\n')}`)
}

function verified(path: string): { reports: StreamReport[]; unknown: string[] } {
  try {
    const reader = openReader(path)
    const reports = verify(reader, nodeChain)
    const unknown = unknowable(reader)
    reader.close()
    return { reports, unknown }
  } catch (error) {
    if (error instanceof RecordUnreadable) throw new BadInput(`${withoutPassword(path)}: ${error.message}`)
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
