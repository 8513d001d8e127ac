import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { COSIGNATURE, ED25519, isKeyName, type Signer, type VerifierKey, writeKey } from '../proof/keys.ts'
import { writeWhole } from '../service/files.ts'
import { makeSigningKey, readSigningKey } from '../signing/signing-key.ts'
import { startWitness, type Witness, witnessHeads } from '../witness/witness.ts'
import type { Arguments } from './commands.ts'
import { BadInput, orBadInput } from './declaration.ts'
import { OWNER_ONLY } from './house-at-console.ts'
import { readKeys, readText } from './input.ts'
import { print } from './output.ts'
import { stopAsked } from './standard-streams.ts'

/** A witness: it signs what a house says its journal is, if that goes on from what it has signed before. */
export async function runWitness({ values }: Arguments<'witness'>): Promise<void> {
  const { data, name, log, host, port } = values
  const logs = readKeys('log', log, ED25519)
  process.umask(OWNER_ONLY)
  const signer = await openKey(data, name)
  // Without a log there is nothing to do but to say who it is.
  if (logs.length === 0) await print(writeKey(signer.verifier))
  else await serveUntilTold(signer, logs, { data, host, port })
}

type WitnessPlace = { data: string; host: string; port: number }

async function serveUntilTold(signer: Signer, logs: readonly VerifierKey[], place: WitnessPlace): Promise<void> {
  const asked = stopAsked()
  const heads = openHeads(join(place.data, 'witness.db'))
  const tell = (line: string): void => console.error(line)
  let witness: Witness
  try {
    witness = await startWitness({ signer, logs, heads, now: Date.now, tell }, place.host, place.port)
  } catch (error) {
    throw new BadInput((error as Error).message)
  }
  await print(`The witness ${writeKey(signer.verifier)} is ready at ${witness.address}`)
  await asked
  await witness.stop()
  heads.close()
}

function openHeads(file: string) {
  try {
    return witnessHeads(file)
  } catch (error) {
    throw new BadInput(`${file} cannot be used (is another witness at work on it?): ${(error as Error).message}`)
  }
}

/** Made where the folder has none; a witness that forgot its key would be another witness. */
async function openKey(data: string, name: string | undefined): Promise<Signer> {
  const file = join(data, 'witness.key')
  if (!existsSync(file)) {
    if (name === undefined) throw new BadInput(`${data} has no witness yet: give it a name with --name`)
    if (!isKeyName(name)) throw new BadInput('--name must have neither a space nor a plus')
    await orBadInput(`${data} cannot be made`, () => mkdirSync(data, { recursive: true }))
    writeWhole(file, Buffer.from(makeSigningKey(name, COSIGNATURE)))
  }
  const signer = readSigningKey(await readText(file))
  if ('problem' in signer) throw new BadInput(`${file} ${signer.problem}`)
  if (name !== undefined && name !== signer.verifier.name)
    throw new BadInput(`the witness in ${data} is called ${signer.verifier.name}, not ${name}`)
  return signer
}
