import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { bookById } from '../src/books/index.ts'
import type { Book } from '../src/books/rule-book.ts'
import { CENTS_MAX } from '../src/engine/money.ts'
import { expand } from '../src/engine/several-piece.ts'
import { spotsOf } from '../src/engine/spots.ts'
import { LINK_LENGTH_MAX } from '../src/screens/lab/book-link.ts'
import { common, track } from '../src/screens/words/common.ts'
import { lab as words } from '../src/screens/words/lab.ts'
import { nouns } from '../src/screens/words/names.ts'
import { languages } from '../src/words/languages.ts'
import { capitalise, grouped, money, signedMoney } from '../src/words/plain-text.ts'
import { exampleBook } from '../test/books/foreign-books.ts'
import { inSuite } from '../test/suites.ts'
import { savePictures, sizes } from './browser.ts'
import { clickMiddle } from './terminal-page.ts'
import { expectTexts, inHouse, withTables } from './testing.ts'

const place = inHouse(withTables([{ id: 'roulette', book: 'mbs/roulette@3', limits: {} }]))
const folder = mkdtempSync(join(tmpdir(), 'croupier-lab-books-'))
afterAll(() => rmSync(folder, { recursive: true }))

const mini = exampleBook('mini')
const prison = exampleBook('french-en-prison')
const announced = exampleBook('french-announced')

function written(name: string, content: object | string): string {
  const path = join(folder, name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

async function openLab(
  path = '/lab?book=mbs/roulette@3',
  viewport: { width: number; height: number } = { width: 1366, height: 1000 },
) {
  const page = await place.browsers.page(place.house.url, {
    viewport,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await page.goto(path)
  await page.locator('[data-spot]').first().waitFor({ state: 'attached' })
  return page
}

/** Drops a file on the page as a person does: held over it, then let go. */
async function drop(page: Page, path: string): Promise<void> {
  const [name, text] = [path.split('/').at(-1)!, readFileSync(path, 'utf8')]
  const files = await page.evaluateHandle(
    ([called, content]) => {
      const held = new DataTransfer()
      held.items.add(new File([content], called, { type: 'application/json' }))
      return held
    },
    [name, text] as const,
  )
  await page.dispatchEvent('body', 'dragover', { dataTransfer: files })
  await page.getByText(words.dropHere).waitFor()
  await page.dispatchEvent('body', 'drop', { dataTransfer: files })
  await page.getByText(words.dropHere).waitFor({ state: 'hidden' })
}

const bookShown = (page: Page) => page.getByRole('region', { name: words.bookOpened })
const problems = (page: Page) => page.getByRole('list', { name: words.problems }).getByRole('listitem')
const chipsOn = (page: Page) =>
  page.locator('[data-chips]').evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.chips))

/** Returns the stakes on the felt, as the address of the page names them. */
const wagersIn = (page: Page) =>
  Object.fromEntries(
    new URL(page.url()).searchParams.getAll('wager').map((wager) => {
      const [spot, stake] = wager.split('=')
      return [spot, Number(stake)]
    }),
  )

/** Returns the chips of 5.00 that a bet is made of. */
function piecesOf(book: Book, layout: string, terminal: string | null, bet: string): Record<string, number> {
  const found = expand(book, layout, terminal, bet)
  if ('refused' in found) throw new Error(bet)
  return Object.fromEntries(found.pieces.map(({ spot, pieces }) => [spot, pieces * 500]))
}

/** Puts a chip of 5.00 on each spot. */
async function putChips(page: Page, ...spots: readonly string[]): Promise<void> {
  for (const spot of spots) await clickMiddle(page.locator(`[data-spot="${spot}"]`))
}

async function playMartingale(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: words.plan }).selectOption('martingale')
  await page.getByRole('textbox', { name: words.rounds }).fill('100000')
  await page.getByRole('button', { name: words.start }).click()
}

const oddsRow = (page: Page, kind: string) =>
  page.getByRole('table', { name: words.odds }).getByRole('row').filter({ hasText: kind }).first()

test('a dropped file is a game: layout, exact odds and clauses, chips and rounds', async () => {
  const page = await openLab()
  await drop(page, written('mini.json', mini))
  await expectTexts(bookShown(page), mini.texts.en.title, words.isBook('mini.json'))
  await expectTexts(oddsRow(page, 'Single number'), '1/13')
  await expectTexts(page.locator('.lab-clauses'), mini.texts.en.clauses[0]!.means)
  await expect.poll(() => page.locator('[data-spot="12"]').count()).toBe(1)
  await expect.poll(() => page.locator('[data-spot="13"]').count()).toBe(0)

  await putChips(page, '7', 'red')
  await expectTexts(page.locator('.lab-command'), 'croupier odds mini.json --wager 7=500')
  await page.getByRole('button', { name: words.spin }).click()
  const rested = page.locator('.lab-rested')
  await rested.waitFor()
  const net = Number(await rested.getAttribute('data-net'))
  expect([-1000, 0, 5000, 6000]).toContain(net)
  await expectTexts(page.getByRole('region', { name: words.oneRound }), mini.rules.outcome.clause)

  await page.getByRole('textbox', { name: words.rounds }).fill('100000')
  await page.getByRole('button', { name: words.start }).click()
  await page.getByText(words.agrees).waitFor()
  await savePictures({ 'lab-mini': { page } })
})

