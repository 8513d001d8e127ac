import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Book } from '../src/books/rule-book.ts'
import { audit } from '../src/screens/words/audit.ts'
import { foreignBookById } from '../test/books/foreign-books.ts'
import { savePictures } from './browser.ts'
import { Console, PitDesk, signedIn } from './staff.ts'
import { Terminal } from './terminal-page.ts'
import { expectTexts, inHouse, withTables } from './testing.ts'
import { Wall } from './wall.ts'

/** A book of the house's own, from a file: no page has it before it asks for it. */
const american = foreignBookById('abroad/american-roulette@1')!
const title = 'Harbour roulette'
const book: Book = { ...american, texts: { en: { ...american.texts.en, title } } }
const folder = mkdtempSync(join(tmpdir(), 'croupier-book-'))
const file = join(folder, 'harbour.json')
writeFileSync(file, JSON.stringify(book))
afterAll(() => rmSync(folder, { recursive: true }))

const table = 'harbour'
const place = inHouse(withTables([{ id: table, book: file, limits: { default: { min: 100, max: 10_000 } } }]))

test('every screen opens for a table with a book of its own, and a round is played on it', async () => {
  const dealer = await place.house.door('dealer')
  const seat = { table, player: 'ann' }
  const terminal = await Terminal.open(place, seat)
  const wall = await Wall.open(place, table)
  const console = await Console.open(place, table, book)
  const desk = await PitDesk.open(place, 'pit-supervisor')
  await desk.card(table).waitFor()
  await expectTexts(terminal.page.locator('body'), title)

  await dealer.give(table, { do: 'buy-in', player: 'ann', amount: 10_000 }, { do: 'place-your-bets' })
  await terminal.place('00')
  await expect.poll(async () => Object.keys(await terminal.registered())).toEqual(['00'])
  await expect.poll(() => console.page.locator('[data-spot="00"]').count()).toBeGreaterThan(0)
  await dealer.give(
    table,
    { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' },
    { do: 'no-more-bets' },
    { do: 'ball-at-rest', pocket: '00' },
    { do: 'settle' },
  )
  await expect.poll(() => wall.number()).toBe('00')
  await savePictures({
    'own-book-terminal': terminal,
    'own-book-wall': wall,
    'own-book-console': console,
    'own-book-desk': desk,
  })
})

test('the auditor follows the journal by the rules that it carries, told with the texts of the house', async () => {
  const page = await signedIn(place, 'auditor', `/audit/${table}`)
  const proof = page.getByRole('region', { name: audit.proof })
  await expect.poll(() => proof.locator('[data-verdict=holds]').count()).toBe(2)
  await page.getByRole('list', { name: audit.roundsList }).getByRole('button').first().click()
  await expectTexts(page.getByRole('region', { name: audit.timeline }), book.rules.opening.clause)
  await page.getByRole('button', { name: audit.tabBooks, exact: true }).click()
  await expect.poll(() => page.locator('option').allTextContents()).toContain(`${title} (${book.id})`)
})

test('the lobby names the game', async () => {
  const page = await place.browsers.page(place.house.url)
  await page.goto('/')
  await expectTexts(page.locator('body'), title)
})
