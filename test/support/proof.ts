import { hashes, keygen, sign } from '@noble/ed25519'
import { sha512 } from '@noble/hashes/sha2.js'
import { type KeyType, type Signer, type VerifierKey, verifierKey, writeKey } from '../../src/proof/keys.ts'
import {
  type Frontier,
  type GrownNode,
  grow,
  type Hash,
  hashLeaf,
  noLeaves,
  type ReadNode,
  rootOf,
} from '../../src/proof/tree.ts'
import { makeSignedHeads, type SignedHeads } from '../../src/witness/signed-heads.ts'
import { witnessHeads } from '../../src/witness/witness.ts'

hashes.sha512 = sha512

/** The memory of a new witness. */
export function freshHeads(file: string, key: VerifierKey): SignedHeads {
  makeSignedHeads(file, writeKey(key))
  return witnessHeads(file, key)
}

/** A tree in memory, every full subtree kept. */
export class KeptTree {
  #frontier: Frontier = noLeaves
  readonly #levels: Hash[][] = []

  get size(): number {
    return this.#frontier.size
  }

  get root(): Hash {
    return rootOf(this.#frontier)
  }

  readonly read: ReadNode = (level, index) => {
    const hash = this.#levels[level]?.[index]
    if (!hash) throw new Error(`there is no full subtree ${index} of level ${level}`)
    return hash
  }

  append(entry: Uint8Array): void {
    this.appendLeaf(hashLeaf(entry))
  }

  appendLeaf(leaf: Hash): void {
    const { frontier, nodes } = grow(this.#frontier, leaf)
    this.#frontier = frontier
    for (const node of nodes) this.#keep(node)
  }

  #keep({ level, index, hash }: GrownNode): void {
    this.#levels[level] ??= []
    this.#levels[level]![index] = hash
  }
}

export function freshSigner(name: string, type: KeyType): Signer {
  const { secretKey, publicKey } = keygen()
  return { verifier: verifierKey(name, type, publicKey), sign: (message) => sign(message, secretKey) }
}
