import { afterAll, expect, test } from 'vitest'
import { bookById } from '../src/books/index.ts'
import { spotsOf } from '../src/engine/spots.ts'
import { common } from '../src/screens/words/common.ts'
import { dealer as dealerWords, effects, pit as words } from '../src/screens/words/desk.ts'
import { clauseName, refusalText, roleName, spotName, voidReason } from '../src/screens/words/names.ts'
import { money, signedMoney } from '../src/words/plain-text.ts'
import { escapeDialog, savePictures } from './browser.ts'
import { House } from './house.ts'
import { Console, PitDesk, signedIn } from './staff.ts'
import { clickMiddle, Terminal } from './terminal-page.ts'
import { expectItsMoney, expectTexts, inHouse, recordedAt } from './testing.ts'
import { Wheel } from './wheel.ts'

/** Entries of a dealer at the table beside the steps of a round, and their effects. */

const book = bookById('mbs/roulette@3')!
const [sandsBefore, etg] = ['mbs/sands-roulette@1', 'rws/roulette-double-zero-etg@4'].map((id) => bookById(id)!)
const limits = { default: { min: 100, max: 100_000 } }
const BOUGHT = 10_000
const CHIP = 100

let wheel: Wheel
const place = inHouse(async (staffed) => {
  wheel = await Wheel.listen()
  return House.open(staffed, [
    { id: 'counted', book: book.id, limits, wheel: { tcp: wheel.address } },
    ...['open', 'waiting', 'dark', 'late'].map((id) => ({ id, book: book.id, limits })),
    { id: 'sands', book: sandsBefore!.id, limits },
    ...['cut-off', 'void-etg'].map((id) => ({ id, book: etg!.id, layout: 'A', terminal: 'rapid', limits })),
  ])
})
afterAll(() => wheel?.close())

async function seated(table: string, player: string): Promise<Terminal> {
  await (await place.house.door('dealer')).give(table, { do: 'buy-in', player, amount: BOUGHT })
  return Terminal.open(place, { table, player })
}

async function betting(console: Console, terminal: Terminal, spot: string): Promise<void> {
  await console.open()
  await expect.poll(() => terminal.stage()).toBe('open')
  await terminal.place(spot)
  await expect.poll(() => terminal.registered()).toEqual({ [spot]: CHIP })
}

/** Opens the dialog in which the dealer reports the ball, and fills it. */
async function reportBall(console: Console, { pocket, count }: { pocket?: string; count?: string }): Promise<void> {
  await console.button(dealerWords.ball).click()
  if (pocket !== undefined) await console.dialog().getByLabel(dealerWords.number).fill(pocket)
  if (count !== undefined) await console.dialog().getByLabel(dealerWords.revolutions).fill(count)
}

async function confirm(console: Console, name: string): Promise<void> {
  await console.dialog().getByRole('button', { name, exact: true }).click()
  await console.dialog().waitFor({ state: 'hidden' })
}

