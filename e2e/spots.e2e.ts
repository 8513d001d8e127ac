import { expect, test } from 'vitest'
import { bookById } from '../src/books/index.ts'
import { type Spot, spotsOf } from '../src/engine/spots.ts'
import { common } from '../src/screens/words/common.ts'
import { spotName } from '../src/screens/words/names.ts'
import { isWhole } from '../test/campaign.ts'
import { inSuite } from '../test/suites.ts'
import { installClock, sizes, stopClock } from './browser.ts'
import { middleOf, Terminal } from './terminal-page.ts'
import { everyTable, expectItsMoney, inHouse, withTables } from './testing.ts'

const place = inHouse(withTables(everyTable))

type Point = { x: number; y: number }

const idsOf = ({ book, layout }: (typeof everyTable)[number]): string[] =>
  spotsOf(bookById(book)!, layout).list.map(({ spot }) => spot)

/** Its clock can be stopped: a finger that rests means something else, and a busy machine is slow to lift it. */
async function seated(table: string, player: string, options = {}): Promise<Terminal> {
  const dealer = await place.house.door('dealer')
  const { phase } = await dealer.view('dealer', table)
  await dealer.give(table, { do: 'buy-in', player, amount: 100_000 })
  if (phase === 'closed') await dealer.give(table, { do: 'place-your-bets' })
  return Terminal.open(place, { table, player }, options, installClock)
}

/** The middle of every spot on the screen. */
const spotsOn = ({ page }: Terminal): Promise<Record<string, Point>> =>
  page.locator('[data-spot]').evaluateAll((spots) =>
    Object.fromEntries(
      spots.map((spot) => {
        const { x, y, width, height } = spot.getBoundingClientRect()
        return [spot.getAttribute('data-spot')!, { x: x + width / 2, y: y + height / 2 }]
      }),
    ),
  )

/** Where every number is printed. */
const numbersOn = ({ page }: Terminal): Promise<Record<string, Point>> =>
  page.locator('main svg text.felt-number').evaluateAll((prints) =>
    Object.fromEntries(
      prints.map((print) => {
        const { x, y, width, height } = print.getBoundingClientRect()
        return [print.textContent!, { x: x + width / 2, y: y + height / 2 }]
      }),
    ),
  )

const centreOf = (points: readonly Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
})

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)

/** Figures lie where they are printed, splits and corners of the grid between the numbers that they cover. Words make room for chips. */
function expectedPlace({ spot, kind, covers }: Spot, numbers: Record<string, Point>): Point | null {
  if (kind === 'straight-up') return Number.isNaN(Number(spot)) ? null : numbers[spot]!
  if (kind !== 'split' && kind !== 'corner') return null
  return covers.every((pocket) => Number(pocket) >= 1) ? centreOf(covers.map((pocket) => numbers[pocket]!)) : null
}

/** People miss the middle: a target of 44 pixels is pressed fourteen pixels beside it. */
const asides = [
  [-10, -10],
  [10, 10],
  [10, -10],
  [-10, 10],
] as const

/** All of it is given to the browser at once, which does it in order: nobody waits for a frame to be painted after each. */
async function clickInTurn({ page }: Terminal, points: readonly Point[]): Promise<void> {
  const mouse = await page.context().newCDPSession(page)
  const steps = ['mouseMoved', 'mousePressed', 'mouseReleased'] as const
  const events = points.flatMap((point) => steps.map((type) => ({ ...point, type })))
  await Promise.all(
    events.map(({ type, x, y }) => {
      const button = type === 'mouseMoved' ? 'none' : 'left'
      return mouse.send('Input.dispatchMouseEvent', { type, x, y, button, clickCount: 1 })
    }),
  )
}

/** The same with a finger. */
async function tapInTurn({ page }: Terminal, points: readonly Point[]): Promise<void> {
  const finger = await page.context().newCDPSession(page)
  await Promise.all(
    points.flatMap((point) => [
      finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] }),
      finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }),
    ]),
  )
}

/** Half a finger, less the part of a pixel that a browser rounds away. */
const FINGER = 22 - 0.25

/**
 * Tries one spot in several, starting at another one at each table, since all layouts share the same cells. A campaign
 * tries all.
 */
const EVERY = isWhole ? 1 : 4

