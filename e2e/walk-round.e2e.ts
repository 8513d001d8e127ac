import { expect, test } from 'vitest'
import { LANDING_MS } from '../src/screens/kit/wheel-motion.ts'
import { speak } from '../src/screens/words/speech.ts'
import { terminal as words } from '../src/screens/words/terminal.ts'
import { isWhole } from '../test/campaign.ts'
import { escapeDialog, installClock, sizes, stopClock } from './browser.ts'
import { bothLanguages, seeBook, seeRound, spin } from './every-screen.ts'
import { misfitsIn } from './fitting.ts'
import { lookForFaults } from './looking.ts'
import { openMoving, stopClock as stopMoving, untilFalling, untilStage } from './moving-screen.ts'
import { Terminal } from './terminal-page.ts'
import { everyTable, inHouse, withTables } from './testing.ts'

const place = inHouse(withTables(everyTable))
const sample = lookForFaults()

/** The game with most beside its layout; in a campaign every one. */
const walked = everyTable.filter(({ id }) => isWhole || id === 'fast')

test.for(walked.map(({ id }, index) => ({ id, index })))(
  '$id: terminal, display and console, from the first bet to a void round; its rules in Chinese',
  async ({ id, index }) => {
    const see = sample(index)
    await seeRound(place, id, [bothLanguages[index % 2]!], see)
    await seeBook(place, id, 'zh', see)
  },
)

test('on a phone a whole round is played without scrolling, and what is folded away is one press off', async () => {
  await speak('en')
  const id = 'sands-2'
  const dealer = await place.house.door('dealer')
  const player = 'phone'
  await dealer.give(id, { do: 'buy-in', player, amount: 100_000 }, { do: 'place-your-bets' })
  const phone = { viewport: sizes.phone, hasTouch: true }
  const terminal = await Terminal.open(place, { table: id, player }, phone, installClock)
  const { page, button } = terminal
  const tap = async (spot: string) => {
    const { x, y, width, height } = (await terminal.spot(spot).boundingBox())!
    await page.touchscreen.tap(x + width / 2, y + height / 2)
  }
  await expect.poll(terminal.stage).toBe('open')
  const before = await terminal.spot('17').boundingBox()
  // The line for a spot hides no other spot. It stays while the clock stands still.
  await stopClock(page)
  await tap('17')
  const card = (await page.locator('.spot-line').boundingBox())!
  expect(card.y + card.height).toBeLessThanOrEqual((await page.getByRole('main').boundingBox())!.y)
  expect(card.y).toBeGreaterThan(0)
  await page.clock.resume()
  await tap('0/00')
  await expect.poll(() => terminal.registered()).toEqual({ 17: 100, '0/00': 100 })
  for (const name of [words.track, words.more]) {
    await button(name).tap()
    await page.getByRole('dialog').waitFor()
    await expect.poll(() => misfitsIn(page), { message: name }).toEqual([])
    await escapeDialog(page)
  }
  await dealer.give(id, spin, { do: 'no-more-bets' }, { do: 'ball-at-rest', pocket: '17' }, { do: 'settle' })
  await page.locator('[data-win="3400"]').waitFor()
  await dealer.give(id, { do: 'place-your-bets' })
  await expect.poll(terminal.stage).toBe('open')
  // The win stands above the layout. The layout does not move when it goes, so that the next finger hits its target.
  expect(await page.locator('[data-win]').count()).toBe(1)
  expect(await terminal.spot('17').boundingBox()).toEqual(before)
  await button(words.repeat).tap()
  await expect.poll(() => terminal.registered()).toEqual({ 17: 100, '0/00': 100 })
  await page.locator('[data-win]').waitFor({ state: 'detached' })
  expect(await terminal.spot('17').boundingBox()).toEqual(before)
  expect(await page.evaluate(() => [scrollX, scrollY])).toEqual([0, 0])
})

test('upright, where the wheel has the whole screen, the bonus numbers are told beside it', async () => {
  await speak('en')
  const id = 'fast'
  const dealer = await place.house.door('dealer')
  const player = 'upright'
  await dealer.give(id, { do: 'buy-in', player, amount: 100_000 }, { do: 'place-your-bets' })
  const terminal = await Terminal.open(place, { table: id, player }, { viewport: sizes.phone, hasTouch: true })
  const { page } = terminal
  await dealer.give(id, spin, { do: 'no-more-bets' })
  await page.locator('[data-stage=closed]').first().waitFor()
  // The draw follows as a step of its own when no more bets is durable.
  await expect.poll(async () => (await terminal.view()).draw).not.toBeNull()
  const { numbers } = (await terminal.view()).draw!
  const stage = page.getByRole('region', { name: words.watchWheel })
  for (const [size, pocket] of [
    ['phone', null],
    ['upright', '17'],
  ] as const) {
    await page.setViewportSize(sizes[size])
    if (pocket) {
      await dealer.give(id, { do: 'ball-at-rest', pocket })
      await page.locator('[data-stage=result]').first().waitFor()
    }
    const lit = stage.getByRole('listitem').filter({ visible: true })
    const litNumbers = async () => (await lit.allTextContents()).map((text) => text.split(' ')[0]).sort()
    await expect.poll(litNumbers, { message: size }).toEqual([...numbers].sort())
    await expect.poll(() => misfitsIn(page), { message: size }).toEqual([])
  }
  await dealer.give(id, { do: 'settle' })
})

/** Each has another arrangement of the scenes; in a campaign every size. */
const movingSizes = isWhole ? Object.values(sizes) : [sizes.terminal, sizes.tablet, sizes.phone, sizes.cabinet]

test('with motion nothing is cut or covered in the moments between two scenes', async () => {
  await speak('en')
  const id = 'fast'
  const dealer = await place.house.door('dealer')
  const call = (...commands: object[]) => dealer.give(id, ...commands)
  const player = 'moving'
  await call({ do: 'buy-in', player, amount: 1_000_000 })
  const terminal = await openMoving(place, id, player)
  const { page } = terminal
  const wrong: string[] = []
  for (const size of movingSizes) {
    await page.setViewportSize(size)
    const look = async (moment: string, after: number) => {
      await page.clock.runFor(after)
      wrong.push(...(await misfitsIn(page)).map((misfit) => `${size.width}x${size.height}, ${moment}: ${misfit}`))
    }
    await call({ do: 'place-your-bets' })
    await untilStage(terminal, 'open')
    for (const spot of ['17', '20', '8', 'MBS', 'bonus-win', 'super-bonus-win'])
      await terminal.door.give(id, { do: 'wager', player, spot, stake: 500 })
    await page.locator('[data-money=staked][data-cents="3000"]').waitFor()
    await stopMoving(terminal)
    await call(spin, { do: 'no-more-bets' })
    await untilStage(terminal, 'closed')
    await look('no more bets', 50)
    await look('the bonus numbers land', 2_000)
    await call({ do: 'ball-at-rest', pocket: '17' }, { do: 'settle' })
    await untilFalling(terminal)
    await look('the ball falls', LANDING_MS / 2)
    await look('the ball is seen from near', LANDING_MS / 2 + 100)
    await look('the number comes', 1_500)
    await look('the win is counted', 1_000)
    await call({ do: 'place-your-bets' })
    await untilStage(terminal, 'open')
    await look('bets open over the number', 50)
    await call({ do: 'irregularity', code: 'ball-broke' })
    await untilStage(terminal, 'void')
    await look('void', 50)
    await page.clock.resume()
  }
  expect(wrong).toEqual([])
})