test('the wheel names the number and counts nothing: the dealer’s count comes after it, and decides', async () => {
  const table = 'counted'
  const [ann, console, pit] = await Promise.all([
    seated(table, 'ann'),
    Console.open(place, table, book),
    PitDesk.open(place, 'pit-supervisor'),
  ])
  const playedTo20 = async (round: number) => {
    wheel.placeYourBets()
    await expect.poll(async () => (await ann.view()).round).toBe(round)
    await expect.poll(() => ann.stage()).toBe('open')
    await ann.placeAtRest('20')
    await expect.poll(() => ann.registered()).toEqual({ 20: CHIP })
    wheel.ballInRim()
    await expect.poll(() => ann.stage()).toBe('closing')
    wheel.noMoreBets()
    await expect.poll(() => ann.stage()).toBe('closed')
    wheel.winningNumber('20')
    await expect.poll(() => ann.stage()).toBe('result')
  }
  await playedTo20(1)
  await reportBall(console, { count: '6' })
  await expectTexts(console.dialog(), effects['count-recorded'], clauseName(book.rules.spin.clause))
  await confirm(console, dealerWords.confirmBall)
  await console.settle('20')
  await expectItsMoney(ann)
  expect((await ann.view()).funds.balance).toBe(BOUGHT + 35 * CHIP)

  await playedTo20(2)
  await reportBall(console, { count: '3' })
  await expectTexts(console.dialog(), effects['round-void'](money(CHIP), 1))
  await savePictures({ 'table-count': console })
  await confirm(console, dealerWords.confirmVoid(2))
  await expect.poll(() => ann.stage()).toBe('void')
  await expectItsMoney(ann)
  await pit.openTable(table)
  await pit.page.getByText(words.revolutionsCounted(words.sources.dealer, 3)).waitFor()

  // The dealer sees the ball elsewhere: nothing is settled until the pit has decided.
  await playedTo20(3)
  await reportBall(console, { pocket: '17' })
  await expectTexts(console.dialog(), effects['results-differ'], clauseName(book.rules.correction.clause))
  await confirm(console, dealerWords.confirmBall)
  await expectTexts(console.next(), dealerWords.differ('20', '17'))
  await pit.queue().getByRole('button').click()
  await pit.choose('17')
  await pit.confirm(words.itIs('17'), 'seen on the camera')
  await console.settle('17')
  await expectItsMoney(ann)
  expect((await ann.view()).funds.balance).toBe(BOUGHT + 34 * CHIP)
})

test('the ball rests and bets were never closed: the dealer says so, and the shift manager settles it with an award', async () => {
  const table = 'open'
  const [ben, console, manager] = await Promise.all([
    seated(table, 'ben'),
    Console.open(place, table, book),
    PitDesk.open(place, 'shift-manager'),
  ])
  await betting(console, ben, '17')
  await console.spin()
  await reportBall(console, { pocket: '17' })
  await expectTexts(console.dialog(), effects['betting-closes'], effects['shift-manager-decides'])
  await savePictures({ 'table-never-closed': console })
  await confirm(console, dealerWords.confirmBall)
  await expect.poll(() => ben.stage()).toBe('referred')

  await manager.queue().getByRole('button', { name: words.decide }).click()
  await manager.choose(words.decideSettle)
  await manager.dialog().getByRole('button', { name: words.addAward }).click()
  await manager.dialog().getByLabel(common.player).selectOption('ben')
  await manager.dialog().getByLabel(common.amount).fill('2')
  await expectTexts(manager.dialog(), words.decideSettleDoes(1, '17'), effects['award-paid'](`ben ${money(200)}`))
  await expectTexts(manager.dialog().getByRole('row', { name: 'ben' }), signedMoney(35 * CHIP + 200))
  await savePictures({ 'table-settle-award': manager })
  await manager.confirm(words.decideSettle, 'nobody bet after the ball was down')
  await expectItsMoney(ben)
  expect((await ben.view()).funds.balance).toBe(BOUGHT + 35 * CHIP + 200)
})

