import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { bookById } from '../src/books/index.ts'
import { spotsOf } from '../src/engine/spots.ts'
import { audit as auditWords, markNames } from '../src/screens/words/audit.ts'
import { common } from '../src/screens/words/common.ts'
import { dealer as dealerWords, effects, pit as words } from '../src/screens/words/desk.ts'
import { spotName, voidReason } from '../src/screens/words/names.ts'
import { alarms } from '../src/words/en/alarms.en.ts'
import { money, signedMoney } from '../src/words/plain-text.ts'
import { escapeDialog } from './browser.ts'
import { staffOf } from './house.ts'
import { Console, PitDesk, signedIn } from './staff.ts'
import { Terminal } from './terminal-page.ts'
import { expectItsMoney, expectTexts, inHouse, withTables } from './testing.ts'

/** The shift manager's remedies for referred rounds, and voids after the bonus draw. */

const book = bookById('mbs/roulette@3')!
const fast = bookById('mbs/sands-fast-action-roulette@2')!
const etg = bookById('rws/roulette-double-zero-etg@4')!
const limits = { default: { min: 100, max: 100_000 } }
const BOUGHT = 10_000
const place = inHouse(
  withTables([
    ...['again', 'void', 'facts'].map((id) => ({ id, book: book.id, limits })),
    { id: 'draw', book: fast.id, limits },
    { id: 'etg', book: etg.id, layout: 'A', terminal: 'rapid', limits },
  ]),
)

const spin = { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }
const named = (spot: string): string => spotName(book, spotsOf(book, 'table').byId.get(spot)!)
const shot = async (page: Page, name: string): Promise<void> => {
  if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, `remedies-${name}.png`) })
}

async function seated(table: string, player: string): Promise<Terminal> {
  await (await place.house.door('dealer')).give(table, { do: 'buy-in', player, amount: BOUGHT })
  return Terminal.open(place, { table, player })
}

/** A round in which the player lost 10.00 on 17, and that the dealer referred. */
async function lostAndReferred(table: string, player: string): Promise<void> {
  const dealer = await place.house.door('dealer')
  const wager = { do: 'wager', player, spot: '17', stake: 1_000 }
  await dealer.give(table, { do: 'place-your-bets' }, wager, spin, { do: 'no-more-bets' })
  await dealer.give(table, { do: 'ball-at-rest', pocket: '20' }, { do: 'settle' })
  await dealer.give(table, { do: 'refer', round: 1, reason: 'a chip was on 20' })
}

test('parts of a wager of a concluded round are ruled on, and the round is settled again', async () => {
  const table = 'again'
  const [ann, manager] = await Promise.all([seated(table, 'ann'), PitDesk.open(place, 'shift-manager')])
  await lostAndReferred(table, 'ann')
  const rule = async (part: string) => {
    await manager.queue().getByRole('button', { name: words.ruleOnIt }).click()
    await manager.choose(`ann · ${named('17')} · ${money(1_000)}`)
    await manager.choose(words.moved)
    await manager.dialog().getByLabel(words.partOfStake).fill(part)
    await manager.dialog().getByRole('combobox', { name: words.movedTo }).selectOption('20')
  }
  // 3.00 on 20 would have won 105.00, and 7.00 on 17 were lost: the round comes to 98.00 instead of -10.00.
  await rule('3.00')
  const does = words.ruleDoes('ann', money(300), named('17'), words.ruleMoved(named('20')))
  await expectTexts(manager.dialog(), does, words.rulePastDoes(1))
  const row = () => manager.dialog().getByRole('row', { name: 'ann' }).textContent()
  await expect.poll(row).toBe(`ann${signedMoney(-1_000)}${signedMoney(9_800)}${signedMoney(10_800)}`)
  await shot(manager.page, 'rule')
  await manager.confirm(words.rule, 'the camera shows three chips')
  expect((await ann.view()).funds.balance).toBe(BOUGHT - 1_000)
  // 7.00 of 10.00 are left.
  await rule('8.00')
  await expectTexts(manager.dialog(), words.partsRuled(money(700)))
  await manager.dialog().getByRole('alert').waitFor()
  await expect
    .poll(() => manager.dialog().getByRole('button', { name: words.rule, exact: true }).isDisabled())
    .toBe(true)
  await escapeDialog(manager.page)

  await manager.queue().getByRole('button', { name: words.decideIt }).click()
  await manager.choose(words.settleAgain)
  await expectTexts(manager.dialog(), words.rulingsOn(1), words.settleAgainDoes(1))
  await expect.poll(row).toBe(`ann${signedMoney(-1_000)}${signedMoney(9_800)}${signedMoney(10_800)}`)
  await shot(manager.page, 'settle-again')
  await manager.confirm(words.settleAgain, 'the camera shows three chips')
  await expect.poll(async () => (await ann.view()).funds.balance).toBe(BOUGHT + 9_800)
  await expectItsMoney(ann)
  await expect.poll(() => manager.queue().textContent()).toContain(words.nothingWaits)
})

