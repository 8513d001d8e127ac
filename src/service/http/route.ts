import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  HTTPMethods,
} from 'fastify'
import { problem, refusedAnswer } from '../../wire/failures.ts'
import {
  type AnswerOf,
  type BodyOf,
  type Door,
  type DoorName,
  doors,
  type ParamsOf,
  type QueryOf,
} from '../../wire/routes.ts'
import { either } from '../../wire/shapes.ts'

export type Asked<Name extends DoorName> = FastifyRequest<{
  Params: ParamsOf<Name>
  Body: BodyOf<Name>
  Querystring: QueryOf<Name>
}>

/** What a door says when it is done; or its handler answered by itself. */
export type Answering<Name extends DoorName> = Promise<AnswerOf<Name> | FastifyReply>

/** Opens a door as the wire states it: what it takes is checked, what it answers is documented, both are typed. */
export function openDoor<Name extends DoorName>(
  app: FastifyInstance,
  name: Name,
  handle: (request: Asked<Name>, reply: FastifyReply) => Answering<Name>,
  options: { config?: FastifyContextConfig & { rateLimit?: object }; isCheckedInside?: boolean } = {},
): void {
  const [method, url] = name.split(' ') as [HTTPMethods, string]
  app.route({
    method,
    url,
    schema: schemaOf(doors[name]),
    config: options.config ?? {},
    ...(options.isCheckedInside ? { validatorCompiler: () => () => true } : {}),
    handler: (request, reply) => handle(request as Asked<Name>, reply),
  })
}

const failures = { '4xx': either([problem, refusedAnswer]), '5xx': problem }

function schemaOf({ tag, summary, body, query, answer, as }: Door): FastifySchema {
  const type = { lines: 'application/jsonl', page: 'text/html', note: 'text/plain' }[as ?? 'page']
  const answers =
    answer === null ? { 204: { type: 'null', description: 'done' } } : { 200: as ? contentOf(type, answer) : answer }
  return {
    tags: [tag],
    summary,
    response: { ...answers, ...failures },
    ...(body ? { body } : {}),
    ...(query ? { querystring: query } : {}),
  }
}

const contentOf = (type: string, schema: object) => ({ description: 'done', content: { [type]: { schema } } })
