import { rm } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { Browsers, installedBrowser } from '../e2e/browser.ts'
import { buildScreens } from '../e2e/build-screens.ts'
import { HouseProcess, type Place, staffedFolder } from '../e2e/house.ts'
import { middleOf, Terminal } from '../e2e/terminal-page.ts'
import { type Bench, quantile, type Result } from './measure.ts'
import { plainTable, spots } from './wagers.ts'

const TABLE = 'table'
const CHIP = 100
const CHIPS_MANY = 5_000
const CLICKS = 100
const WARM_UP = 10
const TURNS = 3
const PLACES = ['8', '17', '26', '35', '11', '20', '29', '2', '14', '32']

/** A chip by hand, on a page that has nothing else: what any picture of a chip takes to be seen. */
const barePage = `<svg viewBox="0 0 1920 1080" style="position:fixed;inset:0"></svg><script>
  const svg = document.querySelector('svg')
  addEventListener('click', ({ clientX, clientY }) => {
    const chip = document.createElementNS('http://www.w3.org/2000/svg', 'g')
    chip.setAttribute('data-pending', '100')
    chip.innerHTML = '<circle r="22" fill="#a63b30"/><text text-anchor="middle">1</text>'
    chip.setAttribute('transform', \`translate(\${clientX} \${clientY})\`)
    svg.append(chip)
  })
</script>`

/** From when a finger or button goes down until a chip that is on its way has been painted. */
async function watchClicks(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { port1, port2 } = new MessageChannel()
    let down: number | null = null
    const watch = globalThis as unknown as { seen: Promise<number>; await: () => void }
    watch.await = () => {
      watch.seen = new Promise((resolve) => {
        // A message that was sent before a frame is drawn arrives when it is.
        port1.onmessage = () => resolve(performance.now() - down!)
      })
    }
    addEventListener('pointerdown', ({ timeStamp }) => (down = timeStamp), true)
    const shown = new MutationObserver(() => {
      if (down === null || !document.querySelector('[data-pending]')) return
      requestAnimationFrame(() => port2.postMessage(null))
    })
    shown.observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['data-pending'],
    })
  })
}

async function click(page: Page, { x, y }: Point): Promise<number> {
  await page.evaluate(() => (globalThis as unknown as { await: () => void }).await())
  await page.mouse.click(x, y)
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: Promise<number> }).seen)
  await page.waitForFunction(() => !document.querySelector('main [data-pending]'))
  return seen
}

type Point = { x: number; y: number }
/** A page that is clicked on, and how it is opened. */
type Contender = { page: Page; open: () => Promise<void> }

/** Only the page that is measured is open: others would move, and take their part of the machine. */
async function turn({ page, open }: Contender, places: readonly Point[]): Promise<number[]> {
  await open()
  await watchClicks(page)
  const times: number[] = []
  for (let at = 0; at < WARM_UP + CLICKS; at++) times.push(await click(page, places[at % places.length]!))
  await page.goto('about:blank')
  return times.slice(WARM_UP)
}

async function seated(place: Place, player: string): Promise<Terminal> {
  await (await place.house.door('dealer')).give(TABLE, { do: 'buy-in', player, amount: 100_000_000 })
  return Terminal.open(place, { table: TABLE, player }, { reducedMotion: 'no-preference' })
}

/** The page of a terminal that was set up: it knows its seat. */
const terminalOf = ({ page, seat }: Terminal): Contender => ({
  page,
  open: async () => {
    await page.goto(`/play/${seat.table}`)
    await page.locator('[data-spot]').first().waitFor({ state: 'attached' })
    await page.waitForLoadState('networkidle')
  },
})

/** Chips on every spot, so that there are that many in all. */
async function fill({ door, seat: { player } }: Terminal): Promise<void> {
  const stake = Math.ceil(CHIPS_MANY / spots.length) * CHIP
  await door.give(TABLE, ...spots.map((spot) => ({ do: 'wager', player, spot, stake })))
}

async function measured(place: Place): Promise<Result[]> {
  const dealer = await place.house.door('dealer')
  await dealer.give(TABLE, { do: 'place-your-bets' })
  const [empty, full] = [await seated(place, 'empty'), await seated(place, 'full')]
  await fill(full)
  const places = await Promise.all(PLACES.map((spot) => middleOf(empty.spot(spot))))
  for (const { page } of [empty, full]) await page.goto('about:blank')
  const bare = await place.browsers.page(place.house.url)
  const contenders = {
    empty: terminalOf(empty),
    bare: { page: bare, open: () => bare.setContent(barePage) },
    full: terminalOf(full),
  }
  const times = { empty: [] as number[], bare: [] as number[], full: [] as number[] }
  for (let round = 0; round < TURNS; round++)
    for (const name of ['empty', 'bare', 'full'] as const) times[name].push(...(await turn(contenders[name], places)))
  return [
    ...linesOf('a chip on its way is seen, empty layout', times.empty, times.bare),
    ...linesOf(`a chip on its way is seen, ${CHIPS_MANY.toLocaleString('en')} chips there`, times.full, times.bare),
    ...(await wheelOnStage(place)),
  ]
}

const WATCHED_MS = 3_000

/** How long after each other the frames of a page are drawn while something moves on it. */
const framesOf = (page: Page): Promise<number[]> =>
  page.evaluate(
    (lasts) =>
      new Promise<number[]>((resolve) => {
        const times: number[] = []
        const step = (now: number) => {
          times.push(now)
          if (now - times[0]! < lasts) requestAnimationFrame(step)
          else resolve(times.slice(1).map((time, index) => time - times[index]!))
        }
        requestAnimationFrame(step)
      }),
    WATCHED_MS,
  )

