import { expect, test } from 'vitest'
import { PAYOUT } from '../src/engine/limits.ts'
import { expand } from '../src/engine/several-piece.ts'
import { common, track } from '../src/screens/words/common.ts'
import { pit, dealer as words } from '../src/screens/words/desk.ts'
import { betName, clauseName, nouns } from '../src/screens/words/names.ts'
import { capitalise, money } from '../src/words/plain-text.ts'
import { announcedRoulette as book } from '../test/books/foreign-books.ts'
import { savePictures } from './browser.ts'
import { Console, PitDesk } from './staff.ts'
import { Terminal } from './terminal-page.ts'
import { expectItsMoney, expectTexts, inHouse, withTables } from './testing.ts'
import { Wall } from './wall.ts'

/** A book from a file with announced bets at a dealer's table, limits of its own and a maximum payout. */
const file = new URL('../examples/books/french-announced.json', import.meta.url).pathname
const table = 'riviera'
const limits = { [PAYOUT]: { max: 10_000 } }
const place = inHouse(withTables([{ id: table, book: file, limits }]))

function piecesOf(bet: string, piece: number): Record<string, number> {
  const expanded = expand(book, 'table', null, bet)
  if (!('pieces' in expanded)) throw new Error(JSON.stringify(expanded))
  return Object.fromEntries(expanded.pieces.map(({ spot, pieces }) => [spot, pieces * piece]))
}

test('the dealer records announced bets, in cash and in colour chips, and a player presses them on the track', async () => {
  const console = await Console.open(place, table, book)
  const door = await place.house.door('dealer')
  const staked = async (player: string) =>
    Object.fromEntries(
      Object.entries((await door.view('dealer', table)).seats[player]!.wagers).map(([spot, { stake }]) => [
        spot,
        stake,
      ]),
    )
  const colour = { colour: 'pink', chipValue: 200 }
  await door.give(table, { do: 'buy-in', player: 'ann', amount: 100_000 })
  await door.give(
    table,
    { do: 'buy-in', player: 'Ben', amount: 20_000, ...colour },
    { do: 'buy-in', player: 'Ben', amount: 9_000 },
  )
  const ann = await Terminal.open(place, { table, player: 'ann' })
  const wall = await Wall.open(place, table)
  await expectTexts(wall.page.locator('body'), capitalise(nouns.maximumPayout))

  await console.seat('Ben').click()
  await console.open()
  const dialog = console.dialog()
  await console.button(words.severalPieces).click()
  await dialog.getByRole('radio', { name: betName(book, 'voisins') }).check()
  await dialog.getByRole('radio', { name: capitalise(nouns.money.chips) }).check()
  await dialog.getByLabel(words.pieceValue).fill('5')
  await expectTexts(dialog, clauseName('2.7'))
  await dialog.getByRole('button', { name: words.placePieces(money(4_500)) }).click()
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => staked('Ben')).toEqual(piecesOf('voisins', 500))

  await console.button(words.severalPieces).click()
  await dialog.getByRole('radio', { name: betName(book, 'finales') }).check()
  await dialog.getByRole('radio', { name: '4', exact: true }).check()
  await dialog.getByRole('radio', { name: nouns.chipsOf('pink') }).check()
  await dialog.getByLabel(words.pieceValue).fill('4')
  await dialog.getByRole('button', { name: words.placePieces(money(1_600)) }).click()
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => staked('Ben')).toEqual({ ...piecesOf('voisins', 500), ...piecesOf('finales:4', 400) })
  const { colourChips } = (await door.view('dealer', table)).seats.Ben!.funds
  expect(colourChips).toMatchObject({ colour: 'pink', count: 100 - 8 })

  await ann.page.getByRole('button', { name: new RegExp(`^${betName(book, 'jeu-zero')},`) }).click()
  await expect.poll(() => ann.registered()).toEqual(piecesOf('jeu-zero', 100))
  await ann.page.getByRole('button', { name: track.neighboursOf('26', 2) }).click()
  const both = piecesOf('neighbours:26:2', 100)
  await expect.poll(() => ann.registered()).toEqual({ ...piecesOf('jeu-zero', 100), ...both, 26: 200 })

  // 26 pays Ben two corner pieces and Ann two chips; of the hundred that the table pays at most, neither reaches all.
  await console.spin()
  await console.close()
  await console.ballRests('26')
  await console.settle('26')
  await expect.poll(() => console.paidTo('Ben')).toBe(money(8 * 1_000))
  await expect.poll(() => console.paidTo('ann')).toBe(money(7_000))
  await expectItsMoney(ann)
  await savePictures({ 'announced-terminal': ann, 'announced-console': console, 'announced-wall': wall })
})

test('winnings above the maximum payout are told at the terminal and at the console, with the clause', async () => {
  const console = await Console.open(place, table, book)
  const cy = await Terminal.open(place, { table, player: 'cy' })
  const door = await place.house.door('dealer')
  await door.give(
    table,
    { do: 'buy-in', player: 'cy', amount: 5_000 },
    { do: 'place-your-bets' },
    { do: 'wager', player: 'cy', spot: '17', stake: 1_000 },
  )
  await console.spin()
  await console.close()
  await console.ballRests('17')
  await console.settle('17')
  await expect.poll(() => console.paidTo('cy')).toBe(money(10_000))
  await expectTexts(console.page.locator('body'), nouns.notPaid(money(25_000)))
  await expectTexts(cy.page.locator('body'), nouns.notPaid(money(25_000)), clauseName('3.4'))
})

test('the pit narrows the limits of the book, and cannot widen them', async () => {
  const desk = await PitDesk.open(place, 'pit-supervisor')
  await desk.openTable(table)
  await desk.actions().getByRole('button', { name: pit.limits }).click()
  const payout = desk.dialog().getByLabel(`${capitalise(nouns.maximumPayout)}, ${common.maximum}`)
  await payout.fill('4001')
  await expectTexts(desk.dialog(), pit.limitsOfBook, clauseName('3.4'))
  await payout.fill('50')
  const all = desk.dialog().getByLabel(`${pit.allKinds}, ${common.minimum}`)
  await all.fill('0.50')
  await expectTexts(desk.dialog(), pit.limitsOfBook, clauseName('2.2'))
  await all.fill('5')
  await desk.confirm(pit.limits, 'a busy night')
  const { limits: now } = await (await place.house.door('auditor')).view('auditor', table)
  expect([now.default, now[PAYOUT]]).toEqual([{ min: 500, max: 60_000 }, { max: 5_000 }])
})