test('while a round is referred the dealer records number and count, and the shift manager sees them', async () => {
  const table = 'waiting'
  const [cho, console, manager] = await Promise.all([
    seated(table, 'cho'),
    Console.open(place, table, book),
    PitDesk.open(place, 'shift-manager'),
  ])
  await betting(console, cho, '17')
  await console.spin()
  await (await place.house.door('dealer')).give(table, { do: 'refer', reason: 'a quarrel about a chip' })
  await expectTexts(console.next(), dealerWords.decision)
  await reportBall(console, { pocket: '17', count: '5' })
  await expectTexts(console.dialog(), effects['fact-recorded'])
  await confirm(console, dealerWords.confirmBall)
  await manager.queue().getByRole('button', { name: words.decide }).click()
  await expectTexts(manager.dialog(), words.onRecord, words.revolutionsCounted(words.sources.dealer, 5))
  await manager.choose(words.decideSettle)
  await manager.confirm(words.decideSettle, 'the chip was in time')
  await expectItsMoney(cho)
  expect((await cho.view()).funds.balance).toBe(BOUGHT + 35 * CHIP)

  // Concluded, it is referred again: a pit supervisor cannot correct it now, the shift manager can, and that is the answer.
  await (await place.house.door('dealer')).give(table, { do: 'refer', round: 1, reason: 'it lay in 18' })
  const supervisor = await PitDesk.open(place, 'pit-supervisor')
  await supervisor.openTable(table)
  await supervisor.page.getByRole('button', { name: words.correctPast }).click()
  await supervisor.dialog().getByLabel(common.roundNumber).fill('1')
  await supervisor.choose('18')
  await expectTexts(supervisor.dialog(), refusalText({ refused: 'round-is-referred' }))
  await escapeDialog(supervisor.page)
  await manager.openTable(table)
  await manager.queue().getByRole('button', { name: words.correct, exact: true }).click()
  await manager.choose('18')
  await expectTexts(manager.dialog().getByRole('row', { name: 'cho' }), signedMoney(-36 * CHIP))
  await savePictures({ 'table-correct-referred': manager })
  await manager.confirm(words.itIs('18'), 'the camera shows 18')
  await expect.poll(() => manager.queue().textContent()).toContain(words.nothingWaits)
  await expectItsMoney(cho)
  expect((await cho.view()).funds.balance).toBe(BOUGHT - CHIP)
})

test('the power fails: play waits and goes on when it is resumed; no spin announced in the dark voids the round', async () => {
  const table = 'dark'
  const [dan, console] = await Promise.all([seated(table, 'dan'), Console.open(place, table, book)])
  const { powerFailure } = book.rules
  const fail = async () => {
    await console.button(dealerWords.powerFailure).click()
    await expectTexts(console.dialog(), effects['play-waits'], effects['no-spin-voids'], effects['play-goes-on'])
    await savePictures({ 'table-power': console })
    await confirm(console, dealerWords.confirmPower)
  }
  await betting(console, dan, '17')
  await console.spin()
  await fail()
  await expectTexts(console.next(), dealerWords.resumeRunning, clauseName(powerFailure!.playContinues))
  await console.step(dealerWords.resume)
  await console.close()
  await console.ballRests('17')
  await console.settle('17')
  await expectItsMoney(dan)

  await betting(console, dan, '17')
  await console.spin()
  await fail()
  await console.button(dealerWords.noSpin).click()
  await expectTexts(console.dialog(), clauseName(powerFailure!.noSpinAnnounced!), effects['round-void'](money(CHIP), 1))
  await confirm(console, dealerWords.confirmVoid(2))
  await expect.poll(() => dan.stage()).toBe('void')
  await expectItsMoney(dan)
  expect((await dan.view()).funds.balance).toBe(BOUGHT + 35 * CHIP)
})

