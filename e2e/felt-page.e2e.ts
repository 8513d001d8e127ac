import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { roulette3 } from '../src/books/roulette-3.ts'
import { settle } from '../src/engine/settle-wagers.ts'
import { entryPoints } from '../test/support/entry-points.ts'
import { Browsers, savePictures, sizes } from './browser.ts'
import { root } from './house.ts'

/** The example page of the elements, bundled as a user's page is, without a service. */
let folder: string
let browsers: Browsers

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'croupier-felt-'))
  const sources = entryPoints()
  await build({
    root: join(root, 'examples/programs'),
    configFile: false,
    logLevel: 'error',
    plugins: [{ name: 'library', enforce: 'pre', resolveId: (name) => sources.get(name) }],
    build: {
      outDir: folder,
      emptyOutDir: true,
      rolldownOptions: { input: join(root, 'examples/programs/felt-page.html') },
    },
  })
  browsers = await Browsers.open(inject('browser'))
})
afterAll(async () => {
  await browsers?.close()
  await rm(folder, { recursive: true, force: true })
})

const address = 'http://felt.example'

async function openPage() {
  const context = await browsers.context(address, { viewport: sizes.console })
  await context.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url())
    await route.fulfill({
      path: join(folder, pathname),
      contentType: pathname.endsWith('.js') ? 'text/javascript' : 'text/html',
    })
  })
  const page = await context.newPage()
  await page.goto('/felt-page.html')
  return page
}

test('a player presses spots by pointer and keys, the wheel turns, and the page settles by the book', async () => {
  const page = await openPage()
  const [felt, output] = [page.locator('croupier-felt'), page.locator('output')]
  await felt.locator('[data-spot="17"]').click()
  await expect.poll(() => output.textContent()).toBe('17 pays 35 to 1.')
  await felt.locator('[data-spot="red"]').click()
  await felt.locator('[data-spot="red"]').click()
  await felt.locator('svg').press('ArrowRight')
  await felt.locator('svg').press('Enter')
  await expect.poll(() => felt.locator('.chip').allTextContents()).toEqual(['5', '10', '5'])
  const spots = await felt.locator('.chip').evaluateAll((chips) => chips.map((chip) => chip.getAttribute('data-chip')!))
  await page.getByRole('button', { name: 'Spin' }).click()
  await expect.poll(() => felt.getAttribute('outcome')).not.toBeNull()
  const pocket = (await felt.getAttribute('outcome'))!
  const wagers = spots.map((spot, at) => ({ player: 'you', spot, stake: [500, 1_000, 500][at]! }))
  const net = settle(roulette3, wagers, pocket).reduce((sum, { paid, collected }) => sum + paid - collected, 0)
  await expect
    .poll(() => output.textContent())
    .toBe(`${pocket}: ${net < 0 ? 'lost' : 'won'} ${(Math.abs(net) / 100).toFixed(2)}`)
  await expect
    .poll(() => page.locator('croupier-wheel').getAttribute('aria-label'))
    .toContain(`the ball is in ${pocket}`)
  await savePictures({ felt: { page } })
  expect(browsers.problems).toEqual([])
})

test('an unknown book is an error that names the attribute', async () => {
  const page = await openPage()
  const failed = page.waitForEvent('pageerror')
  await page.evaluate(() => document.querySelector('croupier-felt')!.setAttribute('book', 'nobody/roulette@1'))
  expect((await failed).message).toContain('book="nobody/roulette@1" is none of the books')
})

test('the page says which command serves it', async () => {
  expect(await readFile(join(root, 'examples/programs/felt-page.js'), 'utf8')).toContain('npx vite examples/programs')
})
