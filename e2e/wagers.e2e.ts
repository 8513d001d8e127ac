import { expect, test } from 'vitest'
import { bookById } from '../src/books/index.ts'
import { expand } from '../src/engine/several-piece.ts'
import { common, track } from '../src/screens/words/common.ts'
import { betName, clauseName, refusalText } from '../src/screens/words/names.ts'
import { terminal as words } from '../src/screens/words/terminal.ts'
import { money } from '../src/words/plain-text.ts'
import { escapeDialog } from './browser.ts'
import { Terminal } from './terminal-page.ts'
import { expectItsMoney, expectTexts, inHouse, withTables } from './testing.ts'

const table = 'etg'
const book = bookById('rws/roulette-double-zero-etg@4')!
const limits = { default: { min: 100, max: 10_000 }, 'straight-up': { max: 300 } }
const place = inHouse(withTables([{ id: table, book: book.id, layout: 'A', terminal: 'rapid', limits }]))
const CHIP = 100

/** The stakes of a several-piece bet, by spot. */
function piecesOf(bet: string): Record<string, number> {
  const expanded = expand(book, 'A', 'rapid', bet, book.wheel.order)
  if (!('pieces' in expanded)) throw new Error(JSON.stringify(expanded))
  return Object.fromEntries(expanded.pieces.map(({ spot, pieces }) => [spot, pieces * CHIP]))
}

test('a terminal offers several pieces, undo, clear, repeat, double and favourites', async () => {
  const dealer = await place.house.door('dealer')
  await dealer.give(table, { do: 'buy-in', player: 'ann', amount: 100_000 }, { do: 'place-your-bets' })
  const ann = await Terminal.open(place, { table, player: 'ann' })
  const { page } = ann

  await page.getByRole('button', { name: new RegExp(`^${betName(book, 'tiers')},`) }).click()
  await expect.poll(() => ann.registered()).toEqual(piecesOf('tiers'))
  // Its numbers are lit as one, and on each lies what rides on it.
  const onTrack = page.getByRole('region', { name: track.racetrack })
  await expect.poll(() => onTrack.locator('[data-lit]').getAttribute('data-lit')).toBe('12')
  const chips = () =>
    onTrack.locator('[data-amount]').evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.amount))
  await expect.poll(chips).toEqual(Array(12).fill(String(CHIP)))
  await ann.button(common.undo).click()
  await expect.poll(() => ann.registered()).toEqual({})
  await onTrack.locator('[data-bet=zero-spiel]').focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => ann.registered()).toEqual(piecesOf('zero-spiel'))
  await ann.button(common.undo).click()
  await expect.poll(() => ann.registered()).toEqual({})
  await page.getByRole('button', { name: track.neighboursOf('21', 2) }).click()
  await expect.poll(() => ann.registered()).toEqual(piecesOf('neighbours:21:2'))
  await ann.button(common.clear).click()
  await expect.poll(() => ann.registered()).toEqual({})

  // Beyond the limit it is refused at the spot, in words, with the rule.
  await ann.place('8', '8', '8', '8')
  const refused = { refused: 'over-the-maximum', max: 3 * CHIP, total: 4 * CHIP } as const
  const { limits: rule } = book.rules
  await expectTexts(ann.notice(), refusalText(refused), clauseName('clause' in rule ? rule.clause : ''))
  // The terminal says so itself, maybe before the service has answered the first three.
  await expect.poll(() => ann.registered()).toEqual({ 8: 3 * CHIP })
  await ann.place('red')
  await expect.poll(() => ann.registered()).toEqual({ 8: 3 * CHIP, red: CHIP })

  await ann.button(words.favourites).click()
  await page.getByRole('button', { name: words.saveFavourite }).click()
  await escapeDialog(page)
  await dealer.give(table, { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }, { do: 'no-more-bets' })
  await dealer.give(table, { do: 'ball-at-rest', pocket: '0' }, { do: 'settle' }, { do: 'place-your-bets' })

  await ann.button(words.repeat).click()
  await expect.poll(() => ann.registered()).toEqual({ 8: 3 * CHIP, red: CHIP })
  await ann.button(common.clear).click()
  await expect.poll(() => ann.registered()).toEqual({})
  await ann.button(words.favourites).click()
  await page.getByRole('button', { name: words.useFavourite, exact: true }).click()
  await expect.poll(() => ann.registered()).toEqual({ 8: 3 * CHIP, red: CHIP })
  await escapeDialog(page)

  // Taken back with the other button of the mouse.
  await ann.spot('red').click({ button: 'right' })
  await expect.poll(() => ann.registered()).toEqual({ 8: 3 * CHIP })
  await expectItsMoney(ann)
  expect((await ann.figures()).staked).toBe(money(3 * CHIP))
})