/** A square that turns by itself on an empty page: what any motion takes here. */
const turningPage = `<style>@keyframes turn { to { rotate: 360deg } }</style>
  <div style="width:700px;height:700px;background:#a63b30;animation:turn 5s linear infinite"></div>`

/** The wheel on stage at 1920 by 1080, drawn by software, from no more bets until the ball is down. */
async function wheelOnStage(place: Place): Promise<Result[]> {
  const dealer = await place.house.door('dealer')
  const { page } = await seated(place, 'watcher')
  await dealer.give(TABLE, { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }, { do: 'no-more-bets' })
  await page.locator('[data-scene=ball]').waitFor()
  const running = await framesOf(page)
  await dealer.give(TABLE, { do: 'ball-at-rest', pocket: '17' })
  const falling = await framesOf(page)
  await page.goto('about:blank')
  const bare = await place.browsers.page(place.house.url, { reducedMotion: 'no-preference' })
  await bare.setContent(turningPage)
  const floor = mean(await framesOf(bare))
  const line = { unit: 'ms', floor, ratioMax: null }
  return [
    { work: 'the wheel on stage, a frame, while the ball runs', ...line, ours: mean(running), most: 33 },
    { work: '  while it comes down', ...line, ours: mean(falling), most: 33 },
    { work: '  95 of 100 of these within', ...line, floor: null, ours: quantile(falling, 0.95) },
  ]
}

const TABLES_MANY = 100
const SCROLLED_PX = 120

/** A page that asks for the same floor as often, and shows nothing of it. */
const askingPage = `<script>
  const ask = async () => (await fetch('/api/tables')).json()
  ask()
  setInterval(ask, 2000)
</script>`

/** How many milliseconds of a second the page's processor works, over some seconds. */
async function workOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const read = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    const of = (name: string) => metrics.find((metric) => metric.name === name)!.value
    return { at: of('Timestamp'), worked: of('TaskDuration') }
  }
  const before = await read()
  await page.waitForTimeout(2 * WATCHED_MS)
  const after = await read()
  return ((after.worked - before.worked) / (after.at - before.at)) * 1_000
}

/** A hundred tables, each counting down: what the lobby takes while nobody does anything, and while it is scrolled. */
async function lobbyOfMany({ house, browsers }: Place, tables: readonly { id: string }[]): Promise<Result[]> {
  const dealer = await house.door('dealer')
  for (const [at, { id }] of tables.entries()) {
    const closesAt = new Date(Date.now() + 120_000 + at * 137).toISOString()
    await dealer.give(id, { do: 'place-your-bets', closesAt })
  }
  const page = await browsers.page(house.url, { reducedMotion: 'no-preference' })
  await page.goto('/')
  await page
    .getByRole('listitem')
    .nth(tables.length - 1)
    .waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
  const ours = await workOf(page)
  const scrolling = page.evaluate(
    ([by, lasts]) =>
      new Promise<void>((resolve) => {
        const started = performance.now()
        const step = (now: number) => {
          scrollBy(0, by!)
          if (now - started < lasts!) requestAnimationFrame(step)
          else resolve()
        }
        requestAnimationFrame(step)
      }),
    [SCROLLED_PX, WATCHED_MS],
  )
  const frames = await framesOf(page)
  await scrolling
  await page.goto('about:blank')
  const bare = await browsers.page(house.url)
  await bare.goto('/healthz')
  await bare.setContent(askingPage)
  const floor = await workOf(bare)
  const line = { floor: null, ratioMax: null }
  return [
    { work: `the lobby with ${tables.length} tables, of a second`, unit: 'ms', ours, floor, ratioMax: null, most: 100 },
    { work: '  a frame while it is scrolled', ...line, unit: 'ms', ours: mean(frames), most: 33 },
  ]
}

async function inManyTables(staffed: string, browsers: Browsers): Promise<Result[]> {
  const tables = Array.from({ length: TABLES_MANY }, (_, at) => ({ id: `table-${at + 1}`, ...plainTable }))
  const house = await HouseProcess.open(staffed, tables)
  try {
    return await lobbyOfMany({ house, browsers }, tables)
  } finally {
    await house.close()
  }
}

const mean = (times: readonly number[]): number => times.reduce((sum, time) => sum + time, 0) / times.length

function linesOf(work: string, ours: readonly number[], floor: readonly number[]): Result[] {
  const both = (part: number) => ({
    unit: 'ms',
    ours: quantile(ours, part),
    floor: quantile(floor, part),
    ratioMax: null,
  })
  return [
    { work: `${work}: half within`, ...both(0.5) },
    { work: '  99 of 100 within', ...both(0.99), most: 50 },
  ]
}

/** In a real Chromium against the service as it is started. */
async function run(): Promise<Result[]> {
  const browser = await installedBrowser()
  const [staffed] = await Promise.all([staffedFolder(), buildScreens()])
  const house = await HouseProcess.open(staffed, [{ id: TABLE, ...plainTable }])
  const browsers = await Browsers.open(browser)
  try {
    return [...(await measured({ house, browsers })), ...(await inManyTables(staffed, browsers))]
  } finally {
    await browsers.close()
    await house.close()
    await rm(staffed, { recursive: true })
  }
}

export const screens: Bench = { name: 'screens', run }
