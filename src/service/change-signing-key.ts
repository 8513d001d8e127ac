import type { CallerId } from '../house/caller.ts'
import { type Signer, writeKey } from '../proof/keys.ts'
import { makeNextKey, takeNextKey } from './signing-key-file.ts'
import { askHouse, type HouseStream } from './stream/house-stream.ts'

/** `sign`: has all streams signed by the old key and the new one. */
type Change = { house: HouseStream; name: string; by: CallerId; sign: (next: Signer) => Promise<void> }

/** Beside the old key first, then on record, then in its place: wherever it is cut short, what is on record is the key. */
export async function changeSigningKey(folder: string, { house, name, by, sign }: Change): Promise<string> {
  const next = makeNextKey(folder, name)
  const key = writeKey(next.verifier)
  await askHouse(house, { do: 'use-signing-key', key, by })
  await sign(next)
  takeNextKey(folder)
  return key
}
