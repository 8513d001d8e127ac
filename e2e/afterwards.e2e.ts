import { afterAll, expect, test } from 'vitest'
import { bookById } from '../src/books/index.ts'
import { spotsOf } from '../src/engine/spots.ts'
import { common } from '../src/screens/words/common.ts'
import { dealer as dealerWords, pit as words } from '../src/screens/words/desk.ts'
import { clauseName, nouns, refusalText, roleName, spotName } from '../src/screens/words/names.ts'
import { terminal as terminalWords } from '../src/screens/words/terminal.ts'
import { capitalise, money, signedMoney } from '../src/words/plain-text.ts'
import { escapeDialog } from './browser.ts'
import { resize } from './fitting.ts'
import { House } from './house.ts'
import { Console, PitDesk } from './staff.ts'
import { clickMiddle, Terminal } from './terminal-page.ts'
import { expectItsMoney, expectTexts, inHouse } from './testing.ts'
import { Wall } from './wall.ts'
import { Wheel } from './wheel.ts'

const book = bookById('mbs/roulette@3')!
const named = (spot: string): string => spotName(book, spotsOf(book, 'table').byId.get(spot)!)
const limits = { default: { min: 100, max: 100_000 } }
const CHIP = 100
const BOUGHT = 10_000

let wheel: Wheel
const place = inHouse(async (staffed) => {
  wheel = await Wheel.listen()
  return House.open(staffed, [
    { id: 'corrected', book: book.id, limits },
    { id: 'referred', book: book.id, limits },
    { id: 'ruled', book: book.id, limits },
    { id: 'two-words', book: book.id, limits, wheel: { tcp: wheel.address } },
  ])
})
afterAll(() => wheel?.close())

async function seated(table: string, player: string): Promise<Terminal> {
  await (await place.house.door('dealer')).give(table, { do: 'buy-in', player, amount: BOUGHT })
  return Terminal.open(place, { table, player })
}

const spin = { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }

test('a settled round is corrected by the pit, and what a player no longer has is owed', async () => {
  const table = 'corrected'
  const [ann, bob, pit] = await Promise.all([
    seated(table, 'ann'),
    seated(table, 'bob'),
    PitDesk.open(place, 'pit-supervisor'),
  ])
  const dealer = await place.house.door('dealer')
  await dealer.give(table, { do: 'place-your-bets' })
  await expect.poll(() => ann.stage()).toBe('open')
  await ann.place('17')
  await bob.place('20')
  await expect.poll(() => ann.registered()).toEqual({ 17: CHIP })
  await expect.poll(() => bob.registered()).toEqual({ 20: CHIP })
  await dealer.give(table, spin, { do: 'no-more-bets' }, { do: 'ball-at-rest', pocket: '17' }, { do: 'settle' })
  await expectItsMoney(ann)
  expect((await ann.figures()).balance).toBe(money(BOUGHT + 35 * CHIP))

  // The ball lay in 20. Before the confirmation the desk shows the postings, and shows them again when they change.
  await pit.openTable(table)
  await pit.page.getByRole('button', { name: words.correct, exact: true }).click()
  await pit.choose('20')
  const change = (player: string) => pit.dialog().getByRole('row', { name: player })
  await expectTexts(change('ann'), signedMoney(-36 * CHIP))
  await expectTexts(change('bob'), signedMoney(36 * CHIP))
  await expectTexts(pit.dialog(), clauseName(book.rules.correction.clause))
  await dealer.give(table, { do: 'cash-out', player: 'ann', amount: BOUGHT + 35 * CHIP })
  await pit.dialog().getByRole('columnheader', { name: common.owed }).waitFor()
  await expectTexts(change('ann'), `${signedMoney(-36 * CHIP)}${money(36 * CHIP)}`)
  await pit.confirm(words.itIs('20'), 'the dolly was put beside the ball')

  await expect.poll(async () => (await ann.view()).funds.owed).toBe(36 * CHIP)
  for (const terminal of [ann, bob]) await expectItsMoney(terminal)
  expect((await bob.view()).funds.balance).toBe(BOUGHT + 35 * CHIP)
  const panel = (terminal: Terminal) => terminal.page.locator('[aria-live=polite]').allTextContents()
  await expect.poll(async () => (await panel(ann)).join()).toContain(terminalWords.owed(money(36 * CHIP)))
  await expect.poll(async () => (await panel(bob)).join()).toContain(terminalWords.adjusted(money(36 * CHIP)))
  await expect.poll(() => pit.queue().textContent()).toContain(words.owes('ann', money(36 * CHIP)))
  const { balanced, results } = await (await place.house.door('auditor')).view('auditor', table)
  expect({ balanced, pocket: results[0]!.pocket }).toEqual({ balanced: true, pocket: '20' })
})

