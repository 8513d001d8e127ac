import type { CDPSession, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { inSuite } from '../test/suites.ts'
import { sizes } from './browser.ts'
import { letBallDownAndStop, openMoving, stopClock, untilStage } from './moving-screen.ts'
import { middleOf, type Terminal } from './terminal-page.ts'
import { inHouse, withTables } from './testing.ts'

const limits = { default: { min: 100, max: 10_000 } }
/** Every player has a table of their own. */
const place = inHouse(
  withTables(
    ['ann', 'bob', 'cat', 'dan', 'eve', 'fay', 'gus', 'hal'].map((id) => ({ id, book: 'mbs/roulette@3', limits })),
  ),
)
const CHIP = 100
const spin = { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }

const pressedSizes = [
  'terminal',
  'console',
  'tablet',
  'low',
  'phone',
  'upright',
  'cabinet',
  'cabinet4',
  'square',
] as const

type Point = { x: number; y: number }
type Hand = { down: (at: Point) => Promise<unknown>; up: () => Promise<unknown> }

const mouse = ({ mouse }: Page): Hand => ({
  down: async ({ x, y }) => {
    // A hand comes from somewhere: the pointer crosses the layout before it presses.
    await mouse.move(x, y, { steps: 3 })
    await mouse.down()
  },
  up: () => mouse.up(),
})

/** A finger that rests takes a chip back: the page's clock has to stand still while it is down. */
const finger = (touch: CDPSession): Hand => ({
  down: (at) => touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] }),
  up: () => touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }),
})

type Seated = {
  terminal: Terminal
  hands: { mouse: Hand; finger: Hand }
  call: (...commands: object[]) => Promise<void>
}

/** A player at a screen with motion, which takes both a finger and a mouse; `call` is the dealer's. */
async function seated(player: string): Promise<Seated> {
  const dealer = await place.house.door('dealer')
  await dealer.give(player, { do: 'buy-in', player, amount: 10_000 }, { do: 'place-your-bets' })
  const terminal = await openMoving(place, player, player)
  const touch = await terminal.page.context().newCDPSession(terminal.page)
  const hands = { mouse: mouse(terminal.page), finger: finger(touch) }
  return { terminal, hands, call: (...commands) => dealer.give(player, ...commands) }
}

const untilScene = ({ page }: Terminal, scene: string) => page.locator(`.terminal[data-scene=${scene}]`).waitFor()

/** Plays a round until its number is on stage. The clock stands still then. */
async function playRound({ terminal, call }: Seated, pocket: string): Promise<void> {
  await call(spin, { do: 'no-more-bets' })
  await untilStage(terminal, 'closed')
  await letBallDownAndStop(terminal, () => call({ do: 'ball-at-rest', pocket }, { do: 'settle' }))
  await untilStage(terminal, 'settled')
  await untilScene(terminal, 'number')
  await runUntilSeen(terminal)
}

/** Lets the clock run until what is on the screen has been there long enough to be aimed at. */
async function runUntilSeen({ page }: Terminal): Promise<void> {
  const isNew = async () => {
    await page.clock.runFor(100)
    return page.locator('[data-new-scene], [data-moved]').count()
  }
  await expect.poll(isNew).toBe(0)
}

// biome-ignore format: a table is read down its columns
const presses = [
  { size: 'terminal', by: 'finger', spot: '17' }, { size: 'terminal', by: 'mouse', spot: '1' },
  { size: 'console',  by: 'finger', spot: '17' }, { size: 'console',  by: 'mouse', spot: '30' },
  { size: 'tablet',   by: 'finger', spot: '17' }, { size: 'tablet',   by: 'mouse', spot: '8/9' },
  { size: 'low',      by: 'finger', spot: '17' }, { size: 'low',      by: 'mouse', spot: '17' },
  { size: 'phone',    by: 'finger', spot: '17' }, { size: 'upright',  by: 'finger', spot: '8/9' },
  { size: 'cabinet',  by: 'finger', spot: '17' }, { size: 'cabinet',  by: 'mouse', spot: '30' },
  { size: 'cabinet4', by: 'finger', spot: '1' },  { size: 'cabinet4', by: 'mouse', spot: '8/9' },
  { size: 'square',   by: 'finger', spot: '30' }, { size: 'square',   by: 'mouse', spot: '17' },
  { size: 'zoomed',   by: 'mouse',  spot: '30' }, { size: 'wide',     by: 'mouse', spot: '8/9' },
] as const

/** The layouts that give way to the wheel, and come back beside it. */
const movingSizes = ['terminal', 'console', 'tablet', 'low', 'square'] as const

