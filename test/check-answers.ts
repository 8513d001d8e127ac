import { channel } from 'node:diagnostics_channel'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { problem, refusedAnswer } from '../src/wire/failures.ts'
import { toClient } from '../src/wire/messages.ts'
import { type Route, routes } from '../src/wire/routes.ts'
import { either } from '../src/wire/shapes.ts'

/**
 * Checks every answer of every test against its schema, over HTTP and over WebSockets. The schemas allow no field that they do
 * not list, so a field that should not leave the service fails the test that met it.
 */
const violations: string[] = []
export const takeViolations = (): string[] => violations.splice(0)

const validators = new Map<TSchema, Validator>()
function validatorOf(schema: TSchema): Validator {
  const made = validators.get(schema) ?? Compile(schema)
  validators.set(schema, made)
  return made
}

function check(schema: TSchema, value: unknown, what: string): void {
  const validator = validatorOf(schema)
  if (validator.Check(value)) return
  violations.push(
    `${what}: ${JSON.stringify(validator.Errors(value).slice(0, 3))} in ${JSON.stringify(value).slice(0, 500)}`,
  )
}

const failure = either([problem, refusedAnswer])

/** The schema of an answer; null for pages, texts and lines, and for routes outside the API. */
function schemaOf(
  { method, routeOptions: { url = '' } }: FastifyRequest,
  { statusCode }: FastifyReply,
): TSchema | null {
  const route: Route | undefined = (routes as Record<string, Route>)[`${method} ${url}`]
  if (!route || route.as) return null
  return statusCode < 300 ? route.answer : failure
}

function checkAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const schema = schemaOf(request, reply)
    const text = textOf(payload, reply.getHeader('content-encoding'))
    if (schema && text !== null) check(schema, JSON.parse(text), `${request.method} ${request.url} ${reply.statusCode}`)
  })
}

/** The text of an answer; null: it has none, or is sent in pieces. */
function textOf(payload: unknown, encoding: unknown): string | null {
  if (typeof payload === 'string') return payload
  if (!Buffer.isBuffer(payload)) return null
  const bytes = encoding === 'br' ? brotliDecompressSync(payload) : encoding === 'gzip' ? gunzipSync(payload) : payload
  return bytes.toString('utf8')
}

channel('fastify.initialization').subscribe((message) =>
  checkAnswers((message as { fastify: FastifyInstance }).fastify),
)

/** Checks the messages of one WebSocket. Its first view shows which audience it belongs to. */
export function checkMessages(): (message: { view?: unknown }) => void {
  let schema: TSchema | undefined
  return (message) => {
    if (message.view !== undefined)
      schema = Object.values(toClient).find((audience) => validatorOf(audience).Check(message)) ?? toClient.display
    if (schema) check(schema, message, 'a message over a WebSocket')
  }
}
