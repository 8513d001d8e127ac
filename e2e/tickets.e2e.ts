import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Cents } from '../src/engine/money.ts'
import { common } from '../src/screens/words/common.ts'
import { pit as pitWords } from '../src/screens/words/desk.ts'
import { refusalText } from '../src/screens/words/names.ts'
import { service, terminal as words } from '../src/screens/words/terminal.ts'
import { money } from '../src/words/plain-text.ts'
import { escapeDialog, installClock } from './browser.ts'
import { PitDesk } from './staff.ts'
import { Terminal, untilSeen } from './terminal-page.ts'
import { expectItsMoney, expectTexts, inHouse, withTables } from './testing.ts'

const etg = { book: 'rws/roulette-double-zero-etg@4', limits: { default: { min: 100, max: 10_000 } } }
const place = inHouse(
  withTables([
    { id: 'here', layout: 'A', terminal: 'rapid', ...etg },
    { id: 'there', layout: 'B', terminal: 'alfastreet', ...etg },
  ]),
)

const isFocused = (field: Locator): Promise<boolean> => field.evaluate((element) => element === document.activeElement)

test('credits leave one terminal as a ticket and come in at another, once', async () => {
  const dealer = await place.house.door('dealer')
  await dealer.give('here', { do: 'buy-in', player: 'ann', amount: 12_345 })
  const here = await Terminal.open(place, { table: 'here', player: 'ann' })
  const there = await Terminal.open(place, { table: 'there', player: 'bob' })

  await here.button(common.cashOut).click()
  const asked = here.page.getByRole('dialog', { name: common.cashOut })
  await asked.getByLabel(common.amount).fill('23.45')
  await asked.getByRole('button', { name: words.cashOutPress('$23.45') }).click()
  const given = here.page.getByRole('dialog', { name: words.ticketReady })
  await given.waitFor()
  const paper = here.page.frameLocator('iframe').locator('body')
  await expectTexts(paper, '23.45')
  const number = /\d{3}(?:-\d{3}){5}/.exec((await paper.textContent())!)![0]
  // Closed by a press, it is still there; and shown again it is the same ticket.
  await escapeDialog(here.page)
  await untilSeen(here.page)
  await here.button(service.showTicket).click()
  await given.waitFor()
  await expectTexts(paper, number)
  await given.getByRole('button', { name: service.printTicket }).waitFor()
  await escapeDialog(here.page)
  await expectItsMoney(here)
  expect((await here.figures()).balance).toBe(money(10_000))

  // A barcode reader types what it reads and presses Enter: the field has the focus when the dialog opens.
  await there.button(words.buyCredits).first().click()
  await expect.poll(() => isFocused(there.page.getByLabel(words.ticketNumber))).toBe(true)
  await there.page.keyboard.type(number)
  await there.page.keyboard.press('Enter')
  await expectTexts(there.page.getByRole('dialog').getByRole('status'), words.redeemed('$23.45'))
  await expectItsMoney(there)
  expect((await there.view()).funds.balance).toBe(2_345)

  // The same ticket again is refused in words, and changes nothing.
  await there.page.getByLabel(words.ticketNumber).fill(number)
  await there.page.getByRole('button', { name: words.redeem }).click()
  const { ...code } = { refused: 'ticket-redeemed' } as const
  await there.page.getByText(refusalText(code)).waitFor()
  expect((await there.view()).funds.balance).toBe(2_345)
})

