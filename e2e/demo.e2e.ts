import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { bookById } from '../src/books/index.ts'
import { common } from '../src/screens/words/common.ts'
import { dealer as dealerWords } from '../src/screens/words/desk.ts'
import { lobby } from '../src/screens/words/lobby.ts'
import { money } from '../src/words/plain-text.ts'
import { sizes } from './browser.ts'
import { Door } from './door.ts'
import { House } from './house.ts'
import { Console } from './staff.ts'
import { Terminal } from './terminal-page.ts'
import { inHouse } from './testing.ts'

/** Five times as fast as a real wheel: a round is some ten seconds, and the ball on the screen is down before the next. */
const place = inHouse(() => House.demo(5))

test('from the lobby one click to play, and a round of the wheel pays what the service says', async () => {
  const { house, browsers } = place
  const tables = await new Door(house.url, null).call('GET /api/tables')
  const page = await browsers.page(house.url, { viewport: sizes.tablet, reducedMotion: 'no-preference' })
  await page.goto('/')
  await expect.poll(() => page.getByRole('link', { name: new RegExp(`^${lobby.play}:`) }).count()).toBe(tables.length)

  const { id, name } = tables.find((table) => table.id === 'roulette-3')!
  await page.getByRole('link', { name: `${lobby.play}: ${name}`, exact: true }).click()
  await page.locator('[data-spot]').first().waitFor({ state: 'attached' })
  const kept = await page.evaluate((table) => sessionStorage.getItem(`croupier.seat.${table}`), id)
  const { token, player } = JSON.parse(kept!)
  const terminal = new Terminal(page, { table: id, player }, [], new Door(house.url, token))

  const labels = await wheelLabels(page)
  // Red and black with the same stake: whatever comes but zero, one of them wins. The wheel does not wait for a busy machine:
  // a press that comes too late is given again in the next round.
  let round: number | null = null
  const placed = async () => {
    const isEmpty = Object.keys(await terminal.registered()).length === 0
    if (isEmpty && (await terminal.stage()) === 'open') await terminal.place('red', 'black')
    await expect.poll(() => page.locator('[data-pending]').count()).toBe(0)
    const { wagers, round: now } = await terminal.view()
    round = now
    return Object.keys(wagers).sort()
  }
  await expect.poll(placed).toEqual(['black', 'red'])
  const concluded = async () => (await terminal.view()).results.find((result) => result.round === round)
  await expect.poll(concluded).toBeDefined()
  const result = (await concluded())!
  await expect.poll(labels).toContain(common.wheelAtRest(result.pocket!))
  const same = async () => {
    const [{ balance }, { funds }] = [await terminal.figures(), await terminal.view()]
    return balance === money(funds.balance)
  }
  await expect.poll(same).toBe(true)
})

/** Records every label of the wheel in the page itself: polling from outside may miss one. */
async function wheelLabels(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const labels = new Set<string>()
    const note = () => {
      for (const wheel of document.querySelectorAll('.wheel')) labels.add(wheel.getAttribute('aria-label') ?? '')
    }
    note()
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, attributes: true })
    Object.assign(globalThis, { labels })
  })
  return () => page.evaluate(() => [...(globalThis as unknown as { labels: Set<string> }).labels])
}

test('a dealer takes a table from the automatic one, deals by hand, and hands it back', async () => {
  const table = 'sands-roulette-2'
  const book = bookById('mbs/sands-roulette@2')!
  const console = await Console.open(place, table, book)
  const dealer = await place.house.door('dealer')
  const view = () => dealer.view('dealer', table)
  await expect.poll(async () => (await view()).wheel?.connected).toBe(true)
  await console.button(dealerWords.takeTable).click()
  await console.dialog().getByRole('button', { name: dealerWords.takeTable }).click()
  await console.dialog().waitFor({ state: 'hidden' })
  await expect.poll(async () => (await view()).wheel).toBeNull()

  // This dealer ends the round of the automatic dealer, and then deals a whole round.
  const spin = { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }
  const rest = [{ do: 'ball-at-rest', pocket: '20' }, { do: 'settle' }]
  const left: Record<string, object[]> = {
    'betting-open': [spin, { do: 'no-more-bets' }, ...rest],
    'ball-spinning': [{ do: 'no-more-bets' }, ...rest],
    'betting-closed': rest,
    'outcome-determined': [{ do: 'settle' }],
  }
  await dealer.give(table, ...(left[(await view()).phase] ?? []))
  const before = (await view()).round ?? 0
  await console.open()
  await console.spin()
  await console.close()
  await console.ballRests('17')
  await console.settle('17')
  const { round, results } = await view()
  expect([round, results[0]]).toMatchObject([before + 1, { round: before + 1, pocket: '17' }])
  const shifts = async () => (await dealer.call('GET /api/shifts')).find((one) => one.table === table)!.shifts
  expect(await shifts()).toMatchObject([{ dealer: { name: 'Dana' }, until: null }])

  await console.button(dealerWords.leaveTable).click()
  await console.dialog().getByText('Dana (1001)').waitFor()
  await console.dialog().getByRole('button', { name: dealerWords.leaveTable }).click()
  await expect.poll(async () => (await view()).round ?? 0).toBeGreaterThan(before + 1)
  expect((await view()).wheel?.connected).toBe(true)
  const [shift] = await shifts()
  expect(shift!.until).not.toBeNull()
  expect(shift!.ended!.rounds - shift!.began.rounds).toBeGreaterThanOrEqual(1)
})

test('while a shift manager is signed in, what is referred waits for them', async () => {
  const table = 'roulette-3'
  const manager = await place.house.door('shift-manager')
  const phase = async () => (await manager.view('pit', table)).phase
  await expect.poll(phase).toBe('betting-open')
  await manager.give(table, { do: 'refer', reason: 'a dispute' })
  const { round } = await manager.view('pit', table)
  // Other tables play on meanwhile, and this one waits.
  const other = () => manager.view('pit', 'sands-roulette-1').then((view) => view.round ?? 0)
  const then = await other()
  await expect.poll(other).toBeGreaterThan(then + 1)
  expect(await manager.view('pit', table)).toMatchObject({ phase: 'referred', round })
  await manager.give(table, { do: 'decide', decision: 'void', reason: 'nobody can say' })
  await expect.poll(async () => (await manager.view('pit', table)).round ?? 0).toBeGreaterThan(round!)
})
