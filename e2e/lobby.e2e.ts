import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { common, shortStages } from '../src/screens/words/common.ts'
import { lobby as words } from '../src/screens/words/lobby.ts'
import { nouns } from '../src/screens/words/names.ts'
import { sizes } from './browser.ts'
import { Terminal } from './terminal-page.ts'
import { inHouse, withTables } from './testing.ts'

const limits = { default: { min: 500, max: 200_000 } }
const place = inHouse(
  withTables([
    { id: 'r1', name: 'Roulette 1', book: 'mbs/roulette@3', limits },
    { id: 'r2', name: 'Roulette 2', book: 'mbs/roulette@3', limits: { default: { min: 10_000, max: 1_000_000 } } },
  ]),
)

const card = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
const told = (page: Page, name: string) => card(page, name).first().innerText()

test('the floor at a glance: which table, which game, limits, phase, last results, free terminals', async () => {
  const dealer = await place.house.door('dealer')
  const page = await place.browsers.page(place.house.url, { viewport: sizes.console })
  await page.goto('/')
  await expect
    .poll(() => page.getByRole('heading', { level: 2 }).allTextContents())
    .toEqual(['Roulette 1', 'Roulette 2'])
  await expect.poll(() => told(page, 'Roulette 2')).toContain(nouns.range('$100', '$10,000'))
  await expect.poll(() => told(page, 'Roulette 1')).toContain(shortStages.waiting)
  await expect.poll(() => told(page, 'Roulette 1')).toContain(words.noTerminals)

  // Two terminals, one of them with somebody's credits.
  await Terminal.open(place, { table: 'r1', player: 'ann' })
  await Terminal.open(place, { table: 'r1', player: 'bob' })
  await expect.poll(() => told(page, 'Roulette 1')).toContain(words.free(2, 2))
  await dealer.give('r1', { do: 'buy-in', player: 'ann', amount: 10_000 }, { do: 'place-your-bets' })
  await expect.poll(() => told(page, 'Roulette 1')).toContain(words.free(1, 2))
  await expect.poll(() => told(page, 'Roulette 1')).toContain(shortStages.open)
  await dealer.give('r1', { do: 'buy-in', player: 'bob', amount: 10_000 })
  await expect.poll(() => told(page, 'Roulette 1')).toContain(words.full)

  await dealer.give('r1', { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }, { do: 'no-more-bets' })
  await dealer.give('r1', { do: 'ball-at-rest', pocket: '26' }, { do: 'settle' })
  const results = card(page, 'Roulette 1').first().getByRole('list', { name: common.lastResults })
  await expect.poll(() => results.textContent()).toContain('26')
  await expect.poll(() => told(page, 'Roulette 2')).toContain(common.noResults)
})

test('times count down by the service’s clock, whatever the browser’s says', async () => {
  const dealer = await place.house.door('dealer')
  await dealer.give('r2', { do: 'place-your-bets', closesAt: new Date(Date.now() + 600_000).toISOString() })
  const page = await place.browsers.page(place.house.url, { viewport: sizes.console })
  await page.addInitScript(() => {
    const true0 = Date.now
    Date.now = () => true0() + 3_600_000
  })
  await page.goto('/')
  const seconds = async () => Number(await card(page, 'Roulette 2').first().locator('.phase-count').textContent())
  const first = await seconds()
  expect(first).toBeGreaterThan(0)
  expect(first).toBeLessThanOrEqual(601)
  await expect.poll(seconds).toBeLessThan(first)
})

test('on a phone nothing is cut off, and every button is as large as a finger', async () => {
  const page = await place.browsers.page(place.house.url, { viewport: sizes.phone, hasTouch: true })
  await page.goto('/')
  await card(page, 'Roulette 2').first().waitFor()
  await page.evaluate(() => document.fonts.ready)
  expect(await page.evaluate(() => document.scrollingElement!.scrollWidth - innerWidth)).toBe(0)
  const targets = await page.locator('a, button').evaluateAll((all) =>
    all.map((target) => {
      const { width, height } = target.getBoundingClientRect()
      return Math.min(width, height)
    }),
  )
  expect(targets.length).toBeGreaterThan(8)
  expect(Math.min(...targets)).toBeGreaterThanOrEqual(44)
  await page.getByRole('link', { name: `${words.play}: Roulette 2`, exact: true }).click()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/play/r2')
})
