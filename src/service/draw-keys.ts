import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { drawKeyFile, keysFolder, nextDrawKeyFile, sync, writeIfMissing, writeWhole } from './files.ts'
import { type Journal, JournalUnusable } from './journal/journal.ts'
import { isDatabase } from './journal/open-store.ts'
import { drawKeyId } from './secrets/draw-secrets.ts'

const KEY_BYTES = 32

/**
 * The folder of the draw keys: for a data folder it is that of the journal, so that a restored backup beside them is
 * noticed; for a cluster it is the folder of the other keys.
 */
export const drawKeysFolder = (data: string, store: string, keyFile: string | undefined): string =>
  isDatabase(store) ? keysFolder(data, keyFile) : store || data

/**
 * `all`: the key that seals, followed by older ones, which open earlier secrets. `next`: announced and not in use yet.
 */
type DrawKeys = { all: readonly Uint8Array[]; next: Uint8Array | null }

function readDrawKeys(folder: string): DrawKeys {
  const [next = null] = keysIn(nextDrawKeyFile(folder))
  return { all: keysIn(drawKeyFile(folder)), next }
}

function keysIn(file: string): Uint8Array[] {
  if (!existsSync(file)) return []
  const bytes = readFileSync(file)
  if (bytes.length === 0 || bytes.length % KEY_BYTES !== 0)
    throw new JournalUnusable(
      `${file} has ${bytes.length} bytes, not ${KEY_BYTES} for each key: put it back from another node, or remove it; then draws of open rounds are lost`,
    )
  return Array.from({ length: bytes.length / KEY_BYTES }, (_, nth) =>
    bytes.subarray(nth * KEY_BYTES, (nth + 1) * KEY_BYTES),
  )
}

/**
 * Opens the draw keys of a house and makes the first. Returns a function that reads them again: a rotation, or a key
 * that was copied here, takes effect with the next round. If the files cannot be read any more, the last keys stay in
 * use.
 */
export async function openDrawKeys(folder: string, journal: Journal): Promise<() => readonly Uint8Array[]> {
  const isNew = writeIfMissing(drawKeyFile(folder), randomBytes(KEY_BYTES))
  let keys = knownKeys(folder)
  const agreed = await agreeOnDrawKey(folder, journal)
  if (agreed !== null && !keys.some((key) => drawKeyId(key) === agreed)) {
    if (isNew) forgetDrawKeys(folder)
    throw new JournalUnusable(
      `${drawKeyFile(folder)} is ${isNew ? 'missing' : 'not the one of the house in this store'}: copy it from another node (docs/operations.md), or have the house take a new one with croupier key rotate --draw`,
    )
  }
  return () => {
    try {
      const read = knownKeys(folder)
      if (read.length > 0) keys = read
    } catch {
      // The previous keys still open and seal. A node that starts on such files reports the problem.
    }
    return keys
  }
}

/** The first node of a cluster sets the name of the key. Null if only one process can open the store. */
export async function agreeOnDrawKey(folder: string, journal: Journal, isNew = false): Promise<string | null> {
  const [first] = readDrawKeys(folder).all
  return first ? journal.agree('draw-key', drawKeyId(first), isNew) : null
}

/** All keys that may open a secret; the first also seals. */
function knownKeys(folder: string): readonly Uint8Array[] {
  const { all, next } = readDrawKeys(folder)
  return next ? [...all, next] : all
}

/** Names of keys, as sealed secrets state them. `opens`: older keys. */
export type DrawKeyNames = { seals: string | null; opens: string[]; next: string | null }

export function drawKeyNames(folder: string): DrawKeyNames {
  const { all, next } = readDrawKeys(folder)
  const [seals = null, ...opens] = all.map(drawKeyId)
  return { seals, opens, next: next && drawKeyId(next) }
}

/** Makes the next key beside those in use, if there is none. Nodes that have it can open secrets sealed with it. */
export function makeNextDrawKey(folder: string): void {
  writeIfMissing(nextDrawKeyFile(folder), randomBytes(KEY_BYTES))
}

/** Seals with the next key from the next round on. Older keys stay, for rounds that are open. */
export function rotateDrawKey(folder: string): void {
  const { all, next } = readDrawKeys(folder)
  writeWhole(drawKeyFile(folder), Buffer.concat([next ?? randomBytes(KEY_BYTES), ...all]))
  rmSync(nextDrawKeyFile(folder), { force: true })
  sync(folder)
}

/** Copies the draw keys of a house that moves, unless the target has some. */
export function copyDrawKeys(from: string, to: string): void {
  if (existsSync(drawKeyFile(from))) writeIfMissing(drawKeyFile(to), readFileSync(drawKeyFile(from)))
}

/**
 * Removes the draw keys: a restored backup may hold an open round whose secret was revealed after the backup, and such
 * a secret must not be used again.
 */
export function forgetDrawKeys(folder: string): void {
  for (const file of [drawKeyFile(folder), nextDrawKeyFile(folder)]) rmSync(file, { force: true })
  sync(folder)
}

/**
 * Notes in a database that its content is a backup, with the last entry of each stream. The nodes may still have the
 * former key, and secrets of rounds that were open in the backup may have been revealed since.
 */
export const noteRestored = (target: Journal, ends: ReadonlyMap<string, number>): Promise<string | null> =>
  target.agree('restored', JSON.stringify(Object.fromEntries(ends)))

/** The last entry of each stream that came from a backup. */
export async function restoredTo(journal: Journal): Promise<ReadonlyMap<string, number>> {
  const noted = (await journal.agree('restored', '{}')) ?? '{}'
  return new Map(Object.entries(JSON.parse(noted) as Record<string, number>))
}
