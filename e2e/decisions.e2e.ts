import { expect, test } from 'vitest'
import { bookById } from '../src/books/index.ts'
import { spotsOf } from '../src/engine/spots.ts'
import { common, stages } from '../src/screens/words/common.ts'
import { dealer as dealerWords, effects, pit as words } from '../src/screens/words/desk.ts'
import { nouns, roleName, spotName, voidReason } from '../src/screens/words/names.ts'
import { terminal as terminalWords } from '../src/screens/words/terminal.ts'
import { capitalise, money, signedMoney } from '../src/words/plain-text.ts'
import { escapeDialog } from './browser.ts'
import { staffOf } from './house.ts'
import { Console, PitDesk } from './staff.ts'
import { Terminal } from './terminal-page.ts'
import { expectItsMoney, expectTexts, inHouse, withTables } from './testing.ts'

const book = bookById('mbs/roulette@3')!
const limits = { default: { min: 100, max: 100_000 } }
const BOUGHT = 10_000
const [sandsBefore, sands] = ['mbs/sands-roulette@1', 'mbs/sands-roulette@2'].map((id) => bookById(id)!)
const place = inHouse(
  withTables([
    ...['part', 'claim', 'goes-on', 'put-right', 'early'].map((id) => ({ id, book: book.id, limits })),
    { id: 'versions', book: sands!.id, limits },
  ]),
)

const spin = { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }
const named = (spot: string): string => spotName(book, spotsOf(book, 'table').byId.get(spot)!)

async function seated(table: string, player: string): Promise<Terminal> {
  await (await place.house.door('dealer')).give(table, { do: 'buy-in', player, amount: BOUGHT })
  return Terminal.open(place, { table, player })
}

/** A round in which the player staked this, as far as the ball at rest in 20. */
async function playedTo20(table: string, player: string, stakes: Record<string, number>): Promise<void> {
  const wagers = Object.entries(stakes).map(([spot, stake]) => ({ do: 'wager', player, spot, stake }))
  const dealer = await place.house.door('dealer')
  await dealer.give(table, { do: 'place-your-bets' }, ...wagers, spin)
  await dealer.give(table, { do: 'no-more-bets' }, { do: 'ball-at-rest', pocket: '20' })
}

test('a part of a wager is ruled on, and ruled on again as it lay', async () => {
  const table = 'part'
  const [ann, pit] = await Promise.all([seated(table, 'ann'), PitDesk.open(place, 'pit-supervisor')])
  await playedTo20(table, 'ann', { 17: 1_000, 20: 800 })
  await pit.openTable(table)
  const rule = async (treatment: string, part = '', to = '') => {
    await pit.actions().getByRole('button', { name: words.rule }).click()
    await pit.choose(`ann · ${named('17')} · ${money(1_000)}`)
    if (part) await pit.dialog().getByLabel(words.partOfStake).fill(part)
    await pit.choose(treatment)
    if (to) await pit.dialog().getByRole('combobox', { name: words.movedTo }).selectOption(to)
  }
  // All of it moved onto 20 by mistake; then only a part of it, of the wager as it lay.
  await rule(words.moved, '', '20')
  await pit.confirm(words.rule, 'pushed over the line')
  await expect.poll(() => ann.registered()).toEqual({ 20: 1_800 })
  await rule(words.moved, '4.00', '20')
  const does = words.ruleDoes('ann', money(400), named('17'), words.ruleMoved(named('20')))
  await expectTexts(pit.dialog(), words.ruledSoFar, words.isRuled, does)
  // 12.00 on 20 win 420.00, 6.00 on 17 lose; before, 18.00 on 20 would have won 630.00.
  await expect
    .poll(() => pit.dialog().getByRole('row', { name: 'ann' }).textContent())
    .toBe(`ann${signedMoney(63_000)}${signedMoney(41_400)}${signedMoney(-21_600)}`)
  await pit.confirm(words.rule, 'only the upper four chips')
  await expect.poll(() => ann.registered()).toEqual({ 17: 600, 20: 1_200 })
  await rule(capitalise(nouns.rulings.stands), '11')
  await pit.dialog().getByRole('alert').waitFor()
  const confirm = pit.dialog().getByRole('button', { name: words.rule, exact: true })
  await expect.poll(() => confirm.isDisabled()).toBe(true)
  await escapeDialog(pit.page)

  await (await place.house.door('dealer')).give(table, { do: 'settle' })
  await expectItsMoney(ann)
  expect((await ann.view()).funds.balance).toBe(BOUGHT + 41_400)
})

