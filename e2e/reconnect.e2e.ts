import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { common } from '../src/screens/words/common.ts'
import { terminal as words } from '../src/screens/words/terminal.ts'
import { installClock, stopClock } from './browser.ts'
import { Terminal } from './terminal-page.ts'
import { asProcess, expectItsMoney, inHouse } from './testing.ts'

const table = 'roulette'
/** While the service is away a browser complains of every attempt to reach it. */
const silence = /WebSocket connection|ERR_CONNECTION/
const plan = { id: table, book: 'mbs/roulette@3', limits: { default: { min: 100, max: 10_000 } } }
const place = inHouse(asProcess([plan]), silence)
const CHIP = 100

async function seated(player: string, prepare?: (page: Page) => Promise<void>): Promise<Terminal> {
  const dealer = await place.house.door('dealer')
  await dealer.give(table, { do: 'buy-in', player, amount: 10_000 })
  if ((await dealer.view('dealer', table)).phase !== 'betting-open') await dealer.give(table, { do: 'place-your-bets' })
  return Terminal.open(place, { table, player }, {}, prepare)
}

const banner = ({ page }: Terminal) => page.getByRole('alert').filter({ hasText: common.connectionLost })
const pendingOn = ({ page }: Terminal) => page.locator('[data-pending]').count()

test('the service dies while bets are placed: it is said at once, and after it nothing is lost or doubled', async () => {
  const terminal = await seated('ann', installClock)
  await terminal.place('17', '17', '20')
  await expect.poll(() => terminal.registered()).toEqual({ 17: 2 * CHIP, 20: CHIP })
  await expectItsMoney(terminal)

  // Its clock stands still: the screen learns of the end from the closed connection, not from a silence.
  await stopClock(terminal.page)
  // These two leave the terminal and are never heard: they are shown as on their way, and nothing more is pretended.
  place.house.freeze()
  const shown = await terminal.figures()
  await terminal.place('17', '5')
  await expect.poll(() => pendingOn(terminal)).toBe(2)
  expect(await terminal.figures()).toEqual(shown)

  expect(await banner(terminal).count()).toBe(0)
  await place.house.kill()
  await banner(terminal).waitFor()
  await terminal.page.clock.resume()
  await terminal.place('36')
  await expect.poll(() => terminal.notice().last().textContent()).toContain(words.notSentLost)

  await place.house.startAgain()
  await banner(terminal).waitFor({ state: 'hidden' })
  await expect.poll(() => terminal.registered()).toEqual({ 17: 3 * CHIP, 20: CHIP, 5: CHIP })
  await expectItsMoney(terminal)
  await expect.poll(() => pendingOn(terminal)).toBe(0)
})

test('a wager that was registered but not yet answered is sent again under its own id, and is one wager', async () => {
  const isDeaf = { now: false }
  const terminal = await seated('bob', (page) =>
    page.routeWebSocket(/\/ws/, (socket) => {
      const service = socket.connectToServer()
      service.onMessage((message) => {
        if (!isDeaf.now) socket.send(message)
      })
    }),
  )
  isDeaf.now = true
  await terminal.place('11')
  await expect.poll(() => terminal.registered()).toEqual({ 11: CHIP })
  await expect.poll(() => pendingOn(terminal)).toBe(1)
  await place.house.kill()
  await banner(terminal).waitFor()
  isDeaf.now = false
  await place.house.startAgain()
  await banner(terminal).waitFor({ state: 'hidden' })
  await expect.poll(() => pendingOn(terminal)).toBe(0)
  const ids = terminal.sent.map(({ id }) => id)
  expect(ids.length).toBe(2)
  expect(new Set(ids).size).toBe(1)
  expect(await terminal.registered()).toEqual({ 11: CHIP })
  await expectItsMoney(terminal)
})

test('a wager that is pending when its round ends does not fall into the next', async () => {
  const line = { isCut: false, isDeaf: false }
  const terminal = await seated('cho', (page) =>
    page.routeWebSocket(/\/ws/, (socket) => {
      if (line.isCut) return void socket.close()
      const service = socket.connectToServer()
      socket.onMessage((message) => {
        if (!line.isDeaf) service.send(message)
      })
    }),
  )
  const dealer = await place.house.door('dealer')
  line.isDeaf = true
  await terminal.place('29')
  await expect.poll(() => pendingOn(terminal)).toBe(1)
  line.isCut = true
  await place.house.kill()
  await banner(terminal).waitFor()
  await place.house.startAgain()
  await dealer.give(table, { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }, { do: 'no-more-bets' })
  await dealer.give(table, { do: 'ball-at-rest', pocket: '29' }, { do: 'settle' }, { do: 'place-your-bets' })
  Object.assign(line, { isCut: false, isDeaf: false })
  await banner(terminal).waitFor({ state: 'hidden' })
  await expect.poll(() => pendingOn(terminal)).toBe(0)
  expect(terminal.sent.filter(({ spot }) => spot === '29').length).toBeLessThanOrEqual(1)
  expect(await terminal.registered()).toEqual({})
  await expectItsMoney(terminal)
})
