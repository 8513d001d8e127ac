import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { pages } from '../../wire/pages.ts'

/** Where `npm run build` puts the screens. */
const screensFolder = fileURLToPath(new URL('../../../dist/screens', import.meta.url))
/** Scripts, styles and fonts that a browser asks for with one page, and has from then on. */
const ASSETS_OF_A_PAGE = 30
const notBuilt = 'The screens are not built. Run: npm run build\n'

/** The screens, as they were built; without them the service works all the same. */
export async function screenRoutes(
  app: FastifyInstance,
  requestsPerMinute: number,
  folder = screensFolder,
): Promise<void> {
  await app.register(fastifyStatic, { root: folder, serve: false })
  const hidden = { schema: { hide: true } }
  for (const { path } of pages)
    app.get(path, hidden, (_, reply) => {
      if (!existsSync(`${folder}/index.html`)) return reply.code(503).type('text/plain; charset=utf-8').send(notBuilt)
      return reply
        .sendFile('index.html', folder, { cacheControl: false, immutable: false })
        .header('cache-control', 'no-cache')
    })
  // Their names change with what is in them, so they never need to be asked for again.
  const forEver = { immutable: true, maxAge: '1y' } as const
  const oneByOne = { rateLimit: { max: requestsPerMinute * ASSETS_OF_A_PAGE } }
  app.get<{ Params: { '*': string } }>('/assets/*', { ...hidden, config: oneByOne }, (request, reply) =>
    reply.sendFile(`assets/${request.params['*']}`, folder, forEver),
  )
  checkPageRoute(app, folder)
  app.get('/icon.svg', hidden, (_, reply) => reply.sendFile('icon.svg', folder, { maxAge: '1d' }))
}

/** The page that checks has its script in itself, by its own policy: that of the screens would not let it run. */
function checkPageRoute(app: FastifyInstance, folder: string): void {
  app.get('/check.html', { schema: { hide: true } }, (_, reply) => {
    const file = `${folder}/check.html`
    if (!existsSync(file)) return reply.code(503).type('text/plain; charset=utf-8').send(notBuilt)
    const page = readFileSync(file, 'utf8')
    const [, own = "default-src 'none'"] = /http-equiv="content-security-policy" content="([^"]*)"/.exec(page) ?? []
    return reply
      .headers({ 'content-security-policy': `${own}; frame-ancestors 'none'`, 'cache-control': 'no-cache' })
      .type('text/html; charset=utf-8')
      .send(page)
  })
}
