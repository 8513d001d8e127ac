import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A witness written from the text of C2SP tlog-witness, signed-note and tlog-cosignature and of RFC 6962, with Node's own
 * cryptography and nothing of ours: it stands for the programs that others run.
 */

type LogKey = { name: string; id: string; key: KeyObject }
type Seen = { size: number; root: string }
type Answer = { status: number; text: string; type?: string }

const sha256 = (...parts: readonly Uint8Array[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
const node = (left: Buffer, right: Buffer): Buffer => sha256(Uint8Array.of(1), left, right)
const keyId = (name: string, type: number, key: Uint8Array): Buffer =>
  sha256(Buffer.from(`${name}\n`), Uint8Array.of(type), key).subarray(0, 4)
const ed25519 = (raw: Uint8Array): KeyObject =>
  createPublicKey({
    key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), raw]),
    format: 'der',
    type: 'spki',
  })

/** A log's key is configured as for any other log: a vkey whose name is the origin. */
function readVkey(text: string): LogKey {
  const [name, id, ...rest] = text.split('+') as [string, string, ...string[]]
  const bytes = Buffer.from(rest.join('+'), 'base64')
  if (bytes[0] !== 1 || keyId(name, 1, bytes.subarray(1)).toString('hex') !== id) throw new Error(`no key: ${text}`)
  return { name, id, key: ed25519(bytes.subarray(1)) }
}

/** Both roots by RFC 6962, 2.1.2, read from the definition of the proof; the proof must be used up. */
function rootsBy(oldRoot: Buffer, old: number, size: number, proof: readonly Buffer[]): [Buffer, Buffer] | null {
  const rest = [...proof]
  const next = (): Buffer => rest.shift() ?? Buffer.alloc(0)
  const walk = (m: number, n: number, isWhole: boolean): [Buffer, Buffer] => {
    if (m === n) {
      const hash = isWhole ? oldRoot : next()
      return [hash, hash]
    }
    let k = 1
    while (k * 2 < n) k *= 2
    if (m <= k) {
      const [older, newer] = walk(m, k, isWhole)
      return [older, node(newer, next())]
    }
    const [older, newer] = walk(m - k, n - k, false)
    const left = next()
    return [node(left, older), node(left, newer)]
  }
  const roots = walk(old, size, true)
  return rest.length === 0 ? roots : null
}

export class PlainWitness {
  readonly name: string
  readonly vkey: string
  readonly answers: Answer[] = []
  #logs: readonly LogKey[] = []
  readonly #seen = new Map<string, Seen>()
  readonly #secret: KeyObject
  readonly #id: Buffer
  readonly #server = createServer(async (request, reply) => {
    const answer = this.#answer(Buffer.concat(await Array.fromAsync(request)).toString())
    this.answers.push(answer)
    reply.writeHead(answer.status, { 'content-type': answer.type ?? 'text/plain' }).end(answer.text)
  })

  constructor(name: string) {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(12)
    this.name = name
    this.#secret = privateKey
    this.#id = keyId(name, 4, raw)
    this.vkey = `${name}+${this.#id.toString('hex')}+${Buffer.concat([Uint8Array.of(4), raw]).toString('base64')}`
  }

  /** The keys that it trusts, by origin: several of one origin while a log changes its key. */
  trust(...vkeys: readonly string[]): void {
    this.#logs = vkeys.map(readVkey)
  }

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`
  }

  close(): void {
    this.#server.close()
  }

  sizeOf(origin: string): number {
    return this.#seen.get(origin)?.size ?? 0
  }

  #answer(body: string): Answer {
    const split = body.indexOf('\n\n')
    const [first, ...hashes] = body.slice(0, split).split('\n')
    const [text, signatures] = splitNote(body.slice(split + 2))
    const [origin, sizeText, rootText] = text.split('\n') as [string, string, string]
    const [old, size] = [Number(first!.slice(4)), Number(sizeText)]
    const trusted = this.#logs.filter(({ name }) => name === origin)
    if (trusted.length === 0) return { status: 404, text: 'unknown origin' }
    const own = signatures.filter(({ name, id }) => trusted.some((key) => key.name === name && key.id === id))
    const isRight = (one: (typeof own)[number]): boolean =>
      verify(null, Buffer.from(text), trusted.find(({ id }) => id === one.id)!.key, one.bytes)
    if (own.length === 0 || !own.every(isRight)) return { status: 403, text: 'no trusted signature' }
    if (old > size) return { status: 400, text: 'old is larger' }
    const seen = this.#seen.get(origin) ?? { size: 0, root: '' }
    const conflict = { status: 409, text: `${seen.size}\n`, type: 'text/x.tlog.size' }
    if (old !== seen.size || (old === size && old > 0 && rootText !== seen.root)) return conflict
    if (!isGrown(seen, { size, root: rootText }, hashes)) return { status: 422, text: 'inconsistent' }
    this.#seen.set(origin, { size, root: rootText })
    return { status: 200, text: this.#cosignature(text) }
  }

  #cosignature(text: string): string {
    const seconds = Buffer.alloc(8)
    seconds.writeBigUInt64BE(1_794_859_200n)
    const signature = sign(null, Buffer.from(`cosignature/v1\ntime 1794859200\n${text}`), this.#secret)
    return `— ${this.name} ${Buffer.concat([this.#id, seconds, signature]).toString('base64')}\n`
  }
}

function isGrown(seen: Seen, now: Seen, hashes: readonly string[]): boolean {
  if (seen.size === 0 || seen.size === now.size) return hashes.length === 0
  const before = Buffer.from(seen.root, 'base64')
  const proof = hashes.map((hash) => Buffer.from(hash, 'base64'))
  const roots = rootsBy(before, seen.size, now.size, proof)
  if (!roots) return false
  return roots[0].equals(before) && roots[1].toString('base64') === now.root
}

function splitNote(note: string): [string, { name: string; id: string; bytes: Buffer }[]] {
  const split = note.lastIndexOf('\n\n')
  const lines = note.slice(split + 2, -1).split('\n')
  const signatures = lines.map((line) => {
    const [, name, signature] = line.split(' ') as [string, string, string]
    const bytes = Buffer.from(signature, 'base64')
    return { name, id: bytes.subarray(0, 4).toString('hex'), bytes: bytes.subarray(4) }
  })
  return [note.slice(0, split + 1), signatures]
}
