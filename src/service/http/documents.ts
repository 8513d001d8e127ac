import { hash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { pictureTypes } from '../house-brand.ts'

/** Encodings by preference. Compression runs in Node's own threads. */
const encodings = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
} as const
type Encoding = keyof typeof encodings

/** Compression saves little on a shorter document. */
const COMPRESSED_FROM_BYTES = 1_000

/**
 * An answer that is the same for every caller: built once, compressed once for each encoding, and identified by its
 * entity tag.
 */
export class StaticDocument {
  readonly type: string
  readonly bytes: Buffer
  readonly tag: string
  readonly #encoded = new Map<Encoding, Promise<Buffer>>()

  constructor(type: string, content: Buffer | string) {
    this.type = type
    this.bytes = Buffer.from(content)
    // A weak tag, because it is the same for every encoding.
    this.tag = `W/"${hash('sha256', this.bytes, 'base64url').slice(0, 27)}"`
  }

  /** Whether compression is worth it. Fonts and pictures are compressed already. */
  get isCompressible(): boolean {
    return this.bytes.length >= COMPRESSED_FROM_BYTES && /^text\/|json|javascript|svg/.test(this.type)
  }

  encoded(encoding: Encoding): Promise<Buffer> {
    return madeOnce(this.#encoded, encoding, () => encodings[encoding](this.bytes))
  }
}

/** Makes a value once, also for callers who arrive while it is being made. A failure is not kept. */
function madeOnce<Key, Value>(known: Map<Key, Promise<Value>>, key: Key, make: () => Promise<Value>): Promise<Value> {
  const found = known.get(key)
  if (found) return found
  const made = make()
  known.set(key, made)
  made.catch(() => known.delete(key))
  return made
}

/**
 * Answers with a document: 304 if the caller has it already, otherwise in the smallest encoding that the caller
 * accepts.
 */
export async function sendDocument(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  document: StaticDocument,
  caching = 'no-cache',
): Promise<FastifyReply> {
  const varies = ['accept-encoding', reply.getHeader('vary') ?? []].flat().join(', ')
  reply.headers({ etag: document.tag, 'cache-control': caching, vary: varies })
  if (hasTag(headers['if-none-match'], document)) return reply.code(304).send()
  const encoding = document.isCompressible ? encodingFor(headers['accept-encoding']) : null
  reply.type(document.type)
  if (encoding === null) return reply.send(document.bytes)
  return reply.header('content-encoding', encoding).send(await document.encoded(encoding))
}

const hasTag = (known: string | undefined, { tag }: StaticDocument): boolean =>
  (known ?? '').split(',').some((one) => one.trim() === tag || one.trim() === '*')

/** Whether a caller that sent this `Accept-Encoding` reads an encoding. */
export const readsEncoding = (accepted: string | undefined, encoding: Encoding): boolean =>
  (accepted ?? '')
    .split(',')
    .map((one) => one.trim().toLowerCase())
    .some((one) => one.split(';')[0] === encoding && !/;\s*q=0(\.0*)?$/.test(one))

/** Null if the caller accepts none of the encodings. */
function encodingFor(accepted: string | undefined): Encoding | null {
  return (Object.keys(encodings) as Encoding[]).find((encoding) => readsEncoding(accepted, encoding)) ?? null
}

/** JSON documents derived from objects. Each is built on its first request and kept as long as its object. */
export class KeptDocuments {
  readonly #kept = new WeakMap<object, Map<string, Promise<StaticDocument>>>()

  /** `name`: one of a closed list, so that requests cannot fill the memory. */
  of(about: object, name: string, build: () => unknown): Promise<StaticDocument> {
    const own = this.#kept.get(about) ?? new Map<string, Promise<StaticDocument>>()
    this.#kept.set(about, own)
    return madeOnce(own, name, async () => new StaticDocument(JSON_TYPE, JSON.stringify(await build())))
  }
}

const JSON_TYPE = 'application/json; charset=utf-8'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  ...pictureTypes,
  '.woff2': 'font/woff2',
}

/** The files of a folder as documents. A file is read again when it has changed. */
export class DocumentFolder {
  readonly #root: string
  readonly #files = new Map<string, { version: string; document: Promise<StaticDocument> }>()

  constructor(root: string) {
    this.#root = root
  }

  /** Null if the file is missing, or the name is not a plain name. */
  async find(name: string): Promise<StaticDocument | null> {
    if (!/^[\w-][\w.-]*$/.test(name)) return null
    const path = join(this.#root, name)
    const found = await stat(path).catch(() => null) // the file does not exist
    if (!found?.isFile()) return null
    const version = `${found.mtimeMs} ${found.size}`
    const known = this.#files.get(name)
    if (known?.version === version) return known.document
    const type = types[extname(name).toLowerCase()] ?? 'application/octet-stream'
    const document = readFile(path).then((bytes) => new StaticDocument(type, bytes))
    this.#files.set(name, { version, document })
    document.catch(() => this.#files.delete(name))
    return document
  }
}
