import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bookById } from '../src/books/index.ts'
import { spotsOf } from '../src/engine/spots.ts'
import { common } from '../src/screens/words/common.ts'
import { clauseName, spotName } from '../src/screens/words/names.ts'
import { service, terminal as words } from '../src/screens/words/terminal.ts'
import { money, signedMoney } from '../src/words/plain-text.ts'
import { escapeDialog } from './browser.ts'
import { Terminal } from './terminal-page.ts'
import { asProcess, expectItsMoney, expectTexts, inHouse } from './testing.ts'

const book = bookById('mbs/roulette@3')!
const limits = { default: { min: 100, max: 100_000 } }
const place = inHouse(
  asProcess([
    { id: 'told', book: book.id, limits },
    { id: 'ruled', book: book.id, limits },
    { id: 'reloaded', book: book.id, limits },
    { id: 'decided', book: book.id, limits },
    { id: 'corrected', book: book.id, limits },
  ]),
  /ERR_CONNECTION|WebSocket connection/,
)
const spin = { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }
const BOUGHT = 10_000

/** A player at a terminal whose 17 won, for all that was known then. */
async function winner(table: string, player: string): Promise<Terminal> {
  const dealer = await place.house.door('dealer')
  await dealer.give(table, { do: 'buy-in', player, amount: BOUGHT })
  const seat = await Terminal.open(place, { table, player })
  await dealer.give(table, { do: 'place-your-bets' })
  await expect.poll(() => seat.stage()).toBe('open')
  await seat.place('17')
  await expect.poll(() => seat.registered()).toEqual({ 17: 100 })
  await dealer.give(table, spin, { do: 'no-more-bets' }, { do: 'ball-at-rest', pocket: '17' }, { do: 'settle' })
  return seat
}

/** Reads the notice on the strip, which has this title and these texts. */
async function read(seat: Terminal, title: string, ...texts: readonly string[]): Promise<void> {
  await seat.page.getByRole('alert').filter({ hasText: title }).waitFor()
  await seat.readNotice((dialog) => expectTexts(dialog, title, ...texts))
}

test('a correction, an award, limits and a closing are shown with their amounts until they are read', async () => {
  const seat = await winner('told', 'ann')
  const manager = await place.house.door('shift-manager')
  await manager.give('told', { do: 'correct-outcome', round: 1, pocket: '18', reason: 'the dolly lay wrong' })
  await read(
    seat,
    service.noticeTitles.corrected(1),
    service.outcomeChanged('17', '18'),
    signedMoney(3_500),
    signedMoney(-100),
    money(3_600),
    'the dolly lay wrong',
    clauseName(book.rules.correction.clause),
  )
  await expectItsMoney(seat)

  await manager.give('told', { do: 'refer', round: 1, reason: 'a guest complains' })
  await manager.give('told', {
    do: 'decide',
    round: 1,
    decision: 'stands',
    reason: 'for the wait',
    awards: { ann: 250 },
  })
  await read(seat, service.noticeTitles.awarded(1), service.decided.stands, signedMoney(250), 'for the wait')
  await manager.give('told', { do: 'set-limits', limits: { default: { min: 500, max: 50_000 } } })
  await read(seat, service.noticeTitles.limits(0), '$500')
  await expectItsMoney(seat)

  expect(await pastRound(seat, service.correctedMark)).toEqual([BOUGHT, 3_500, -3_600])

  await (await place.house.door('pit-supervisor')).call('POST /api/terminals/:id/close', {
    params: { id: 'ann' },
    body: { reason: 'a broken screen' },
  })
  await read(seat, service.noticeTitles.closed(0), 'a broken screen')
  await seat.page.getByRole('heading', { name: service.closedTitle }).waitFor()
  await seat.page.getByRole('alert').filter({ hasText: service.readNotice }).waitFor({ state: 'hidden' })
})

