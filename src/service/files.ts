import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** 32 random bytes beside the journal, and never in it (house-key.ts). */
export const houseKeyFile = (folder: string): string => join(folder, 'house.key')

/** Where both keys of a house are: the signing key stands beside the house key, wherever that is. */
export const keysFolder = (data: string, keyFile: string | undefined): string => (keyFile ? dirname(keyFile) : data)

/** The key that signs checkpoints, and the one that is about to take its place (signing-key-file.ts). */
export const signingKeyFile = (folder: string): string => join(folder, 'signing.key')
export const nextSigningKeyFile = (folder: string): string => join(folder, 'signing.key.next')

/** A small file, whole or not at all, whenever the power fails; for its owner alone. */
export function writeWhole(file: string, bytes: Uint8Array): void {
  const beside = `${file}.new`
  writeFileSync(beside, bytes, { mode: 0o600 })
  sync(beside)
  renameSync(beside, file)
  sync(dirname(file))
}

/** Both keys of a house, as far as they are there, into a folder. `mayReplace`: over those that are there already. */
export function copyKeys(houseKey: string, to: string, mayReplace: boolean): void {
  const keys = [
    [houseKey, houseKeyFile(to)],
    [signingKeyFile(dirname(houseKey)), signingKeyFile(to)],
  ] as const
  for (const [from, at] of keys)
    if (existsSync(from) && (mayReplace || !existsSync(at))) writeWhole(at, readFileSync(from))
}

/** Until the disk itself has it, names in a folder included. */
export function sync(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
