import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { speak } from '../src/screens/words/speech.ts'
import { terminal as words } from '../src/screens/words/terminal.ts'
import { sizes } from './browser.ts'
import { misfitsIn } from './fitting.ts'
import { Terminal, terminalDoor } from './terminal-page.ts'
import { everyTable, inHouse, withTables } from './testing.ts'

const place = inHouse(withTables(everyTable))

const devices = ['terminal', 'console', 'tablet', 'upright', 'low', 'phone'] as const
const spin = { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }
/** One more than the results that are shown. */
const ROUNDS = 21

test('what does not fit is found', async () => {
  const page = await place.browsers.page(place.house.url, { viewport: sizes.phone })
  await page.setContent(`<main style="font: 16px sans-serif">
    <p style="width: 40px; overflow: hidden; white-space: nowrap">Longer than it is wide</p>
    <p style="position: absolute; top: 200px">One line of text</p><p style="position: absolute; top: 205px">over another</p>
    <button style="width: 30px; height: 50px">x</button>
    <button style="position: absolute; top: 300px; width: 60px; height: 60px">a</button>
    <button style="position: absolute; top: 340px; width: 60px; height: 60px">b</button>
    <div style="position: absolute; top: 100px; left: 900px; width: 9px; height: 9px"></div></main>`)
  const found = (await misfitsIn(page)).map((text) => text.split(/[:,]/)[0])
  expect(found).toEqual(['cut', 'over each other', 'small', 'pressed together', 'scrolled'])
})

const spoken = { en: 'en-SG', zh: 'zh-CN' } as const

/** At every size; a page for each language. */
async function expectFitting(pages: readonly Page[], what: string): Promise<void> {
  const wrong: string[] = []
  for (const page of pages)
    for (const device of devices) {
      await page.setViewportSize(sizes[device])
      await page.evaluate(() => document.fonts.ready)
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
      const language = await page.locator('html').getAttribute('lang')
      wrong.push(...(await misfitsIn(page)).map((text) => `${what}, ${device}, ${language}: ${text}`))
    }
  expect.soft(wrong).toEqual([])
}

test.for(everyTable)('$id: the terminal, from the first bet to the next round', async ({ id }) => {
  const dealer = await place.house.door('dealer')
  const player = `${id}-fits`
  const [wide, split] = id === 'fast' ? ['bonus-win', 'MBS'] : ['red', '17/20']
  const bets = ['17', '20', wide!, split!].map((spot) => ({ do: 'wager', player, spot, stake: 12_500 }))
  const own = await terminalDoor(place, { table: id, player })
  await dealer.give(id, { do: 'buy-in', player, amount: 19_999_900 })
  for (let round = 0; round < ROUNDS; round++) {
    await dealer.give(id, { do: 'place-your-bets' })
    await dealer.give(
      id,
      spin,
      { do: 'no-more-bets' },
      { do: 'ball-at-rest', pocket: String(round + 1) },
      { do: 'settle' },
    )
  }
  await dealer.give(id, { do: 'place-your-bets' })
  await own.give(id, ...bets)
  const first = await Terminal.openAgain(place, { table: id, player }, { hasTouch: true, locale: spoken.en })
  const kept = await first.page.evaluate(() => localStorage.getItem('croupier.terminal')!)
  const second = await place.browsers.page(place.house.url, { hasTouch: true, locale: spoken.zh })
  await second.addInitScript((seat) => localStorage.setItem('croupier.terminal', seat), kept)
  await second.goto(`/play/${id}`)
  await second.locator('html[lang=zh-Hans]').waitFor()
  const pages = [first.page, second]
  const reach = async (stage: string) => {
    for (const page of pages) await page.locator(`.terminal[data-stage=${stage}]`).waitFor()
    await expectFitting(pages, stage)
  }
  await reach('open')
  await dealer.give(id, spin, { do: 'no-more-bets' })
  await reach('closed')
  await dealer.give(id, { do: 'ball-at-rest', pocket: '17' }, { do: 'settle' })
  await reach('settled')
  await dealer.give(id, { do: 'place-your-bets' })
  await reach('open')
})

test('on a phone a whole round is played without scrolling, and what is folded away is one press off', async () => {
  await speak('en')
  const id = 'sands-2'
  const dealer = await place.house.door('dealer')
  const player = 'phone'
  await dealer.give(id, { do: 'buy-in', player, amount: 100_000 })
  const terminal = await Terminal.open(place, { table: id, player }, { viewport: sizes.phone, hasTouch: true })
  const { page, button } = terminal
  const tap = async (spot: string) => {
    const { x, y, width, height } = (await terminal.spot(spot).boundingBox())!
    await page.touchscreen.tap(x + width / 2, y + height / 2)
  }
  await expect.poll(terminal.stage).toBe('open')
  await tap('17')
  await tap('0/00')
  await expect.poll(() => terminal.registered()).toEqual({ 17: 100, '0/00': 100 })
  for (const name of [words.track, words.more]) {
    await button(name).tap()
    await page.getByRole('dialog').waitFor()
    expect(await misfitsIn(page), name).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  }
  await dealer.give(id, spin, { do: 'no-more-bets' }, { do: 'ball-at-rest', pocket: '17' }, { do: 'settle' })
  await page.locator('[data-win="3400"]').waitFor()
  await dealer.give(id, { do: 'place-your-bets' })
  await expect.poll(terminal.stage).toBe('open')
  await button(words.repeat).tap()
  await expect.poll(() => terminal.registered()).toEqual({ 17: 100, '0/00': 100 })
  expect(await page.evaluate(() => [scrollX, scrollY])).toEqual([0, 0])
})
