import { gzipSync } from 'node:zlib'
import type { Page, Response } from 'playwright-core'
import { expect, test } from 'vitest'
import { common } from '../src/screens/words/common.ts'
import { languages } from '../src/words/languages.ts'
import { Terminal } from './terminal-page.ts'
import { inHouse, withTables } from './testing.ts'

const place = inHouse(withTables([{ id: 'roulette', book: 'mbs/roulette@3', limits: {} }]))
const KIB = 1024

type Download = { path: string; bytes: number }

/** A sheet that says only where the fonts lie: it belongs to them, and they are not counted. */
const isOfFonts = (body: Buffer): boolean =>
  body
    .toString()
    .replace(/\/\*[\s\S]*?\*\/|@font-face\s*\{[^}]*\}/g, '')
    .trim() === ''

/**
 * The requests of a page until it is quiet: scripts and style sheets in their transferred size, without fonts, and the
 * hosts. Stop it before the page is loaded again: a body that was navigated away from can no longer be read.
 */
function watch(page: Page): { downloads: Promise<Download>[]; asked: Set<string>; stop: () => void } {
  const [downloads, asked]: [Promise<Download>[], Set<string>] = [[], new Set()]
  page.on('request', (request) => asked.add(new URL(request.url()).origin))
  const onResponse = (response: Response): void => {
    const path = new URL(response.url()).pathname
    if (!/\.(js|css)$/.test(path)) return
    const download = response.body().then((body) => ({ path, bytes: isOfFonts(body) ? 0 : gzipSync(body).length }))
    // Responses after the count may be cut off by the page's end.
    download.catch(() => {})
    downloads.push(download)
  }
  page.on('response', onResponse)
  return { downloads, asked, stop: () => page.off('response', onResponse) }
}

const sum = (downloads: readonly Download[]): number => downloads.reduce((total, { bytes }) => total + bytes, 0)

test('the terminal is small, in either language, and asks nobody but the house', async () => {
  let seen: ReturnType<typeof watch> | undefined
  const terminal = await Terminal.open(place, { table: 'roulette', player: 'ann' }, {}, async (page) => {
    seen = watch(page)
  })
  const { page } = terminal
  const { downloads, asked, stop } = seen!
  await page.waitForLoadState('networkidle')
  const first = await Promise.all(downloads)
  expect(first.filter(({ path }) => path.endsWith('.js')).length).toBeGreaterThan(1)
  expect(first.filter(({ path }) => path.endsWith('.css')).length).toBeGreaterThan(1)
  expect(sum(first) / KIB, JSON.stringify(first)).toBeLessThan(113)

  await terminal.button(languages.zh.name).click()
  await page.locator('html[lang=zh-Hans]').waitFor()
  await terminal.button(languages.en.name).waitFor()
  await terminal.button('兑现').waitFor()
  await page.waitForLoadState('networkidle')
  const all = await Promise.all(downloads)
  expect(all.length).toBeGreaterThan(first.length)
  // With the words of both languages.
  expect(sum(all) / KIB, JSON.stringify(all)).toBeLessThan(130)
  expect([...asked]).toEqual([place.house.url])
  // The first sheet states the order of the layers, whatever sheets are loaded later.
  const layers = await page.evaluate(() =>
    [...document.styleSheets[0]!.cssRules].flatMap((rule) =>
      rule instanceof CSSLayerBlockRule ? [rule.name] : rule instanceof CSSLayerStatementRule ? [...rule.nameList] : [],
    ),
  )
  expect([...new Set(layers)]).toEqual(['base', 'kit', 'screen', 'part'])

  stop()
  await page.reload()
  await page.locator('html[lang=zh-Hans]').waitFor()
  await terminal.button(languages.en.name).click()
  await terminal.button(common.cashOut).waitFor()
})