test('every problem at once; corrected and dropped again, the chips still lie there', async () => {
  const page = await openLab()
  const text = JSON.stringify(prison)
  await page.locator('input[type=file]').setInputFiles(written('house.json', text))
  await expectTexts(bookShown(page), words.isBook('house.json'))
  await putChips(page, 'red', '17')

  const broken = text.replace('"pays":35', '"pays":-35').replace('"further":"loses"', '"further":"flies"')
  await drop(page, written('house.json', broken))
  await expectTexts(bookShown(page), words.errors('2'), words.keeps(prison.texts.en.title))
  await expect
    .poll(() => problems(page).locator('code').allTextContents())
    .toEqual(['$.layouts.table.wagers[0].pays', '$.rules.enPrison.further'])
  await expectTexts(problems(page).nth(0), 'cannot be -35', 'from 1 to 10000')
  await expectTexts(problems(page).nth(1), 'cannot be "flies"', 'stays, loses')
  await expect.poll(async () => (await chipsOn(page)).sort()).toEqual(['17', 'red'])
  await savePictures({ 'lab-problems': { page } })
  await page.getByRole('button', { name: languages.zh.name }).click()
  await expectTexts(page.locator('.lab-problems'), '不能是 -35', '一赔几', '不能是 "flies"', 'stays、loses')
  await savePictures({ 'lab-problems-zh': { page } })
  await page.getByRole('button', { name: languages.en.name }).click()

  await drop(page, written('house.json', text.replace('"further":"loses"', '"further":"stays"')))
  await expectTexts(bookShown(page), words.isBook('house.json'))
  await expect.poll(() => problems(page).count()).toBe(0)
  await expectTexts(oddsRow(page, 'Red'), '1/74')
  await expect.poll(async () => (await chipsOn(page)).sort()).toEqual(['17', 'red'])
})

test('announced bets are put down on the track, piece by piece, and played', async () => {
  const page = await openLab()
  await drop(page, written('announced.json', announced))
  await expectTexts(bookShown(page), words.isBook('announced.json'))
  await expectTexts(oddsRow(page, 'Plein'), money(100), money(10_000))
  await expectTexts(page.locator('.lab-odds'), words.payoutNotCounted(money(400_000)))
  const onTrack = page.getByRole('region', { name: track.racetrack })
  const stakes = () => wagersIn(page)
  await onTrack.locator('[data-bet=voisins]').focus()
  await page.keyboard.press('Enter')
  await expect.poll(stakes).toEqual(piecesOf(announced, 'table', null, 'voisins'))
  await expectTexts(page.locator('.lab-figures'), money(4_500), '36/37')
  await savePictures({ 'lab-announced': { page } })
  await page.getByRole('button', { name: track.neighboursOf('26', 2) }).click()
  await expect.poll(() => page.locator('.lab-figures').innerText()).toContain(money(7_000))
  await page.getByRole('button', { name: common.undo }).click()
  await expect.poll(stakes).toEqual(piecesOf(announced, 'table', null, 'voisins'))
  await page.getByRole('button', { name: words.spin }).click()
  await page.locator('.lab-rested').waitFor()

  await page.getByRole('textbox', { name: words.rounds }).fill('100000')
  await page.getByRole('button', { name: words.start }).click()
  await page.getByText(words.agrees).waitFor()
})

test('where terminals offer different bets on a layout, the terminal is chosen', async () => {
  const etg = bookById('rws/roulette-double-zero-etg@4')!
  const page = await openLab(`/lab?book=${etg.id}&layout=B`)
  const bigSeries = page.locator('[data-bet=big-series]')
  await expect.poll(() => bigSeries.count()).toBe(0)
  await page.getByRole('combobox', { name: words.terminal }).selectOption('alfastreet')
  await bigSeries.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => wagersIn(page)).toEqual(piecesOf(etg, 'B', 'alfastreet', 'big-series'))
  await savePictures({ 'lab-terminals': { page } })
})

test('a simulation has the limits of the book and its maximum payout', async () => {
  const limits = { ...announced.rules.limits, amounts: { default: { min: 1_000, max: 40_000 } } }
  const maximumPayout = { ...announced.rules.maximumPayout!, amount: 20_000 }
  const page = await openLab()
  await drop(page, written('tight.json', { ...announced, rules: { ...announced.rules, limits, maximumPayout } }))
  await expectTexts(bookShown(page), words.isBook('tight.json'))
  await putChips(page, '17')
  const outside = words.outsideLimits(
    capitalise(nouns.number('17')),
    money(500),
    nouns.outside['under-minimum'],
    money(1_000),
  )
  await page.getByText(outside).waitFor()
  await expect.poll(() => page.getByRole('button', { name: words.start }).isDisabled()).toBe(true)
  await putChips(page, '17')
  await page.getByText(outside).waitFor({ state: 'hidden' })
  // 350.00 would be won, 200.00 is.
  const best = page.locator('[data-figure=best]')
  await expect.poll(() => best.innerText()).toBe(signedMoney(20_000))

  await playMartingale(page)
  await page.getByText(words.agrees).waitFor()
  await expectTexts(page.getByRole('table', { name: words.simulation }), words.held)
})

