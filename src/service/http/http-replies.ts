import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { type HouseRefusal, type HouseRefusalCode, isLackOfAuthority } from '../../house/house-refusals.ts'
import { bodyOf, type ProblemKind, type Reply } from '../floor/reply.ts'
import { addressOfRequest } from './caller-address.ts'

const problemStatuses: Readonly<Record<ProblemKind, number>> = {
  malformed: 400,
  unauthenticated: 401,
  'not-found': 404,
  conflict: 409,
  failed: 500,
  unavailable: 503,
}

/** The statuses of the house's refusals. Any other is 409: the request is valid, and the state does not allow it. */
const refusalStatuses: Readonly<Partial<Record<HouseRefusalCode, number>>> = {
  'too-many-at-once': 429,
  'too-many-wrong-tries': 429,
  'done-too-often': 429,
  'session-is-over': 401,
  'badge-is-locked': 401,
  'badge-or-pin-wrong': 401,
  'position-too-low': 403,
  'not-at-this-table': 403,
  'not-for-this-player': 403,
  'field-not-valid': 400,
  'pin-not-valid': 400,
  'pin-too-simple': 400,
  'amount-not-positive': 400,
  'badge-unknown': 404,
  'code-unknown': 404,
  'terminal-unknown': 404,
  'ticket-unknown': 404,
}

export function statusOf(reply: Reply): number {
  if ('done' in reply) return 200
  if ('refused' in reply) return isLackOfAuthority(reply.refused) ? 403 : 409
  return 'barred' in reply ? (refusalStatuses[reply.barred.refused] ?? 409) : problemStatuses[reply.problem]
}

export const send = (reply: FastifyReply, answer: Reply) => reply.code(statusOf(answer)).send(bodyOf(answer))
export const sendUnauthenticated = (reply: FastifyReply) =>
  reply.code(401).send({ problem: 'invalid or expired token' })
/** Sends a page with a content security policy of its own. */
export const sendPage = (reply: FastifyReply, html: string, policy: string) =>
  reply.header('content-security-policy', policy).type('text/html').send(html)

/** Sends JSON Lines as they are read. */
export const sendLines = (reply: FastifyReply, lines: AsyncIterable<string | Uint8Array>) =>
  reply.type('application/jsonl').send(Readable.from(lines))

export const sendRefusal = (reply: FastifyReply, barred: HouseRefusal) => send(reply, { barred })

/** For routes where secrets could be guessed: attempts are counted by address, whatever the token. */
export const guessedAt = { guesser: addressOfRequest }
