import { expect, test } from 'vitest'
import { bookById } from '../src/books/index.ts'
import { display } from '../src/screens/words/display.ts'
import { lobby } from '../src/screens/words/lobby.ts'
import { service, terminal as words } from '../src/screens/words/terminal.ts'
import { sizes } from './browser.ts'
import { House } from './house.ts'
import { Terminal } from './terminal-page.ts'
import { expectTexts, inHouse } from './testing.ts'
import { Wall } from './wall.ts'

/** A house that shows no aids to play, and says something about safer gambling. */

const book = bookById('mbs/roulette@3')!
const table = 'plain'
const saferGambling = 'Set a limit before you play. Help: 1800 6 668 668'
const place = inHouse((staffed) =>
  House.open(staffed, [{ id: table, book: book.id }], {
    'show-odds': 'false',
    'show-hot-and-cold': 'false',
    'show-lab': 'false',
    'safer-gambling': saferGambling,
  }),
)

test('a player learns the result of play and its time, and reads what the house says; nothing helps to choose a bet', async () => {
  const dealer = await place.house.door('dealer')
  await dealer.give(table, { do: 'buy-in', player: 'ann', amount: 10_000 })
  const seat = await Terminal.open(place, { table, player: 'ann' })
  const { page } = seat
  const line = page.locator('.terminal-game')
  await expectTexts(line, service.netSince('0.00'))
  await dealer.give(table, { do: 'place-your-bets' })
  await expect.poll(() => seat.stage()).toBe('open')
  await seat.place('red')
  await expect.poll(async () => (await seat.view()).funds.staked).toBeGreaterThan(0)
  await dealer.give(
    table,
    { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' },
    { do: 'no-more-bets' },
    { do: 'ball-at-rest', pocket: '0' },
    { do: 'settle' },
  )
  const lost = 10_000 - (await seat.view()).funds.balance
  const net = service.netSince(`−${(lost / 100).toFixed(2)}`)
  await expectTexts(line, net)

  // An hour passes.
  await page.evaluate(() => {
    const play = JSON.parse(localStorage.getItem('croupier.play.ann')!)
    localStorage.setItem('croupier.play.ann', JSON.stringify({ ...play, since: Date.now() - 61 * 60_000 }))
  })
  await page.reload()
  const reminder = page.getByRole('dialog', { name: service.reminderTitle })
  await expectTexts(reminder, service.reminder('1:01:').slice(0, -1), `−${(lost / 100).toFixed(2)}`, saferGambling)
  await reminder.getByRole('button', { name: service.playOn }).click()
  await expectTexts(line, net)

  await seat.button(words.rules).click()
  await expectTexts(page.getByRole('dialog'), words.payTable, saferGambling)
  expect(await page.locator('.terminal-own').count()).toBe(0)
  expect(await page.getByText(words.hotCold).count()).toBe(0)
  const wall = await Wall.open(place, table)
  await expectTexts(wall.page.locator('body'), display.statistics)
  expect(await wall.page.locator('.display-often').count()).toBe(0)
  const hall = await place.browsers.page(place.house.url, { viewport: sizes.console })
  await hall.goto('/')
  await hall.getByText(table).first().waitFor()
  expect(await hall.getByText(lobby.lab, { exact: true }).count()).toBe(0)
  expect((await fetch(`${place.house.url}/lab`)).status).toBe(404)
})
