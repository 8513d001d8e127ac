import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import type { Book } from '../src/books/rule-book.ts'
import { audit } from '../src/screens/words/audit.ts'
import { editionOf } from '../src/screens/words/names.ts'
import { speak } from '../src/screens/words/speech.ts'
import { exampleBook } from '../test/books/foreign-books.ts'
import { inSuite } from '../test/suites.ts'
import { savePictures } from './browser.ts'
import { locales } from './every-screen.ts'
import { Console, PitDesk, signedIn } from './staff.ts'
import { Terminal } from './terminal-page.ts'
import { expectTexts, inHouse, withTables } from './testing.ts'
import { Wall } from './wall.ts'

const folder = mkdtempSync(join(tmpdir(), 'croupier-book-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Books of the house's own, from files: no page has them before it asks. One has Chinese texts, the other has not. */
const own = {
  harbour: { book: exampleBook('american'), spot: '00' },
  mini: { book: exampleBook('mini'), spot: '7' },
} as const
type TableId = keyof typeof own

function fileOf(table: TableId): string {
  const file = join(folder, `${table}.json`)
  writeFileSync(file, JSON.stringify(own[table].book))
  return file
}

const limits = { default: { min: 100, max: 10_000 } }
const tables = Object.keys(own) as TableId[]
const place = inHouse(withTables(tables.map((id) => ({ id, book: fileOf(id), limits }))))

/** The texts of a book in the language spoken, English where it has no others. */
const textsOf = (book: Book) => editionOf(book).texts

describe.each(inSuite(['zh', 'en'] as const, 1))('in %s', (language) => {
  const options = { locale: locales[language] }
  afterEach(() => speak('en'))

  test.each(tables)('%s: a round is played on every screen', async (table) => {
    await speak(language)
    const { book, spot } = own[table]
    const { title } = textsOf(book)
    const player = `${table}-${language}`
    const terminal = await Terminal.open(place, { table, player }, options)
    const wall = await Wall.open(place, table, options)
    const console = await Console.open(place, table, book, options)
    const desk = await PitDesk.open(place, 'pit-supervisor', options)
    await expectTexts(terminal.page.locator('body'), title)
    await expectTexts(wall.page.locator('body'), title)
    await expectTexts(desk.card(table), title)

    await console.open()
    const dealer = await place.house.door('dealer')
    await dealer.give(table, { do: 'buy-in', player, amount: 10_000 })
    await expect.poll(async () => (await terminal.figures()).balance).toBe('100.00')
    await terminal.placeAtRest(spot)
    await expect.poll(() => terminal.registered()).toEqual({ [spot]: 100 })
    await expect.poll(() => console.page.locator(`[data-chips="${spot}"]`).count()).toBe(1)
    await console.spin()
    await console.close()
    await console.ballRests(spot)
    await console.settle(spot)
    await expect.poll(() => wall.number()).toBe(spot)
    const [{ pays } = { pays: 0 }] = Object.values(book.layouts)[0]!.wagers
    await expect.poll(async () => (await terminal.figures()).lastWin).toBe(`${pays}.00`)
    await desk.openTable(table)
    await desk.page.locator(`[data-spot="${spot}"]`).waitFor({ state: 'attached' })
    await savePictures({
      [`own-${player}-terminal`]: terminal,
      [`own-${player}-wall`]: wall,
      [`own-${player}-console`]: console,
      [`own-${player}-desk`]: desk,
    })
  })

  test.each(tables)('%s: the auditor follows it by the rules that the journal carries', async (table) => {
    await speak(language)
    const { book } = own[table]
    const { title, clauses } = textsOf(book)
    const page = await signedIn(place, 'auditor', `/audit/${table}`, options)
    const proof = page.getByRole('region', { name: audit.proof })
    await expect.poll(() => proof.locator('[data-verdict=holds]').count()).toBe(2)
    await page.getByRole('list', { name: audit.roundsList }).getByRole('button').first().click()
    const { means } = clauses.find(({ clause }) => clause === book.rules.opening.clause)!
    await expectTexts(page.getByRole('region', { name: audit.timeline }), means)
    await savePictures({ [`own-${table}-${language}-audit`]: { page } })
    await page.getByRole('button', { name: audit.tabBooks, exact: true }).click()
    await expect.poll(() => page.locator('option').allTextContents()).toContain(`${title} (${book.id})`)
  })

  test('the lobby and the lab name the games', async () => {
    await speak(language)
    const page = await place.browsers.page(place.house.url, options)
    await page.goto('/')
    await expectTexts(page.locator('body'), ...tables.map((table) => textsOf(own[table].book).title))
    await page.goto('/lab?book=harbour/mini-roulette@1&wager=7=500')
    await page.locator('[data-chips="7"]').waitFor()
    await expectTexts(page.locator('.lab-odds'), textsOf(own.mini.book).title)
    expect(new URL(page.url()).hash).toBe('')
  })
})