/** The figures of a past round: balance before, its first result, later changes. They add up. */
async function pastRound(seat: Terminal, mark: string): Promise<number[]> {
  await seat.page.getByRole('button', { name: words.history }).first().click()
  const history = seat.page.getByRole('dialog', { name: words.history })
  await history.getByText(mark).first().waitFor()
  const figures = history.locator('dl dd')
  await expect.poll(() => figures.count()).toBe(5)
  const cents = (await figures.allTextContents()).map(centsOf)
  const [before, net, then, later, now] = cents as [number, number, number, number, number]
  expect([before + net, then + later]).toEqual([then, now])
  await escapeDialog(seat.page)
  return [before, net, later]
}

test('a ruling is told: the wager as it lay, what becomes of it, why and by which rule', async () => {
  const [dealer, supervisor] = [await place.house.door('dealer'), await place.house.door('pit-supervisor')]
  await dealer.give('ruled', { do: 'buy-in', player: 'cleo', amount: BOUGHT })
  const seat = await Terminal.open(place, { table: 'ruled', player: 'cleo' })
  await dealer.give('ruled', { do: 'place-your-bets' }, { do: 'wager', player: 'cleo', spot: '17', stake: 1_000 })
  await dealer.give('ruled', spin, { do: 'no-more-bets' }, { do: 'ball-at-rest', pocket: '18' })
  const ruling = { do: 'rule-on-wager', player: 'cleo', spot: '17', reason: 'pushed over the line' }
  await supervisor.give('ruled', { ...ruling, treatment: 'moved', to: '18', stake: 400 })
  const named = (spot: string) => spotName(book, spotsOf(book, 'table').byId.get(spot)!)
  await read(
    seat,
    service.noticeTitles.ruled(1),
    named('17'),
    money(400),
    service.moved(named('18')),
    'pushed over the line',
    clauseName(book.rules.unclearWagers!.clause),
  )
  await dealer.give('ruled', { do: 'settle' })
  await expectItsMoney(seat)
  // 4.00 on 18 win 140.00, 6.00 on 17 lose.
  expect((await seat.view()).funds.balance).toBe(BOUGHT + 14_000 - 600)
})

test('a number that is corrected before the round is settled is announced, and the ball does not run again', async () => {
  const table = 'corrected'
  const [dealer, supervisor] = [await place.house.door('dealer'), await place.house.door('shift-manager')]
  await dealer.give(table, { do: 'buy-in', player: 'eve', amount: BOUGHT })
  const seat = await Terminal.open(place, { table, player: 'eve' })
  await dealer.give(table, { do: 'place-your-bets' }, { do: 'wager', player: 'eve', spot: '17', stake: 1_000 })
  await dealer.give(table, spin, { do: 'no-more-bets' }, { do: 'ball-at-rest', pocket: '17' })
  await seat.page.locator('.terminal-number').filter({ hasText: '17' }).waitFor()
  await supervisor.give(table, { do: 'correct-outcome', round: 1, pocket: '23', reason: 'misread' })
  const title = service.noticeTitles.corrected(1)
  await read(seat, title, service.outcomeChanged('17', '23'), service.settledBy, 'misread')
  expect(await seat.page.locator('[data-ball]').first().getAttribute('data-ball')).toBe('rest')
  await dealer.give(table, { do: 'settle' })
  await expectItsMoney(seat)
})

