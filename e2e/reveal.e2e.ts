import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { money } from '../src/screens/kit/money-text.ts'
import { LANDING_MS } from '../src/screens/kit/wheel-motion.ts'
import { common, stages } from '../src/screens/words/common.ts'
import { Terminal } from './terminal-page.ts'
import { expectItsMoney, inHouse, withTables } from './testing.ts'

const table = 'roulette'
const plan = { id: table, book: 'mbs/roulette@3', limits: { default: { min: 100, max: 10_000 } } }
const place = inHouse(withTables([plan]))
const CHIP = 100

/** This machine's clock is an hour ahead of the service's, and a test can stop it. */
const AHEAD = 3_600_000
const spin = { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }

type Seated = { terminal: Terminal; heard: string[] }

/** `heard`: what came over the WebSocket. */
async function seated(player: string, options: BrowserContextOptions = {}): Promise<Seated> {
  const heard: string[] = []
  await (await place.house.door('dealer')).give(table, { do: 'buy-in', player, amount: 10_000 })
  const prepare = async (page: Page) => {
    page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => void heard.push(String(payload))))
    await page.clock.install({ time: Date.now() + AHEAD })
  }
  return { terminal: await Terminal.open(place, { table, player }, options, prepare), heard }
}

/** It stands still from here on; what the service then says is `left` milliseconds away on this screen. */
async function stopClock({ page }: Terminal): Promise<(left: number) => string> {
  const stopped = Date.now() + 500
  await page.clock.pauseAt(stopped + AHEAD)
  return (left) => new Date(stopped + left).toISOString()
}

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
  const { terminal } = await seated('ann')
  const phase = terminal.page.getByRole('banner').locator('.phase')
  const [count, look] = [phase.locator('.phase-count'), () => phase.getAttribute('data-stage')]
  const away = await stopClock(terminal)
  for (const told of countdown) {
    await dealer.give(table, { do: 'place-your-bets', closesAt: away(told.left) })
    await expect.poll(() => terminal.stage()).toBe('open')
    expect(await count.textContent(), `${told.left}`).toBe(told.count)
    expect(await look()).toBe(told.look)
    const [word, heard] = await phase.getByRole('status').allTextContents()
    expect(word).toContain(told.word)
    expect(heard).toBe(told.heard)
    await dealer.give(table, { do: 'irregularity', code: 'ball-broke' })
    await expect.poll(look).toBe('void')
    expect(await count.count()).toBe(0)
  }

  // Where the dealer decides by hand, nothing counts down.
  await dealer.give(table, { do: 'place-your-bets' })
  await expect.poll(look).toBe('open')
  expect(await count.count()).toBe(0)
  await dealer.give(table, { do: 'irregularity', code: 'ball-broke' })
})

test('nothing tells the result before the ball on the screen is down; then the stacks are paid in turn', async () => {
  const dealer = await place.house.door('dealer')
  await dealer.give(table, { do: 'place-your-bets' })
  const { terminal, heard } = await seated('bob', { reducedMotion: 'no-preference' })
  const { page } = terminal
  const felt = page.getByRole('main')
  const [paid, dolly] = [felt.locator('[data-paid]'), felt.getByRole('img', { name: common.dolly('17') })]
  const results = () => page.getByRole('list', { name: common.lastResults }).first().textContent()
  const chips = () =>
    felt.locator('[data-chips]').evaluateAll((all) => all.map((one) => one.getAttribute('data-chips')))

  const spots = ['17', '17/20', '16/17/19/20', 'red']
  await terminal.place(...spots)
  await expect.poll(async () => Object.keys(await terminal.registered()).sort()).toEqual([...spots].sort())
  await dealer.give(table, spin, { do: 'no-more-bets' })
  await expect.poll(() => terminal.stage()).toBe('closed')
  const before = { figures: await terminal.figures(), results: await results() }

  await stopClock(terminal)
  await dealer.give(table, { do: 'ball-at-rest', pocket: '17' }, { do: 'settle' })
  await expect.poll(() => heard.some((text) => text.includes('"settled"'))).toBe(true)
  for (const passes of [100, LANDING_MS - 300]) {
    await page.clock.runFor(passes)
    expect({ figures: await terminal.figures(), results: await results() }).toEqual(before)
    expect([await terminal.stage(), await dolly.count(), await paid.count()]).toEqual(['closed', 0, 0])
    expect((await chips()).sort()).toEqual([...spots].sort())
    expect(await page.getByRole('img', { name: common.wheelRunning }).count()).toBe(1)
  }

  await page.clock.runFor(300)
  await expect.poll(() => dolly.count()).toBe(1)
  expect(await terminal.stage()).toBe('settled')
  const seen = new Set<number>()
  for (let passed = 0; passed < 2_000; passed += 100) {
    seen.add(await paid.count())
    await page.clock.runFor(100)
  }
  expect([...seen, await paid.count()]).toEqual([0, 1, 2, 3, 3])
  expect(await felt.locator('[data-result=lost]').count()).toBe(1)
  await expectItsMoney(terminal)
  expect((await terminal.figures()).lastWin).toBe(money((35 + 17 + 8) * CHIP))
})
