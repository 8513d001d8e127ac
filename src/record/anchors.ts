import { type Checkpoint, readCheckpoint } from '../proof/checkpoints.ts'
import { isSameKey, logKeysOf, type VerifierKey } from '../proof/keys.ts'
import { type Note, type Problem, quorumProblem, readNote, verifyNote } from '../proof/notes.ts'
import { readTlogProof } from '../proof/tlog-proof.ts'
import type { Hash } from '../proof/tree.ts'

/**
 * A root kept outside the house for a stream's first `size` entries. `receipt`: the entry whose proof came with it, so
 * that a change of this entry can be named.
 */
export type Anchor = {
  readonly stream: string
  readonly size: number
  readonly root: Hash
  readonly receipt?: { readonly index: number; readonly hashes: readonly Hash[] }
}

/** Signers that an anchor must have: one of the keys of the house, and `quorum` of the witnesses. */
type AnchorSigners = {
  readonly keys: readonly VerifierKey[]
  readonly witnesses: readonly VerifierKey[]
  readonly quorum: number
}

/** Reads a signed checkpoint, or a receipt with one, as it was kept; or says what is wrong with it. */
export function readAnchor(text: string, { keys, witnesses, quorum }: AnchorSigners): Anchor | Problem {
  const isReceipt = text.startsWith('c2sp.org/tlog-proof')
  const receipt = isReceipt ? readTlogProof(text) : null
  if (receipt && 'problem' in receipt) return receipt
  const note = readNote(receipt?.checkpoint ?? text)
  if ('problem' in note) return note
  const checkpoint = readCheckpoint(note.text)
  if ('problem' in checkpoint) return checkpoint
  const stream = streamOf(checkpoint, note, keys)
  if (typeof stream !== 'string') return stream
  const cosigned = witnesses.filter((witness) => isSigned(note, witness))
  const lacking = quorumProblem(witnesses, cosigned, quorum)
  if (lacking !== null) return { problem: lacking }
  const { size, root } = checkpoint
  return { stream, size, root, ...(receipt ? { receipt: { index: receipt.index, hashes: receipt.hashes } } : {}) }
}

function streamOf({ origin }: Checkpoint, note: Note, keys: readonly VerifierKey[]): string | Problem {
  const own = keys.filter(({ name }) => origin.startsWith(`${name}/`))
  if (own.length === 0) return { problem: `it is of ${origin}, and no key of that house was given` }
  const signed = verifyNote(note, logKeysOf(origin, own))
  if ('problem' in signed) return signed
  // A house may be called as another begins: the stream is that of the one who signed.
  const signer = own.find((key) =>
    logKeysOf(origin, [key]).some((log) => signed.some((one) => isSameKey(one.key, log))),
  )
  return signer ? origin.slice(signer.name.length + 1) : { problem: 'no key that was given has signed it' }
}

function isSigned(note: Note, witness: VerifierKey): boolean {
  const signed = verifyNote(note, [witness])
  return !('problem' in signed) && signed.length > 0
}
