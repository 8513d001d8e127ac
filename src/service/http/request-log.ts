import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import type { CommandFields, ForwardedFields, RequestFields } from '../../wire/log-line.ts'
import type { Served } from '../floor/elsewhere.ts'
import type { Reply } from '../floor/reply.ts'
import { freshRequestId, inRequest, isRequestId } from '../request-id.ts'
import type { CallerAddresses } from './caller-address.ts'
import { type CommandOutcome, type Metrics, outcomeOfReply } from './metrics.ts'

/** Log lines about requests and commands, with the id of the request. `schemas/log-line.json` describes them. */

export const REQUEST_ID_HEADER = 'x-request-id'

/** The id that a proxy gave a request, otherwise a fresh one. */
export const requestIdBehind =
  ({ isProxy }: CallerAddresses) =>
  ({ headers, socket }: FastifyRequest['raw']): string => {
    const given = headers[REQUEST_ID_HEADER]
    return isProxy(socket.remoteAddress ?? '') && isRequestId(given) ? given : freshRequestId()
  }

/** Answers carry the id of their request, handlers run under it, and at level debug each request has a log line. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => void reply.header(REQUEST_ID_HEADER, request.id))
  // This hook runs after the body was read, because the events of the body arrive outside the request's context.
  app.addHook('preHandler', (request, _, done) => inRequest(request.id, done))
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions, log } = request
    if (!isLogged(log, 'debug')) return
    const { statusCode: status, elapsedTime } = reply
    const line: RequestFields = { method, route: routeOptions.url ?? null, status, ms: rounded(elapsedTime) }
    log.debug(line, 'request')
  })
}

/** A command under way, with the id of its request and the time when it arrived. */
export type AskedCommand = { reqId: string; begun: number }

/**
 * Counts and measures each command. It logs a command that the service could not decide, and at level debug every
 * command.
 */
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

/** Logs other nodes' requests about tables of this node, by the id that the request has there. */
export function logForwarded(log: FastifyBaseLogger, { reqId, from, table, ask, reply, ms }: Served): void {
  const outcome = outcomeOfReply(reply)
  const level = levelOf(outcome)
  if (!isLogged(log, level)) return
  const request = reqId === undefined ? {} : { reqId }
  const line: ForwardedFields = { ...request, from, table, ask, outcome, ms: rounded(ms), ...whyOf(reply) }
  log[level](line, 'forwarded')
}

/** At level debug there are as many lines as commands, so a line is built only if it is logged. */
const isLogged = ({ level }: FastifyBaseLogger, wanted: 'warn' | 'debug'): boolean =>
  wanted === 'warn' || level === 'debug' || level === 'trace'

const levelOf = (outcome: CommandOutcome) => (outcome === 'fault' ? 'warn' : 'debug')

/**
 * The reason why the service could not decide the command. A refusal to the caller is in the record and not in the log.
 */
const whyOf = (reply: Reply): { problem?: string } =>
  'problem' in reply && outcomeOfReply(reply) === 'fault' ? { problem: reply.body.problem } : {}

const commandIn = (value: unknown): string | null => {
  const name = (value as { do?: unknown } | null)?.do
  return typeof name === 'string' && name.length <= 64 ? name : null
}

const rounded = (ms: number): number => Math.round(ms * 100) / 100
