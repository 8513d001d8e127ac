import { readFile } from 'node:fs/promises'
import { fromUtf8 } from '../proof/bytes.ts'
import { ED25519 } from '../proof/keys.ts'
import { type Anchor, readAnchor } from '../record/anchors.ts'
import type { Finding, StreamReport } from '../record/stream-report.ts'
import { unknowable, verify } from '../record/verify.ts'
import { houseKeyFile } from '../service/files.ts'
import { nodeSha256 } from '../service/journal/journal.ts'
import { sealCheckBy } from '../service/secrets/snapshot-seal.ts'
import { audit } from '../words/en/audit.en.ts'
import type { Arguments, Options } from './commands.ts'
import { BadInput, orBadInput } from './declaration.ts'
import { readKeys, readWitnesses } from './input.ts'
import { print, printJson, textTable } from './output.ts'
import { readJournal } from './read-journal.ts'

/**
 * JOURNAL: a data folder, in use or not, a backup, the address of a database, or a stream from the auditors' route.
 * Exit 1: something is wrong.
 */
export async function runVerify({ values, words }: Arguments<'verify'>): Promise<number> {
  const { reports, unknown } = await verifyJournal(words[0]!, await anchorsOf(values))
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
  await print(textTable(['stream', 'entries', 'rounds', 'root', ''], reports.map(row)))
  for (const { stream, seq, problem } of findings)
    console.error(`${stream || 'the file'}${seq === null ? '' : `, entry ${seq}`}: ${problem}`)
  if (findings.length === 0) await print(`\n${audit.sound}`)
  for (const { stream, remarks } of reports) for (const remark of remarks) await print(`${stream}: ${remark}`)
  await print(`\nWhat this cannot tell:\n${unknown.map((one) => `- ${one}`).join('\n')}`)
}

async function anchorsOf({ key, checkpoint, ...given }: Options<'verify'>): Promise<Anchor[]> {
  const keys = readKeys('key', key, ED25519)
  const { witnesses, quorum } = readWitnesses(given)
  if (checkpoint.length > 0 && keys.length === 0)
    throw new BadInput('--checkpoint needs the key of the house: --key VKEY')
  if (checkpoint.length === 0 && keys.length + witnesses.length > 0)
    throw new BadInput('--key and --witness need a checkpoint that they have signed: --checkpoint FILE')
  const anchors: Anchor[] = []
  for (const file of checkpoint) {
    const anchor = readAnchor(await readCheckpoint(file), { keys, witnesses, quorum })
    if ('problem' in anchor) throw new BadInput(`${file}: ${anchor.problem}`)
    anchors.push(anchor)
  }
  return anchors
}

const FILE_MAX = 1_000_000

async function readCheckpoint(file: string): Promise<string> {
  const bytes = await orBadInput(`${file} cannot be read`, () => readFile(file))
  const text = bytes.length > FILE_MAX ? null : fromUtf8(bytes)
  if (text === null) throw new BadInput(`${file}: it is not a signed checkpoint`)
  return text
}

type Verified = { reports: StreamReport[]; unknown: string[] }

function verifyJournal(path: string, anchors: readonly Anchor[]): Promise<Verified> {
  return readJournal(path, async (reader) => {
    const isSealed = sealCheckBy(houseKeyFile(path), process.env.CROUPIER_HOUSE_KEY_FILE)
    const reports = await verify(reader, nodeSha256, { anchors, ...(isSealed ? { isSealed } : {}) })
    return { reports, unknown: unknowable(reader, reports) }
  })
}

const row = ({ stream, entries, rounds, root, finding }: StreamReport): string[] => [
  stream,
  String(entries),
  String(rounds),
  root,
  finding ? 'WRONG' : 'sound',
]
