import { readCheckpoint } from '../proof/checkpoints.ts'
import { logKeysOf, originOf, readKey, type VerifierKey } from '../proof/keys.ts'
import { readNote, verifyNote } from '../proof/notes.ts'
import type { JournalReader } from './journal-reader.ts'
import type { Finding } from './stream-report.ts'

/** The first checkpoint kept of a stream that no key on record of the house has signed. `onRecord`: its public keys. */
export async function unsignedCheckpoint(
  reader: JournalReader,
  stream: string,
  onRecord: readonly string[],
): Promise<Finding | null> {
  const keys = onRecord.flatMap((text) => {
    const key = readKey(text)
    return 'problem' in key ? [] : [key]
  })
  for await (const page of reader.checkpoints(stream))
    for (const { size, note } of page) {
      const problem = signatureProblem(note, stream, keys)
      if (problem) return { stream, seq: size, problem: `the checkpoint of this entry ${problem}` }
    }
  return null
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