/** The spots that are not pointed at from everywhere under a finger on their middle, and what is pointed at instead. */
const missed = ({ page }: Terminal, from: number): Promise<string[]> =>
  page.evaluate(
    async ([finger, every, first]) => {
      const felt = document.querySelector('main svg[role=group]')!
      const { port1, port2 } = new MessageChannel()
      const drawn = () =>
        new Promise((resolve) => {
          port1.onmessage = resolve
          port2.postMessage(null)
        })
      const wrong: string[] = []
      for (const [index, spot] of felt.querySelectorAll('[data-spot]').entries()) {
        if (index % every !== first % every) continue
        const { x, y, width, height } = spot.getBoundingClientRect()
        for (const degrees of [0, 45, 90, 135, 180, 225, 270, 315]) {
          const clientX = x + width / 2 + finger * Math.cos((degrees * Math.PI) / 180)
          const clientY = y + height / 2 + finger * Math.sin((degrees * Math.PI) / 180)
          felt.dispatchEvent(new PointerEvent('pointermove', { clientX, clientY, bubbles: true, pointerType: 'mouse' }))
          await drawn()
          const [meant, pointed] = [spot.getAttribute('data-spot'), felt.getAttribute('data-pointed')]
          if (pointed !== meant) wrong.push(`${meant}: ${pointed} at ${degrees} degrees`)
        }
      }
      return wrong
    },
    [FINGER, EVERY, from] as const,
  )

/** Other controls that are smaller than a finger in one direction. */
const tooSmall = ({ page }: Terminal): Promise<string[]> =>
  page.locator('button, a, label, [role=button]:not([data-spot])').evaluateAll((targets) =>
    targets.flatMap((target) => {
      const { width, height } = target.getBoundingClientRect()
      const name = target.getAttribute('aria-label') ?? target.textContent
      const isHidden = width === 0 || height === 0
      return isHidden || (width >= 44 && height >= 44) ? [] : [`${name}: ${width.toFixed(1)} x ${height.toFixed(1)}`]
    }),
  )

/** With a pointer at every kind of print; the others are touched on the devices below. In a campaign at every table. */
const prints = ['roulette', 'sands-1', 'fast']
const pointed = isWhole ? everyTable : everyTable.filter(({ id }) => inSuite(prints, 1).includes(id))

test.for(pointed.map((table, index) => ({ ...table, index })))(
  '$id: at 1920 by 1080 every target is as large as a finger, and a click on each spot is a wager on exactly that spot',
  async (table) => {
    const spots = spotsOf(bookById(table.book)!, table.layout).list
    const terminal = await seated(table.id, `${table.id}-pointer`)
    expect(await missed(terminal, table.index)).toEqual([])
    expect(await tooSmall(terminal)).toEqual([])
    const [at, numbers] = [await spotsOn(terminal), await numbersOn(terminal)]
    expect(Object.keys(at).sort()).toEqual(idsOf(table).sort())
    const beside = spots.map((spot, index) => {
      const { x, y } = at[spot.spot]!
      expect(distance({ x, y }, expectedPlace(spot, numbers) ?? { x, y }), spot.spot).toBeLessThan(3)
      const [dx, dy] = asides[index % asides.length]!
      return { x: x + dx, y: y + dy }
    })
    await clickInTurn(terminal, beside)
    await expect.poll(() => terminal.sent.length).toBe(spots.length)
    expect(terminal.sent.map(({ spot }) => spot)).toEqual(idsOf(table))
    await expect.poll(() => terminal.registered()).toEqual(Object.fromEntries(idsOf(table).map((id) => [id, 100])))
    await expectItsMoney(terminal)
  },
)

const tablet = { viewport: sizes.tablet, hasTouch: true }

const cellOf = async (terminal: Terminal): Promise<number> => (await terminal.spot('8').boundingBox())!.width