test('bets open right after the number: the layout stands still for the hand, and the chip lies where it was pressed', async () => {
  const player = await seated('ann')
  const { terminal, hands, call } = player
  for (const { size, by, spot } of inSuite(presses, 2)) {
    const name = `${size}, ${by}, ${spot}`
    await terminal.page.setViewportSize(sizes[size])
    // The mouse comes after a win, the finger after a loss.
    await playRound(player, '17')
    await call({ do: 'place-your-bets' })
    await untilStage(terminal, 'open')
    await runUntilSeen(terminal)
    const seen = await middleOf(terminal.spot(spot))
    await hands[by].down(seen)
    expect(await middleOf(terminal.spot(spot)), name).toEqual(seen)
    await hands[by].up()
    await terminal.page.clock.resume()
    await expect.poll(() => terminal.registered(), { message: name }).toEqual({ [spot]: CHIP })
    // Nor does it move when the last result goes with the stake.
    await terminal.page.locator('.terminal:not(:has(.felt-dolly))').waitFor()
    expect(await middleOf(terminal.spot(spot)), name).toEqual(seen)
  }
})

test('a hand that was on its way when the layout moved gets the spot that it aimed at, and no control that has come there', async () => {
  const player = await seated('dan')
  const { terminal, hands, call } = player
  // On a laptop the racetrack comes to lie where the bets on colours were.
  const rows = movingSizes.flatMap((size) => [{ size, spot: '17' } as const, { size, spot: 'odd' } as const])
  for (const [index, { size, spot }] of inSuite(rows, 2).entries()) {
    await terminal.page.setViewportSize(sizes[size])
    await playRound(player, '4')
    const aimed = await middleOf(terminal.spot(spot))
    await call({ do: 'place-your-bets' })
    await terminal.page.locator('[data-moved]').waitFor()
    expect(await middleOf(terminal.spot(spot)), size).not.toEqual(aimed)
    const by = index % 2 === 0 ? 'mouse' : 'finger'
    await hands[by].down(aimed)
    await hands[by].up()
    await expect.poll(() => terminal.registered(), { message: `${size}, ${by}, ${spot}` }).toEqual({ [spot]: CHIP })
    await terminal.page.clock.resume()
  }
})

/** Where the wheel on stage covers the layout, that is seen only when it has gone. */
const covered = ['upright', 'phone'] as const

test('a press that was meant for the wheel on stage places nothing on the layout below it', async () => {
  const player = await seated('fay')
  const { terminal, hands, call } = player
  for (const size of covered) {
    await terminal.page.setViewportSize(sizes[size])
    await playRound(player, '4')
    const below = await middleOf(terminal.spot('17'))
    await call({ do: 'place-your-bets' })
    await untilStage(terminal, 'open')
    for (const by of ['mouse', 'finger'] as const) {
      await hands[by].down(below)
      await hands[by].up()
    }
    await runUntilSeen(terminal)
    await hands.mouse.down(await middleOf(terminal.spot('20')))
    await hands.mouse.up()
    await expect.poll(() => terminal.registered(), { message: size }).toEqual({ 20: CHIP })
    await terminal.page.clock.resume()
  }
})

const chosenChip = ({ page }: Terminal) => page.locator('.terminal-chips .is-chosen').textContent()

test('a press means the control that was seen, also when others have moved there, in the same moment or while it is down', async () => {
  const { terminal, hands } = await seated('gus')
  const { page } = terminal
  const manager = await place.house.door('shift-manager')
  const dealer = await place.house.door('dealer')
  await dealer.give('gus', { do: 'irregularity', code: 'ball-broke' })
  await untilStage(terminal, 'void')
  const tray = page.locator('.terminal-chips label')
  const chip = (value: string) => tray.filter({ hasText: value })
  const setLeast = (min: number) => manager.give('gus', { do: 'set-limits', limits: { default: { min, max: 10_000 } } })
  const cases = pressedSizes.flatMap((size) => (['mouse', 'finger'] as const).map((by) => ({ size, by })))
  for (const { size, by } of inSuite(cases, 2))
    for (const isDown of [false, true]) {
      const name = `${size}, ${by}, ${isDown ? 'while it is down' : 'before it is down'}`
      await page.setViewportSize(sizes[size])
      // The other size has been drawn.
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
      await stopClock(terminal)
      await runUntilSeen(terminal)
      const [count, aimed] = [await tray.count(), await middleOf(chip('10.00'))]
      if (isDown) await hands[by].down(aimed)
      await setLeast(500)
      await expect.poll(() => tray.count()).toBe(count - 1)
      expect(await middleOf(chip('10.00')), name).not.toEqual(aimed)
      if (!isDown) await hands[by].down(aimed)
      await hands[by].up()
      await expect.poll(() => chosenChip(terminal), { message: name }).toContain('10.00')
      await setLeast(100)
      await expect.poll(() => tray.count()).toBe(count)
      await runUntilSeen(terminal)
      await chip('25.00').click()
      await page.clock.resume()
    }
})

