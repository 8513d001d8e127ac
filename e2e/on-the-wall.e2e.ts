import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { display as words } from '../src/screens/words/display.ts'
import { installClock, sizes } from './browser.ts'
import { misfitsIn } from './fitting.ts'
import { House } from './house.ts'
import { inHouse } from './testing.ts'
import { Wall } from './wall.ts'

const limits = { default: { min: 500, max: 200_000 }, 'straight-up': { max: 50_000 } }
const tables = [
  { id: 'roulette', name: 'Roulette 1', book: 'mbs/roulette@3', limits },
  { id: 'fast', name: 'Fast Action 1', book: 'mbs/sands-fast-action-roulette@2', limits },
]
const quiet = { id: 'quiet', name: 'Roulette 2', book: 'mbs/roulette@3', limits }
const pictures = mkdtempSync(join(tmpdir(), 'croupier-pictures-'))
for (const name of ['a', 'b'])
  writeFileSync(join(pictures, `${name}.svg`), '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9"/>')
const place = inHouse((staffed) => House.open(staffed, [...tables, quiet], { 'idle-pictures': pictures }))
const spin = { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }

/** Rounds enough for statistics of the wheel. */
async function playedTable(table: string): Promise<void> {
  const dealer = await place.house.door('dealer')
  for (let round = 0; round < 22; round++) {
    const rest = { do: 'ball-at-rest', pocket: String((round * 7) % 37) }
    await dealer.give(table, { do: 'place-your-bets' }, spin, { do: 'no-more-bets' }, rest, { do: 'settle' })
  }
}

test.each(tables)('$name: no hash is on the wall, and nothing is cut, upright and at 4K too', async ({ id }) => {
  await playedTable(id)
  const dealer = await place.house.door('dealer')
  await dealer.give(id, { do: 'place-your-bets' })
  for (const viewport of [sizes.display, { width: 3840, height: 2160 }, sizes.cabinet]) {
    const { page } = await Wall.open(place, id, { viewport })
    await page.getByRole('img', { name: words.checkCode }).waitFor()
    await page.getByText(words.statistics).first().waitFor()
    await page.evaluate(() => document.fonts.ready)
    expect(await page.locator('body').innerText()).not.toMatch(/[0-9a-f]{32}|house-[0-9a-f]{8}/)
    expect(await misfitsIn(page), `${viewport.width}x${viewport.height}`).toEqual([])
  }
})

test('a table that has rested for a minute shows the pictures of the house in turn, until bets open', async () => {
  const dealer = await place.house.door('dealer')
  await playedTable(quiet.id)
  const page = await place.browsers.page(place.house.url, { viewport: sizes.display })
  await installClock(page)
  await page.goto(`/display/${quiet.id}`)
  await page.locator('[data-stage=settled]').first().waitFor()
  const picture = page.locator('main img')
  expect(await picture.count()).toBe(0)
  await page.clock.runFor(61_000)
  await expect.poll(() => picture.getAttribute('src')).toBe('/idle/a.svg')
  await page.clock.runFor(12_000)
  await expect.poll(() => picture.getAttribute('src')).toBe('/idle/b.svg')
  await dealer.give(quiet.id, { do: 'place-your-bets' })
  await expect.poll(() => picture.count()).toBe(0)
})
