import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { fromUtf8 } from '../proof/bytes.ts'
import { type Signer, type VerifierKey, writeKey } from '../proof/keys.ts'
import { cosign, signatureLine, writeNote } from '../proof/notes.ts'
import { type CosigningRefusal, cosignedNote, cosigningRefusal, readCosigningRequest } from './cosigning.ts'
import { openSignedHeads, type SignedHeads } from './signed-heads.ts'

export type WitnessMeans = {
  readonly signer: Signer
  readonly logs: readonly VerifierKey[]
  readonly heads: SignedHeads
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Writes one line for the operator. */
  readonly tell: (line: string) => void
}

type WitnessAnswer = { status: number; body: string; type?: string }

/** A checkpoint and a proof of 63 hashes need a tenth of it. */
const BODY_MAX = 64 * 1024

export const hashOfOrigin = (origin: string): string => createHash('sha256').update(origin).digest('hex')

export const witnessHeads = (file: string, key: VerifierKey): SignedHeads =>
  openSignedHeads(file, writeKey(key), hashOfOrigin)

const statusOfRefusal: { [Code in CosigningRefusal['refused']]: number } = {
  'not-a-request': 400,
  'log-unknown': 404,
  'not-signed-by-log': 403,
  'another-size': 409,
  'another-root': 409,
  'not-consistent': 422,
}

/** Answers a request's body. The witness signs only after the new head is on disk. */
export function answerRequest(body: string, { signer, logs, heads, now, tell }: WitnessMeans): WitnessAnswer {
  const request = readCosigningRequest(body)
  if ('problem' in request) return refusal({ refused: 'not-a-request', problem: request.problem })
  const { checkpoint, note } = request
  const before = heads.get(checkpoint.origin)
  const refused = cosigningRefusal(request, logs, before)
  // A checkpoint that the log signed and cannot prove consistent is exactly what a witness must detect.
  if (refused?.refused === 'not-consistent' || refused?.refused === 'another-root')
    tell(`${checkpoint.origin}: size ${checkpoint.size} does not go on from size ${refused.size}, and is not signed`)
  if (refused) return refusal(refused)
  const own = cosign(note.text, signer, Math.floor(now() / 1000))
  const kept = heads.put(checkpoint.origin, before, checkpoint, writeNote(cosignedNote(request, logs, own)))
  if (!kept) return refusal({ refused: 'another-size', size: heads.get(checkpoint.origin)?.size ?? 0 })
  tell(`${checkpoint.origin}: size ${checkpoint.size} signed`)
  return { status: 200, body: signatureLine(own) }
}

function refusal(refused: CosigningRefusal): WitnessAnswer {
  const status = statusOfRefusal[refused.refused]
  if (refused.refused === 'another-size' || refused.refused === 'another-root')
    return { status, body: `${refused.size}\n`, type: 'text/x.tlog.size' }
  return { status, body: `${sentence(refused)}\n` }
}

function sentence(refused: Exclude<CosigningRefusal, { refused: 'another-size' | 'another-root' }>): string {
  switch (refused.refused) {
    case 'log-unknown':
      return 'this witness does not know that log'
    case 'not-consistent':
      return `the proof does not show that the tree goes on from size ${refused.size}`
    default:
      return refused.problem
  }
}

async function answerHttp(request: IncomingMessage, means: WitnessMeans): Promise<WitnessAnswer> {
  const [method, path] = [request.method, (request.url ?? '').split('?')[0]!]
  if (path === '/add-checkpoint') {
    if (method !== 'POST') return { status: 405, body: 'a checkpoint is sent with POST\n' }
    const bytes = await bodyOf(request)
    const text = bytes && fromUtf8(bytes)
    if (!bytes) return { status: 413, body: 'the request is too long\n' }
    return text === null
      ? refusal({ refused: 'not-a-request', problem: 'the request is not UTF-8' })
      : answerRequest(text!, means)
  }
  const hash = /^\/([0-9a-f]{64})\/checkpoint$/.exec(path)?.[1]
  const note = method === 'GET' && hash !== undefined ? means.heads.noteOf(hash) : null
  return note === null ? { status: 404, body: 'there is nothing here\n' } : { status: 200, body: note }
}

/** Null where it is too long. */
async function bodyOf(request: IncomingMessage): Promise<Uint8Array | null> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    if (size > BODY_MAX) return null
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function respond(response: ServerResponse, { status, body, type = 'text/plain; charset=utf-8' }: WitnessAnswer): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
  response.end(body)
}

export type Witness = { readonly address: string; readonly stop: () => Promise<void> }

/** Listens until it is stopped. */
export async function startWitness(means: WitnessMeans, host: string, port: number): Promise<Witness> {
  const server = createServer({ requestTimeout: 30_000 }, (request, response) => {
    answerHttp(request, means)
      .catch((error: Error): WitnessAnswer => {
        means.tell(`nothing is signed: ${error.message}`)
        return { status: 500, body: 'nothing was signed\n' }
      })
      .then((answer) => respond(response, answer))
      .catch(() => response.destroy())
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  const at = server.address()
  const bound = typeof at === 'object' && at ? at.port : port
  return {
    address: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeIdleConnections()
      }),
  }
}
