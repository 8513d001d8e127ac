import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { audit } from '../src/screens/words/audit.ts'
import { dealer as dealerWords, pit as pitWords } from '../src/screens/words/desk.ts'
import { languages } from '../src/words/languages.ts'
import { Browsers, installedBrowser, sizes } from './browser.ts'
import { buildScreens } from './build-screens.ts'
import { everyPicture } from './every-picture.ts'
import { filmRound } from './film.ts'
import { House, type Place, root, staffedFolder, type TablePlan } from './house.ts'
import { signedIn } from './staff.ts'
import { middleOf, Terminal, terminalDoor } from './terminal-page.ts'
import { everyTable } from './testing-tables.ts'
import { Wall } from './wall.ts'

/**
 * `npm run screenshots`: a picture of every screen, at the size that people have it, into docs/screens. With
 * `-- --all FOLDER` every screen of every book at every size in both languages, into that folder, with a list of what does
 * not fit; with a word after it, those whose names hold it. With `-- --film` a round as a moving picture, docs/screens/round.webp.
 */
const folder = join(root, 'docs', 'screens')
const { values, positionals } = parseArgs({
  options: { all: { type: 'string' }, film: { type: 'boolean' } },
  allowPositionals: true,
})

const limits = { default: { min: 500, max: 200_000 }, 'straight-up': { max: 50_000 } }
const etg = { book: 'rws/roulette-double-zero-etg@4', limits }
const tables = [
  { id: 'r1', name: 'Roulette 1', book: 'mbs/roulette@3', limits },
  { id: 's1', name: 'Sands Roulette 1', book: 'mbs/sands-roulette@2', limits },
  { id: 'f1', name: 'Fast Action 1', book: 'mbs/sands-fast-action-roulette@2', limits },
  { id: 'e1', name: 'Terminals, island 1', layout: 'A', terminal: 'rapid', ...etg },
  { id: 'e2', name: 'Terminals, island 2', layout: 'B', terminal: 'alfastreet', ...etg },
] as const satisfies readonly TablePlan[]

/** The house knows the players of terminals; the others play at every table. */
const seated = { r1: 'Ann', s1: 'Ben', f1: 'Fay', e1: 'Eve', e2: 'Gus' } as const
type TableId = keyof typeof seated
const playersAt = (table: TableId): string[] => [seated[table], 'Bao', 'Chen', 'Devi']

const pockets = [26, 4, 29, 0, 13, 32, 8, 21, 36, 11, 2, 15, 30, 14, 0, 9, 23, 5, 33, 12, 28, 1].map(String)

// biome-ignore format: a table is read down its columns
const wagers: Readonly<Record<string, readonly (readonly [player: number, spot: string, stake: number])[]>> = {
  table: [
    [0, '17', 2_500], [0, '17/20', 1_000], [0, '16/17/19/20', 1_000], [0, 'red', 5_000], [1, 'dozen-2', 10_000], [1, '17', 500],
    [2, '31/32/33/34/35/36', 2_000], [2, 'column-3', 5_000], [2, '0', 500], [3, 'black', 10_000], [3, '8/11', 1_000], [3, '25/26/27', 1_500],
  ],
  fast: [
    [0, '17', 2_500], [0, 'bonus-win', 1_000], [0, 'S', 500], [1, '8', 1_000], [1, 'super-bonus-win', 500],
    [2, '23', 1_500], [2, 'scatter-bonus', 500], [3, 'MBS', 1_000], [3, '36', 2_000], [3, '17', 500],
  ],
}

const spin = { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }

const betsAt = (table: TableId) =>
  wagers[table === 'f1' ? 'fast' : 'table']!.map(([player, spot, stake]) => ({
    do: 'wager',
    player: playersAt(table)[player],
    spot,
    stake,
  }))