test('a round is referred; only the shift manager decides, and void gives every chip back', async () => {
  const table = 'referred'
  const [ann, wall, console, supervisor, manager] = await Promise.all([
    seated(table, 'cho'),
    Wall.open(place, table),
    Console.open(place, table, book),
    PitDesk.open(place, 'pit-supervisor'),
    PitDesk.open(place, 'shift-manager'),
  ])
  await console.open()
  await expect.poll(() => ann.stage()).toBe('open')
  await ann.place('8', '11')
  await expect.poll(() => ann.registered()).toEqual({ 8: CHIP, 11: CHIP })
  await console.spin()
  await console.button(dealerWords.refer).click()
  await console.dialog().getByLabel(common.reason).fill('a stack fell over')
  await console.dialog().getByRole('button', { name: dealerWords.confirmRefer }).click()
  for (const screen of [ann, wall]) await expect.poll(() => screen.stage()).toBe('referred')
  await expect.poll(() => console.next().textContent()).toContain('a stack fell over')

  // A person whose position is too low sees that, and who decides.
  const { clause: decided, by } = book.rules.referral
  await expectTexts(supervisor.queue(), words.reasonGiven('a stack fell over'), words.takes(roleName(by)))
  await supervisor.queue().getByRole('button').click()
  await supervisor.choose(words.decideVoid)
  const confirm = supervisor.dialog().getByRole('button', { name: words.decideVoid })
  await expect.poll(() => confirm.isDisabled()).toBe(true)

  await manager.queue().getByRole('button').click()
  await manager.choose(words.decideVoid)
  await expectTexts(manager.dialog(), clauseName(decided), words.wagersOf(2, 1, money(2 * CHIP)))
  // Without an outcome the round cannot be settled. The preview says so.
  const settle = manager.dialog().getByRole('radio', { name: words.decideSettle })
  await expect.poll(() => settle.isDisabled()).toBe(true)
  await expectTexts(manager.dialog(), refusalText({ refused: 'outcome-not-determined' }))
  await manager.confirm(words.decideVoid, 'nobody can say what lay where')
  for (const screen of [ann, wall]) await expect.poll(() => screen.stage()).toBe('void')
  await expectItsMoney(ann)
  expect(await ann.figures()).toMatchObject({ balance: money(BOUGHT), staked: money(0) })
})

test('the pit sets an unclear wager aside: it goes back, whatever the outcome, and nothing is paid on it', async () => {
  const table = 'ruled'
  const [ann, console, pit] = await Promise.all([
    seated(table, 'eve'),
    Console.open(place, table, book),
    PitDesk.open(place, 'pit-supervisor'),
  ])
  await console.open()
  await expect.poll(() => ann.stage()).toBe('open')
  await ann.place('17', 'black')
  await expect.poll(() => ann.registered()).toEqual({ 17: CHIP, black: CHIP })
  await console.spin()
  await console.close()
  await console.ballRests('17')
  await expect.poll(() => console.paidTo('eve')).toBe(money(36 * CHIP))

  await pit.openTable(table)
  await pit.actions().getByRole('button', { name: words.rule }).click()
  await pit.choose(`eve · ${named('17')} · ${money(CHIP)}`)
  await pit.choose(capitalise(nouns.rulings.returned))
  await expect.poll(() => pit.dialog().textContent()).toContain(clauseName(book.rules.unclearWagers!.clause))
  // The payment of a settlement, and the result without it.
  await expect
    .poll(() => pit.dialog().getByRole('row', { name: 'eve' }).textContent())
    .toBe(`eve${signedMoney(36 * CHIP)}${signedMoney(CHIP)}${signedMoney(-35 * CHIP)}`)
  await pit.confirm(words.rule, 'the chip lay across the line')

  // Everybody sees it before it is settled, and may rule again.
  await expect.poll(() => console.paidTo('eve')).toBe(money(CHIP))
  await expectTexts(console.page.getByRole('tabpanel', { name: dealerWords.payouts }), dealerWords.giveBack)
  await pit.actions().getByRole('button', { name: words.rule }).click()
  await expectTexts(pit.dialog(), words.ruledSoFar)

  // By pressing the layout: the wager, then where it is moved to.
  await resize(pit.page, { width: 1440, height: 900 }, false)
  const press = async (spot: string) => {
    await clickMiddle(pit.dialog().locator(`[data-spot="${spot}"]`))
  }
  await press('17')
  await pit.choose(words.moved)
  await press('20')
  const moved = words.ruleDoes('eve', money(CHIP), named('17'), words.ruleMoved(named('20')))
  await expect.poll(() => pit.dialog().textContent()).toContain(moved)
  await escapeDialog(pit.page)

  await console.settle('17')
  await expectItsMoney(ann)
  const { funds, last } = await ann.view()
  expect(funds).toMatchObject({ balance: BOUGHT + CHIP, staked: 0 })
  expect(last!.lines.map(({ spot, result, returned }) => [spot, result, returned])).toEqual([
    ['black', 'won', CHIP],
    ['17', 'returned', CHIP],
  ])
})

test('the wheel and the dealer name different numbers: nothing is paid until the pit has decided', async () => {
  const table = 'two-words'
  const [ann, console, pit] = await Promise.all([
    seated(table, 'dan'),
    Console.open(place, table, book),
    PitDesk.open(place, 'pit-supervisor'),
  ])
  wheel.placeYourBets()
  await expect.poll(() => ann.stage()).toBe('open')
  await ann.place('20')
  await expect.poll(() => ann.registered()).toEqual({ 20: CHIP })
  wheel.ballInRim()
  await expect.poll(() => ann.stage()).toBe('closing')
  wheel.noMoreBets()
  await expect.poll(() => ann.stage()).toBe('closed')
  await console.ballRests('17')
  await expect.poll(() => ann.stage()).toBe('result')
  wheel.winningNumber('20')
  await expect.poll(() => console.next().textContent()).toContain(dealerWords.differ('17', '20'))
  await expect.poll(() => console.next().getByRole('button').count()).toBe(0)

  await expect.poll(() => pit.queue().textContent()).toContain(words.waitsDiffersText('17', '20'))
  await pit.queue().getByRole('button').click()
  await pit.choose('20')
  await pit.confirm(words.itIs('20'), 'seen on the camera')
  await console.settle('20')
  await expectItsMoney(ann)
  expect((await ann.figures()).balance).toBe(money(BOUGHT + 35 * CHIP))
})
