import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fastify from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { pages } from '../../wire/pages.ts'
import { screenRoutes } from './screens-routes.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'croupier-screens-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

async function served() {
  const app = fastify()
  screenRoutes(app, [], folder)
  return (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
}

function build(): void {
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html>the screens')
  writeFileSync(join(folder, 'assets', 'main-abc.js'), 'play()')
  writeFileSync(join(folder, 'icon.svg'), '<svg/>')
}

test.each(pages)('$path serves the screens, and is not cached', async ({ path }) => {
  build()
  const reply = await (await served())(path.replace(':table', 'one'))
  expect([reply.statusCode, reply.body]).toEqual([200, '<!doctype html>the screens'])
  expect(reply.headers['content-type']).toContain('text/html')
  expect(reply.headers['cache-control']).toBe('no-cache')
})

test('the page that checks comes under the policy that it has itself', async () => {
  const policy = "default-src 'none'; script-src 'sha256-abc='"
  writeFileSync(join(folder, 'check.html'), `<meta http-equiv="content-security-policy" content="${policy}" />`)
  const reply = await (await served())('/check.html')
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['content-security-policy']).toBe(`${policy}; frame-ancestors 'none'`)
})

test('files named after their content are cached for ever', async () => {
  build()
  const reply = await (await served())('/assets/main-abc.js')
  expect([reply.statusCode, reply.body]).toEqual([200, 'play()'])
  expect(reply.headers['cache-control']).toBe('public, max-age=31536000, immutable')
})

describe('a page that a browser has', () => {
  const page = `<!doctype html>${'the page that checks '.repeat(100)}`

  test('is not sent again, and is when it changed', async () => {
    build()
    const visit = await served()
    for (const url of ['/', '/icon.svg', '/assets/main-abc.js']) {
      const { etag } = (await visit(url)).headers
      const again = await visit(url, { 'if-none-match': `W/"other", ${etag}` })
      expect([again.statusCode, again.body, again.headers.etag], url).toEqual([304, '', etag])
      expect((await visit(url, { 'if-none-match': 'W/"other"' })).statusCode).toBe(200)
    }
    const { etag } = (await visit('/')).headers
    writeFileSync(join(folder, 'index.html'), '<!doctype html>the screens of tomorrow')
    const changed = await visit('/', { 'if-none-match': String(etag) })
    expect([changed.statusCode, changed.body]).toEqual([200, '<!doctype html>the screens of tomorrow'])
  })

  test.each<[string, string | undefined, (bytes: Buffer) => Buffer]>([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip;q=1.0, br;q=0', 'gzip', gunzipSync],
    ['identity', undefined, (bytes) => bytes],
  ])('comes as the browser reads it: %s', async (accepted, encoding, read) => {
    writeFileSync(join(folder, 'check.html'), page)
    const reply = await (await served())('/check.html', { 'accept-encoding': accepted })
    expect([reply.statusCode, reply.headers['content-encoding']]).toEqual([200, encoding])
    expect(reply.headers.vary).toContain('accept-encoding')
    expect(read(reply.rawPayload).toString()).toBe(page)
  })
})

test('nothing outside the folder is given', async () => {
  build()
  const ask = await served()
  for (const url of ['/assets/nothing.js', '/assets/../../package.json', '/assets/%2e%2e/%2e%2e/package.json'])
    expect((await ask(url)).statusCode, url).toBeGreaterThanOrEqual(403)
})

test('screens that are not built say so, and how to build them', async () => {
  const reply = await (await served())('/')
  expect(reply.statusCode).toBe(503)
  expect(reply.body).toContain('npm run build')
})
