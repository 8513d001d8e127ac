import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { common } from '../src/screens/words/common.ts'
import { terminal as words } from '../src/screens/words/terminal.ts'
import { money } from '../src/words/plain-text.ts'
import { escapeDialog } from './browser.ts'
import { middleOf, Terminal } from './terminal-page.ts'
import { expectItsMoney, inHouse, withTables } from './testing.ts'

const table = 'roulette'
const place = inHouse(
  withTables([{ id: table, book: 'mbs/roulette@3', limits: { default: { min: 100, max: 10_000 } } }]),
)

const isFocused = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => element === document.activeElement && element.matches(':focus-visible'))

/** The Tab key alone, until it is there; it must be seen to be there. */
async function tabTo(page: Page, locator: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    if (await isFocused(locator)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The Tab key does not come to ${locator}`)
}

const focusedSpot = (page: Page): Promise<string | null> =>
  page.evaluate(() => document.activeElement?.getAttribute('data-spot') ?? null)

/** The arrow keys alone, each time the way that is left to go most. */
async function arrowTo(terminal: Terminal, spot: string): Promise<void> {
  const { page } = terminal
  const goal = await middleOf(terminal.spot(spot))
  for (let presses = 0; presses < 80; presses++) {
    const now = (await focusedSpot(page))!
    if (now === spot) return
    const at = await middleOf(terminal.spot(now))
    const [x, y] = [goal.x - at.x, goal.y - at.y]
    const isAcross = Math.abs(x) >= Math.abs(y)
    await page.keyboard.press(isAcross ? (x > 0 ? 'ArrowRight' : 'ArrowLeft') : y > 0 ? 'ArrowDown' : 'ArrowUp')
  }
  throw new Error(`The arrow keys do not come to ${spot}`)
}

test('a round is played with the keyboard alone', async () => {
  const { house, browsers } = place
  const [admin, dealer] = await Promise.all([house.door('administrator'), house.door('dealer')])
  const seat = { table, player: 'ann' }
  const { code } = await admin.call('POST /api/terminals', { body: { terminal: 'ann', ...seat } })
  await dealer.give(table, { do: 'buy-in', player: 'ann', amount: 10_000 }, { do: 'place-your-bets' })

  const page = await browsers.page(house.url)
  await page.goto(`/play/${table}`)
  await tabTo(page, page.getByLabel(common.enrolmentCode))
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  const terminal = await Terminal.at(page, house.url, seat)

  // A chip of five; two on a number, one of them taken back; one on a crossing.
  await tabTo(page, page.getByRole('radio').first())
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => page.getByRole('radio', { name: words.chip(money(500)) }).isChecked()).toBe(true)
  await tabTo(page, page.locator('[data-spot][tabindex="0"]'))
  await arrowTo(terminal, '17')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect.poll(() => terminal.registered()).toEqual({ 17: 1_000 })
  await page.keyboard.press('Delete')
  await arrowTo(terminal, '17/18/20/21')
  await page.keyboard.press(' ')
  await expect.poll(() => terminal.registered()).toEqual({ 17: 500, '17/18/20/21': 500 })

  await tabTo(page, terminal.button(common.undo))
  await page.keyboard.press('Enter')
  await expect.poll(() => terminal.registered()).toEqual({ 17: 500 })
  await tabTo(page, terminal.button(words.double))
  await page.keyboard.press('Enter')
  await expect.poll(() => terminal.registered()).toEqual({ 17: 1_000 })
  await expectItsMoney(terminal)

  await dealer.give(table, { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }, { do: 'no-more-bets' })
  await dealer.give(table, { do: 'ball-at-rest', pocket: '17' }, { do: 'settle' })
  // A screen reader announces it.
  const heard = async () => (await page.getByRole('status').allTextContents()).join()
  await expect.poll(heard).toContain(words.youWon(money(35_000)))
  await expectItsMoney(terminal)

  // A dialog takes the focus, and gives it back to the button that opened it.
  await tabTo(page, terminal.button(common.cashOut))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: common.cashOut })
  await tabTo(page, dialog.getByRole('button', { name: words.cashOutPress(`$${money(45_000)}`) }))
  await escapeDialog(page)
  await expect.poll(() => isFocused(terminal.button(common.cashOut))).toBe(true)
})
