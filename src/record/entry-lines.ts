import type { Stored } from './stored-entry.ts'

/** An entry as a line of JSON Lines: the auditor's route, exports and bundles. The body stands in it byte for byte. */
export const writeEntryLine = ({ seq, hash, body }: Pick<Stored, 'seq' | 'hash' | 'body'>): string =>
  `{"seq":${seq},"hash":"${hash}","entry":${body}}\n`

/** Null: this is not an entry of a journal. The body is never parsed and written again, for its hash is of the very bytes. */
export function readEntryLine(stream: string, line: string): Stored | null {
  const found = /^\{"seq":(\d{1,15}),"hash":"([0-9a-f]{64})","entry":(.*)\}$/s.exec(line)
  return found ? { stream, seq: Number(found[1]), hash: found[2]!, body: found[3]! } : null
}

export const notAnEntry = (line: number): string => `line ${line} is not an entry of a journal`

/** Cuts text that arrives in pieces into whole lines. */
export function lineCutter(): (piece: string) => string[] {
  let rest = ''
  return (piece) => {
    const parts = (rest + piece).split('\n')
    rest = parts.pop()!
    return parts
  }
}