test('a concluded round is referred at the console, stands with an award, and the terminal tells it', async () => {
  const table = 'claim'
  const [ann, console, manager] = await Promise.all([
    seated(table, 'bob'),
    Console.open(place, table, book),
    PitDesk.open(place, 'shift-manager'),
  ])
  await playedTo20(table, 'bob', { 17: 1_000 })
  await (await place.house.door('dealer')).give(table, { do: 'settle' })
  await console.button(dealerWords.refer).click()
  await expect.poll(() => console.dialog().textContent()).toContain(dealerWords.concludedWaits)
  const why = 'says that a chip of his was taken'
  await console.dialog().getByLabel(common.reason).fill(why)
  await console.dialog().getByRole('button', { name: dealerWords.confirmRefer }).click()
  await console.dialog().waitFor({ state: 'hidden' })

  // Play continues meanwhile, and the question waits.
  await console.open()
  await expectTexts(manager.queue(), words.waitsConcluded(1), words.reasonGiven(why))
  await manager.queue().getByRole('button', { name: words.decideIt }).click()
  await manager.dialog().getByRole('button', { name: words.addAward }).click()
  await manager.dialog().getByLabel(common.player).selectOption('bob')
  await manager.dialog().getByLabel(common.amount).fill('5')
  await expectTexts(manager.dialog(), effects['award-paid'](`bob ${money(500)}`), effects['round-stands'](1))
  await expectTexts(manager.dialog().getByRole('row', { name: 'bob' }), signedMoney(500))
  await manager.confirm(words.decideStands, 'the camera does not show it')

  await expect.poll(() => manager.queue().textContent()).toContain(words.nothingWaits)
  await expectItsMoney(ann)
  expect((await ann.view()).funds.balance).toBe(BOUGHT - 1_000 + 500)
  const panel = async () => (await ann.page.locator('[aria-live=polite]').allTextContents()).join()
  await expect.poll(panel).toContain(terminalWords.awarded(money(500), 1))
  await expect.poll(panel).toContain('the camera does not show it')
})

test('a referred round goes on from where it was, and is settled', async () => {
  const table = 'goes-on'
  const [ann, console, manager] = await Promise.all([
    seated(table, 'cho'),
    Console.open(place, table, book),
    PitDesk.open(place, 'shift-manager'),
  ])
  await console.open()
  await expect.poll(() => ann.stage()).toBe('open')
  await ann.place('20')
  await expect.poll(() => ann.registered()).toEqual({ 20: 100 })
  await console.spin()
  await console.button(dealerWords.refer).click()
  await console.dialog().getByLabel(common.reason).fill('a quarrel about a chip')
  await console.dialog().getByRole('button', { name: dealerWords.confirmRefer }).click()
  await expect.poll(() => ann.stage()).toBe('referred')

  await manager.queue().getByRole('button', { name: words.decide }).click()
  await manager.choose(words.decideContinue)
  await expectTexts(manager.dialog(), effects['round-goes-on'](stages.closing), effects['bets-open-again'])
  await manager.confirm(words.decideContinue, 'they agree now')
  await expect.poll(() => ann.stage()).toBe('closing')
  await console.close()
  await console.ballRests('20')
  await console.settle('20')
  await expectItsMoney(ann)
  expect((await ann.view()).funds.balance).toBe(BOUGHT + 3_500)
})

