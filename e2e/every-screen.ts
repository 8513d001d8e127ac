import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import type { StaffRole } from '../src/house/roles.ts'
import { packBook } from '../src/screens/lab/book-link.ts'
import { audit } from '../src/screens/words/audit.ts'
import { common } from '../src/screens/words/common.ts'
import { dealer as dealerWords, pit } from '../src/screens/words/desk.ts'
import { speak } from '../src/screens/words/speech.ts'
import { terminal as terminalWords } from '../src/screens/words/terminal.ts'
import { exampleBook } from '../test/books/foreign-books.ts'
import { escapeDialog, type Size, sizes } from './browser.ts'
import { openCheckPage, receipt } from './check-page.ts'
import type { Promised } from './fitting.ts'
import type { Place } from './house.ts'
import { signedIn, signIn } from './staff.ts'
import { enrolAgain, takeSeat, terminalDoor } from './terminal-page.ts'
import { everyTable } from './testing-tables.ts'

/**
 * A walk through every screen: whoever is taken along (`see`) is shown each in each of its states, in both languages, and
 * looks at it in as many of its sizes as it likes.
 */
export type Sight = { page: Page; screen: ScreenName; of: string; language: Language; state: string }
export type See = (sight: Sight) => Promise<void>
export type Language = keyof typeof locales
export const locales = { en: 'en-SG', zh: 'zh-CN' } as const
export const bothLanguages = ['en', 'zh'] as const satisfies readonly Language[]

type Plan = Promised & { sizes: readonly Size[]; isTouched: (size: Size) => boolean }
const { terminal, console, tablet, upright, low, phone, cabinet, cabinet4, square, zoomed, wide } = sizes
const [everySize, playerSizes, staffSizes] = [
  [terminal, console, tablet, upright, low, phone],
  [terminal, console, tablet, upright, low, phone, cabinet, cabinet4, square, zoomed, wide],
  [terminal, console, tablet],
]
const wallSizes = [...staffSizes, cabinet]
const [always, never, onTablets] = [() => true, () => false, (size: Size) => size === tablet]

/** Where each screen is used, and by what it is pointed at. */
// biome-ignore format: a table is read down its columns
export const screens = {
  lobby:   { sizes: everySize,  isTouched: always,    mayScroll: 'down' },
  play:    { sizes: playerSizes, isTouched: always,    mayScroll: 'no' },
  display: { sizes: wallSizes,  isTouched: never,     mayScroll: 'no' },
  dealer:  { sizes: staffSizes, isTouched: onTablets, mayScroll: 'no' },
  pit:     { sizes: staffSizes, isTouched: onTablets, mayScroll: 'no' },
  audit:   { sizes: staffSizes, isTouched: onTablets, mayScroll: 'no' },
  lab:     { sizes: everySize,  isTouched: always,    mayScroll: 'down' },
  check:   { sizes: everySize,  isTouched: always,    mayScroll: 'down' },
} as const satisfies Record<string, Plan>
export type ScreenName = keyof typeof screens

const optionsIn = (language: Language): BrowserContextOptions => ({ locale: locales[language] })
export const spin = { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }
/** One more than the results that are shown. */
const ROUNDS = 21

/** Screens before a player sits down, and screens without a house. */
export async function seeOpenScreens(place: Place, language: Language, see: See): Promise<void> {
  const { house, browsers } = place
  const page = await browsers.page(house.url, optionsIn(language))
  await page.goto('/')
  await page.getByRole('listitem').first().waitFor()
  await see({ page, screen: 'lobby', of: 'house', language, state: 'now' })
  for (const [state, query] of Object.entries(layoutsInLab)) {
    // A fragment alone loads no page.
    await page.goto('about:blank')
    await page.goto(`/lab${query}`)
    await page.locator('[data-spot]').first().waitFor({ state: 'attached' })
    if (query.includes('#')) await page.locator('.lab-book').waitFor()
    if (query.includes('wager')) await page.locator('.lab-round').waitFor()
    await see({ page, screen: 'lab', of: 'house', language, state })
  }
  await page.context().close()
  const check = await openCheckPage(browsers, optionsIn(language))
  await see({ page: check, screen: 'check', of: 'house', language, state: 'empty' })
  await check
    .locator('input[type=file]')
    .setInputFiles({ name: 'wager.tlog-proof', mimeType: 'text/plain', buffer: Buffer.from(receipt) })
  await check.locator('.check-verdict').waitFor()
  await see({ page: check, screen: 'check', of: 'house', language, state: 'receipt' })
  await check.context().close()
}

