import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { memoByIdentity } from '../../engine/memo.ts'
import { programRoot } from '../../reference/program-root.ts'
import { pages, type ScreenName } from '../../wire/pages.ts'
import { DocumentFolder, type StaticDocument, sendDocument } from './documents.ts'

/** The folder where `npm run build` puts the screens. */
const screensFolder = join(programRoot, 'dist/screens')
/** Scripts, styles and fonts that a browser loads with one page, and caches from then on. */
const ASSETS_OF_A_PAGE = 30
const notBuilt = 'The screens are not built. Run: npm run build\n'
/** The name of an asset changes with its content, so a browser may keep it for ever. */
const FOR_EVER = 'public, max-age=31536000, immutable'
const FOR_A_DAY = 'public, max-age=86400'

/** The built screens. The service also works without them. `left`: screens that this house leaves out. */
export function screenRoutes(app: FastifyInstance, left: readonly ScreenName[] = [], folder = screensFolder): void {
  const files = new DocumentFolder(folder)
  const assets = new DocumentFolder(`${folder}/assets`)
  const hidden = { schema: { hide: true } }
  for (const { path } of pages.filter((page) => !left.includes(page.screen)))
    app.get(path, hidden, async (request, reply) => {
      const page = await files.find('index.html')
      return page ? sendDocument(request, reply, page) : sendNotBuilt(reply)
    })
  const assetOptions = { ...hidden, config: { cost: 1 / ASSETS_OF_A_PAGE } }
  app.get<{ Params: { '*': string } }>('/assets/*', assetOptions, async (request, reply) => {
    const asset = await assets.find(request.params['*'])
    return asset ? sendDocument(request, reply, asset, FOR_EVER) : reply.callNotFound()
  })
  app.get('/icon.svg', hidden, async (request, reply) => {
    const icon = await files.find('icon.svg')
    return icon ? sendDocument(request, reply, icon, FOR_A_DAY) : reply.callNotFound()
  })
  // The check page has its script in itself, by its own policy: the policy of the screens would not let it run.
  app.get('/check.html', hidden, async (request, reply) => {
    const page = await files.find('check.html')
    if (!page) return sendNotBuilt(reply)
    return sendDocument(request, reply.header('content-security-policy', policyOf(page)), page)
  })
}

/** The pictures that a wall shows while its table rests. */
export function pictureRoute(app: FastifyInstance, folder: string): void {
  const pictures = new DocumentFolder(folder)
  app.get<{ Params: { name: string } }>('/idle/:name', { schema: { hide: true } }, async (request, reply) => {
    const picture = await pictures.find(request.params.name)
    return picture?.type.startsWith('image/') ? sendDocument(request, reply, picture) : reply.callNotFound()
  })
}

const sendNotBuilt = (reply: FastifyReply) => reply.code(503).type('text/plain; charset=utf-8').send(notBuilt)

/** The policy that a page states itself. */
const policyOf = memoByIdentity(({ bytes }: StaticDocument): string => {
  const [, own = "default-src 'none'"] =
    /http-equiv="content-security-policy" content="([^"]*)"/.exec(bytes.toString('utf8')) ?? []
  return `${own}; frame-ancestors 'none'`
})
