import { expect, test } from 'vitest'
import { bookById } from '../src/books/index.ts'
import { common } from '../src/screens/words/common.ts'
import { dealer as words } from '../src/screens/words/desk.ts'
import { clauseName, colourName, nouns } from '../src/screens/words/names.ts'
import { service } from '../src/screens/words/terminal.ts'
import { capitalise, money } from '../src/words/plain-text.ts'
import { savePictures } from './browser.ts'
import { Console } from './staff.ts'
import { clickMiddle, Terminal } from './terminal-page.ts'
import { expectTexts, inHouse, recordedAt, withTables } from './testing.ts'

const table = 'roulette'
const book = bookById('mbs/roulette@3')!
const limits = { default: { min: 1_000, max: 100_000 }, 'straight-up': { max: 2_000 } }
const etg = bookById('rws/roulette-double-zero-etg@4')!
const place = inHouse(
  withTables([
    { id: table, book: book.id, limits },
    { id: 'etg', book: etg.id, layout: 'A', terminal: 'rapid', limits: { default: { min: 500, max: 10_000 } } },
  ]),
)

test('a player without a terminal buys colour chips, and the dealer places, takes back, pays and redeems for them', async () => {
  const console = await Console.open(place, table, book)
  const { page } = console
  const door = await place.house.door('dealer')
  const seat = async () => (await door.view('dealer', table)).seats.Ann!
  const wagers = async () =>
    Object.fromEntries(Object.entries((await seat()).wagers).map(([spot, { chips }]) => [spot, chips]))
  const press = async (spot: string) => {
    await clickMiddle(page.locator(`[data-spot="${spot}"]`))
  }
  const agrees = async () => {
    const { balance, staked } = (await seat()).funds
    await expect.poll(() => console.funds('Ann')).toEqual([money(balance), money(staked)])
  }

  await console.button(words.newPlayer).click()
  const dialog = console.dialog()
  await dialog.getByLabel(common.player, { exact: true }).fill('Ann')
  await dialog.getByLabel(common.amount).fill('200')
  await dialog.getByRole('radio', { name: capitalise(nouns.colourChips) }).check()
  await dialog.getByRole('radio', { name: colourName('pink') }).check()
  await dialog.getByLabel(words.chipValue).fill('10')
  await dialog.getByRole('button', { name: words.sellTitle }).click()
  await dialog.waitFor({ state: 'hidden' })
  expect((await seat()).funds.colourChips).toEqual({ colour: 'pink', value: 1_000, count: 20 })

  // Wagers that Ann puts down are recorded; the last chip is placed at her request. Three chips on a number are over
  // its maximum; the console shows that, and its effect.
  await console.open()
  await press('17')
  await press('17')
  await press('17')
  await expect.poll(wagers).toEqual({ 17: 3 })
  await page.getByRole('radio', { name: words.byStaff }).check({ force: true })
  await expectTexts(page.getByRole('region', { name: words.players }), words.byStaffMeans, clauseName('3.5'))
  await savePictures({ 'dealer-request': console })
  await press('black')
  await expect.poll(wagers).toEqual({ 17: 3, black: 1 })
  await page.getByRole('radio', { name: words.byPlayer }).check({ force: true })
  const by = expect.objectContaining({ role: 'dealer' })
  const placed = await recordedAt(place, table, 'wager-placed')
  expect(placed.map(({ spot, own }) => [spot, own])).toEqual([...Array(3).fill(['17', true]), ['black', undefined]])
  expect(placed).toMatchObject([{ by }, { by }, { by }, { by, clause: '3.5' }])
  await press('5')
  await expect.poll(wagers).toEqual({ 5: 1, 17: 3, black: 1 })
  const list = page.getByRole('tabpanel', { name: words.wagers })
  const { limits: rule } = book.rules
  await expectTexts(list, words.excessBack, clauseName('overMaximum' in rule ? rule.overMaximum : ''))
  await list.getByRole('button', { name: words.takeBack('Ann', 'Number 5') }).click()
  await expect.poll(wagers).toEqual({ 17: 3, black: 1 })
  await agrees()

  await console.spin()
  await console.close()
  await console.ballRests('17')
  await console.settle('17')
  // Two chips are in play at 35 to 1, the third goes back; black pays one.
  const paid = 35 * 2_000 + 1_000
  await expect.poll(() => console.paidTo('Ann')).toBe(money(paid))
  expect((await seat()).funds).toMatchObject({ balance: 20_000 + paid, staked: 0 })
  await agrees()
})

test('where the book has no rule for it, nobody bets for a player, and the console says so', async () => {
  const console = await Console.open(place, 'etg', etg)
  await console.sell('Ann', 10_000)
  await console.seat('Ann').click()
  await console.open()
  await expect.poll(() => console.page.getByText(words.playersAlone).count()).toBe(1)
  expect(await console.button(words.severalPieces).count()).toBe(0)
})

test('the seats of a table: a terminal is a press away, its name in capitals is no second player, and colours stay', async () => {
  const admin = await place.house.door('administrator')
  for (const player of ['t1', 't2'])
    await admin.call('POST /api/terminals', {
      body: { terminal: player, table: 'etg', player, name: `Seat ${player}` },
    })
  const console = await Console.open(place, 'etg', etg)
  const door = await place.house.door('dealer')
  const seats = async () =>
    Object.keys((await door.view('dealer', 'etg')).seats)
      .filter((player) => player !== 'Ann')
      .sort()
  const dotOf = (player: string) => console.seat(player).locator('.seat-dot').getAttribute('style')

  // "T1" is t1: nothing is sold to a name that is written otherwise.
  await console.button(words.newPlayer).click()
  await console.dialog().getByLabel(common.player, { exact: true }).fill('T1')
  await console.dialog().getByLabel(common.amount).fill('500')
  await console.dialog().getByText(words.seatExists('t1')).waitFor()
  await console
    .dialog()
    .getByRole('button', { name: words.sellTo('t1') })
    .click()
  await console.dialog().getByLabel(common.amount).fill('50')
  await console.dialog().getByRole('button', { name: words.sellCreditsTitle }).click()
  await console.dialog().waitFor({ state: 'hidden' })
  expect(await seats()).toEqual(['t1'])
  await expect.poll(() => console.funds('t1')).toEqual([money(5_000), money(0)])

  // A press on an empty seat sells to it; whoever had a colour keeps it.
  const before = await dotOf('t1')
  expect(before).toBeTruthy()
  await console.seat('t2').click()
  await console.button(words.sellCreditsTitle).click()
  await console.dialog().getByLabel(common.amount).fill('20')
  await console.dialog().getByRole('button', { name: words.sellCreditsTitle }).click()
  await console.dialog().waitFor({ state: 'hidden' })
  await console.sell('Aaron', 1_000)
  await expect.poll(seats).toEqual(['Aaron', 't1', 't2'])
  await expect
    .poll(async () => new Set([before, await dotOf('t1'), await dotOf('t2'), await dotOf('Aaron')]).size)
    .toBe(3)
  expect(await dotOf('t1')).toBe(before)
  await door.give('etg', { do: 'cash-out', player: 't2', amount: 2_000 })
  await console.page.reload()
  await expect.poll(() => console.funds('t2')).toEqual([money(0), money(0)])
  expect(await dotOf('t1')).toBe(before)

  // The terminal itself says which one it is.
  const terminal = await Terminal.openAgain(place, { table: 'etg', player: 't1' })
  await terminal.page.getByText(service.ownName('Seat t1')).waitFor()
})
