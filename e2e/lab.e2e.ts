import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { bookById } from '../src/books/index.ts'
import { fraction, toNumber } from '../src/engine/fraction.ts'
import type { Cents } from '../src/engine/money.ts'
import { netTogether } from '../src/engine/odds.ts'
import { spotsOf } from '../src/engine/spots.ts'
import { figuresOfLayout } from '../src/lab/layout-odds.ts'
import { ownWords } from '../src/screens/terminal/rules.tsx'
import { common } from '../src/screens/words/common.ts'
import { pit } from '../src/screens/words/desk.ts'
import { lab as words } from '../src/screens/words/lab.ts'
import { terminal as terminalWords } from '../src/screens/words/terminal.ts'
import { report as reportWords } from '../src/words/en/report.en.ts'
import { money, percent, signedMoney } from '../src/words/plain-text.ts'
import { sizes } from './browser.ts'
import { PitDesk } from './staff.ts'
import { clickMiddle, Terminal } from './terminal-page.ts'
import { inHouse, withTables } from './testing.ts'

const limits = { default: { min: 100, max: 100_000 } }
const place = inHouse(withTables([{ id: 'roulette', book: 'mbs/roulette@3', limits }]))
const folder = mkdtempSync(join(tmpdir(), 'croupier-lab-'))
afterAll(() => rmSync(folder, { recursive: true }))

const main = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url))
const run = promisify(execFile)
const croupier = async (...args: string[]): Promise<string> =>
  (await run(process.execPath, [main, ...args], { maxBuffer: 1 << 26 })).stdout

const book = bookById('mbs/roulette@3')!
/** Chips of 5.00 placed by hand: two on 17, one each on a split, a corner and red. */
const clicks = ['17', '17', '17/20', '25/26/28/29', 'red']
const wagers = { 17: 1000, '17/20': 500, '25/26/28/29': 500, red: 500 }
const asked = Object.entries(wagers).flatMap(([spot, stake]) => ['--wager', `${spot}=${stake}`])

async function labWithChips(): Promise<Page> {
  const page = await place.browsers.page(place.house.url, { viewport: { width: 1366, height: 1000 } })
  // Without a link it opens with an example, whose figures are there at once.
  await page.goto('/lab')
  await expect.poll(() => figure(page, words.onFelt)).toBe(money(3500))
  await page.getByRole('button', { name: common.clear }).click()
  await page.getByText(words.empty).waitFor()
  for (const spot of clicks) {
    await clickMiddle(page.locator(`[data-spot="${spot}"]`))
  }
  await expect.poll(() => figure(page, words.onFelt)).toBe(money(2500))
  return page
}

const figure = (page: Page, name: string): Promise<string> =>
  page.locator('.lab-figures dl > div').filter({ hasText: name }).locator('dd').first().innerText()

async function resultRows(page: Page): Promise<string[][]> {
  const rows = page.getByRole('table', { name: words.distribution }).getByRole('row')
  const texts = await Promise.all((await rows.all()).map((row) => row.getByRole('cell').allTextContents()))
  return texts.slice(1)
}

test('chips on the felt: every figure is the command line’s, number by number, and a link brings them back', async () => {
  const page = await labWithChips()
  const told = JSON.parse(await croupier('odds', book.id, ...asked, '--json')) as {
    result: number
    probability: string
  }[]
  const shares = told.map(({ result, probability }) => {
    const [n, d] = probability.split('/')
    return [signedMoney(result), percent(toNumber(fraction(BigInt(n!), BigInt(d ?? 1))), 4), probability]
  })
  await expect.poll(() => resultRows(page)).toEqual(shares)
  await expect.poll(() => figure(page, words.best)).toBe(signedMoney(told.at(-1)!.result))
  await expect.poll(() => figure(page, words.worst)).toBe(signedMoney(told[0]!.result))

  const { byId } = spotsOf(book, 'table')
  for (const pocket of book.wheel.pockets) {
    const outcome = { pocket, level: 'plain', scatter: false } as const
    const placed = Object.entries(wagers).map(([spot, stake]) => ({ spot: byId.get(spot)!, stake: stake as Cents }))
    const net = netTogether(placed, outcome, Infinity)
    const result = () => page.locator(`[data-pocket="${pocket}"]`).getAttribute('data-result')
    await expect.poll(result).toBe(String(net))
  }

  const linked = Object.entries(wagers).map(([spot, stake]) => `${spot}=${stake}`)
  await expect.poll(() => new URL(page.url()).searchParams.getAll('wager').sort()).toEqual(linked.sort())
  const other = await place.browsers.page(place.house.url, { viewport: sizes.phone })
  await other.goto(page.url())
  await expect.poll(() => resultRows(other)).toEqual(shares)
  await other.goto('/lab?book=mbs/roulette@3&wager=99=500')
  await other.getByText(words.badLink).waitFor()
})

