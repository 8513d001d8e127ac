import { randomUUID } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

/** The house key: 32 random bytes beside the journal, and never in it (house-key.ts). */
export const houseKeyFile = (folder: string): string => join(folder, 'house.key')

/** The folder of both keys of a house: the signing key is always beside the house key. */
export const keysFolder = (data: string, keyFile: string | undefined): string => (keyFile ? dirname(keyFile) : data)

/** The key that signs checkpoints, and the next one that will replace it (signing-key-file.ts). */
export const signingKeyFile = (folder: string): string => join(folder, 'signing.key')
export const nextSigningKeyFile = (folder: string): string => join(folder, 'signing.key.next')

/** Keys that seal the secrets of draws, 32 bytes each, and the next one that will be the first (draw-keys.ts). */
export const drawKeyFile = (folder: string): string => join(folder, 'draw.key')
export const nextDrawKeyFile = (folder: string): string => join(folder, 'draw.key.next')

/** Writes a small file atomically, even if the power fails, readable by its owner alone. */
export function writeWhole(file: string, bytes: Uint8Array): void {
  const beside = `${file}.new`
  writeFileSync(beside, bytes, { mode: 0o600 })
  sync(beside)
  renameSync(beside, file)
  sync(dirname(file))
}

/** Writes a small file atomically unless it exists. If several processes try at once, one of them makes it. */
export function writeIfMissing(file: string, bytes: Uint8Array): boolean {
  if (existsSync(file)) return false
  const beside = `${file}.${randomUUID()}`
  writeFileSync(beside, bytes, { mode: 0o600 })
  sync(beside)
  try {
    linkSync(beside, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  } finally {
    rmSync(beside)
    sync(dirname(file))
  }
}

/** Copies both keys of a house, as far as they exist, into a folder. `mayReplace`: overwrites existing ones. */
export function copyKeys(houseKey: string, to: string, mayReplace: boolean): void {
  const keys = [
    [houseKey, houseKeyFile(to)],
    [signingKeyFile(dirname(houseKey)), signingKeyFile(to)],
  ] as const
  for (const [from, at] of keys)
    if (existsSync(from) && (mayReplace || !existsSync(at))) writeWhole(at, readFileSync(from))
}

/** Flushes a file or a folder to the disk, with the names in the folder. */
export function sync(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
