import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { pages } from '../../wire/pages.ts'
import { screenRoutes } from './screens-routes.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'croupier-screens-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

async function served() {
  const app = fastify()
  await screenRoutes(app, 1_000, folder)
  return (url: string) => app.inject({ url })
}

function build(): void {
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html>the screens')
  writeFileSync(join(folder, 'assets', 'main-abc.js'), 'play()')
  writeFileSync(join(folder, 'icon.svg'), '<svg/>')
}

test.each(pages)('$path is the screens, asked for anew', async ({ path }) => {
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

test('what has its content in its name is kept for ever', async () => {
  build()
  const reply = await (await served())('/assets/main-abc.js')
  expect([reply.statusCode, reply.body]).toEqual([200, 'play()'])
  expect(reply.headers['cache-control']).toBe('public, max-age=31536000, immutable')
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