test('stakes that are too large to add up end a simulation, and the page says why', async () => {
  const roulette = bookById('mbs/roulette@3')!
  const all = spotsOf(roulette, 'table').list.map(({ spot }) => `wager=${spot}=${CENTS_MAX}`)
  const page = await openLab(`/lab?book=${roulette.id}&${all.join('&')}`)
  await playMartingale(page)
  await page.getByText(words.stakesTooLarge).waitFor()
})

test('a warning names the exact figure, and the book is played', async () => {
  const page = await openLab()
  await drop(page, written('generous.json', JSON.stringify(mini).replace('"pays":11', '"pays":13')))
  await expectTexts(bookShown(page), words.isBook('generous.json'), words.warnings('1'))
  await expectTexts(problems(page), 'gives the player an edge of 1/13')
  await expectTexts(oddsRow(page, 'Single number'), '-1/13')
})

test('a link carries the book to a browser that has never seen it, in either language', async () => {
  const page = await openLab()
  await drop(page, written('mini.json', mini))
  await bookShown(page).waitFor()
  await putChips(page, '7', 'third-1')
  await page.getByRole('button', { name: words.share }).click()
  await page.getByRole('button', { name: words.shared }).waitFor()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(new URL(link).hash).toMatch(/^#book=[\w-]+$/)

  const other = await openLab(link.slice(place.house.url.length), sizes.phone)
  await expectTexts(bookShown(other), mini.texts.en.title, words.isBook(words.fromLink))
  await expect.poll(async () => (await chipsOn(other)).sort()).toEqual(['7', 'third-1'])
  await other.reload()
  await expect.poll(async () => (await chipsOn(other)).sort()).toEqual(['7', 'third-1'])
  await savePictures({ 'lab-phone': { page: other } })
  await other.getByRole('button', { name: languages.zh.name }).click()
  await expectTexts(other.locator('.lab-book'), mini.texts.zh!.title!)
  await savePictures({ 'lab-phone-zh': { page: other } })
})

const packed = (book: object | string) =>
  deflateRawSync(typeof book === 'string' ? book : JSON.stringify(book)).toString('base64url')
const script = '<img src=x onerror="document.title=1"><script>document.title=2</script>'
const hostile: Book = { ...mini, texts: { ...mini.texts, en: { ...mini.texts.en, title: script, operator: script } } }

const badLinks = [
  ['a broken book', packed(JSON.stringify(mini).replace('"pays":11', '"pays":-11')), '$.layouts'],
  ['no JSON', packed('<script>'), 'is not JSON'],
  ['a bomb', packed(' '.repeat(1 << 26)), 'is a damaged link, or too long'],
  ['a damaged link', packed(mini).slice(0, 500), 'is a damaged link, or too long'],
  ['letters of nothing', '%3Cscript%3E', 'is a damaged link, or too long'],
] as const

test.each(inSuite(badLinks, 2))('%s in a link is told, and nothing else happens', async (_, fragment, told) => {
  const page = await openLab(`/lab?book=${mini.id}&wager=7=500#book=${fragment}`)
  await expectTexts(bookShown(page), words.errors('1'), told)
  await expect.poll(() => page.locator('[data-spot="36"]').count()).toBe(1)
  await expect.poll(() => chipsOn(page)).toEqual([])
})

test('texts of a book are texts: markup in them is shown and not obeyed', async () => {
  const page = await openLab(`/lab#book=${packed(hostile)}`)
  const before = await page.title()
  await expectTexts(bookShown(page), script)
  await putChips(page, '7')
  await page.getByRole('button', { name: words.spin }).click()
  await page.locator('.lab-rested').waitFor()
  await expect.poll(() => page.locator('.lab img[src=x], .lab script').count()).toBe(0)
  expect(await page.title()).toBe(before)
})

test('a book that makes too long a link is not shared by one, and the page says so', async () => {
  const page = await openLab()
  const means = () => randomBytes(1_400).toString('base64')
  const clauses = mini.texts.en.clauses.map((row) => ({ ...row, means: means() }))
  await drop(page, written('long.json', { ...mini, texts: { en: { ...mini.texts.en, clauses } } }))
  await expectTexts(bookShown(page), words.isBook('long.json'))
  await page.getByRole('button', { name: words.share }).click()
  await expectTexts(page.locator('.lab-tray'), grouped(LINK_LENGTH_MAX))
  expect(new URL(page.url()).hash).toBe('')
})