test('once the ball rests, an irregularity is a pit supervisor’s, with a reason; a settled round is the shift manager’s to void', async () => {
  const table = 'late'
  const eve = await seated(table, 'eve')
  const page = await signedIn(place, 'pit-supervisor', `/dealer/${table}`)
  const [console, supervisor] = [await Console.open(place, table, book), Console.on(page, book)]
  await betting(console, eve, '17')
  await console.spin()
  await console.close()
  await console.ballRests('17')
  await console
    .next()
    .getByRole('button', { name: dealerWords.settle('17') })
    .waitFor()
  await console.button(dealerWords.irregularity).click()
  await expectTexts(console.dialog(), roleName('pit-supervisor'))
  await escapeDialog(console.page)

  const { code } = book.irregularities.find((row) => row.code === 'wheel-stopped')!
  await supervisor.button(dealerWords.irregularity).click()
  const radio = (name: string) => supervisor.dialog().getByRole('radio', { name: voidReason(book, name) })
  await radio(code).click()
  // Causes that contradict the record are not offered.
  expect(await radio('same-direction').count()).toBe(0)
  await expectTexts(supervisor.dialog(), effects['round-void'](money(CHIP), 1))
  const voids = supervisor.dialog().getByRole('button', { name: dealerWords.confirmVoid(1) })
  await expect.poll(() => voids.isDisabled()).toBe(true)
  await supervisor.dialog().getByLabel(common.reason).fill('the camera shows it')
  await savePictures({ 'table-irregularity': supervisor })
  await voids.click()
  await expect.poll(() => eve.stage()).toBe('void')
  await expectItsMoney(eve)

  // The next round is settled. A fault found after that is voided by the shift manager.
  await betting(console, eve, '17')
  await console.spin()
  await console.close()
  await console.ballRests('17')
  await console.settle('17')
  const [pit, manager] = [await PitDesk.open(place, 'pit-manager'), await PitDesk.open(place, 'shift-manager')]
  await pit.openTable(table)
  await expect
    .poll(() => pit.page.getByRole('button', { name: words.voidPast, exact: true }).first().isDisabled())
    .toBe(true)
  await manager.openTable(table)
  await manager.page.getByRole('button', { name: words.voidPast, exact: true }).first().click()
  await manager.dialog().getByLabel(words.why).selectOption('ball-broke')
  await expectTexts(manager.dialog(), words.voidPastDoes(2))
  await expectTexts(manager.dialog().getByRole('row', { name: 'eve' }), signedMoney(-35 * CHIP))
  await savePictures({ 'table-void-past': manager })
  await manager.confirm(words.voidRound, 'a crack in the ball')
  await expect.poll(async () => (await eve.view()).funds.balance).toBe(BOUGHT)
  await expectItsMoney(eve)
})

test('Sands Roulette 1: what a player puts down and takes back is recorded, and nobody places for them', async () => {
  const table = 'sands'
  const console = await Console.open(place, table, sandsBefore!)
  const door = await place.house.door('dealer')
  const wagers = async () =>
    Object.fromEntries(
      Object.entries((await door.view('dealer', table)).seats.Fay?.wagers ?? {}).map(([spot, { stake }]) => [
        spot,
        stake,
      ]),
    )
  const press = async (spot: string) => {
    await clickMiddle(console.page.locator(`[data-spot="${spot}"]`))
  }
  await console.sell('Fay', BOUGHT)
  await console.seat('Fay').click()
  await console.open()
  await console.page.getByText(dealerWords.recordsOnly).waitFor()
  expect(await console.page.getByRole('radio', { name: dealerWords.byStaff }).count()).toBe(0)
  await press('S')
  await press('17')
  await expect.poll(wagers).toEqual({ S: CHIP, 17: CHIP })
  const list = console.page.getByRole('tabpanel', { name: dealerWords.wagers })
  const named = spotName(sandsBefore!, spotsOf(sandsBefore!, 'table').byId.get('17')!)
  await list.getByRole('button', { name: dealerWords.takeBack('Fay', named) }).click()
  await expect.poll(wagers).toEqual({ S: CHIP })
  await savePictures({ 'table-sands': console })
  await console.spin()
  await console.close()
  await console.ballRests('S')
  await console.settle('S')
  await expect.poll(() => console.paidTo('Fay')).toBe(money(35 * CHIP))
  expect((await door.view('dealer', table)).seats.Fay!.funds.balance).toBe(BOUGHT + 35 * CHIP)
  const by = expect.objectContaining({ role: 'dealer' })
  const [first, second, ...others] = await recordedAt(place, table, 'wager-placed')
  expect([first, second, others]).toMatchObject([{ spot: 'S', own: true, by }, { spot: '17', own: true, by }, []])
  expect(await recordedAt(place, table, 'wager-withdrawn')).toMatchObject([{ spot: '17', by }])
})

