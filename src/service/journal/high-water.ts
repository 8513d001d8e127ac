import { hash } from 'node:crypto'
import { closeSync, existsSync, fdatasync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { writeWhole } from '../files.ts'

/**
 * The length of every stream, in a file beside the journal (the mark), so that a journal that lost its end is noticed.
 * It is written when a transaction is on disk, so it may lag but never leads: every entry that it names was
 * acknowledged. A line for each changed stream is written with every transaction, and synced every ten seconds, because
 * two parallel syncs slow each other down. A killed process loses nothing of it, a power cut the last ten seconds.
 */

export type Tip = { seq: number; hash: string }
export type Tips = Map<string, Tip>

const SYNC_EVERY_MS = 10_000
const BYTES_MAX = 512 * 1024

export const markFile = (folder: string): string => join(folder, 'journal.mark')

/** The next version of the file, until it is complete. */
const nextFile = (folder: string): string => `${markFile(folder)}.next`

const checkOf = (text: string): string => hash('sha256', text).slice(0, 16)

function lineOf(stream: string, { seq, hash }: Tip): string {
  const text = `${seq} ${hash} ${stream}`
  return `${checkOf(text)} ${text}\n`
}

/** Reads the last complete line of each stream. */
export function readMark(folder: string): Tips {
  const tips: Tips = new Map()
  if (!existsSync(markFile(folder))) return tips
  for (const line of readFileSync(markFile(folder), 'utf8').split('\n')) {
    const found = /^([0-9a-f]{16}) ((\d+) ([0-9a-f]{64}) (.+))$/.exec(line)
    if (found && checkOf(found[2]!) === found[1]) tips.set(found[5]!, { seq: Number(found[3]), hash: found[4]! })
  }
  return tips
}

const markLines = (tips: Tips): string => [...tips].map(([stream, tip]) => lineOf(stream, tip)).join('')

/** The mark is an aid: if it cannot be written it lags, and the journal continues. */
export class HighWater {
  readonly #folder: string
  readonly #tips: Tips
  #file: number
  #bytes = 0
  #syncing: NodeJS.Timeout | null = null
  /** Lines written since the next file was begun; null if none is being written. */
  #meanwhile: string | null = null
  #isClosed = false

  /** `tips`: the last entry of every stream at the opening. */
  constructor(folder: string, tips: Tips) {
    this.#folder = folder
    this.#tips = tips
    rmSync(nextFile(folder), { force: true })
    this.#file = this.#rewritten()
  }

  /** Notes entries that are on disk. */
  note(tips: Tips): void {
    const text = markLines(tips)
    for (const [stream, tip] of tips) this.#tips.set(stream, tip)
    if (this.#meanwhile !== null) this.#meanwhile += text
    try {
      this.#bytes += writeSync(this.#file, text)
    } catch {
      return
    }
    if (this.#bytes > BYTES_MAX && this.#meanwhile === null) void this.#renew()
    this.#syncing ??= setTimeout(() => this.#sync(), SYNC_EVERY_MS).unref()
  }

  close(): void {
    this.#isClosed = true
    if (this.#syncing) clearTimeout(this.#syncing)
    try {
      const file = this.#rewritten()
      closeSync(this.#file)
      this.#file = file
    } catch {
      // On failure the file lags.
    }
    closeSync(this.#file)
  }

  /** Runs in the background, while this thread continues to write. */
  #sync(): void {
    this.#syncing = null
    // The file may lag behind the journal; it is synced again in ten seconds.
    fdatasync(this.#file, () => {})
  }

  /** A short file replaces a long one, once it is on disk. This thread continues meanwhile. */
  async #renew(): Promise<void> {
    this.#meanwhile = ''
    let next: FileHandle | undefined
    try {
      next = await open(nextFile(this.#folder), 'w', 0o600)
      await next.writeFile(markLines(this.#tips))
      await next.sync()
      if (!this.#isClosed) this.#turnTo(nextFile(this.#folder))
    } catch {
      // On failure the file grows further, and this is tried again.
    } finally {
      this.#meanwhile = null
      // The file is complete or unused by now.
      await next?.close().catch(() => {})
    }
  }

  /** Switches to the next file. At every moment the file of this name is complete, even if the process is killed. */
  #turnTo(next: string): void {
    const file = openSync(next, 'a', 0o600)
    this.#bytes = writeSync(file, this.#meanwhile!)
    renameSync(next, markFile(this.#folder))
    closeSync(this.#file)
    this.#file = file
  }

  #rewritten(): number {
    writeWhole(markFile(this.#folder), Buffer.from(markLines(this.#tips)))
    this.#bytes = 0
    return openSync(markFile(this.#folder), 'a', 0o600)
  }
}