test('on a tablet two fingers or two buttons enlarge the layout, and what was between them stays there', async () => {
  const terminal = await seated('sands-2', 'pinch', tablet)
  const { page } = terminal
  const before = await cellOf(terminal)
  await expect.poll(() => terminal.button(common.zoomOut).isDisabled()).toBe(true)
  await terminal.button(common.zoomIn).click()
  await expect.poll(() => cellOf(terminal)).toBeCloseTo(before * 1.25, 0)
  await terminal.button(common.zoomOut).click()
  await expect.poll(() => cellOf(terminal)).toBeCloseTo(before, 0)

  const held = await middleOf(terminal.spot('17'))
  const touch = await page.context().newCDPSession(page)
  const fingers = (apart: number) => [
    { x: held.x - apart, y: held.y, id: 1 },
    { x: held.x + apart, y: held.y, id: 2 },
  ]
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(40) })
  for (const apart of [50, 60, 70, 80])
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(apart) })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect.poll(() => cellOf(terminal)).toBeCloseTo(before * 2, 0)
  await expect.poll(async () => distance(await middleOf(terminal.spot('17')), held)).toBeLessThan(3)
  expect(terminal.sent).toEqual([])
  await stopClock(page)
  await page.touchscreen.tap(held.x, held.y)
  await expect.poll(() => terminal.sent.map(({ spot }) => spot)).toEqual(['17'])
})

/** One of the layouts on each device. */
const devices = [
  { table: 'etg-b', size: 'phone' },
  { table: 'sands-2', size: 'upright' },
  { table: 'fast', size: 'low' },
  { table: 'etg-a', size: 'tablet' },
] as const

test.for(inSuite(devices, 1))(
  '$size: every spot of $table can be touched, and nothing is scrolled to',
  async ({ table: id, size }) => {
    const table = everyTable.find((one) => one.id === id)!
    const terminal = await seated(table.id, `finger-${size}`, { viewport: sizes[size], hasTouch: true })
    const at = await spotsOn(terminal)
    const ids = idsOf(table)
    await stopClock(terminal.page)
    await tapInTurn(
      terminal,
      ids.map((spot) => at[spot]!),
    )
    await expect.poll(() => terminal.sent.map(({ spot }) => spot)).toEqual(ids)
    await expect.poll(() => terminal.registered()).toEqual(Object.fromEntries(ids.map((spot) => [spot, 100])))
    await expectItsMoney(terminal)
  },
)

test('a resting finger opens a magnifier that says what it means; it slides on, places when lifted, and off the layout does nothing', async () => {
  const terminal = await seated('roulette', 'magnifier', { viewport: sizes.phone, hasTouch: true })
  const { page } = terminal
  const touch = await page.context().newCDPSession(page)
  const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Point[]) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints })
  /** Long enough for the magnifier, too short to take a chip back. */
  const rest = () => page.clock.runFor(500)
  const lens = page.locator('.felt-lens')
  const [from, to] = [await middleOf(terminal.spot('17')), await middleOf(terminal.spot('16/17/19/20'))]

  await stopClock(page)
  await finger('touchStart', from)
  await rest()
  await lens.getByText(nameIn('roulette', '17')).waitFor()
  await finger('touchMove', to)
  await lens.getByText(nameIn('roulette', '16/17/19/20')).waitFor()
  expect(terminal.sent).toEqual([])
  await finger('touchEnd')
  await expect.poll(() => terminal.sent.map(({ spot }) => spot)).toEqual(['16/17/19/20'])
  await lens.waitFor({ state: 'detached' })

  await finger('touchStart', from)
  await rest()
  await lens.waitFor()
  await finger('touchMove', { x: from.x, y: 20 })
  await lens.getByText('×').waitFor()
  await finger('touchEnd')
  await lens.waitFor({ state: 'detached' })
  expect(terminal.sent).toHaveLength(1)
})

test('a finger that rests longer on a chip takes it back', async () => {
  const terminal = await seated('roulette', 'taker', { viewport: sizes.phone, hasTouch: true })
  const { page } = terminal
  const { x, y } = await middleOf(terminal.spot('8'))
  await stopClock(page)
  await page.touchscreen.tap(x, y)
  await expect.poll(() => terminal.registered()).toEqual({ 8: 100 })
  await page.clock.resume()
  const touch = await page.context().newCDPSession(page)
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
  await expect.poll(() => terminal.registered()).toEqual({})
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect.poll(() => terminal.sent.map(({ do: does }) => does)).toEqual(['wager', 'withdraw'])
})

function nameIn(id: string, spot: string): string {
  const { book: bookId, layout } = everyTable.find((table) => table.id === id)!
  const book = bookById(bookId)!
  return spotName(book, spotsOf(book, layout).byId.get(spot)!)
}