const mini = exampleBook('mini')
/** The lab as somebody opens it. `own` and `problems`: a book that the link carries. */
const layoutsInLab = {
  empty: '',
  own: `?wager=7=500&wager=red=500#book=${await packBook(mini)}`,
  problems: `#book=${await packBook({ ...mini, version: 7, wheel: { ...mini.wheel, order: [] } })}`,
  wagers: '?book=mbs/roulette@3&wager=17=500&wager=17/20=500&wager=red=500',
  fast: '?book=mbs/sands-fast-action-roulette@2&wager=17=500&wager=bonus-win=500',
}

const playerAt = (table: string): string => `${table}-seat`

/** A table where a player has credits and rounds were played, with bets on the layout. */
export async function prepareTable(place: Place, id: string): Promise<string> {
  const dealer = await place.house.door('dealer')
  const player = playerAt(id)
  const own = await terminalDoor(place, { table: id, player })
  await dealer.give(id, { do: 'buy-in', player, amount: 19_999_900 })
  for (let round = 1; round <= ROUNDS; round++) {
    await dealer.give(id, { do: 'place-your-bets' }, spin, { do: 'no-more-bets' })
    await dealer.give(id, { do: 'ball-at-rest', pocket: String(round) }, { do: 'settle' })
  }
  const outside = ['red', 'odd', 'dozen-2', 'column-2']
  const spots = id === 'fast' ? ['17', '20', 'bonus-win', 'MBS'] : ['17', '20', '0', '17/20', '16/17/19/20', ...outside]
  await dealer.give(id, { do: 'place-your-bets' })
  await own.give(id, ...spots.map((spot, at) => ({ do: 'wager', player, spot, stake: 500 * (at + 1) })))
  return player
}

/** One round, from the first bet to the next and a void one: at each step the terminal, the display and the console. */
export async function seeRound(place: Place, id: string, languages: readonly Language[], see: See): Promise<void> {
  const player = await prepareTable(place, id)
  const dealer = await place.house.door('dealer')
  const pages = await pagesAt(place, id, player, languages)
  const seeAll = async (stage: string, state = stage) => {
    for (const { page, screen, language } of pages) {
      await page.locator(`[data-stage=${stage}]`).first().waitFor()
      await see({ page, screen, of: id, language, state })
    }
  }
  await seeAll('open')
  await dealer.give(id, spin, { do: 'no-more-bets' })
  await seeAll('closed')
  await dealer.give(id, { do: 'ball-at-rest', pocket: '17' })
  await seeAll('result')
  await dealer.give(id, { do: 'settle' })
  await seeAll('settled')
  await dealer.give(id, { do: 'place-your-bets' })
  await seeAll('open', 'next')
  await dealer.give(id, { do: 'irregularity', code: 'ball-broke' })
  await seeAll('void')
  for (const { page } of pages) await page.context().close()
}

/** Screens that differ by book: the rules and their clauses at a terminal, and the display. */
export async function seeBook(place: Place, id: string, language: Language, see: See): Promise<void> {
  await speak(language)
  const { house, browsers } = place
  const page = await browsers.page(house.url, { hasTouch: true, viewport: sizes.console, ...optionsIn(language) })
  await takeSeat(page, await enrolAgain(place, playerAt(id)))
  await page.goto(`/play/${id}`)
  await named(page, terminalWords.rules).click()
  await page.getByRole('dialog').waitFor()
  await see({ page, screen: 'play', of: id, language, state: 'rules' })
  await named(page, terminalWords.clauses).click()
  await see({ page, screen: 'play', of: id, language, state: 'clauses' })
  await page.context().close()
  const wall = await browsers.page(house.url, optionsIn(language))
  await wall.goto(`/display/${id}`)
  await wall.locator('[data-stage]').first().waitFor()
  await see({ page: wall, screen: 'display', of: id, language, state: 'between' })
  await wall.context().close()
}

type PageOf = Pick<Sight, 'page' | 'screen' | 'language'>

