import { type BlockFrontier, growBlocks, headOf, noBlocks, portableTrees } from '../../proof/block-tree.ts'
import { areEqual, fromHex } from '../../proof/bytes.ts'
import { readKey, type VerifierKey, writeKey } from '../../proof/keys.ts'
import { checkNote } from '../../receipts/check-note.ts'
import { serviceFor } from '../kit/api.ts'
import type { JournalLine } from './audit-journal.ts'

/** What the house has signed of a journal. `problem`: why that is not what was read; null: it is. */
export type SignedRecord = { size: number; key: string | null; problem: SignedProblem | null }
/** In words of the checks where they have some; `missing`: more was signed than was read. */
export type SignedProblem = { why: 'other' | 'missing' } | { why: 'note'; said: string }

export type Signature = { note: string; keys: readonly VerifierKey[] }

/** The newest checkpoint of a table and the keys that the house has on record; null: nothing is signed, or not told. */
export async function readSignature(table: string): Promise<Signature | null> {
  const proof = await serviceFor().call('GET /api/proof')
  const checkpoint = await serviceFor().call('GET /api/proof/:id/checkpoint', { params: { id: table } })
  if (!proof.ok || !checkpoint.ok) return null
  const keys = proof.body.keys.map(({ key }) => readKey(key)).filter((key) => !('problem' in key))
  return { note: checkpoint.body, keys: keys as VerifierKey[] }
}

const LEAVES_AT_ONCE = 500

/** Holds what was read against what was signed: the signature, and the root of as many entries. `pause`: now and then. */
export async function checkSigned(
  { note, keys }: Signature,
  lines: readonly JournalLine[],
  pause: () => Promise<void>,
): Promise<SignedRecord> {
  const signed = checkNote(note, { keys, witnesses: [] })
  if ('problem' in signed) return { size: 0, key: null, problem: { why: 'note', said: signed.problem } }
  const { size, root } = signed.checkpoint
  const house = keys.find(({ key }) => areEqual(key, signed.house.key))
  const found = { size, key: house ? writeKey(house) : null }
  if (size > lines.length) return { ...found, problem: { why: 'missing' } }
  let tree: BlockFrontier = noBlocks
  while (tree.size < size) {
    const next = lines.slice(tree.size, Math.min(size, tree.size + LEAVES_AT_ONCE))
    const leaves = next.map(({ hash }) => fromHex(hash))
    tree = growBlocks(tree, leaves, portableTrees).frontier
    await pause()
  }
  return { ...found, problem: areEqual(headOf(tree).root, root) ? null : { why: 'other' } }
}
