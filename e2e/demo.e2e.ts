import { expect, test } from 'vitest'
import { money } from '../src/screens/kit/money-text.ts'
import { lobby } from '../src/screens/words/lobby.ts'
import { sizes } from './browser.ts'
import { Door } from './door.ts'
import { House } from './house.ts'
import { Terminal } from './terminal-page.ts'
import { inHouse } from './testing.ts'

/** Five times as fast as a real wheel: a round is some ten seconds, and the ball on the screen is down before the next. */
const place = inHouse(() => House.demo(5))

test('from the lobby one click to play, and a round of the wheel pays what the service says', async () => {
  const { house, browsers } = place
  const tables = await new Door(house.url, null).call('GET /api/tables')
  const page = await browsers.page(house.url, { viewport: sizes.tablet, reducedMotion: 'no-preference' })
  await page.goto('/')
  await expect.poll(() => page.getByRole('link', { name: new RegExp(`^${lobby.play}:`) }).count()).toBe(tables.length)

  const { id, name } = tables.find((table) => table.id === 'roulette-3')!
  await page.getByRole('link', { name: `${lobby.play}: ${name}`, exact: true }).click()
  await page.locator('[data-spot]').first().waitFor({ state: 'attached' })
  const kept = await page.evaluate((table) => sessionStorage.getItem(`croupier.seat.${table}`), id)
  const { token, player } = JSON.parse(kept!)
  const terminal = new Terminal(page, { table: id, player }, [], new Door(house.url, token))

  // Red and black with the same stake: whatever comes but zero, one of them wins.
  await expect.poll(() => terminal.stage()).toBe('open')
  await terminal.place('red', 'black')
  await expect.poll(async () => Object.keys(await terminal.registered()).sort()).toEqual(['black', 'red'])
  const { round } = await terminal.view()
  const concluded = async () => (await terminal.view()).results.find((result) => result.round === round)
  await expect.poll(concluded).toBeDefined()
  const result = (await concluded())!
  // The ball on the screen is down before its number is told.
  const wheel = page.getByRole('img', { name: /rests in/ })
  await expect.poll(async () => (await wheel.getAttribute('aria-label')) ?? '').toContain(result.pocket!)
  const same = async () => {
    const [{ balance }, { funds }] = [await terminal.figures(), await terminal.view()]
    return balance === money(funds.balance)
  }
  await expect.poll(same).toBe(true)
})
