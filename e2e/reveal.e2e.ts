import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { LANDING_MS } from '../src/screens/kit/wheel-motion.ts'
import { common, stages } from '../src/screens/words/common.ts'
import { terminal as words } from '../src/screens/words/terminal.ts'
import { money } from '../src/words/plain-text.ts'
import { escapeDialog, installClock, stopClock } from './browser.ts'
import { openMoving, stopClock as stopMoving, untilStage } from './moving-screen.ts'
import { Terminal } from './terminal-page.ts'
import { expectItsMoney, inHouse, withTables } from './testing.ts'

const table = 'roulette'
const plan = { id: table, book: 'mbs/roulette@3', limits: { default: { min: 100, max: 10_000 } } }
const fast = { id: 'fast', book: 'mbs/sands-fast-action-roulette@2', limits: plan.limits }
const place = inHouse(withTables([plan, fast]))
const CHIP = 100

/** This machine's clock is an hour ahead of the service's, and a test can stop it. */
const AHEAD = 3_600_000
const spin = { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }

type Seated = { terminal: Terminal; heard: string[] }

const runClock = (page: Page): Promise<void> => installClock(page, AHEAD)
const fixClock = (page: Page): Promise<void> => page.clock.setFixedTime(Date.now() + AHEAD)

/** `heard`: what came over the WebSocket. */
async function seated(player: string, options: BrowserContextOptions = {}, setClock = runClock): Promise<Seated> {
  const heard: string[] = []
  await (await place.house.door('dealer')).give(table, { do: 'buy-in', player, amount: 10_000 })
  const prepare = async (page: Page) => {
    page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => void heard.push(String(payload))))
    await setClock(page)
  }
  return { terminal: await Terminal.open(place, { table, player }, options, prepare), heard }
}

const stopClockOf = ({ page }: Terminal): Promise<void> => stopClock(page, AHEAD)

// biome-ignore format: a table is read down its columns
const countdown = [
  { left: 24_500, count: '25', look: 'open',    word: stages.open, heard: '' },
  { left: 9_500,  count: '10', look: 'open',    word: stages.open, heard: common.secondsToBet(10) },
  { left: 3_500,  count: '4',  look: 'closing', word: stages.soon, heard: common.secondsToBet(5) },
  // The time is up, and nobody has called yet.
  { left: -500,   count: '0',  look: 'closing', word: stages.due,  heard: '' },
]

test("how long one can bet is told by the service's clock: in word, number, colour, and to those who listen", async () => {
  const dealer = await place.house.door('dealer')
  const { terminal, heard } = await seated('ann', {}, fixClock)
  const phase = terminal.page.getByRole('banner').locator('.phase')
  const [count, look] = [phase.locator('.phase-count'), () => phase.getAttribute('data-stage')]
  // The service's time at which the page compared the clocks. The page's own clock stands still.
  const compared = Date.parse(heard.map((text) => JSON.parse(text).now).findLast((now) => now !== undefined))
  for (const told of countdown) {
    await dealer.give(table, { do: 'place-your-bets', closesAt: new Date(compared + told.left).toISOString() })
    await expect.poll(() => terminal.stage()).toBe('open')
    await expect.poll(() => count.textContent(), { message: `${told.left}` }).toBe(told.count)
    await expect.poll(look).toBe(told.look)
    const [word, spoken] = await phase.getByRole('status').allTextContents()
    expect(word).toContain(told.word)
    expect(spoken).toBe(told.heard)
    await dealer.give(table, { do: 'irregularity', code: 'ball-broke' })
    await expect.poll(look).toBe('void')
    await expect.poll(() => count.count()).toBe(0)
  }

  // Where the dealer decides by hand, nothing counts down.
  await dealer.give(table, { do: 'place-your-bets' })
  await expect.poll(look).toBe('open')
  expect(await count.count()).toBe(0)
  await dealer.give(table, { do: 'irregularity', code: 'ball-broke' })
})

/** The visible ball in each frame, and any sign of the number: a figure, a list of results, the dolly. */
type Frame = { ball: string; isTold: boolean }

