import { areEqual, readCount } from '../proof/bytes.ts'
import { type Checkpoint, readCheckpoint } from '../proof/checkpoints.ts'
import { logKeysOf, type VerifierKey } from '../proof/keys.ts'
import { type Note, type NoteSignature, type Problem, readNote, verifyNote } from '../proof/notes.ts'
import { HASHES_MAX, readHashes } from '../proof/tlog-proof.ts'
import { emptyRoot, type Hash, isConsistent, type TreeHead } from '../proof/tree.ts'

/** A log's request to a witness (C2SP tlog-witness, add-checkpoint). */
export type CosigningRequest = {
  readonly old: number
  readonly proof: readonly Hash[]
  readonly note: Note
  readonly checkpoint: Checkpoint
}

/** The largest tree of a log that the witness has signed. */
export type Signed = TreeHead

/** The reasons for not signing. `size`: what the witness holds, for the log to prove from. `another-root`: of the same size. */
export type CosigningRefusal =
  | { readonly refused: 'not-a-request'; readonly problem: string }
  | { readonly refused: 'log-unknown'; readonly origin: string }
  | { readonly refused: 'not-signed-by-log'; readonly problem: string }
  | { readonly refused: 'another-size'; readonly size: number }
  | { readonly refused: 'another-root'; readonly size: number }
  | { readonly refused: 'not-consistent'; readonly size: number }

export function readCosigningRequest(text: string): CosigningRequest | Problem {
  const split = text.indexOf('\n\n')
  if (split < 0) return { problem: 'the request has no empty line before the checkpoint' }
  const [first, ...lines] = text.slice(0, split).split('\n')
  const old = first?.startsWith('old ') ? readCount(first.slice('old '.length)) : null
  if (old === null) return { problem: 'the request does not begin with the line "old" and a size' }
  if (lines.length > HASHES_MAX) return { problem: `the request has more than ${HASHES_MAX} hashes` }
  const proof = readHashes(lines)
  if ('problem' in proof) return proof
  const note = readNote(text.slice(split + 2))
  if ('problem' in note) return note
  const checkpoint = readCheckpoint(note.text)
  if ('problem' in checkpoint) return checkpoint
  if (old > checkpoint.size) return { problem: 'the old size is larger than that of the checkpoint' }
  return { old, proof, note, checkpoint }
}

/**
 * Whether a checkpoint may be signed by a witness that has signed so far: only one that the log has signed, and that
 * begins with all that was signed before. In the order of the specification.
 */
export function cosigningRefusal(
  request: CosigningRequest,
  logs: readonly VerifierKey[],
  before: Signed | null,
): CosigningRefusal | null {
  const { old, proof, note, checkpoint } = request
  const unsigned = signatureProblem(note, checkpoint.origin, logs)
  if (unsigned) return unsigned
  const signed = before ?? { size: 0, root: emptyRoot }
  if (old !== signed.size) return { refused: 'another-size', size: signed.size }
  if (before && old === checkpoint.size && !areEqual(before.root, checkpoint.root))
    return { refused: 'another-root', size: before.size }
  const isEmptyTree = checkpoint.size > 0 || areEqual(checkpoint.root, emptyRoot)
  return isEmptyTree && isConsistent(signed, checkpoint, proof)
    ? null
    : { refused: 'not-consistent', size: signed.size }
}

function signatureProblem(note: Note, origin: string, logs: readonly VerifierKey[]): CosigningRefusal | null {
  const keys = logKeysOf(origin, logs)
  if (keys.length === 0) return { refused: 'log-unknown', origin }
  const verified = verifyNote(note, keys)
  if ('problem' in verified) return { refused: 'not-signed-by-log', problem: verified.problem }
  return verified.length > 0 ? null : { refused: 'not-signed-by-log', problem: 'no key of this log has signed it' }
}

/** The stored and published state of a log: the checkpoint with the signatures of the log and of the witness. */
export function cosignedNote(
  { note, checkpoint }: CosigningRequest,
  logs: readonly VerifierKey[],
  own: NoteSignature,
): Note {
  const keys = logKeysOf(checkpoint.origin, logs)
  const byLog = note.signatures.filter((one) => keys.some(({ name, id }) => name === one.name && areEqual(id, one.id)))
  return { text: note.text, signatures: [...byLog, own] }
}