test('every decision about a referred round is told: stands, settled again, an award changed, settled and void', async () => {
  const table = 'decided'
  const seat = await winner(table, 'dan')
  const [dealer, manager] = [await place.house.door('dealer'), await place.house.door('shift-manager')]
  const clause = clauseName(book.rules.referral.clause)
  const refer = () => dealer.give(table, { do: 'refer', round: 1, reason: 'a guest complains' })
  const decide = (order: object) => manager.give(table, { do: 'decide', round: 1, ...order })

  await refer()
  await decide({ decision: 'stands', reason: 'the camera shows it' })
  await read(seat, service.noticeTitles.decided(1), service.decided.stands, 'the camera shows it', clause)
  await expectItsMoney(seat)

  // 1.00 on 17 won 35.00. After the return the round's result is zero: 35.00 are taken back.
  await refer()
  const ruling = { do: 'rule-on-wager', round: 1, player: 'dan', spot: '17', treatment: 'returned', reason: 'late' }
  await manager.give(table, ruling)
  await read(seat, service.noticeTitles.ruled(1), service.goesBack, clause)
  await decide({ decision: 'settle', reason: 'it came late', awards: { dan: 500 } })
  const titles = [service.noticeTitles['settled-again'](1), service.noticeTitles.awarded(1)]
  await seat.page
    .getByRole('alert')
    .filter({ hasText: service.noticeCount(2) })
    .waitFor()
  await seat.readNotice(async (dialog) => {
    // The newest first.
    await expect.poll(() => dialog.getByRole('heading', { level: 3 }).allTextContents()).toEqual(titles)
    const told = dialog.locator('section')
    for (const text of [signedMoney(3_500), service.debited, money(3_500)]) await expectTexts(told.first(), text)
    await expectTexts(told.last(), `${service.decided.settle}${service.award}${signedMoney(500)}`)
    await shot(seat, 'notices')
  })
  await expectItsMoney(seat)

  // 5.00 become 2.00.
  await refer()
  await decide({ decision: 'stands', reason: 'less of a wait', awards: { dan: 200 } })
  await read(seat, service.noticeTitles['award-changed'](1), money(500), money(200), service.debited, money(300))
  expect((await seat.view()).funds.balance).toBe(BOUGHT + 200)

  // Under way: the outcome is there, and it is settled by decision.
  await dealer.give(table, { do: 'place-your-bets' })
  await expect.poll(() => seat.stage()).toBe('open')
  await seat.place('17')
  await expect.poll(() => seat.registered()).toEqual({ 17: 100 })
  await dealer.give(table, spin, { do: 'no-more-bets' }, { do: 'ball-at-rest', pocket: '20' })
  await dealer.give(table, { do: 'refer', reason: 'a hand over the layout' })
  await manager.give(table, { do: 'decide', decision: 'settle', reason: 'nothing was moved' })
  await read(seat, service.noticeTitles.decided(2), service.decided.settle, 'nothing was moved', clause)
  await dealer.give(table, { do: 'refer', round: 2, reason: 'there was' })
  await manager.give(table, { do: 'decide', round: 2, decision: 'void', reason: 'another camera shows it' })
  await read(seat, service.noticeTitles.voided(2), signedMoney(-100), money(100), 'another camera shows it')
  await expectItsMoney(seat)
})

const shot = async ({ page }: Terminal, name: string): Promise<void> => {
  if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, `${name}.png`) })
}

test('unread notices survive a reload and a killed service', async () => {
  const seat = await winner('reloaded', 'bob')
  const manager = await place.house.door('shift-manager')
  await manager.give('reloaded', { do: 'void-rounds', rounds: [1], code: 'ball-broke', reason: 'a crack was found' })
  await seat.page
    .getByRole('alert')
    .filter({ hasText: service.noticeTitles.voided(1) })
    .waitFor()
  await seat.page.reload()
  await seat.page
    .getByRole('alert')
    .filter({ hasText: service.noticeTitles.voided(1) })
    .waitFor()
  await place.house.kill()
  await place.house.startAgain()
  await seat.page.reload()
  await read(seat, service.noticeTitles.voided(1), 'a crack was found', signedMoney(3_500), money(3_500))
  await seat.page.reload()
  await seat.button(common.cashOut).waitFor()
  await expectItsMoney(seat)
  expect((await seat.view()).notices).toEqual([])
  expect(await pastRound(seat, service.voidMark)).toEqual([BOUGHT, 3_500, -3_500])
})

const centsOf = (text: string): number => Math.round(Number(text.replace(/[,+]/g, '').replace('−', '-')) * 100)