/** All that can be pressed, and the layout, each with its place on the screen. */
const placesOn = (page: Page) =>
  page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll('button, a, label, [data-spot], .bet-track [data-pocket]')]
        .filter((one) => one.checkVisibility({ visibilityProperty: true }))
        .map((one) => {
          const { left, top, width, height } = one.getBoundingClientRect()
          const name = one.getAttribute('aria-label') ?? one.textContent
          // A chip that is chosen stands out a little.
          const isChip = one.matches('.terminal-chips label')
          return [`${one.getAttribute('data-spot') ?? ''} ${name}`, isChip ? [left] : [left, top, width, height]]
        }),
    ),
  )

test('from the opening of bets to no more bets nothing that can be pressed moves or comes, at any size', async () => {
  const { terminal, call } = await seated('hal')
  const { page } = terminal
  const everySize = Object.entries(sizes)
  for (const [name, size] of inSuite(everySize, 3)) {
    await page.setViewportSize(size)
    await untilStage(terminal, 'open')
    await terminal.page.clock.runFor(400)
    const names = (places: object) => Object.keys(places)
    const open = await placesOn(page)
    await call({ do: 'wager', player: 'hal', spot: '17', stake: 500 })
    await terminal.page.locator('[data-money=staked][data-cents="500"]').waitFor()
    const staked = await placesOn(page)
    await call(spin)
    await untilStage(terminal, 'closing')
    const closing = await placesOn(page)
    for (const then of [staked, closing])
      for (const one of names(open))
        if (one in then && !one.includes('17')) expect(then[one], `${name}: ${one}`).toEqual(open[one])
    expect(names(closing).length, name).toBe(names(open).length)
    await call({ do: 'no-more-bets' }, { do: 'irregularity', code: 'ball-broke' }, { do: 'place-your-bets' })
  }
})

test('the layout has its betting size before bets are open, once the result has been seen', async () => {
  const player = await seated('eve')
  const { terminal, call } = player
  await terminal.page.setViewportSize(sizes.console)
  await terminal.page.locator('.terminal-seat-short').waitFor()
  const betting = await middleOf(terminal.spot('17'))
  // The header has a large amount to tell then, and keeps its height.
  await call({ do: 'wager', player: 'eve', spot: '17', stake: 10_000 })
  await playRound(player, '17')
  expect(await middleOf(terminal.spot('17'))).not.toEqual(betting)
  await terminal.page.clock.resume()
  await untilScene(terminal, 'betting')
  expect(await terminal.stage()).toBe('settled')
  expect(await middleOf(terminal.spot('17'))).toEqual(betting)
  await call({ do: 'place-your-bets' })
  await untilStage(terminal, 'open')
  expect(await middleOf(terminal.spot('17'))).toEqual(betting)
})

test('no call moves the layout under a hand that is down, and the press means the spot that was seen', async () => {
  const player = await seated('bob')
  const { terminal, hands, call } = player
  const where = (spot: string) => middleOf(terminal.spot(spot))
  for (const by of ['finger', 'mouse'] as const) {
    await untilStage(terminal, 'open')
    await playRound(player, '4')
    const small = await where('17')
    await hands[by].down(small)
    await call({ do: 'place-your-bets' })
    await untilStage(terminal, 'open')
    expect(await where('17'), by).toEqual(small)
    await hands[by].up()
    await terminal.page.clock.resume()
    await expect.poll(() => terminal.registered(), { message: by }).toEqual({ 17: CHIP })
    await untilScene(terminal, 'betting')
    expect(await where('17'), by).not.toEqual(small)

    // No more bets was called while the hand was down: the wager is late, and on record for the spot that was pressed.
    await stopClock(terminal)
    await runUntilSeen(terminal)
    const large = await where('20')
    await hands[by].down(large)
    await call(spin, { do: 'no-more-bets' })
    await untilStage(terminal, 'closed')
    expect(await where('20'), by).toEqual(large)
    await hands[by].up()
    await terminal.page.clock.resume()
    await untilScene(terminal, 'ball')
    await expect.poll(() => terminal.sent.at(-1)?.spot, { message: by }).toBe('20')
    await call({ do: 'irregularity', code: 'ball-broke' }, { do: 'place-your-bets' })
  }
})

test('a press is read where the layout lay when it began, also when the window changes before it ends', async () => {
  const { terminal, hands } = await seated('cat')
  const { page } = terminal
  const where = () => middleOf(terminal.spot('17'))
  const first = await where()
  for (const [index, by] of (['finger', 'mouse'] as const).entries()) {
    await page.setViewportSize(sizes.terminal)
    await expect.poll(where).toEqual(first)
    await stopClock(terminal)
    await runUntilSeen(terminal)
    await hands[by].down(first)
    await page.setViewportSize(sizes.console)
    await expect.poll(where).not.toEqual(first)
    await hands[by].up()
    await page.clock.resume()
    await expect.poll(() => terminal.registered(), { message: by }).toEqual({ 17: (index + 1) * CHIP })
  }
})
