import { fileURLToPath } from 'node:url'
import AjvCompiler from '@fastify/ajv-compiler'
import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  FastifySchemaCompiler,
  FastifySchemaValidationError,
  HTTPMethods,
} from 'fastify'
import { license, withComponents } from '../../wire/components.ts'
import { problem, refusedAnswer } from '../../wire/failures.ts'
import {
  type AnswerOf,
  type BodyOf,
  operationOf,
  type ParamsOf,
  type QueryOf,
  type Route,
  type RouteName,
  routes,
  tagMeanings,
} from '../../wire/routes.ts'
import { either } from '../../wire/shapes.ts'
import { DocumentFolder, KeptDocuments, type StaticDocument, sendDocument } from './documents.ts'

export type RouteRequest<Name extends RouteName> = FastifyRequest<{
  Params: ParamsOf<Name>
  Body: BodyOf<Name>
  Querystring: QueryOf<Name>
}>

/** The answer of a route, or the reply if its handler has sent one itself. */
export type Answering<Name extends RouteName> = Promise<AnswerOf<Name> | FastifyReply>

/** `isCheckedInside`: the handler checks the request itself. */
export type RouteOptions = { config?: FastifyContextConfig; isCheckedInside?: boolean }

/** Declares a route by its schema in `wire/`: requests are checked, answers are documented, and both are typed. */
export function openRoute<Name extends RouteName>(
  app: FastifyInstance,
  name: Name,
  handle: (request: RouteRequest<Name>, reply: FastifyReply) => Answering<Name>,
  options: RouteOptions = {},
): void {
  const [method, url] = name.split(' ') as [HTTPMethods, string]
  const route: Route = routes[name]
  app.route({
    method,
    url,
    schema: schemaOf(route, operationOf(name)),
    config: { cost: route.cost ?? 1, ...options.config },
    ...(options.isCheckedInside ? { validatorCompiler: () => () => true } : {}),
    handler: (request, reply) => handle(request as RouteRequest<Name>, reply),
  })
}

const failures = {
  '4xx': contentOf('not done: why', 'application/json', either([problem, refusedAnswer])),
  '5xx': contentOf('not done: the service could not', 'application/json', problem),
}

function schemaOf({ tag, summary, body, query, answer, as }: Route, operationId: string): FastifySchema {
  const type = as ? { lines: 'application/jsonl', page: 'text/html', note: 'text/plain' }[as] : 'application/json'
  const answers =
    answer === null ? { 204: { type: 'null', description: 'done' } } : { 200: contentOf('done', type, answer) }
  return {
    operationId,
    tags: [tag],
    summary,
    response: { ...answers, ...failures },
    ...(body ? { body } : {}),
    ...(query ? { querystring: query } : {}),
  }
}

function contentOf(description: string, type: string, schema: object) {
  return { description, content: { [type]: { schema } } }
}

type SchemaCheck = { (value: unknown): boolean; errors?: FastifySchemaValidationError[] | null }

/** Requests are accepted unchanged or refused: no value is coerced or removed. */
const checkOptions = { customOptions: { coerceTypes: false, removeAdditional: false } }

const buildCompiler = AjvCompiler()
const checks = new WeakMap<object, SchemaCheck>()

function compiledCheck(schema: object): SchemaCheck {
  const known = checks.get(schema)
  if (known) return known
  const made = buildCompiler({}, checkOptions)({ schema }) as SchemaCheck
  checks.set(schema, made)
  return made
}

/** Compiles the schema of a route on its first request, once in a process, so that the start does not wait for it. */
export const schemaCheck: FastifySchemaCompiler<object> = ({ schema }) => {
  const check: SchemaCheck = (value) => {
    const made = compiledCheck(schema)
    const isRight = made(value)
    check.errors = made.errors ?? null
    return isRight
  }
  return check
}

const DOCS = '/api/docs'
/** The scripts of this page are large, and few people read it. */
const DOCS_COST = 5

/** Describes the routes as OpenAPI, with a page to read and try them out. */
export async function documentation(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Croupier', version: '1', description, license },
      servers: [{ url: '/', description: 'the service that answers this document' }],
      tags: Object.entries(tagMeanings).map(([name, means]) => ({ name, description: means })),
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
      security: [{}, { token: [] }],
    },
    transformObject: (document) => withComponents(openapiOf(document)),
  })
  const documents = new KeptDocuments()
  const files = new DocumentFolder(fileURLToPath(new URL('static', import.meta.resolve('@fastify/swagger-ui'))))
  const found: Record<string, (request: FastifyRequest) => Promise<StaticDocument | null>> = {
    [`${DOCS}/json`]: () => documents.of(app, 'openapi', () => app.swagger()),
    [`${DOCS}/static/*`]: ({ params }) => files.find((params as { '*': string })['*']),
  }
  app.addHook('onRoute', (route) => {
    if (!route.url.startsWith(DOCS)) return
    route.config = { cost: DOCS_COST, ...route.config }
    const find = found[route.url]
    if (find)
      route.handler = async (request, reply) => {
        const document = await find(request)
        return document ? sendDocument(request, reply, document) : reply.callNotFound()
      }
  })
  await app.register(swaggerUi, {
    routePrefix: DOCS,
    theme: { title: 'Croupier: the HTTP API' },
    // Without the top bar, which could load descriptions of other services.
    uiConfig: { layout: 'BaseLayout' },
  })
}

/** The routes have no description in the form of OpenAPI 2. */
const openapiOf = (document: SwaggerTransformed) => ('openapiObject' in document ? document.openapiObject : {})
type SwaggerTransformed = Parameters<NonNullable<FastifyDynamicSwaggerOptions['transformObject']>>[0]

const description = `Roulette, conducted by the book. An endpoint that needs a caller takes the token of a sign-in
(Authorize), or the cookie that the browser was given with it.

| status | |
|---|---|
| 200 | done |
| 400 | the request does not fit this endpoint; \`field\` says where |
| 401 | no token, or an invalid or expired one |
| 403 | the caller's position does not allow it; a refused change is on record |
| 404 | there is no such table, round, ticket or page |
| 409 | \`refused\` says by which rule, with the facts |
| 413, 429 | the request is too large, or its caller over the limit |
| 421 | unknown host name (publicHosts) |
| 503 | the table or the house is stopped |
`