test('terminals are cut off: their registered wagers are settled; the whole game without an outcome is void', async () => {
  const table = 'cut-off'
  const [gus, console] = await Promise.all([seated(table, 'gus'), Console.open(place, table, etg!)])
  const { interruption } = etg!.rules
  const interrupt = () => console.button(dealerWords.interruption).click()
  await betting(console, gus, '17')
  await console.spin()
  await interrupt()
  await console.dialog().getByRole('radio', { name: dealerWords.interruptionSome }).check({ force: true })
  await console.dialog().getByRole('checkbox', { name: 'gus' }).check()
  await expectTexts(console.dialog(), effects['registered-settled'], effects['not-registered-never-happened'])
  await expectTexts(console.dialog(), clauseName(interruption!.registered))
  await savePictures({ 'table-cut-off': console })
  await confirm(console, dealerWords.confirmInterruption)
  await console.close()
  await console.ballRests('17')
  await console.settle('17')
  await expectItsMoney(gus)
  expect((await gus.view()).funds.balance).toBe(BOUGHT + 35 * CHIP)

  await betting(console, gus, '17')
  await console.spin()
  await interrupt()
  await expectTexts(console.dialog(), clauseName(interruption!.noOutcome), effects['round-void'](money(CHIP), 1))
  await confirm(console, dealerWords.confirmVoid(2))
  await expect.poll(() => gus.stage()).toBe('void')
  await expectItsMoney(gus)
})

test('at terminals a pit supervisor voids rounds for a broken ball, under way and settled; staff take nothing back', async () => {
  const table = 'void-etg'
  const [hal, console, pit] = await Promise.all([
    seated(table, 'hal'),
    Console.open(place, table, etg!),
    PitDesk.open(place, 'pit-supervisor'),
  ])
  await betting(console, hal, '17')
  const list = console.page.getByRole('tabpanel', { name: dealerWords.wagers })
  await expectTexts(list, 'hal')
  expect(await list.getByRole('button').count()).toBe(0)
  await console.spin()
  await console.close()
  await console.ballRests('17')
  await console.settle('17')
  await betting(console, hal, '20')
  await pit.openTable(table)
  await pit.actions().getByRole('button', { name: words.voidNow }).click()
  await pit.dialog().getByLabel(words.why).selectOption('ball-broke')
  await expectTexts(pit.dialog(), words.decideVoidDoes(2, words.wagersOf(1, 1, money(CHIP))))
  await pit.confirm(words.voidNow, 'it split')
  await expect.poll(() => hal.stage()).toBe('void')
  await pit.page.getByRole('button', { name: words.voidPast, exact: true }).click()
  await pit.dialog().getByLabel(words.why).selectOption('ball-broke')
  await expectTexts(pit.dialog().getByRole('row', { name: 'hal' }), signedMoney(-35 * CHIP))
  await pit.confirm(words.voidRound, 'it was cracked before')
  await expect.poll(async () => (await hal.view()).funds.balance).toBe(BOUGHT)
  await expectItsMoney(hal)
})

test('the pit closes a table and opens it again, each with a reason', async () => {
  const table = 'dark'
  const [console, pit] = await Promise.all([Console.open(place, table, book), PitDesk.open(place, 'pit-supervisor')])
  await pit.openTable(table)
  await pit.actions().getByRole('button', { name: words.closeTable }).click()
  await expectTexts(pit.dialog(), words.closeTableDoes)
  await pit.confirm(words.closeTable, 'end of the evening')
  await expectTexts(console.next(), dealerWords.tableClosed)
  await pit.actions().getByRole('button', { name: words.openTableAgain }).click()
  await expectTexts(pit.dialog(), words.openTableDoes)
  await pit.confirm(words.openTableAgain, 'another hour')
  await console.open()
})
