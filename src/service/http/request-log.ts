import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import type { CommandFields, ForwardedFields, RequestFields } from '../../wire/log-line.ts'
import type { Served } from '../floor/elsewhere.ts'
import type { Reply } from '../floor/reply.ts'
import { freshRequestId, inRequest, isRequestId } from '../request-id.ts'
import type { CallerAddresses } from './caller-address.ts'
import { type CommandOutcome, type Metrics, outcomeOfReply } from './metrics.ts'

/** What is logged of requests and commands, by the id of the request. `schemas/log-line.json` describes the lines. */

export const REQUEST_ID_HEADER = 'x-request-id'

/** The id that a proxy gave a request, else a fresh one. */
export const requestIdBehind =
  ({ isProxy }: CallerAddresses) =>
  ({ headers, socket }: FastifyRequest['raw']): string => {
    const given = headers[REQUEST_ID_HEADER]
    return isProxy(socket.remoteAddress ?? '') && isRequestId(given) ? given : freshRequestId()
  }

/** Answers name their request, handlers run under its id, and at level debug each request has a line. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => void reply.header(REQUEST_ID_HEADER, request.id))
  // After the body was read, whose events come from outside the request.
  app.addHook('preHandler', (request, _, done) => inRequest(request.id, done))
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions, log } = request
    if (!isLogged(log, 'debug')) return
    const { statusCode: status, elapsedTime } = reply
    const line: RequestFields = { method, route: routeOptions.url ?? null, status, ms: rounded(elapsedTime) }
    log.debug(line, 'request')
  })
}

/** A command under way: which request it is, and when it came. */
export type AskedCommand = { reqId: string; begun: number }

/** Counts and measures each command. It logs one that the service could not decide; at level debug every one. */
export class CommandLog {
  readonly #metrics: Pick<Metrics, 'commanded'>
  readonly #log: FastifyBaseLogger

  constructor(metrics: Pick<Metrics, 'commanded'>, log: FastifyBaseLogger) {
    this.#metrics = metrics
    this.#log = log
  }

  done({ reqId, begun }: AskedCommand, table: string, value: unknown, reply: Reply): void {
    const ms = performance.now() - begun
    const outcome = outcomeOfReply(reply)
    this.#metrics.commanded(outcome, ms)
    const level = levelOf(outcome)
    if (!isLogged(this.#log, level)) return
    const line: CommandFields = { reqId, table, command: commandIn(value), outcome, ms: rounded(ms), ...whyOf(reply) }
    this.#log[level](line, 'command')
  }
}

/** Logs what other nodes ask of tables here, by the id that the request has there. */
export function logForwarded(log: FastifyBaseLogger, { reqId, from, table, ask, reply, ms }: Served): void {
  const outcome = outcomeOfReply(reply)
  const level = levelOf(outcome)
  if (!isLogged(log, level)) return
  const request = reqId === undefined ? {} : { reqId }
  const line: ForwardedFields = { ...request, from, table, ask, outcome, ms: rounded(ms), ...whyOf(reply) }
  log[level](line, 'forwarded')
}

/** At level debug there are as many lines as commands: none is put together that nobody reads. */
const isLogged = ({ level }: FastifyBaseLogger, wanted: 'warn' | 'debug'): boolean =>
  wanted === 'warn' || level === 'debug' || level === 'trace'

const levelOf = (outcome: CommandOutcome) => (outcome === 'fault' ? 'warn' : 'debug')

/** Why the service could not decide it. What a caller may not do is on record, and no matter of the log. */
const whyOf = (reply: Reply): { problem?: string } =>
  'problem' in reply && outcomeOfReply(reply) === 'fault' ? { problem: reply.body.problem } : {}

const commandIn = (value: unknown): string | null => {
  const name = (value as { do?: unknown } | null)?.do
  return typeof name === 'string' && name.length <= 64 ? name : null
}

const rounded = (ms: number): number => Math.round(ms * 100) / 100