/** An evening: a row of rounds, one of them void, and one with bets on the layout. */
async function evening(place: Place, table: TableId, from: number): Promise<void> {
  const dealer = await place.house.door('dealer')
  const mine = seated[table]
  const own = await terminalDoor(place, { table, player: mine })
  // Where the book lets players alone bet, who sits at the terminal does.
  const isTerminal = table.startsWith('e')
  const bets = betsAt(table).filter(({ player }) => !isTerminal || player === mine)
  const hand = isTerminal ? own : dealer
  for (const player of playersAt(table)) await dealer.give(table, { do: 'buy-in', player, amount: 200_000 })
  for (const [index, pocket] of [...pockets.slice(from), ...pockets.slice(0, from)].entries()) {
    await dealer.give(table, { do: 'place-your-bets' })
    await hand.give(table, ...bets.slice(index % 4))
    await dealer.give(table, spin)
    if (index === 14) await dealer.give(table, { do: 'irregularity', code: 'ball-out-of-wheel' })
    else await dealer.give(table, { do: 'no-more-bets' }, { do: 'ball-at-rest', pocket }, { do: 'settle' })
  }
  // The void round was told, and is read.
  const { notices } = await own.view('player', table)
  for (const { number } of notices ?? []) await own.call('POST /api/notices/read', { body: { upTo: number } })
  await dealer.give(table, { do: 'place-your-bets' })
  await hand.give(table, ...bets)
}

/** `isPointedAt`: where the pointer is belongs to the picture. */
async function savePicture(page: Page, name: string, isPointedAt = false): Promise<void> {
  if (!isPointedAt) await page.mouse.move(0, 0)
  await page.evaluate(() => document.fonts.ready)
  const picture = await page.screenshot({ animations: 'disabled', type: 'webp', quality: 90 })
  await writeFile(join(folder, `${name}.webp`), picture)
  console.log(`${name.padEnd(18)} ${Math.round(picture.length / 1024)} KB`)
}

async function lobbies({ house, browsers }: Place): Promise<void> {
  for (const [name, viewport] of Object.entries({ lobby: sizes.console, 'lobby-phone': sizes.phone })) {
    const page = await browsers.page(house.url, { viewport })
    await page.goto('/')
    await page.getByRole('listitem').first().waitFor()
    await savePicture(page, name)
  }
}

async function terminals(place: Place): Promise<void> {
  const seat = (table: TableId) => ({ table, player: seated[table] })
  const roulette = await Terminal.openAgain(place, seat('r1'))
  const { x, y } = await middleOf(roulette.spot('25/26/28/29'))
  await roulette.page.mouse.move(x, y)
  await savePicture(roulette.page, 'terminal', true)
  await roulette.button(languages.zh.name).click()
  await roulette.page.locator('html[lang=zh-Hans]').waitFor()
  await roulette.page.waitForLoadState('networkidle')
  await savePicture(roulette.page, 'terminal-chinese')
  await savePicture((await Terminal.openAgain(place, seat('s1'))).page, 'terminal-sands')
  const tablet = { viewport: sizes.tablet, hasTouch: true }
  await savePicture((await Terminal.openAgain(place, seat('e1'), tablet)).page, 'terminal-tablet')
  const phone = { viewport: sizes.phone, hasTouch: true }
  await savePicture((await Terminal.openAgain(place, seat('e2'), phone)).page, 'terminal-phone')
  await onStage(place)
}

/** The ball, then the number and the result. */
async function onStage(place: Place): Promise<void> {
  const dealer = await place.house.door('dealer')
  const { page } = await Terminal.openAgain(
    place,
    { table: 's1', player: seated.s1 },
    { reducedMotion: 'no-preference' },
  )
  await dealer.give('s1', spin, { do: 'no-more-bets' })
  await page.locator('[data-scene=ball] [data-ball=running]').waitFor()
  await savePicture(page, 'terminal-ball')
  await dealer.give('s1', { do: 'ball-at-rest', pocket: '17' }, { do: 'settle' })
  await page.locator('[data-win] strong').waitFor()
  await expectCounted(page)
  await savePicture(page, 'terminal-number')
  await dealer.give('s1', { do: 'place-your-bets' })
}

