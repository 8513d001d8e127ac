import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { COSIGNATURE, ED25519, isKeyName, type Signer, type VerifierKey, writeKey } from '../proof/keys.ts'
import { writeWhole } from '../service/files.ts'
import { makeSigningKey, readSigningKey } from '../signing/signing-key.ts'
import { startWitness, type Witness, witnessHeads } from '../witness/witness.ts'
import type { Arguments } from './commands.ts'
import { BadInput } from './declaration.ts'
import { OWNER_ONLY } from './house-at-console.ts'
import { readKeys } from './input.ts'
import { print } from './output.ts'

/** A witness: it signs what a house says its journal is, if that goes on from what it has signed before. */
export async function run({ values }: Arguments<'witness'>): Promise<number> {
  const { data, name, log, host, port } = values
  const logs = readKeys('log', log, ED25519)
  process.umask(OWNER_ONLY)
  const signer = openKey(data, name)
  // Without a log there is nothing to do but to say who it is.
  if (logs.length === 0) return print(writeKey(signer.verifier)).then(() => 0)
  await serveUntilTold(signer, logs, { data, host, port })
  return 0
}

type WitnessPlace = { data: string; host: string; port: number }

async function serveUntilTold(signer: Signer, logs: readonly VerifierKey[], place: WitnessPlace): Promise<void> {
  const asked = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, resolve)
  })
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
function openKey(data: string, name: string | undefined): Signer {
  const file = join(data, 'witness.key')
  if (!existsSync(file)) {
    if (name === undefined) throw new BadInput(`${data} has no witness yet: give it a name with --name`)
    if (!isKeyName(name)) throw new BadInput('--name must have neither a space nor a plus')
    makeFolder(data)
    writeWhole(file, Buffer.from(makeSigningKey(name, COSIGNATURE)))
  }
  const signer = readSigningKey(readText(file))
  if ('problem' in signer) throw new BadInput(`${file} ${signer.problem}`)
  if (name !== undefined && name !== signer.verifier.name)
    throw new BadInput(`the witness in ${data} is called ${signer.verifier.name}, not ${name}`)
  return signer
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new BadInput(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code}`)
  }
}

function makeFolder(data: string): void {
  try {
    mkdirSync(data, { recursive: true })
  } catch (error) {
    throw new BadInput(`${data} cannot be made: ${(error as NodeJS.ErrnoException).code}`)
  }
}
