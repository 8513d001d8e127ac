import { readFileSync } from 'node:fs'

/** The file operations of a process in order, as disk-shim.c logged them. */
export type DiskStep =
  | { did: 'open'; opening: number; path: string; isCut: boolean }
  | { did: 'write'; opening: number; at: number; bytes: Buffer }
  | { did: 'cut'; opening: number; size: number }
  | { did: 'sync'; opening: number }
  | { did: 'rename'; from: string; to: string }
  | { did: 'remove'; path: string }

const HEAD_BYTES = 17

export function readDiskLog(file: string): DiskStep[] {
  const log = readFileSync(file)
  const steps: DiskStep[] = []
  for (let at = 0; at + HEAD_BYTES <= log.length; ) {
    const size = log.readUInt32LE(at + 13)
    const bytes = log.subarray(at + HEAD_BYTES, at + HEAD_BYTES + size)
    // The process was killed while it put this down.
    if (bytes.length < size) break
    steps.push(stepOf(log[at]!, log.readUInt32LE(at + 1), Number(log.readBigUInt64LE(at + 5)), bytes))
    at += HEAD_BYTES + size
  }
  return steps
}

function stepOf(kind: number, opening: number, number: number, bytes: Buffer): DiskStep {
  switch (kind) {
    case 1:
      return { did: 'open', opening, path: String(bytes), isCut: number === 1 }
    case 2:
      return { did: 'write', opening, at: number, bytes }
    case 3:
      return { did: 'cut', opening, size: number }
    case 4:
      return { did: 'sync', opening }
    case 5: {
      const [from, to] = String(bytes).split('\0')
      return { did: 'rename', from: from!, to: to! }
    }
    case 6:
      return { did: 'remove', path: String(bytes) }
    default:
      throw new Error(`a log of a disk knows no step ${kind}`)
  }
}
