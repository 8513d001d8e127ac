import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { bookById } from '../src/books/index.ts'
import { audit as auditWords } from '../src/screens/words/audit.ts'
import { common } from '../src/screens/words/common.ts'
import { dealer as dealerWords } from '../src/screens/words/dealer.ts'
import { lab as labWords } from '../src/screens/words/lab.ts'
import { pit as pitWords } from '../src/screens/words/pit.ts'
import { terminal as terminalWords } from '../src/screens/words/terminal.ts'
import { languages } from '../src/words/languages.ts'
import { sizes } from './browser.ts'
import { Console, PitDesk, signedIn } from './staff.ts'
import { Terminal, terminalDoor } from './terminal-page.ts'
import { inHouse, withTables } from './testing.ts'
import { Wall } from './wall.ts'

const limits = { default: { min: 500, max: 100_000 }, 'straight-up': { max: 20_000 } }
const book = bookById('mbs/sands-roulette@2')!
const place = inHouse(
  withTables([
    { id: 'sands', name: 'Sands 1', book: book.id, limits },
    { id: 'fast', name: 'Fast 1', book: 'mbs/sands-fast-action-roulette@2', limits },
    { id: 'etg', name: 'Terminals 1', book: 'rws/roulette-double-zero-etg@4', layout: 'A', terminal: 'rapid', limits },
  ]),
)

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8')

type Axe = { run: (within: string, options: object) => Promise<AxeResults> }