test('a concluded round is void by decision with an award, and a later decision takes the award back', async () => {
  const table = 'void'
  const [ben, pit, manager] = await Promise.all([
    seated(table, 'ben'),
    PitDesk.open(place, 'pit-manager'),
    PitDesk.open(place, 'shift-manager'),
  ])
  await lostAndReferred(table, 'ben')
  // It is the shift manager's alone.
  await expectTexts(pit.queue(), words.waitsConcluded(1), words.takes(staffOf('shift-manager').role.replace('-', ' ')))
  await pit.queue().getByRole('button', { name: words.decideIt }).click()
  await expect.poll(() => pit.dialog().getByRole('button', { name: words.decideStands }).isDisabled()).toBe(true)
  await escapeDialog(pit.page)
  await manager.queue().getByRole('button', { name: words.decideIt }).click()
  await manager.choose(words.decideVoid)
  await manager.dialog().getByRole('button', { name: words.addAward }).click()
  await manager.dialog().getByLabel(common.player).selectOption('ben')
  await manager.dialog().getByLabel(common.amount).fill('5')
  await expectTexts(manager.dialog(), words.voidPastDoes(1), effects['award-paid'](`ben ${money(500)}`))
  await expectTexts(manager.dialog().getByRole('row', { name: 'ben' }), signedMoney(1_500))
  await shot(manager.page, 'void')
  await manager.confirm(words.decideVoid, 'nobody knows where the chip lay')
  await expect.poll(async () => (await ben.view()).funds.balance).toBe(BOUGHT + 500)

  await (await place.house.door('dealer')).give(table, { do: 'refer', round: 1, reason: 'five dollars for nothing' })
  await manager.queue().getByRole('button', { name: words.decideIt }).click()
  // Void as it is, it can only stand; the award is there to be changed.
  await expectTexts(manager.dialog(), words.putRightInstead)
  await expect.poll(() => manager.dialog().getByLabel(common.amount).inputValue()).toBe(money(500))
  await manager.dialog().getByRole('button', { name: words.removeAward }).click()
  await expectTexts(manager.dialog(), words.awardsTakenBack, effects['round-stands'](1))
  await expectTexts(manager.dialog().getByRole('row', { name: 'ben' }), signedMoney(-500))
  await manager.confirm(words.decideStands, 'nobody waited')
  await expect.poll(async () => (await ben.view()).funds.balance).toBe(BOUGHT)
  await expectItsMoney(ben)
})