async function pagesAt(place: Place, table: string, player: string, languages: readonly Language[]): Promise<PageOf[]> {
  const { house, browsers } = place
  const pages: PageOf[] = []
  const seat = await enrolAgain(place, player)
  for (const language of languages) {
    const page = await browsers.page(house.url, { hasTouch: true, ...optionsIn(language) })
    await takeSeat(page, seat)
    await page.goto(`/play/${table}`)
    const wall = await browsers.page(house.url, optionsIn(language))
    await wall.goto(`/display/${table}`)
    const console = await staffPage(place, 'dealer', `/dealer/${table}`, language)
    pages.push({ page, screen: 'play', language })
    pages.push({ page: wall, screen: 'display', language })
    pages.push({ page: console, screen: 'dealer', language })
  }
  return pages
}

async function staffPage(place: Place, role: StaffRole, path: string, language: Language): Promise<Page> {
  await speak(language)
  return signedIn(place, role, path, { viewport: sizes.terminal, ...optionsIn(language) })
}

/** Each dialog that these buttons open, one after another. */
async function eachDialog(page: Page, buttons: Locator, seeIt: (index: number) => Promise<void>): Promise<void> {
  await buttons.first().waitFor()
  for (const [index, button] of (await buttons.all()).entries()) {
    if (await button.isDisabled()) continue
    await button.click()
    await page.getByRole('dialog').waitFor()
    await seeIt(index + 1)
    await escapeDialog(page)
  }
}

const named = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })

/** Signing in, and what the console asks before it does something, with a player chosen. */
export async function seeConsoleDialogs(place: Place, language: Language, see: See): Promise<void> {
  await speak(language)
  const page = await place.browsers.page(place.house.url, optionsIn(language))
  const sight = { page, screen: 'dealer', of: OPEN, language } as const
  await page.goto(`/dealer/${OPEN}`)
  await page.getByLabel(common.pin).waitFor()
  await see({ ...sight, state: 'sign-in' })
  await signIn(page, 'dealer')
  await page.getByRole('region', { name: dealerWords.players }).getByRole('button', { name: 'Devi' }).click()
  await see({ ...sight, state: 'chosen' })
  for (const key of [
    'noSpin',
    'irregularity',
    'ball',
    'refer',
    'newPlayer',
    'sellTitle',
    'takeTable',
    'wheelNone',
  ] as const)
    await eachDialog(page, named(page, dealerWords[key]).first(), () => see({ ...sight, state: `dialog-${key}` }))
  await page.context().close()
}

/** A round that was concluded waits for an answer while the next is open. */
export const AT_REST = 'roulette'
const [REFERRED, CONCLUDED] = ['sands-2', 'fast']
export const OPEN = CONCLUDED
const guests = ['Ann', 'Bao', 'Chen', 'Devi']
/** Everything that has a name here. */
export const walkNames = [
  ...everyTable.flatMap(({ id }) => [playerAt(id), id]),
  ...guests,
  'Eve',
  'phone',
  ...bothLanguages.map((language) => `guest-${language}`),
]
export const reasons = {
  correction: 'The dolly lay on the wrong number',
  referral: 'A stack on 17 fell over before the ball was down',
  question: 'A guest misses a chip',
  closing: 'to be cleaned',
  screen: 'a screen for it',
} as const

/** An evening's questions: a ball at rest with a wager to rule on, a round that is referred, one that was concluded. */
export async function prepareQuestions(place: Place): Promise<void> {
  const [dealer, manager] = [await place.house.door('dealer'), await place.house.door('shift-manager')]
  const betsOn = (...spots: string[]) =>
    guests.map((player, index) => ({ do: 'wager', player, spot: spots[index], stake: 2_500 }))
  const bets = betsOn('17', '20', 'red', '17/20')
  for (const table of [AT_REST, REFERRED, CONCLUDED])
    await dealer.give(
      table,
      ...guests.map((player) => ({ do: 'buy-in', player, amount: 100_000 })),
      { do: 'place-your-bets' },
      ...(table === CONCLUDED ? betsOn('17', '20', '8', '36') : bets),
      spin,
      { do: 'no-more-bets' },
      { do: 'ball-at-rest', pocket: '17' },
    )
  const terminal = await terminalDoor(place, { table: OPEN, player: 'Eve' })
  await terminal.call('POST /api/calls')
  await manager.give(AT_REST, { do: 'settle' })
  const { round } = await dealer.view('dealer', AT_REST)
  await manager.give(AT_REST, { do: 'correct-outcome', round, pocket: '20', reason: reasons.correction })
  await dealer.give(AT_REST, { do: 'place-your-bets' }, ...bets, spin, { do: 'no-more-bets' })
  await dealer.give(AT_REST, { do: 'ball-at-rest', pocket: '20' })
  await dealer.give(REFERRED, { do: 'refer', reason: reasons.referral })
  await dealer.give(CONCLUDED, { do: 'settle' })
  await dealer.give(CONCLUDED, {
    do: 'refer',
    round: (await dealer.view('dealer', CONCLUDED)).round,
    reason: reasons.question,
  })
  await dealer.give(OPEN, { do: 'place-your-bets' })
}

