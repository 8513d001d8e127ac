import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'

/** The doors as OpenAPI, and a page to read and try them. */
export async function documentation(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      info: { title: 'Croupier', version: '1', description },
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
      security: [{}, { token: [] }],
    },
  })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    theme: { title: 'Croupier: the doors' },
    // Without the bar that would read other services' descriptions.
    uiConfig: { layout: 'BaseLayout' },
  })
}

const description = `Roulette, conducted by the book. A door that wants to know who asks takes the token of a sign-in
(Authorize), or the cookie that a browser has of it.

| status | |
|---|---|
| 200 | done |
| 400 | not what this door takes; \`field\` says where |
| 401 | who are you |
| 403 | not your position; it is journalled |
| 404 | there is no such thing |
| 409 | \`refused\`, with the facts |
| 413, 429 | too large, too many |
| 421 | the service is not known by this name |
| 503 | the table or the house is stopped |
`
