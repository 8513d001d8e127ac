import { TICKETS } from '../house/ticket-state.ts'
import { moment } from '../house/time.ts'
import { readCheckpoint } from '../proof/checkpoints.ts'
import { logKeysOf, originOf, readKey, type VerifierKey } from '../proof/keys.ts'
import { readNote, verifyNote } from '../proof/notes.ts'
import { entryAt, type JournalReader } from './journal-reader.ts'
import type { Finding, StreamReport } from './stream-report.ts'

/** `signed`: the entries under the newest checkpoint. `finding`: the first checkpoint that the house did not sign. */
type Signatures = { signed: number; finding: Finding | null }

/** Checks every checkpoint kept of a stream against the public keys that the house has on record. */
export async function checkSignatures(
  reader: JournalReader,
  stream: string,
  onRecord: readonly string[],
): Promise<Signatures> {
  const keys = onRecord.flatMap((text) => {
    const key = readKey(text)
    return 'problem' in key ? [] : [key]
  })
  let signed = 0
  for await (const page of reader.checkpoints(stream))
    for (const { size, note } of page) {
      const problem = signatureProblem(note, stream, keys)
      if (problem) return { signed, finding: { stream, seq: size, problem: `the checkpoint of this entry ${problem}` } }
      signed = size
    }
  return { signed, finding: null }
}

/** A house signs at its start, every minute and when it stops: unsigned entries older than this are reported. */
const SIGNED_WITHIN = 10 * 60_000

/**
 * Says what is odd about entries under no checkpoint, in a house that signs its record. `latest`: the time of the newest entry
 * of all streams. `isNamed`: a terminal or a ticket names the stream. The tickets begin while the house runs, so their first entries
 * may wait for the next checkpoint.
 */
export async function unsignedRemark(
  reader: JournalReader,
  { stream, entries }: Pick<StreamReport, 'stream' | 'entries'>,
  { signed, latest, isNamed }: { signed: number; latest: string; isNamed: boolean },
): Promise<string | null> {
  if (signed >= entries) return null
  if (signed === 0 && stream !== TICKETS)
    return isNamed
      ? 'no checkpoint of it is there, and the house signs its record: they were removed, or it could not sign'
      : 'nothing refers to it: no terminal, no ticket and no checkpoint of the house'
  const first = await timeOf(reader, stream, signed + 1)
  if (moment(latest) - moment(first) <= SIGNED_WITHIN) return null
  return `entries ${signed + 1} to ${entries} are not under a checkpoint, though the house wrote after them: checkpoints were removed, or it could not sign`
}

/** The time of the newest entry of these streams. */
export async function latestTime(
  reader: JournalReader,
  reports: readonly Pick<StreamReport, 'stream' | 'entries'>[],
): Promise<string> {
  const last = reports.filter(({ entries }) => entries > 0)
  const times = await Promise.all(last.map(({ stream, entries }) => timeOf(reader, stream, entries)))
  return times.sort((one, other) => moment(one) - moment(other)).at(-1)!
}

async function timeOf(reader: JournalReader, stream: string, seq: number): Promise<string> {
  return (JSON.parse((await entryAt(reader, stream, seq))!.body) as { at: string }).at
}

function signatureProblem(text: string, stream: string, keys: readonly VerifierKey[]): string | null {
  const note = readNote(text)
  if ('problem' in note) return `cannot be read: ${note.problem}`
  const checkpoint = readCheckpoint(note.text)
  if ('problem' in checkpoint) return `cannot be read: ${checkpoint.problem}`
  const { origin } = checkpoint
  const own = keys.filter(({ name }) => originOf(name, stream) === origin)
  if (own.length === 0) return `is of ${origin}, and no key on record signs for that`
  const signed = verifyNote(note, logKeysOf(origin, own))
  if ('problem' in signed) return `does not hold: ${signed.problem}`
  return signed.length > 0 ? null : 'is signed by no key on record'
}