async function watchFrames(page: Page, pocket: string): Promise<() => Promise<Frame[]>> {
  await page.evaluate((number) => {
    const frames: Frame[] = []
    const tellers = `figure strong, .terminal-number strong, ol[aria-label] li, section ol li, .felt-dolly, .felt-win`
    const step = () => {
      const told = [...document.querySelectorAll(tellers)].some(
        (one) => one.matches('.felt-dolly, .felt-win') || one.textContent!.trim().split(/\s/)[0] === number,
      )
      const wheel = document.querySelector<HTMLElement>('[data-ball]')
      frames.push({ ball: wheel?.dataset.ball ?? 'gone', isTold: told })
      requestAnimationFrame(step)
    }
    requestAnimationFrame(step)
    Object.assign(globalThis, { frames })
  }, pocket)
  return () => page.evaluate(() => (globalThis as unknown as { frames: Frame[] }).frames)
}

/** No frame tells it before the ball is down, and those soon after do. */
function expectInTime(frames: readonly Frame[]): void {
  expect(frames.filter(({ ball, isTold }) => isTold && ball !== 'rest' && ball !== 'gone')).toEqual([])
  const [down, told] = [frames.findIndex(({ ball }) => ball === 'rest'), frames.findIndex(({ isTold }) => isTold)]
  expect(down).toBeGreaterThan(100)
  expect(told).toBeGreaterThanOrEqual(down)
  expect(told - down).toBeLessThan(7)
}

test('frame by frame: neither display nor terminal tells the number before its ball is down, both as soon as it is', async () => {
  const dealer = await place.house.door('dealer')
  await dealer.give(table, { do: 'place-your-bets' })
  const { terminal } = await seated('cat', { reducedMotion: 'no-preference' })
  await terminal.place('4')
  await expect.poll(() => terminal.registered()).toEqual({ 4: CHIP })
  const wall = await place.browsers.page(place.house.url, { reducedMotion: 'no-preference' })
  await installClock(wall)
  await wall.goto(`/display/${table}`)
  await dealer.give(table, spin, { do: 'no-more-bets' })
  const pages = [terminal.page, wall]
  const recorders = []
  for (const page of pages) {
    await page.locator('[data-stage=closed]').first().waitFor()
    recorders.push(await watchFrames(page, '4'))
    await page.clock.pauseAt(Date.now() + 2 * AHEAD)
  }
  await dealer.give(table, { do: 'ball-at-rest', pocket: '4' }, { do: 'settle' })
  for (const page of pages) await untilFalling(page)
  for (const page of pages) await page.clock.runFor(LANDING_MS + 500)
  for (const frames of recorders) expectInTime(await frames())
})

/** Frames only pass where the clock is moved on. */
async function untilFalling(page: Page): Promise<void> {
  const ball = page.locator('[data-ball]').first()
  await expect
    .poll(async () => {
      await page.clock.runFor(20)
      return ball.getAttribute('data-ball')
    })
    .toBe('falling')
}

test('nothing tells the result before the ball on the screen is down; then the stacks are paid in turn', async () => {
  const dealer = await place.house.door('dealer')
  await dealer.give(table, { do: 'place-your-bets' })
  const { terminal, heard } = await seated('bob', { reducedMotion: 'no-preference' })
  const { page } = terminal
  const felt = page.getByRole('main')
  const [paid, dolly] = [felt.locator('[data-paid]'), felt.getByRole('img', { name: common.dolly('17') })]
  const results = () => page.getByRole('list', { name: common.lastResults }).first().textContent()
  const panel = () => page.locator('.terminal-round').textContent()
  const chips = () =>
    felt.locator('[data-chips]').evaluateAll((all) => all.map((one) => one.getAttribute('data-chips')))

  const spots = ['17', '17/20', '16/17/19/20', 'red']
  await terminal.place(...spots)
  await expect.poll(async () => Object.keys(await terminal.registered()).sort()).toEqual([...spots].sort())
  await dealer.give(table, spin, { do: 'no-more-bets' })
  await expect.poll(() => terminal.stage()).toBe('closed')
  await stopClockOf(terminal)
  const before = { figures: await terminal.figures(), results: await results(), panel: await panel() }

  await dealer.give(table, { do: 'ball-at-rest', pocket: '17' }, { do: 'settle' })
  await expect.poll(() => heard.some((text) => text.includes('"settled"'))).toBe(true)
  await untilFalling(page)
  for (const passes of [100, LANDING_MS - 300]) {
    await page.clock.runFor(passes)
    expect({ figures: await terminal.figures(), results: await results(), panel: await panel() }).toEqual(before)
    expect([await terminal.stage(), await dolly.count(), await paid.count()]).toEqual(['closed', 0, 0])
    expect((await chips()).sort()).toEqual([...spots].sort())
    expect(await page.getByRole('img', { name: common.wheelRunning }).count()).toBe(1)
  }

  await page.clock.runFor(300)
  await expect.poll(() => dolly.count()).toBe(1)
  await expect.poll(() => terminal.stage()).toBe('settled')
  const seen = new Set<number>()
  for (let passed = 0; passed < 2_000; passed += 100) {
    seen.add(await paid.count())
    await page.clock.runFor(100)
  }
  expect([...seen, await paid.count()]).toEqual([0, 1, 2, 3, 3])
  expect(await felt.locator('[data-result=lost]').count()).toBe(1)
  await page.clock.runFor(2_000)
  await expectItsMoney(terminal)
  expect((await terminal.figures()).lastWin).toBe(money((35 + 17 + 8 - 1) * CHIP))
})

