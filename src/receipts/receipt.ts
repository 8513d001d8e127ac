import { fromBase64, fromUtf8, toBase64, utf8 } from '../proof/bytes.ts'
import type { Problem } from '../proof/notes.ts'
import { HASHES_MAX, readTlogProof, writeTlogProof } from '../proof/tlog-proof.ts'
import type { Hash } from '../proof/tree.ts'
import type { ProvenPart } from '../record/divided-entry.ts'

/**
 * An entry with the proof that it is in the tree. `leaf`: the hashed text, byte for byte; of a divided entry its head,
 * or all of it. `part`: one player's part, beside a head.
 */
export type Proven = {
  readonly index: number
  readonly hashes: readonly Hash[]
  readonly leaf: string
  readonly part?: ProvenPart
}

/**
 * The file that a player takes home: a C2SP tlog-proof of one entry. It carries the entry itself, and further entries
 * with the result of its round, each with a proof of its own under the same checkpoint.
 */
export type Receipt = Proven & { readonly beside: readonly Proven[]; readonly checkpoint: string }

/** Far larger than any real receipt, so that a huge file cannot keep the checker busy. */
export const RECEIPT_MAX = 1_000_000
export const BESIDE_MAX = 100

type PlainPart = { index: number; hashes: readonly string[]; text: string }
type PlainProof = { index: number; hashes: readonly string[]; leaf: string; part?: PlainPart }
type Extra = { leaf: string; beside?: readonly PlainProof[] }

const plainProof = ({ index, hashes, leaf, part }: Proven): PlainProof => ({
  index,
  hashes: hashes.map(toBase64),
  leaf,
  ...(part ? { part: { ...part, hashes: part.hashes.map(toBase64) } } : {}),
})

/**
 * Writes a receipt as text.
 *
 * @example
 * const text: string = writeReceipt(receipt)
 */
export function writeReceipt({ leaf, index, hashes, beside, checkpoint }: Receipt): string {
  const extra: Extra = { leaf, ...(beside.length > 0 ? { beside: beside.map(plainProof) } : {}) }
  return writeTlogProof({ extra: utf8(JSON.stringify(extra)), index, hashes, checkpoint })
}

/**
 * Tells whether a text is a receipt, by its first line.
 *
 * @example
 * const isOne: boolean = isReceipt(text)
 */
export const isReceipt = (text: string): boolean => text.startsWith('c2sp.org/tlog-proof@')

/**
 * Reads a receipt. It checks nothing: `checkReceipt` does.
 *
 * @example
 * const receipt = readReceipt(text)
 * if (!('problem' in receipt)) console.log(receipt.index)
 */
export function readReceipt(text: string): Receipt | Problem {
  if (text.length > RECEIPT_MAX) return { problem: 'it is too long for a receipt' }
  const proof = readTlogProof(text)
  if ('problem' in proof) return proof
  if (!proof.extra) return { problem: 'it carries no entry: the line "extra" is missing' }
  const extra = readExtra(proof.extra)
  if ('problem' in extra) return extra
  const { index, hashes, checkpoint } = proof
  return { ...extra, index, hashes, checkpoint }
}

/** This line is not signed, so each value has exactly one text: changing any byte makes it invalid. */
function readExtra(bytes: Uint8Array): Pick<Receipt, 'leaf' | 'beside'> | Problem {
  const text = fromUtf8(bytes)
  const value = text === null ? null : parsed(text)
  if (!isExtra(value) || JSON.stringify(asWritten(value)) !== text)
    return { problem: 'its line "extra" does not hold an entry of a journal' }
  const beside = (value.beside ?? []).map(provenFrom)
  const wrong = beside.indexOf(null)
  if (wrong >= 0) return { problem: `entry ${wrong + 1} beside it has a proof that cannot be read` }
  return { leaf: value.leaf, beside: beside as Proven[] }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const asWritten = ({ leaf, beside }: Extra): Extra => ({
  leaf,
  ...(beside ? { beside: beside.map(proofAsWritten) } : {}),
})

const proofAsWritten = ({ index, hashes, leaf, part }: PlainProof): PlainProof => ({
  index,
  hashes,
  leaf,
  ...(part ? { part: { index: part.index, hashes: part.hashes, text: part.text } } : {}),
})

function isExtra(value: unknown): value is Extra {
  if (typeof value !== 'object' || value === null) return false
  const { leaf, beside = [] } = value as Partial<Extra>
  return typeof leaf === 'string' && Array.isArray(beside) && beside.length <= BESIDE_MAX && beside.every(isPlainProof)
}

function isPlainProof(value: unknown): value is PlainProof {
  if (!isPath(value)) return false
  const { leaf, part } = value as Partial<PlainProof>
  return typeof leaf === 'string' && (part === undefined || (isPath(part) && typeof part.text === 'string'))
}

/** Whether a value states the place of a leaf in its tree. */
function isPath(value: unknown): value is Pick<PlainProof, 'index' | 'hashes'> {
  if (typeof value !== 'object' || value === null) return false
  const { index, hashes } = value as Partial<PlainProof>
  if (!Number.isSafeInteger(index) || index! < 0) return false
  return Array.isArray(hashes) && hashes.length <= HASHES_MAX && hashes.every((hash) => typeof hash === 'string')
}

function provenFrom({ index, hashes, leaf, part }: PlainProof): Proven | null {
  const own = hashesFrom(hashes)
  if (!part) return own && { index, leaf, hashes: own }
  const ofPart = hashesFrom(part.hashes)
  return own && ofPart && { index, leaf, hashes: own, part: { ...part, hashes: ofPart } }
}

function hashesFrom(texts: readonly string[]): readonly Hash[] | null {
  const hashes = texts.map(fromBase64)
  return hashes.every((hash) => hash?.length === 32) ? (hashes as Hash[]) : null
}
