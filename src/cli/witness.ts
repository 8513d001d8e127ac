import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { COSIGNATURE, ED25519, isKeyName, type Signer, type VerifierKey, writeKey } from '../proof/keys.ts'
import { writeWhole } from '../service/files.ts'
import { makeSigningKey, readSigningKey } from '../signing/signing-key.ts'
import { makeSignedHeads } from '../witness/signed-heads.ts'
import { startWitness, type Witness, witnessHeads } from '../witness/witness.ts'
import type { Arguments } from './commands.ts'
import { BadInput, orBadInput } from './declaration.ts'
import { OWNER_ONLY } from './house-at-console.ts'
import { readKeys, readText } from './input.ts'
import { print } from './output.ts'
import { stopAsked } from './standard-streams.ts'

/** A witness signs a house's checkpoint if it is consistent with the last one that it signed. */
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
  const heads = openHeads(headsFile(place.data), signer.verifier)
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

const headsFile = (data: string): string => join(data, 'witness.db')

function openHeads(file: string, key: VerifierKey) {
  try {
    return witnessHeads(file, key)
  } catch (error) {
    const why = (error as Error).message
    throw new BadInput(
      `${file} cannot be used: ${why}. A witness that forgot what it signed would sign a second history: put the file back as it was last, or begin with a new key in another folder`,
    )
  }
}

/** Made where the folder has none, after the memory that belongs to it: a key without its memory signs nothing. */
async function openKey(data: string, name: string | undefined): Promise<Signer> {
  const file = join(data, 'witness.key')
  if (!existsSync(file)) {
    if (name === undefined) throw new BadInput(`${data} has no witness yet: give it a name with --name`)
    if (!isKeyName(name)) throw new BadInput('--name must have neither a space nor a plus')
    await orBadInput(`${data} cannot be made`, () => mkdirSync(data, { recursive: true }))
    const made = makeSigningKey(name, COSIGNATURE)
    if (existsSync(headsFile(data)))
      throw new BadInput(`${headsFile(data)} is there without its key: put ${file} back, or begin in another folder`)
    makeSignedHeads(headsFile(data), writeKey((readSigningKey(made) as Signer).verifier))
    writeWhole(file, Buffer.from(made))
  }
  const signer = readSigningKey(await readText(file))
  if ('problem' in signer) throw new BadInput(`${file} ${signer.problem}`)
  if (name !== undefined && name !== signer.verifier.name)
    throw new BadInput(`the witness in ${data} is called ${signer.verifier.name}, not ${name}`)
  return signer
}