test('past rounds, opened while the ball still falls, do not tell it either, though the service has it among them', async () => {
  const dealer = await place.house.door('dealer')
  const rest = (pocket: string) => [spin, { do: 'no-more-bets' }, { do: 'ball-at-rest', pocket }, { do: 'settle' }]
  await dealer.give(table, { do: 'place-your-bets' }, ...rest('8'))
  await dealer.give(table, { do: 'place-your-bets' })
  const { terminal } = await seated('fay', { reducedMotion: 'no-preference' })
  const { page } = terminal
  const open = page.getByRole('button', { name: words.history }).first()
  const history = page.getByRole('dialog', { name: words.history })
  // Once before, so that all of it is fetched.
  await open.click()
  await history.getByRole('listitem').first().waitFor()
  await escapeDialog(page)
  await terminal.place('17')
  await expect.poll(() => terminal.registered()).toEqual({ 17: CHIP })
  await dealer.give(table, spin, { do: 'no-more-bets' })
  await expect.poll(() => terminal.stage()).toBe('closed')
  await stopClockOf(terminal)
  await dealer.give(table, ...rest('17').slice(2))
  await untilFalling(page)
  const answer = page.waitForResponse((reply) => new URL(reply.url()).pathname.endsWith('/rounds'))
  await open.evaluate((button) => (button as HTMLButtonElement).click())
  await page.clock.runFor(200)
  const { round } = await terminal.view()
  expect((await (await answer).json())[0]).toMatchObject({ round, pocket: '17' })
  const first = () => history.getByRole('listitem').first().textContent()
  await expect.poll(first).toContain(common.round(round! - 1))
  expect(await terminal.stage()).toBe('closed')
  await page.clock.runFor(LANDING_MS)
  await expect.poll(first).toContain(common.round(round!))
})

/** Cents on the screen at the moment, as they are read and as they are meant. */
const moneyOn = ({ page }: Terminal) =>
  page.locator('[data-money]').evaluateAll((figures) =>
    Object.fromEntries(
      figures.map((figure) => {
        const read = Number(figure.querySelector('dd')!.textContent!.replaceAll(/[,.]/g, ''))
        return [figure.getAttribute('data-money')!, { read, cents: Number(figure.getAttribute('data-cents')) }]
      }),
    ),
  )