/** The pit desk: the floor, a table, every action and every tab. */
export async function seePit(place: Place, language: Language, see: See): Promise<void> {
  const page = await staffPage(place, 'shift-manager', '/pit', language)
  const sight = { page, screen: 'pit', of: 'house', language } as const
  const queue = page.getByRole('region', { name: pit.approvals })
  await queue.getByRole('button').first().waitFor()
  await page.locator('.chart svg').first().waitFor()
  await see({ ...sight, state: 'floor' })
  await eachDialog(page, queue.getByRole('button'), (index) => see({ ...sight, state: `queue-${index}` }))
  await page.goto(`/pit#table/${AT_REST}`)
  const actions = page.getByRole('region', { name: pit.actions }).getByRole('button')
  await actions.first().waitFor()
  await see({ ...sight, state: 'table' })
  await eachDialog(page, actions, (index) => see({ ...sight, state: `action-${index}` }))
  await eachDialog(page, page.getByRole('row').nth(1).getByRole('button'), (index) =>
    see({ ...sight, state: `past-${index}` }),
  )
  await seeRuling(page, sight, see)
  const tabs = { figures: pit.tabCharts, wheels: pit.tabWheels, terminals: pit.tabTerminals, tickets: pit.tabTickets }
  for (const [tab, name] of Object.entries(tabs)) {
    await page.goto(`/pit#${tab}`)
    await page.locator('nav [aria-current=page]').filter({ hasText: name }).waitFor()
    await page.locator('main').getByText(common.loading).first().waitFor({ state: 'detached' })
    await see({ ...sight, state: tab })
  }
  await page.context().close()
  await seeStaff(place, language, see)
}

type PitSight = Omit<Sight, 'state'>

/** A wager moved, with all that the dialog may ask for. */
async function seeRuling(page: Page, sight: PitSight, see: See): Promise<void> {
  await named(page, pit.rule).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .locator('label')
    .filter({ has: page.getByRole('radio') })
    .first()
    .click()
  await dialog
    .locator('label')
    .filter({ has: page.getByRole('radio', { name: pit.moved }) })
    .click()
  await dialog.getByRole('combobox', { name: pit.movedTo }).selectOption('20')
  await dialog.locator('.confirm-does').waitFor()
  await see({ ...sight, state: 'ruling' })
  await escapeDialog(page)
}

async function seeStaff(place: Place, language: Language, see: See): Promise<void> {
  const page = await staffPage(place, 'administrator', '/pit#staff', language)
  await page.getByRole('row').nth(1).waitFor()
  const sight = { page, screen: 'pit', of: 'house', language } as const
  await see({ ...sight, state: 'staff' })
  await eachDialog(page, page.getByRole('row').nth(1).getByRole('button'), (index) =>
    see({ ...sight, state: `staff-${index}` }),
  )
  await page.goto('/pit#terminals')
  await page.getByRole('row').nth(1).waitFor()
  await eachDialog(page, page.getByRole('row').nth(1).getByRole('button'), (index) =>
    see({ ...sight, state: `terminal-${index}` }),
  )
  await page.context().close()
}

/** A round replayed to its last step, the record of the house, the books. */
export async function seeAudit(place: Place, language: Language, see: See): Promise<void> {
  const dealer = await place.house.door('dealer')
  const round = (await dealer.view('dealer', AT_REST)).round! - 1
  const page = await staffPage(place, 'auditor', `/audit/${AT_REST}#round-${round}-12`, language)
  const sight = { page, screen: 'audit', of: 'house', language } as const
  await page.getByRole('region', { name: audit.timeline }).waitFor()
  await see({ ...sight, state: 'round' })
  for (const key of ['tabHouse', 'tabBooks'] as const) {
    await named(page, audit[key]).click()
    await page.getByRole('cell').first().waitFor()
    await see({ ...sight, state: key })
  }
  await page.context().close()
}
