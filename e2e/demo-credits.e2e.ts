import { expect, test } from 'vitest'
import { chipsOffered } from '../src/screens/kit/chips.ts'
import { service } from '../src/screens/words/terminal.ts'
import { money } from '../src/words/plain-text.ts'
import { Door } from './door.ts'
import { House } from './house.ts'
import { Terminal, untilSeen } from './terminal-page.ts'
import { expectItsMoney, inHouse } from './testing.ts'

const place = inHouse(() => House.demo(5))
const CREDITS = 100_000

test('a player without credits in the demonstration sees that, and takes more', async () => {
  const { house, browsers } = place
  const table = 'roulette-3'
  const page = await browsers.page(house.url)
  // The terminal asks for a ticket of the last minute when it opens. One in the tray would hide that credits are used up.
  const looked = page.waitForResponse((reply) => new URL(reply.url()).pathname === '/api/tickets/last')
  await page.goto(`/play/${table}`)
  await page.locator('[data-spot]').first().waitFor({ state: 'attached' })
  const kept = await page.evaluate((at) => sessionStorage.getItem(`croupier.seat.${at}`), table)
  const { token, player } = JSON.parse(kept!)
  const terminal = new Terminal(page, { table, player }, [], new Door(house.url, token))
  const more = terminal.button(service.moreCredits)
  expect((await terminal.view()).funds.balance).toBe(CREDITS)

  await looked
  // All but a few cents leave: what is left does not reach the smallest stake.
  const [least] = chipsOffered((await terminal.view()).limits)
  const cashOut = (amount: number) =>
    terminal.door.call('POST /api/tickets', { body: { amount, id: crypto.randomUUID() } })
  await cashOut(CREDITS - least! + 1)
  await page.getByRole('heading', { name: service.tooFewCredits(money(least!)) }).waitFor()
  await cashOut(least! - 1)
  await page.getByRole('heading', { name: service.outOfCredits }).waitFor()
  // A press within a moment of the change of scene is not for a button that has just come.
  await untilSeen(page)
  await more.click()
  await more.waitFor({ state: 'hidden' })
  await expectItsMoney(terminal)
  expect((await terminal.figures()).balance).toBe(money(CREDITS))
})