/** What is serious, each with the element that it is about. Of all that is well only a word comes over. */
async function seriousIn(page: Page, part = 'html'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe)
  const violations = await page.evaluate(async (within) => {
    const { axe: tool } = globalThis as unknown as { axe: Axe }
    return (await tool.run(within, { resultTypes: ['violations'] })).violations
  }, part)
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary}`),
    )
}

const spin = { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }

/** A player with chips, a round that was settled, one that was void, and one with bets on the layout. */
async function played(table: string, player: string, spots: readonly string[]): Promise<void> {
  const dealer = await place.house.door('dealer')
  const terminal = await terminalDoor(place, { table, player })
  const bets = spots.map((spot) => ({ do: 'wager', player, spot, stake: 500 }))
  const open = async () => {
    await dealer.give(table, { do: 'place-your-bets' })
    await terminal.give(table, ...bets)
  }
  await dealer.give(table, { do: 'buy-in', player, amount: 100_000 })
  await open()
  await dealer.give(table, spin, { do: 'no-more-bets' }, { do: 'ball-at-rest', pocket: '17' }, { do: 'settle' })
  await open()
  await dealer.give(table, spin, { do: 'irregularity', code: 'ball-broke' })
  await open()
}

test('what is wrong is found', async () => {
  const page = await place.browsers.page(place.house.url)
  await page.setContent('<html lang="en"><title>A page</title><main><h1>A page</h1><button></button></main></html>')
  expect((await seriousIn(page)).map((text) => text.split(' ')[0])).toEqual(['button-name'])
})

test('the lobby', async () => {
  for (const viewport of [sizes.console, sizes.phone]) {
    const page = await place.browsers.page(place.house.url, { viewport })
    await page.goto('/')
    await page.getByRole('listitem').first().waitFor()
    expect(await seriousIn(page)).toEqual([])
  }
})

const player = (table: string) => `${table}-player`

test.for(['fast', 'etg'])('the terminal at %s, with bets', async (table) => {
  await played(table, player(table), ['17', '20'])
  const { page } = await Terminal.openAgain(place, { table, player: player(table) })
  expect(await seriousIn(page)).toEqual([])
})

test('the terminal at sands, with bets, each of its dialogs, and in Chinese', async () => {
  const table = 'sands'
  await played(table, player(table), ['17', '20', 'red'])
  const { page, ...terminal } = await Terminal.openAgain(place, { table, player: player(table) })
  expect(await seriousIn(page)).toEqual([])
  const { rules, buyCredits, favourites, history } = terminalWords
  for (const name of [rules, buyCredits, common.cashOut, favourites, history]) {
    await terminal.button(name).click()
    await page.getByRole('dialog').waitFor()
    expect(await seriousIn(page, 'dialog'), name).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  }
  await terminal.button(languages.zh.name).click()
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('zh-Hans')
  expect(await seriousIn(page)).toEqual([])
})

test.for(['sands', 'fast', 'etg'])(
  'the display at %s: while bets are open, after no more bets, and void',
  async (table) => {
    const { page } = await Wall.open(place, table)
    expect(await seriousIn(page)).toEqual([])
    const dealer = await place.house.door('dealer')
    await dealer.give(table, spin, { do: 'no-more-bets' }, { do: 'ball-at-rest', pocket: '0' })
    await page.locator('[data-stage=result]').first().waitFor()
    expect(await seriousIn(page)).toEqual([])
    const supervisor = await place.house.door('pit-supervisor')
    await supervisor.give(table, { do: 'irregularity', code: 'ball-broke', reason: 'seen on the recording' })
    await page.locator('[data-stage=void]').first().waitFor()
    expect(await seriousIn(page)).toEqual([])
  },
)

test('the dealer console: signing in, with bets, what may happen, payouts', async () => {
  const table = 'sands'
  const stranger = await place.browsers.page(place.house.url, { viewport: sizes.console })
  await stranger.goto(`/dealer/${table}`)
  await stranger.getByLabel(common.pin).waitFor()
  expect(await seriousIn(stranger)).toEqual([])

  const console = await Console.open(place, table, book)
  await console.open()
  await console.seat(player('sands')).click()
  await console.next().getByText(dealerWords.spin).waitFor()
  expect(await seriousIn(console.page)).toEqual([])
  for (const name of [dealerWords.noSpin, dealerWords.irregularity, dealerWords.refer, dealerWords.buyIn]) {
    await console.button(name).click()
    await console.dialog().waitFor()
    expect(await seriousIn(console.page, 'dialog'), name).toEqual([])
    await console.page.keyboard.press('Escape')
    await console.dialog().waitFor({ state: 'hidden' })
  }
  const dealer = await place.house.door('dealer')
  await dealer.give(table, { do: 'wager', player: player('sands'), spot: '17', stake: 500 }, spin)
  await dealer.give(table, { do: 'no-more-bets' }, { do: 'ball-at-rest', pocket: '17' }, { do: 'settle' })
  await console.page.getByRole('tabpanel', { name: dealerWords.payouts }).getByRole('listitem').first().waitFor()
  expect(await seriousIn(console.page)).toEqual([])
})

test('the pit desk: the floor, a table, an action, and every part of the desk', async () => {
  const { page, ...pit } = await PitDesk.open(place, 'shift-manager')
  await pit.card('Fast 1').waitFor()
  expect(await seriousIn(page)).toEqual([])
  await pit.openTable('Sands 1')
  await pit.actions().waitFor()
  expect(await seriousIn(page)).toEqual([])
  await page.getByRole('button', { name: pitWords.correct, exact: true }).first().click()
  await pit.dialog().waitFor()
  expect(await seriousIn(page, 'dialog')).toEqual([])
  await page.keyboard.press('Escape')
  for (const name of [pitWords.tabCharts, pitWords.tabWheels, pitWords.tabTerminals, pitWords.tabTickets]) {
    await page.getByRole('navigation').getByRole('button', { name, exact: true }).click()
    await page.getByRole('main').waitFor()
    expect(await seriousIn(page), name).toEqual([])
  }
  const admin = await signedIn(place, 'administrator', '/pit#staff')
  await admin.getByRole('cell', { name: 'Ravi' }).waitFor()
  expect(await seriousIn(admin)).toEqual([])
})

test('the audit: a round replayed, and the rule books', async () => {
  const page = await signedIn(place, 'auditor', '/audit/sands#round-1-2')
  await page.getByRole('region', { name: auditWords.timeline }).waitFor()
  expect(await seriousIn(page)).toEqual([])
  for (const name of [auditWords.tabHouse, auditWords.tabBooks]) {
    await page.getByRole('button', { name }).click()
    await page.getByRole('cell').first().waitFor()
    expect(await seriousIn(page), name).toEqual([])
  }
})

test('the lab: empty, and with chips of a book that draws numbers', async () => {
  const page = await place.browsers.page(place.house.url, { viewport: sizes.console })
  await page.goto('/lab')
  await page.getByText(labWords.empty).waitFor()
  expect(await seriousIn(page)).toEqual([])
  await page.goto('/lab?book=mbs/sands-fast-action-roulette@2&wager=17=500&wager=bonus-win=500')
  await page.getByRole('region', { name: labWords.exactly }).waitFor()
  expect(await seriousIn(page)).toEqual([])
})