test('a ticket that was closed too soon is shown again, after a reload too, until the next stake or for a minute', async () => {
  const dealer = await place.house.door('dealer')
  await dealer.give('here', { do: 'buy-in', player: 'dee', amount: 5_000 })
  const seat = await Terminal.open(place, { table: 'here', player: 'dee' })
  const { page } = seat
  const shown = page.getByRole('dialog', { name: words.ticketReady })
  const cashOut = async (amount: string) => {
    await seat.button(common.cashOut).click()
    await page.getByRole('dialog').getByLabel(common.amount).fill(amount)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: words.cashOutPress(`$${amount}`) })
      .click()
    await shown.waitFor()
    await escapeDialog(page)
  }
  await cashOut('10.00')
  await installClock(page)
  await page.reload()
  await page.getByText(service.ticketHere('$10.00')).waitFor()
  await dealer.give('here', { do: 'place-your-bets' })
  await expect.poll(() => seat.stage()).toBe('open')
  await seat.place('17')
  await page.getByText(service.ticketHere('$10.00')).waitFor({ state: 'hidden' })
  // It left the tray, and is not lost.
  await seat.button(common.cashOut).click()
  await seat.button(service.lastTicket).click()
  await shown.waitFor()
  await expectTexts(page.frameLocator('iframe').locator('body'), '10.00')
  await escapeDialog(page)
  await dealer.give('here', { do: 'interruption' })

  // The pit finds it by terminal and amount, and prints it again: a copy, on record.
  const pit = await PitDesk.open(place, 'pit-supervisor')
  await pit.page.getByRole('button', { name: pitWords.tabTickets }).click()
  await pit.page.getByLabel(pitWords.ticketPlace).fill('DEE')
  await pit.page.getByLabel(common.amount).fill('10.00')
  const row = pit.page.getByRole('row').filter({ hasText: 'here · dee' })
  await expect.poll(() => row.count()).toBe(1)
  await row.getByRole('button', { name: pitWords.copyTicket }).click()
  await pit.confirm(pitWords.copyTicket, 'left it in a taxi')
  await expect.poll(() => row.textContent()).toContain(pitWords.copies(1))
  await row.getByRole('button', { name: pitWords.cancelTicket }).click()
  await pit.confirm(pitWords.cancelTicket, 'paid by hand')
  await expect.poll(() => row.textContent()).toContain(pitWords.cancelled)
  await seat.button(common.cashOut).click()
  await seat.button(service.lastTicket).click()
  await page.getByText(service.noLastTicket).waitFor()
  await escapeDialog(page)
  // The clock runs while the ticket is issued. The ticket lies there 59 seconds after that began, and is gone a minute after
  // that ended.
  const time = () => page.evaluate(() => Date.now())
  const began = await time()
  await cashOut('5.00')
  const done = await time()
  const lies = page.getByText(service.ticketHere('$5.00'))
  await page.clock.pauseAt(began + 59_000)
  await lies.waitFor()
  await page.clock.pauseAt(done + 60_000)
  await lies.waitFor({ state: 'hidden' })
  const record = await (await place.house.door('auditor')).call('GET /api/journal/tickets')
  expect(record).toContain('left it in a taxi')
})

test('a cashier redeems what a scanner types, once', async () => {
  const attendant = await place.house.door('dealer')
  const { ticket } = await attendant.call('POST /api/tickets', { body: { amount: 2_500 as Cents, table: 'here' } })
  const { page } = await PitDesk.open(place, 'pit-supervisor')
  await page.getByRole('button', { name: pitWords.tabTickets }).click()
  const scan = async () => {
    await page.getByRole('button', { name: pitWords.payTicket }).click()
    const dialog = page.getByRole('dialog', { name: pitWords.payTicket })
    await expect.poll(() => isFocused(dialog.getByLabel(pitWords.ticketNumber))).toBe(true)
    await page.keyboard.type(ticket.number)
    await page.keyboard.press('Enter')
    return dialog
  }
  await scan()
  await page.getByText(pitWords.paid('25.00')).waitFor()
  await escapeDialog(page)
  const again = await scan()
  await expectTexts(again, refusalText({ refused: 'ticket-redeemed' }))
})

test('a terminal that is closed says so, finishes its round and can still cash out', async () => {
  const dealer = await place.house.door('dealer')
  const admin = await place.house.door('administrator')
  await dealer.give('here', { do: 'buy-in', player: 'cid', amount: 1_000 })
  const seat = await Terminal.open(place, { table: 'here', player: 'cid' })
  await dealer.give('here', { do: 'place-your-bets' })
  await expect.poll(() => seat.stage()).toBe('open')
  await seat.place('17')
  await expect.poll(async () => (await seat.view()).funds.staked).toBeGreaterThan(0)
  await admin.call('POST /api/terminals/:id/close', { params: { id: 'cid' }, body: { reason: 'a broken screen' } })
  await seat.page.getByText(words.terminalCloses).waitFor()
  await dealer.give('here', { do: 'interruption' })
  await seat.page.getByRole('heading', { name: service.closedTitle }).waitFor()
  await untilSeen(seat.page)
  await seat.page.getByRole('alert').getByRole('button', { name: common.cashOut }).click()
  await seat.page.getByRole('dialog', { name: common.cashOut }).waitFor()
})
