import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sections } from '../docs/site/navigation.ts'
import { Browsers, sizes } from './browser.ts'
import { root } from './house.ts'

/** The site of the documents as `npm run docs` builds it: every link leads somewhere, and the search finds a page. */
const site = join(root, 'dist', 'docs')
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
}

let server: Server | undefined
let address: string
let browsers: Browsers

beforeAll(async () => {
  const { NODE_ENV: _, VITEST: __, ...env } = process.env
  await promisify(execFile)(process.execPath, ['build/docs/build-site.ts'], { cwd: root, env, maxBuffer: 1 << 26 })
  const served = createServer(({ url }, response) => {
    const path = new URL(url!, 'http://site').pathname
    const file = join(site, path.endsWith('/') ? `${path}index.html` : path)
    if (!file.startsWith(site) || !existsSync(file) || statSync(file).isDirectory()) response.writeHead(404).end()
    else response.writeHead(200, { 'content-type': types[extname(file)] ?? 'font/woff2' }).end(readFileSync(file))
  }).listen(0, '127.0.0.1')
  server = served
  await once(served, 'listening')
  address = `http://127.0.0.1:${(served.address() as AddressInfo).port}`
  browsers = await Browsers.open(inject('browser'))
})

afterAll(async () => {
  await browsers?.close()
  server?.close()
})

const decoded = (text: string): string =>
  text.replaceAll('&amp;', '&').replaceAll('&#39;', "'").replaceAll('&quot;', '"')
const valuesOf = (html: string, attribute: string): string[] =>
  [...html.matchAll(new RegExp(`\\s${attribute}="([^"]*)"`, 'g'))].map(([, value]) => decoded(value!))

test('every link of every page leads to a file of the site, and to a heading that is there', () => {
  const pages = globSync('**/*.html', { cwd: site }).map((path) => path.replaceAll('\\', '/'))
  const texts = new Map(pages.map((page) => [page, readFileSync(join(site, page), 'utf8')]))
  const ids = new Map([...texts].map(([page, html]) => [page, new Set(valuesOf(html, 'id'))]))
  let links = 0
  const dead = [...texts].flatMap(([page, html]) =>
    [...valuesOf(html, 'href'), ...valuesOf(html, 'src')].flatMap((target) => {
      if (/^(\w+:|\/\/)/.test(target)) return []
      links++
      const { pathname, hash } = new URL(target, `http://site/${page}`)
      const [file, anchor] = [decodeURI(pathname.slice(1)).replace(/(^|\/)$/, '$1index.html'), decodeURI(hash.slice(1))]
      const isThere = existsSync(join(site, file)) && (anchor === '' || (ids.get(file)?.has(anchor) ?? true))
      return isThere ? [] : [`${page} -> ${target}`]
    }),
  )
  expect([...new Set(dead)]).toEqual([])
  expect(pages.length).toBeGreaterThan(40)
  expect(links).toBeGreaterThan(2_000)
})

test('a reader finds each section, and a page by a word', async () => {
  const page = await browsers.page(address, { viewport: sizes.console })
  await page.goto('/')
  await page.getByRole('link', { name: 'Five minutes' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Start' }).waitFor()
  const titles = await page.locator('.VPSidebar h2').allTextContents()
  expect(titles).toEqual(sections.map(({ title }) => title))
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('searchbox').fill('la partage')
  await page.locator('#localsearch-list a', { hasText: 'partage' }).first().click()
  await expect.poll(() => page.locator('main').innerText()).toContain('partage')
})