test('reports about a referred round are shown to the person who decides, and take effect when it continues', async () => {
  const table = 'facts'
  const [cho, console, manager] = await Promise.all([
    seated(table, 'cho'),
    Console.open(place, table, book),
    PitDesk.open(place, 'shift-manager'),
  ])
  const dealer = await place.house.door('dealer')
  const wager = { do: 'wager', player: 'cho', spot: '17', stake: 1_000 }
  await dealer.give(table, { do: 'place-your-bets' }, wager, spin, { do: 'no-more-bets' })
  await dealer.give(table, { do: 'refer', reason: 'a hand near the wheel' })
  await console.button(dealerWords.irregularity).click()
  await console
    .dialog()
    .getByRole('radio', { name: voidReason(book, 'interference') })
    .click()
  await expectTexts(console.dialog(), effects['fact-recorded'])
  await console.dialog().getByRole('button', { name: common.confirm }).click()
  await console.dialog().waitFor({ state: 'hidden' })

  await manager.queue().getByRole('button', { name: words.decide }).click()
  await expectTexts(manager.dialog(), words.onRecord, words.reported(voidReason(book, 'interference')))
  await expectTexts(manager.dialog(), words.voidThen(voidReason(book, 'interference')))
  await manager.choose(words.decideContinue)
  await expectTexts(manager.dialog(), words.decideVoidDoes(1, words.wagersOf(1, 1, money(1_000))))
  await shot(manager.page, 'facts')
  await manager.confirm(words.decideContinue, 'nothing else was wrong')
  await expect.poll(() => cho.stage()).toBe('void')
  await expectItsMoney(cho)
  await manager.openTable(table)
  await manager.page.getByText(words.reported(voidReason(book, 'interference'))).waitFor()
})

test('no spin after the bonus draw takes a reason, alerts the pit, and is found in the audit with the numbers', async () => {
  const table = 'draw'
  const [console, pit] = await Promise.all([Console.open(place, table, fast), PitDesk.open(place, 'pit-supervisor')])
  await console.open()
  await console.spin()
  await console.close()
  const dealer = await place.house.door('dealer')
  await expect.poll(async () => (await dealer.view('dealer', table)).draw).not.toBeNull()
  const numbers = (await dealer.view('dealer', table)).draw!.numbers.join(' ')
  await console.button(dealerWords.noSpin).click()
  await expectTexts(console.dialog(), effects['void-after-draw'], dealerWords.reasonAfterDraw)
  const confirm = console.dialog().getByRole('button', { name: dealerWords.confirmVoid(1) })
  await expect.poll(() => confirm.isDisabled()).toBe(true)
  await console.dialog().getByLabel(common.reason).fill('the ball left the wheel')
  await shot(console.page, 'no-spin')
  await confirm.click()
  await console.dialog().waitFor({ state: 'hidden' })
  const { name } = staffOf('dealer')
  await pit.page.getByText(alarms['void-after-draw'](1, name)).waitFor()

  const page = await signedIn(place, 'auditor', `/audit/${table}`)
  await page.getByLabel(markNames['void-after-draw']).check()
  const found = page.getByRole('list', { name: auditWords.roundsList }).getByRole('button')
  await expect.poll(() => found.count()).toBe(1)
  await expectTexts(found.first(), markNames['void-after-draw'], auditWords.drawn(numbers))
  await shot(page, 'audit')
})

test('on the terminals’ book a referred wager stands or goes back, and is never moved', async () => {
  const table = 'etg'
  const [dan, manager] = await Promise.all([seated(table, 'dan'), PitDesk.open(place, 'shift-manager')])
  const dealer = await place.house.door('dealer')
  await dealer.give(table, { do: 'place-your-bets' })
  await expect.poll(() => dan.stage()).toBe('open')
  await dan.place('17')
  await expect.poll(() => dan.registered()).toEqual({ 17: 100 })
  await dealer.give(table, spin, { do: 'no-more-bets' }, { do: 'ball-at-rest', pocket: '20' })
  await dealer.give(table, { do: 'refer', reason: 'the terminal showed another number' })
  await manager.openTable(table)
  await manager.actions().getByRole('button', { name: words.rule }).click()
  await manager.dialog().getByRole('radio').first().waitFor()
  await manager.choose('dan')
  await manager.dialog().getByRole('radio', { name: /./ }).nth(2).waitFor()
  expect(await manager.dialog().getByRole('radio', { name: words.moved }).count()).toBe(0)
  await shot(manager.page, 'etg')
})
