import type { DiskStep } from './disk-log.ts'

/** A number below this one. */
export type Dice = (below: number) => number

type Change = { at: number; bytes: Buffer } | { size: number }
/** `durable`: what a power cut leaves for certain; `pending`: what was written since, which it may leave in part. */
type File = { durable: Content; pending: Change[]; made: number }
type Naming = { name: string; file: File | null; from?: string }

const SECTOR_BYTES = 512

/**
 * A disk with a cache that the power takes away. Each write since the last sync of a file may be present or not, in any
 * order, and torn between sectors. Names (files made, renamed, removed) reach the disk in their order, the name of a
 * file with its sync at the latest; a sync of the folder brings all.
 */
export class SimulatedDisk {
  readonly #folder: string
  readonly #openings = new Map<number, File | 'the folder'>()
  readonly #names = new Map<string, File>()
  readonly #namings: Naming[] = []
  #durableNamings = 0

  constructor(folder: string) {
    this.#folder = folder
  }

  take(step: DiskStep): void {
    switch (step.did) {
      case 'open':
        return this.#open(step)
      case 'write':
        return void this.#fileOf(step.opening).pending.push({ at: step.at, bytes: step.bytes })
      case 'cut':
        return void this.#fileOf(step.opening).pending.push({ size: step.size })
      case 'sync':
        return this.#sync(step.opening)
      case 'rename': {
        const file = this.#names.get(step.from)
        if (file) this.#name({ name: step.to, file, from: step.from })
        return
      }
      case 'remove':
        return this.#name({ name: step.path, file: null })
    }
  }

  /** The files after the power is back. */
  cut(dice: Dice): Map<string, Buffer> {
    const kept = this.#durableNamings + dice(this.#namings.length - this.#durableNamings + 1)
    const names = new Map<string, File>()
    for (const naming of this.#namings.slice(0, kept)) apply(names, naming)
    const mood = dice(4)
    return new Map([...names].map(([name, file]) => [name, contentAfterCut(file, mood, dice)]))
  }

  #open({ opening, path, isCut }: Extract<DiskStep, { did: 'open' }>): void {
    if (path === this.#folder) return void this.#openings.set(opening, 'the folder')
    let file = this.#names.get(path)
    if (!file) {
      file = { durable: new Content(), pending: [], made: this.#namings.length + 1 }
      this.#name({ name: path, file })
    } else if (isCut) file.pending.push({ size: 0 })
    this.#openings.set(opening, file)
  }

  #fileOf(opening: number): File {
    return this.#openings.get(opening) as File
  }

  #sync(opening: number): void {
    const file = this.#openings.get(opening)!
    if (file === 'the folder') {
      this.#durableNamings = this.#namings.length
      return
    }
    for (const change of file.pending) file.durable.take(change)
    file.pending = []
    this.#durableNamings = Math.max(this.#durableNamings, file.made)
  }

  #name(naming: Naming): void {
    this.#namings.push(naming)
    apply(this.#names, naming)
  }
}

function apply(names: Map<string, File>, { name, file, from }: Naming): void {
  if (from !== undefined) names.delete(from)
  if (file) names.set(name, file)
  else names.delete(name)
}

/** `mood`: now and then all that was pending is lost, or all of it is there. */
function contentAfterCut({ durable, pending }: File, mood: number, dice: Dice): Buffer {
  const content = durable.copy()
  for (const change of mood === 0 ? [] : pending) {
    const fate = mood === 1 ? 1 : dice(3)
    if (fate === 1 || (fate === 2 && 'size' in change)) content.take(change)
    else if (fate === 2) content.take(torn(change as Extract<Change, { bytes: Buffer }>, dice))
  }
  return content.bytes
}

/** The first or the last sectors of a write. */
function torn({ at, bytes }: { at: number; bytes: Buffer }, dice: Dice): Change {
  const sectors = Math.ceil(bytes.length / SECTOR_BYTES)
  const middle = dice(sectors + 1) * SECTOR_BYTES
  return dice(2) === 0 ? { at, bytes: bytes.subarray(0, middle) } : { at: at + middle, bytes: bytes.subarray(middle) }
}

/** The bytes of a file, with room to grow. */
class Content {
  #room = Buffer.alloc(0)
  #size = 0

  get bytes(): Buffer {
    return this.#room.subarray(0, this.#size)
  }

  copy(): Content {
    const copy = new Content()
    copy.#room = Buffer.from(this.bytes)
    copy.#size = this.#size
    return copy
  }

  take(change: Change): void {
    const size = 'size' in change ? change.size : Math.max(this.#size, change.at + change.bytes.length)
    if ('bytes' in change && change.bytes.length === 0) return
    if (size > this.#room.length) {
      const room = Buffer.alloc(2 * size)
      this.bytes.copy(room)
      this.#room = room
    }
    // The range between the old end and the new one is zeros.
    if (size < this.#size) this.#room.fill(0, size)
    this.#size = size
    if ('bytes' in change) change.bytes.copy(this.#room, change.at)
  }
}
