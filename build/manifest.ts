import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  identityNow,
  identityPath,
  manifestPath,
  manifestText,
  type ProgramFolder,
  signaturePath,
} from '../src/service/program/manifest.ts'

/**
 * Writes the manifest of what ships: `node build/manifest.ts lib` for the package, `src` for a checkout. With
 * CROUPIER_RELEASE_KEY, a PEM file with an Ed25519 key, it is signed, and the signature is written beside it.
 */
export function writeManifest(program: ProgramFolder, keyFile: string | undefined): void {
  const place = (path: string): string => join(program.root, path)
  mkdirSync(dirname(place(identityPath(program))), { recursive: true })
  writeFileSync(place(identityPath(program)), `${JSON.stringify(identityNow(program), null, 2)}\n`)
  const text = manifestText(program)
  writeFileSync(place(manifestPath(program)), text)
  const signature = place(signaturePath(program))
  rmSync(signature, { force: true })
  if (!keyFile) return
  const key = createPrivateKey(readFileSync(keyFile))
  writeFileSync(signature, sign(null, Buffer.from(text), key))
  console.log(`signed for ${createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString().split('\n')[1]}`)
}

if (process.argv[1]?.endsWith('manifest.ts')) {
  const [, , code] = process.argv
  if (code !== 'lib' && code !== 'src') throw new Error('which one: lib or src')
  writeManifest({ root: process.cwd(), code }, process.env.CROUPIER_RELEASE_KEY)
}