test('a dealer who takes a minute to pay takes nothing from the payout, and every amount on the way is a true one', async () => {
  const dealer = await place.house.door('dealer')
  await dealer.give(table, { do: 'place-your-bets' })
  const { terminal } = await seated('dan', { reducedMotion: 'no-preference' })
  const { page } = terminal
  // 17 wins 35, black wins 1, and 4 loses: 36 is paid, 1 lost.
  await terminal.place('17', 'black', '4')
  await expect.poll(async () => Object.keys(await terminal.registered()).length).toBe(3)
  await dealer.give(table, spin, { do: 'no-more-bets' })
  await expect.poll(() => terminal.stage()).toBe('closed')
  await stopClockOf(terminal)
  await dealer.give(table, { do: 'ball-at-rest', pocket: '17' })
  await untilFalling(page)
  // In pieces, so that the connection is not taken for lost.
  for (let passed = 0; passed < 60_000; passed += 5_000) {
    await page.clock.runFor(5_000)
    await terminal.view()
  }
  expect(await terminal.stage()).toBe('result')
  expect(await page.locator('.terminal-number strong').textContent()).toBe('17')
  expect(await page.locator('[data-win]').count()).toBe(0)

  await dealer.give(table, { do: 'settle' })
  await expect.poll(() => terminal.stage()).toBe('settled')
  const seen = []
  for (let passed = 0; passed < 4_000; passed += 100) {
    seen.push(await moneyOn(terminal))
    await page.clock.runFor(100)
  }
  // In hand 97, on the layout 2 that win; then each stack with what it was paid.
  const steps = seen.map(({ balance, staked }) => `${balance!.read} ${staked!.read}`)
  expect([...new Set(steps)]).toEqual(['9700 200', '9900 100', '13500 0'])
  for (const figures of seen) for (const { read, cents } of Object.values(figures)) expect(read).toBe(cents)
  expect(await page.locator('[data-win]').getAttribute('data-win')).toBe('3500')
  expect(await page.locator('[data-win] strong').textContent()).toBe('+35.00')
  await expectItsMoney(terminal)

  // It stays until the next stake.
  await dealer.give(table, { do: 'place-your-bets' })
  await expect.poll(() => terminal.stage()).toBe('open')
  await page.clock.runFor(15_000)
  expect(await page.locator('[data-win]').count()).toBe(1)
  // With its clock stopped the page moves on only here; a press on a layout that still grew is given again.
  const winAfterStake = async () => {
    await terminal.placeAtRest('8')
    await page.clock.runFor(1_000)
    return page.locator('[data-win]').count()
  }
  await expect.poll(winAfterStake).toBe(0)
  await dealer.give(table, { do: 'irregularity', code: 'ball-broke' })
})

test('a loss is not dressed as a win: what came back is said as that', async () => {
  const dealer = await place.house.door('dealer')
  await dealer.give(table, { do: 'place-your-bets' })
  const { terminal } = await seated('eve')
  await terminal.place('black', '4', '5', '7')
  await expect.poll(async () => Object.keys(await terminal.registered()).length).toBe(4)
  await dealer.give(table, spin, { do: 'no-more-bets' }, { do: 'ball-at-rest', pocket: '17' }, { do: 'settle' })
  await terminal.page.locator('[data-stage=settled]').first().waitFor()
  const back = words.returned(money(2 * CHIP))
  await terminal.page.getByRole('region', { name: words.watchWheel }).getByText(back).waitFor()
  expect(await terminal.page.locator('.is-win, [data-win]').count()).toBe(0)
  await expectItsMoney(terminal)
})

test('bonus numbers land one by one on the layout, and all of them are there after a leap of the clock', async () => {
  const dealer = await place.house.door('dealer')
  await dealer.give('fast', { do: 'buy-in', player: 'flo', amount: 10_000 }, { do: 'place-your-bets' })
  const terminal = await openMoving(place, 'fast', 'flo')
  const { page } = terminal
  const lit = () => page.locator('main .felt-bonus').count()
  const isDrawing = () => page.locator('.terminal[data-drawing]').count()
  await stopMoving(terminal)
  await dealer.give('fast', spin, { do: 'no-more-bets' })
  await untilStage(terminal, 'closed')
  const seen = new Set<number>([await lit()])
  const litAfter = async (ms: number) => {
    await page.clock.runFor(ms)
    return lit()
  }
  const step = async () => {
    seen.add(await litAfter(160))
    return isDrawing()
  }
  await expect.poll(step).toBe(0)
  expect([...seen]).toEqual(Array.from({ length: 11 }, (_, count) => count))

  await dealer.give('fast', { do: 'irregularity', code: 'ball-broke' }, { do: 'place-your-bets' })
  await untilStage(terminal, 'open')
  await dealer.give('fast', spin, { do: 'no-more-bets' })
  await untilStage(terminal, 'closed')
  await expect.poll(() => litAfter(160)).toBe(1)
  // A page that was hidden, or a busy machine, leaves out what was due in between.
  await page.clock.fastForward(60_000)
  await expect.poll(() => litAfter(20)).toBe(10)
  expect(await isDrawing()).toBe(0)
})