test('a round that was made void by mistake is put right by its number', async () => {
  const table = 'put-right'
  const [ann, pit] = await Promise.all([seated(table, 'dan'), PitDesk.open(place, 'pit-supervisor')])
  const dealer = await place.house.door('dealer')
  await dealer.give(table, { do: 'place-your-bets' }, { do: 'wager', player: 'dan', spot: '20', stake: 100 }, spin)
  await dealer.give(table, { do: 'no-more-bets' }, { do: 'irregularity', code: 'wheel-stopped' })
  await expect.poll(() => ann.stage()).toBe('void')

  await pit.openTable(table)
  await pit.page.getByRole('button', { name: words.correctPast }).click()
  await pit.dialog().getByLabel(common.roundNumber).fill('7')
  await expect.poll(() => pit.dialog().textContent()).toContain(words.roundGone)
  await pit.dialog().getByLabel(common.roundNumber).fill('1')
  await pit.choose('20')
  await expectTexts(pit.dialog(), words.correctVoidDoes(1, '20'), voidReason(book, 'wheel-stopped'))
  await expectTexts(pit.dialog().getByRole('row', { name: 'dan' }), signedMoney(3_500))
  await pit.confirm(words.itIs('20'), 'another wheel stopped')
  await expect.poll(async () => (await ann.view()).funds.balance).toBe(BOUGHT + 3_500)
  await expectItsMoney(ann)
})

test('a pit manager gives leave; the console says whose, and betting closes before the spin', async () => {
  const table = 'early'
  const [console, manager] = await Promise.all([Console.open(place, table, book), PitDesk.open(place, 'pit-manager')])
  await console.open()
  await console.button(dealerWords.closeEarly).click()
  await console.dialog().getByRole('alert').waitFor() // it takes leave
  await escapeDialog(console.page)

  await manager.openTable(table)
  await manager.actions().getByRole('button', { name: words.allowEarly }).click()
  await expect.poll(() => manager.dialog().textContent()).toContain(words.allowEarlyDoes(1))
  await manager.dialog().getByRole('button', { name: words.allowEarly, exact: true }).click()
  await manager.dialog().waitFor({ state: 'hidden' })
  const { name, role } = staffOf('pit-manager')
  const leave = dealerWords.leaveOf(`${roleName(role)} ${name}`)
  await expect.poll(() => console.next().textContent()).toContain(leave)
  await console.button(dealerWords.closeEarly).click()
  await expectTexts(console.dialog(), leave)
  await console.dialog().getByRole('button', { name: dealerWords.closeEarly }).click()
  await console.dialog().waitFor({ state: 'hidden' })
  await console.spin()
  await console.ballRests('7')
  await console.settle('7')
})

test('a shift manager gives a table another version of its rules; the screens say when it is not in force', async () => {
  const table = 'versions'
  const [console, manager] = await Promise.all([
    Console.open(place, table, sands!),
    PitDesk.open(place, 'shift-manager'),
  ])
  await manager.openTable(table)
  const setBook = async (id: string, reason: string) => {
    await manager.actions().getByRole('button', { name: words.setBook }).click()
    await expect.poll(() => manager.dialog().textContent()).toContain(words.setBookDoes(id))
    await manager.confirm(words.setBook, reason)
  }
  await manager.actions().getByRole('button', { name: words.setBook }).click()
  await expectTexts(manager.dialog(), words.bookNotNow)
  await escapeDialog(manager.page)
  await setBook(sandsBefore!.id, 'a mistake')
  await expect
    .poll(async () => (await (await place.house.door('dealer')).view('dealer', table)).book)
    .toBe(sandsBefore!.id)
  // The houses of these tests may play by it, and say so.
  await console.open()
  await console.page.getByText(words.outOfForce).waitFor()
  await manager.page.getByText(words.outOfForce).waitFor()
  await console.spin()
  await console.close()
  await console.ballRests('S')
  await console.settle('S')
  await setBook(sands!.id, 'back to the rules in force')
  await console.page.getByText(words.outOfForce).waitFor({ state: 'detached' })
  await manager.page.getByText(words.outOfForce).waitFor({ state: 'detached' })
})