test('a simulation in the browser equals that of the command line at the same seed', async () => {
  const page = await labWithChips()
  await page.getByRole('textbox', { name: words.rounds }).fill('1000000')
  await page.getByRole('textbox', { name: words.seed }).fill('monday')
  await page.getByRole('button', { name: words.start }).click()
  await page.getByText(words.agrees).waitFor()
  await expect.poll(() => page.getByRole('progressbar').getAttribute('value')).toBe('1000000')
  const played = JSON.parse(
    await croupier('simulate', book.id, ...asked, '--rounds', '1000000', '--seed', 'monday', '--json'),
  )
  const row = page.getByRole('table', { name: words.simulation }).getByRole('row').nth(1).getByRole('cell')
  await expect
    .poll(() => row.allTextContents())
    .toEqual([
      words.returnToPlayer,
      ...[played.returnToPlayer, null, played.expected].map((value) =>
        value === null ? played.interval.map((bound: number) => percent(bound, 3)).join(' – ') : percent(value, 3),
      ),
    ])
  await page.getByRole('textbox', { name: words.rounds }).fill('7')
  await page.getByText(words.notRounds).waitFor()
  await expect.poll(() => page.getByRole('button', { name: words.start }).isDisabled()).toBe(true)
})

test('on the terminal the rules say what the player’s own chips can bring', async () => {
  const dealer = await place.house.door('dealer')
  const terminal = await Terminal.open(place, { table: 'roulette', player: 'ann' })
  await dealer.give('roulette', { do: 'buy-in', player: 'ann', amount: 10_000 }, { do: 'place-your-bets' })
  await terminal.button(terminalWords.rules).click()
  await terminal.page.getByText(words.ownNone).waitFor()
  await terminal.door.give('roulette', { do: 'wager', player: 'ann', spot: '17', stake: 500 })
  await terminal.page.getByText(ownWords(figuresOfLayout(book, 'table', { 17: 500 as Cents })!)).waitFor()
  await dealer.give(
    'roulette',
    { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' },
    { do: 'no-more-bets' },
    { do: 'ball-at-rest', pocket: '17' },
    { do: 'settle' },
  )
})

test('a report opened from a file asks nobody for anything and is printed', async () => {
  const file = join(folder, 'book.html')
  await croupier('report', 'book', book.id, '--out', file)
  const page = await place.browsers.page(place.house.url, { viewport: sizes.console })
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.goto(pathToFileURL(file).href)
  await page.getByRole('heading', { level: 1, name: book.texts.en.title }).waitFor()
  expect(requests).toEqual([pathToFileURL(file).href])
  expect(await page.getByRole('table').count()).toBe(4)
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(wide).toBe(0)
  const paper = await page.pdf({ preferCSSPageSize: true, printBackground: true })
  expect(paper.subarray(0, 5).toString()).toBe('%PDF-')
  // A4, in points.
  expect(paper.toString('latin1')).toMatch(/\/MediaBox \[0 0 59[45](\.\d+)? 84[12](\.\d+)?\]/)
})

test('the pit desk opens the report of the day', async () => {
  const desk = await PitDesk.open(place, 'pit-supervisor')
  await desk.page.getByRole('button', { name: pit.tabCharts }).click()
  const opened = desk.page.context().waitForEvent('page')
  await desk.page.getByRole('button', { name: pit.reportOpen }).click()
  const page = await opened
  await page.getByRole('heading', { level: 1, name: reportWords.journalTitle }).waitFor()
  await page.getByRole('table', { name: reportWords.byTable }).getByText('roulette', { exact: true }).waitFor()
})
