import { COSIGNATURE, ED25519, type KeyType, readKey, type VerifierKey } from '../proof/keys.ts'
import { BadInput } from './declaration.ts'

const owners: { readonly [Type in KeyType]: string } = { [ED25519]: 'a house', [COSIGNATURE]: 'a witness' }

/** The public keys that were given with an option, all of one kind. */
export const readKeys = (option: string, texts: readonly string[], type: KeyType): VerifierKey[] =>
  texts.map((text) => {
    const key = readKey(text)
    if ('problem' in key) throw new BadInput(`--${option}: the key ${key.problem}`)
    if (key.type !== type)
      throw new BadInput(`--${option}: the key is that of ${owners[key.type]}, not of ${owners[type]}`)
    return key
  })
