import { areEqual } from '../proof/bytes.ts'
import { readSignedHead } from '../proof/checkpoints.ts'
import type { TreeHead } from '../proof/tree.ts'
import { rootByInclusion } from '../proof/tree.ts'
import { isPartOf } from '../record/divided-entry.ts'
import { leafHashBytes } from '../record/leaf-hash.ts'
import { type CheckProblem, checkNote, type SignedCheckpoint, type Trust, unreadable, wrong } from './check-note.ts'
import { type Proven, type Receipt, readReceipt } from './receipt.ts'

/** A receipt that was checked: if the keys are trusted, its entries are in the log beyond doubt. */
export type CheckedReceipt = SignedCheckpoint & { readonly receipt: Receipt }

/**
 * Checks a receipt without network or database: the signatures, and that each entry is in the signed tree.
 *
 * @example
 * const checked = checkReceipt(text, trust)
 * if ('problem' in checked) console.log(checked.problem)
 * else console.log(checked.checkpoint.size)
 */
export function checkReceipt(text: string, trust: Trust): CheckedReceipt | CheckProblem<CheckedReceipt> {
  const receipt = readReceipt(text)
  if ('problem' in receipt) return unreadable(receipt)
  const checkpoint = readSignedHead(receipt.checkpoint)
  if ('problem' in checkpoint) return unreadable(checkpoint)
  // Hashes first: they cost less than signatures.
  if (!isIn(receipt, checkpoint)) return wrong('entry-outside', receipt.index + 1)
  const outside = receipt.beside.find((one) => !isIn(one, checkpoint))
  if (outside) return wrong('entry-beside-outside', outside.index + 1)
  const foreign = receipt.beside.find(({ leaf, part }) => part && !isPartOf(leaf, part))
  if (foreign) return wrong('part-of-another', foreign.index + 1)
  const signed = checkNote(receipt.checkpoint, trust)
  if (!('problem' in signed)) return { ...signed, receipt }
  const { ofHouse, ...problem } = signed
  return ofHouse ? { ...problem, ofHouse: { ...ofHouse, receipt } } : problem
}

function isIn({ leaf, index, hashes }: Proven, { size, root }: TreeHead): boolean {
  const found = rootByInclusion(leafHashBytes(leaf), index, size, hashes)
  return found !== null && areEqual(found, root)
}
