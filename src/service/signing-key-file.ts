import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import type { CallerId } from '../house/caller.ts'
import { ED25519, isKeyName, type Signer, writeKey } from '../proof/keys.ts'
import { makeSigningKey, readSigningKey } from '../signing/signing-key.ts'
import { nextSigningKeyFile, signingKeyFile, sync, writeWhole } from './files.ts'
import { JournalUnusable } from './journal/journal.ts'
import { askHouse, type HouseStream } from './stream/house-stream.ts'

/**
 * Reads the key that signs the house's checkpoints. It is kept beside the journal, and its public half is on record. It
 * is made with the house. Another key replaces it only when that one is on record (`croupier key rotate`), and never
 * silently.
 */
export function openSigningKey(folder: string, onRecord: string | null, name: string | null): Signer {
  settleRotation(folder, onRecord)
  const file = signingKeyFile(folder)
  if (!existsSync(file)) {
    if (onRecord !== null) throw unusableKey(file, 'is missing')
    writeWhole(file, Buffer.from(makeSigningKey(name ?? madeUpName(), ED25519)))
  }
  const signer = readSigningKey(readFileSync(file, 'utf8'))
  if ('problem' in signer) throw unusableKey(file, signer.problem)
  if (onRecord !== null && writeKey(signer.verifier) !== onRecord)
    throw unusableKey(file, 'holds another key than the one on record')
  if (name !== null && signer.verifier.name !== name)
    throw new JournalUnusable(
      `the house in ${folder} signs as ${signer.verifier.name}, not as ${name}; croupier key rotate --name gives it another name`,
    )
  return signer
}

/** A name of its own for each house: a witness would take two houses of one name for the same. */
export const madeUpName = (): string => `house-${randomBytes(4).toString('hex')}`

/**
 * Returns the next key beside the present one, and makes it if there is none of that name. It may be announced to
 * witnesses before its use. It replaces the present key when it is on record, also if that is noticed only after a
 * restart.
 */
export function nextSigningKey(folder: string, name: string): Signer {
  if (!isKeyName(name)) throw new JournalUnusable('the name of a key has neither a space nor a plus')
  const announced = announcedKey(folder)
  if (announced?.verifier.name === name) return announced
  const text = makeSigningKey(name, ED25519)
  writeWhole(nextSigningKeyFile(folder), Buffer.from(text))
  return readSigningKey(text) as Signer
}

/** The next key, if one was made; null if there is none, or its file cannot be read. */
function announcedKey(folder: string): Signer | null {
  const file = nextSigningKeyFile(folder)
  const key = existsSync(file) ? readSigningKey(readFileSync(file, 'utf8')) : null
  return key && 'verifier' in key ? key : null
}

export function takeNextKey(folder: string): void {
  renameSync(nextSigningKeyFile(folder), signingKeyFile(folder))
  sync(dirname(signingKeyFile(folder)))
}

/** Ends a change of key that was cut short: the record decides which key is valid. */
function settleRotation(folder: string, onRecord: string | null): void {
  const next = announcedKey(folder)
  if (next && writeKey(next.verifier) === onRecord) takeNextKey(folder)
}

const unusableKey = (file: string, what: string): JournalUnusable =>
  new JournalUnusable(
    `${file} ${what}; put it back from a backup, or let the house sign with a new key by croupier key rotate`,
  )

/** `sign`: has all streams signed by the old key and the new one. */
type KeyChange = { house: HouseStream; name: string; by: CallerId; sign: (next: Signer) => Promise<void> }

/**
 * Changes the key in three steps: a file beside the old key, the record, the file in its place. Wherever this is cut
 * short, the key on record is valid.
 */
export async function changeSigningKey(folder: string, { house, name, by, sign }: KeyChange): Promise<string> {
  const next = nextSigningKey(folder, name)
  const key = writeKey(next.verifier)
  await askHouse(house, { do: 'use-signing-key', key, by })
  await sign(next)
  takeNextKey(folder)
  return key
}
