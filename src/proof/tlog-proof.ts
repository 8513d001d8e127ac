import { fromBase64, readCount, toBase64 } from './bytes.ts'
import type { Problem } from './notes.ts'
import type { Hash } from './tree.ts'

/**
 * Proof that an entry is in a log, checked without the log (C2SP tlog-proof). `checkpoint`: the signed note, unchanged.
 */
export type TlogProof = {
  readonly extra?: Uint8Array
  readonly index: number
  readonly hashes: readonly Hash[]
  readonly checkpoint: string
}

const FIRST = 'c2sp.org/tlog-proof@v1'
/** A tree of more leaves cannot be counted. */
export const HASHES_MAX = 63

/**
 * Writes a proof as C2SP tlog-proof.
 *
 * @example
 * const text: string = writeTlogProof(tlogProof)
 */
export function writeTlogProof({ extra, index, hashes, checkpoint }: TlogProof): string {
  const extras = extra ? [`extra ${toBase64(extra)}`] : []
  return [FIRST, ...extras, `index ${index}`, ...hashes.map(toBase64), '', checkpoint].join('\n')
}

/**
 * Reads a proof of C2SP tlog-proof.
 *
 * @example
 * const proof = readTlogProof(text)
 * if (!('problem' in proof)) console.log(proof.index)
 */
export function readTlogProof(text: string): TlogProof | Problem {
  const split = text.indexOf('\n\n')
  const [first, ...lines] = (split < 0 ? text : text.slice(0, split)).split('\n')
  if (first !== FIRST) return { problem: `it does not begin with the line ${FIRST}` }
  if (split < 0) return { problem: 'it has no empty line before its checkpoint: it may have been cut' }
  const extra = lines[0]?.startsWith('extra ') ? fromBase64(lines.shift()!.slice('extra '.length)) : undefined
  if (extra === null) return { problem: 'the line "extra" is not Base 64' }
  const index = readIndex(lines.shift() ?? '')
  if (index === null) return { problem: 'the line "index" is missing or not a whole number' }
  const hashes = readHashes(lines)
  if ('problem' in hashes) return hashes
  return { ...(extra ? { extra } : {}), index, hashes, checkpoint: text.slice(split + 2) }
}

const readIndex = (line: string): number | null =>
  line.startsWith('index ') ? readCount(line.slice('index '.length)) : null

/** One hash on each line. */
export function readHashes(lines: readonly string[]): readonly Hash[] | Problem {
  if (lines.length > HASHES_MAX) return { problem: `the proof has more than ${HASHES_MAX} hashes` }
  const hashes = lines.map(fromBase64)
  const wrong = hashes.findIndex((hash) => hash?.length !== 32)
  return wrong < 0 ? (hashes as Hash[]) : { problem: `line ${wrong + 1} of the proof is not a hash` }
}
