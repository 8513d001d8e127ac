import { fromBase64, readCount, toBase64 } from './bytes.ts'
import { type Problem, readNote } from './notes.ts'
import type { TreeHead } from './tree.ts'

/** The state of a log at one moment (C2SP tlog-checkpoint). `more`: extension lines of others; we write none. */
export type Checkpoint = TreeHead & { readonly origin: string; readonly more?: readonly string[] }

/**
 * Writes the text of a checkpoint, which is then signed as a note.
 *
 * @example
 * const written: string = writeCheckpoint(checkpoint)
 */
export const writeCheckpoint = ({ origin, size, root, more = [] }: Checkpoint): string =>
  [origin, String(size), toBase64(root), ...more].map((line) => `${line}\n`).join('')

/**
 * Reads the text of a checkpoint, without its signatures.
 *
 * @example
 * const checkpoint = readCheckpoint(text)
 * if (!('problem' in checkpoint)) console.log(checkpoint.size)
 */
export function readCheckpoint(text: string): Checkpoint | Problem {
  const lines = text.split('\n')
  if (lines.pop() !== '' || lines.length < 3) return { problem: 'the checkpoint has fewer than three lines' }
  if (lines.includes('')) return { problem: 'the checkpoint has an empty line' }
  const [origin, sizeText, rootText, ...more] = lines as [string, string, string, ...string[]]
  const size = readCount(sizeText)
  if (size === null) return { problem: 'the second line of the checkpoint is not the size of a tree' }
  const root = fromBase64(rootText)
  if (root?.length !== 32) return { problem: 'the third line of the checkpoint is not a hash' }
  return { origin, size, root, ...(more.length > 0 ? { more } : {}) }
}

/**
 * Reads the checkpoint in a signed note. The caller verifies the signatures.
 *
 * @example
 * const head = readSignedHead(text)
 * if (!('problem' in head)) console.log(head.size)
 */
export function readSignedHead(text: string): Checkpoint | Problem {
  const note = readNote(text)
  return 'problem' in note ? note : readCheckpoint(note.text)
}
