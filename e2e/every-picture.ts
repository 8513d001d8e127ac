import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { StaffRole } from '../src/house/roles.ts'
import { type Size, sizes } from './browser.ts'
import { type Place, staffOf } from './house.ts'
import { Terminal, terminalDoor } from './terminal-page.ts'
import { everyTable } from './testing-tables.ts'

/**
 * Every screen of every book, at every size that people have it, in both languages: to be looked at one by one. Into a
 * folder of their own, for there are hundreds of them. `only`: those whose names hold it.
 */
export async function everyPicture(place: Place, folder: string, only: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const camera: Camera = { folder, only, taken: 0 }
  for (const { id } of everyTable) await tableOf(place, id, camera)
  for (const { path, role } of staffScreens)
    for (const language of languages)
      await eachSize(await staffPage(place, role, path, language), [sizes.console, sizes.terminal], camera, [
        path.split('/')[1]!,
        'house',
        language,
      ])
  console.log(`${camera.taken} pictures in ${folder}`)
}

type Camera = { folder: string; only: string; taken: number }
type Language = keyof typeof locales
const locales = { en: 'en-SG', zh: 'zh-CN' } as const
const languages = ['en', 'zh'] as const
const devices = [sizes.terminal, sizes.console, sizes.tablet, sizes.upright, sizes.low, sizes.phone]
const walls = [sizes.display, sizes.console]
const staffScreens = [
  { path: '/dealer/roulette', role: 'dealer' },
  { path: '/pit', role: 'shift-manager' },
  { path: '/audit/roulette', role: 'auditor' },
] as const

const spin = { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }
const ROUNDS = 21

/** One round, from the first bet to the next: at every step the terminal and the display. */
async function tableOf(place: Place, id: string, camera: Camera): Promise<void> {
  const dealer = await place.house.door('dealer')
  const player = `${id}-pictured`
  const own = await terminalDoor(place, { table: id, player })
  await dealer.give(id, { do: 'buy-in', player, amount: 500_000 })
  for (let round = 1; round <= ROUNDS; round++) {
    await dealer.give(id, { do: 'place-your-bets' }, spin, { do: 'no-more-bets' })
    await dealer.give(id, { do: 'ball-at-rest', pocket: String(round) }, { do: 'settle' })
  }
  const spots = id === 'fast' ? ['17', '20', 'bonus-win', 'MBS'] : ['17', '17/20', '16/17/19/20', 'red', 'dozen-2']
  await dealer.give(id, { do: 'place-your-bets' })
  await own.give(id, ...spots.map((spot, at) => ({ do: 'wager', player, spot, stake: 500 * (at + 1) })))
  const pages = await pagesAt(place, id, player)
  const take = async (step: string) => {
    for (const { page, screen, language, devices: fit } of pages) {
      await page
        .locator(`[data-stage=${step === 'next' ? 'open' : step}]`)
        .first()
        .waitFor()
      await eachSize(page, fit, camera, [screen, id, language, step])
    }
  }
  await take('open')
  await dealer.give(id, spin, { do: 'no-more-bets' })
  await take('closed')
  await dealer.give(id, { do: 'ball-at-rest', pocket: '17' })
  await take('result')
  await dealer.give(id, { do: 'settle' })
  await take('settled')
  await dealer.give(id, { do: 'place-your-bets' })
  await take('next')
  await dealer.give(id, { do: 'irregularity', code: 'ball-broke' })
  await take('void')
  for (const { page } of pages) await page.context().close()
}

type Pictured = { page: Page; screen: string; language: Language; devices: readonly Size[] }

async function pagesAt(place: Place, table: string, player: string): Promise<Pictured[]> {
  const { page: first } = await Terminal.openAgain(place, { table, player })
  const seat = await first.evaluate(() => localStorage.getItem('croupier.terminal')!)
  await first.context().close()
  const pages: Pictured[] = []
  for (const language of languages) {
    const options = { hasTouch: true, locale: locales[language] }
    const page = await place.browsers.page(place.house.url, options)
    await page.addInitScript((kept) => localStorage.setItem('croupier.terminal', kept), seat)
    await page.goto(`/play/${table}`)
    pages.push({ page, screen: 'play', language, devices })
    const wall = await place.browsers.page(place.house.url, options)
    await wall.goto(`/display/${table}`)
    pages.push({ page: wall, screen: 'display', language, devices: walls })
  }
  return pages
}

async function staffPage(place: Place, role: StaffRole, path: string, language: Language): Promise<Page> {
  const page = await place.browsers.page(place.house.url, { locale: locales[language] })
  const { badge, pin } = staffOf(role)
  await page.goto(path)
  await page.locator('form input').first().fill(badge)
  await page.locator('form input[type=password]').fill(pin)
  await page.locator('form button[type=submit]').click()
  await page.waitForLoadState('networkidle')
  return page
}

async function eachSize(page: Page, fit: readonly Size[], camera: Camera, names: readonly string[]): Promise<void> {
  for (const size of fit) {
    const name = [...names.slice(0, 2), `${size.width}x${size.height}`, ...names.slice(2)].join('.')
    if (!name.includes(camera.only)) continue
    await page.setViewportSize(size)
    await page.evaluate(() => document.fonts.ready)
    await page.screenshot({ path: join(camera.folder, `${name}.png`), animations: 'disabled' })
    camera.taken++
  }
}