/** Until every chip has arrived: nothing is on the layout any more. */
const expectCounted = (page: Page): Promise<void> => page.locator('[data-money=staked][data-cents="0"]').waitFor()

async function consoles(place: Place): Promise<void> {
  const dealer = await place.house.door('dealer')
  const page = await signedIn(place, 'dealer', '/dealer/r1')
  await page.getByRole('heading', { name: 'Roulette 1' }).waitFor()
  await page.getByRole('button', { name: dealerWords.wheelNone }).waitFor()
  await stepReady(page)
  await savePicture(page, 'dealer')
  await dealer.give('r1', spin, { do: 'no-more-bets' }, { do: 'ball-at-rest', pocket: '17' }, { do: 'settle' })
  await page.getByRole('tabpanel', { name: dealerWords.payouts }).getByRole('listitem').first().waitFor()
  await stepReady(page)
  await savePicture(page, 'dealer-payouts')
}

/** The large button waits a moment after each step. */
const stepReady = (page: Page): Promise<void> =>
  page.locator('.dealer-next [aria-disabled=true]').waitFor({ state: 'detached' })

async function walls(place: Place): Promise<void> {
  const roulette = await Wall.open(place, 'r1')
  await roulette.tile().waitFor()
  await savePicture(roulette.page, 'display')
  const fast = await Wall.open(place, 'f1')
  const dealer = await place.house.door('dealer')
  await dealer.give('f1', spin, { do: 'no-more-bets' }, { do: 'ball-at-rest', pocket: '17' })
  await fast.page.locator('[data-stage=result]').first().waitFor()
  await savePicture(fast.page, 'display-fast')
  await savePicture((await Terminal.openAgain(place, { table: 'f1', player: seated.f1 })).page, 'terminal-fast')
}

async function pits(place: Place): Promise<void> {
  const dealer = await place.house.door('dealer')
  await dealer.give('s1', spin, { do: 'refer', reason: 'A stack on 17 fell over before the ball was down' })
  const page = await signedIn(place, 'shift-manager', '/pit')
  await page.getByRole('region', { name: pitWords.approvals }).getByRole('button').first().waitFor()
  await page.locator('.chart svg').first().waitFor()
  await page.waitForLoadState('networkidle')
  await savePicture(page, 'pit')
  await page.getByRole('navigation').getByRole('button', { name: pitWords.tabCharts }).click()
  await page.locator('.chart svg').nth(1).waitFor()
  await page.waitForLoadState('networkidle')
  await savePicture(page, 'pit-figures')
}

async function audits(place: Place): Promise<void> {
  const page = await signedIn(place, 'auditor', `/audit/r1#round-${pockets.length + 1}-17`)
  await page.getByRole('region', { name: audit.timeline }).waitFor()
  await savePicture(page, 'audit')
}

const browser = await installedBrowser()
const [staffed] = await Promise.all([staffedFolder(), buildScreens()])
const place: Place = {
  house: await House.open(staffed, values.all ? everyTable : tables),
  browsers: await Browsers.open(browser),
}
try {
  if (values.film) await film()
  else if (values.all) process.exitCode = (await everyPicture(place, values.all, positionals[0] ?? '')) > 0 ? 1 : 0
  else await docsPictures()
} finally {
  await place.browsers.close()
  await place.house.close()
  await rm(staffed, { recursive: true })
}

async function film(): Promise<void> {
  await evening(place, 'r1', 0)
  const dealer = await place.house.door('dealer')
  await dealer.give('r1', spin, { do: 'no-more-bets' }, { do: 'ball-at-rest', pocket: '8' }, { do: 'settle' })
  await dealer.give('r1', { do: 'place-your-bets' })
  const bytes = await filmRound(place, { table: 'r1', player: seated.r1 }, join(folder, 'round.webp'))
  console.log(`round.webp ${Math.round(bytes / 1024)} KB`)
}

async function docsPictures(): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const [index, { id }] of tables.entries()) await evening(place, id, index * 3)
  for (const take of [terminals, lobbies, consoles, walls, pits, audits]) await take(place)
}
