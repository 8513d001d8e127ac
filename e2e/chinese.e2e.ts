import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { books } from '../src/books/index.ts'
import type { StaffRole } from '../src/house/roles.ts'
import { common } from '../src/screens/words/common.ts'
import { dealer as dealerWords } from '../src/screens/words/dealer.ts'
import { lobby } from '../src/screens/words/lobby.ts'
import { speak } from '../src/screens/words/speech.ts'
import { terminal as terminalWords } from '../src/screens/words/terminal.ts'
import { demoStaff } from '../src/table/demo.ts'
import { type Size, sizes } from './browser.ts'
import { staffOf } from './house.ts'
import { Terminal, terminalDoor } from './terminal-page.ts'
import { everyTable, inHouse, withTables } from './testing.ts'

/** Everything in this house that has a name has a Chinese one, but for its staff. */
const tables = everyTable.map((plan, index) => ({ ...plan, id: `t${index + 1}`, name: `${index + 1} 号台` }))
const place = inHouse(withTables(tables))

beforeEach(async () => {
  await speak('zh')
  return () => speak('en')
})

const spin = { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }

/** A round that was settled and corrected, a refusal, one that was void, and one with a bet on the layout. */
async function played(id: string, player: string): Promise<void> {
  const [dealer, supervisor] = [await place.house.door('dealer'), await place.house.door('pit-supervisor')]
  const bet = { do: 'wager', player, spot: '17', stake: 500 }
  const terminal = await terminalDoor(place, { table: id, player })
  const open = async () => {
    await dealer.give(id, { do: 'place-your-bets' })
    await terminal.give(id, bet)
  }
  await dealer.give(id, { do: 'buy-in', player, amount: 100_000 })
  await open()
  await dealer.give(id, spin, { do: 'no-more-bets' }, { do: 'ball-at-rest', pocket: '17' }, { do: 'settle' })
  await supervisor.give(id, { do: 'correct-outcome', round: 1, pocket: '20', reason: '看错' })
  await open()
  await dealer.give(id, spin, { do: 'irregularity', code: 'ball-broke' })
  await open()
}

const seats = tables.map(({ id, book, layout }) => ({ id, book, layout, player: `P${id.slice(1)}` }))

beforeAll(async () => {
  for (const { id, player } of seats) await played(id, player)
})

const inChinese = (viewport: Size) => ({ viewport, locale: 'zh-CN' })

async function signedIn(role: StaffRole, path: string): Promise<Page> {
  const page = await place.browsers.page(place.house.url, inChinese(sizes.console))
  const { badge, pin } = staffOf(role)
  await page.goto(path)
  await page.getByLabel(common.badge).fill(badge)
  await page.getByLabel(common.pin).fill(pin)
  expect(await englishIn(page)).toEqual([])
  await page.getByRole('button', { name: common.signIn }).click()
  return page
}

/** What stays as it is: names (that of the house too), the ids and titles of documents, hashes, the house's key, and the button that leads back to English. */
const names = [
  ...demoStaff.map(({ name }) => name),
  ...books.flatMap(({ id, document }) => [document, id]),
  ...['Croupier', 'MBS', 'Rapid', 'rapid', 'Alfastreet', 'alfastreet', 'JSON Lines', 'docs/readings.md', 'English'],
]
const verifierKey = String.raw`[\w.-]+\+[0-9a-f]{8}\+[A-Za-z0-9+/=]+`
const named = new RegExp(
  `${verifierKey}|${names.map((name) => RegExp.escape(name)).join('|')}|[0-9a-f]{16,}|(?:staff|terminal):\\w+`,
  'g',
)

/** What can be read or heard on the page and is not Chinese. */
async function englishIn(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const heard = [...document.querySelectorAll('body *')].flatMap((element) =>
      ['aria-label', 'title', 'placeholder', 'alt'].map((name) => element.getAttribute(name) ?? ''),
    )
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walk.nextNode())
      if (!walk.currentNode.parentElement!.closest('script, style')) heard.push(walk.currentNode.textContent!)
    return heard
  })
  return [...new Set(texts)].filter((text) => /[A-Za-z]{2,}/.test(text.replace(named, '')))
}

const readsChinese = (page: Page) => expect.poll(() => englishIn(page)).toEqual([])

test('the lobby', async () => {
  const page = await place.browsers.page(place.house.url, inChinese(sizes.console))
  await page.goto('/')
  await page
    .getByRole('link', { name: new RegExp(`^${lobby.play}`) })
    .first()
    .waitFor()
  await readsChinese(page)
})

test.for(seats)('the terminal and its dialogs: $book $layout', async ({ id, player }) => {
  const { page, button } = await Terminal.openAgain(place, { table: id, player }, inChinese(sizes.terminal))
  await readsChinese(page)
  for (const name of [terminalWords.rules, common.cashOut, terminalWords.favourites, terminalWords.history]) {
    await button(name).click()
    await page.getByRole('dialog').waitFor()
    await readsChinese(page)
    if (name === terminalWords.rules) {
      await button(terminalWords.clauses).click()
      await readsChinese(page)
    }
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  }
})

test.for(tables)('the display: $book $layout', async ({ id }) => {
  const page = await place.browsers.page(place.house.url, inChinese(sizes.display))
  await page.goto(`/display/${id}`)
  await page.getByRole('heading').first().waitFor()
  await readsChinese(page)
})

test('the dealer console, step by step, and what may happen', async () => {
  const page = await signedIn('dealer', '/dealer/t1')
  const dealer = await place.house.door('dealer')
  await page.getByRole('region', { name: common.nextStep }).waitFor()
  await readsChinese(page)
  for (const name of [dealerWords.irregularity, dealerWords.noSpin, dealerWords.refer, dealerWords.newPlayer]) {
    await page.getByRole('button', { name, exact: true }).click()
    await page.getByRole('dialog').waitFor()
    await readsChinese(page)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  }
  await dealer.give('t1', spin)
  await page.getByText('买定离手').waitFor()
  await readsChinese(page)
  await dealer.give('t1', { do: 'no-more-bets' })
  await page.getByRole('textbox', { name: dealerWords.number }).waitFor()
  await readsChinese(page)
  await dealer.give('t1', { do: 'ball-at-rest', pocket: '0' }, { do: 'settle' })
  await page.getByText('请下注').first().waitFor()
  await readsChinese(page)
})

test('the pit desk, tab by tab', async () => {
  const page = await signedIn('shift-manager', '/pit')
  const tabs = page.getByRole('navigation').getByRole('button')
  await tabs.first().waitFor()
  for (const tab of await tabs.all()) {
    await tab.click()
    await readsChinese(page)
  }
})

test('the audit: a round step by step', async () => {
  const page = await signedIn('auditor', '/audit/t2#round-1-1')
  const next = page.getByRole('button', { name: common.nextStep, exact: true })
  await next.waitFor()
  for (; await next.isEnabled(); await next.click()) await readsChinese(page)
})
