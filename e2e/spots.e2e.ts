import { expect, test } from 'vitest'
import { bookById } from '../src/books/index.ts'
import { type Spot, spotsOf } from '../src/engine/spots.ts'
import { Terminal } from './terminal.ts'
import { everyTable, expectItsMoney, inHouse, withTables } from './testing.ts'

const place = inHouse(withTables(everyTable))

type Point = { x: number; y: number }

const idsOf = ({ book, layout }: (typeof everyTable)[number]): string[] =>
  spotsOf(bookById(book)!, layout).list.map(({ spot }) => spot)

async function seated(table: string, player: string, options = {}): Promise<Terminal> {
  const dealer = await place.house.door('dealer')
  const { phase } = await dealer.view('dealer', table)
  await dealer.give(table, { do: 'buy-in', player, amount: 100_000 })
  if (phase === 'closed') await dealer.give(table, { do: 'place-your-bets' })
  return Terminal.open(place, { table, player }, options)
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

/** Numbers lie where they are printed, splits and corners of the grid between the numbers that they cover. */
function expectedPlace({ spot, kind, covers }: Spot, numbers: Record<string, Point>): Point | null {
  if (kind === 'straight-up') return numbers[spot]!
  if (kind !== 'split' && kind !== 'corner') return null
  return covers.every((pocket) => Number(pocket) >= 1) ? centreOf(covers.map((pocket) => numbers[pocket]!)) : null
}

/** Nobody hits the middle: a target of 44 pixels is hit fourteen beside it. */
const asides = [
  [-10, -10],
  [10, 10],
  [10, -10],
  [-10, 10],
] as const

test.for(everyTable)('$id: a click on every spot of the layout is a wager on exactly that spot', async (table) => {
  const spots = spotsOf(bookById(table.book)!, table.layout).list
  const terminal = await seated(table.id, `${table.id}-pointer`)
  const [at, numbers] = [await spotsOn(terminal), await numbersOn(terminal)]
  expect(Object.keys(at).sort()).toEqual(idsOf(table).sort())
  for (const [index, spot] of spots.entries()) {
    const { x, y } = at[spot.spot]!
    expect(distance({ x, y }, expectedPlace(spot, numbers) ?? { x, y }), spot.spot).toBeLessThan(3)
    const [dx, dy] = asides[index % asides.length]!
    await terminal.page.mouse.click(x + dx, y + dy)
  }
  await expect.poll(() => terminal.sent.length).toBe(spots.length)
  expect(terminal.sent.map(({ spot }) => spot)).toEqual(idsOf(table))
  await expect.poll(() => terminal.registered()).toEqual(Object.fromEntries(idsOf(table).map((id) => [id, 100])))
  await expectItsMoney(terminal)
})

/** Those whose middle can be touched where the layout is scrolled to now. */
async function inReach({ page }: Terminal, ids: readonly string[]): Promise<(Point & { id: string })[]> {
  return page.evaluate((wanted) => {
    return wanted.flatMap((id) => {
      const spot = document.querySelector(`[data-spot="${id}"]`)!
      const { x, y, width, height } = spot.getBoundingClientRect()
      const at = { id, x: x + width / 2, y: y + height / 2 }
      return document.elementFromPoint(at.x, at.y)?.closest('svg') === spot.closest('svg') ? [at] : []
    })
  }, ids)
}

test('on a tablet every spot can be touched, also those that must be scrolled to', async () => {
  const table = everyTable.find(({ id }) => id === 'sands-2')!
  const terminal = await seated(table.id, 'finger', { viewport: { width: 820, height: 1180 }, hasTouch: true })
  let left = idsOf(table)
  const touched: string[] = []
  while (left.length > 0) {
    await terminal.spot(left[0]!).scrollIntoViewIfNeeded()
    const reached = await inReach(terminal, left)
    expect(reached.map(({ id }) => id)).toContain(left[0])
    for (const { x, y } of reached) await terminal.page.touchscreen.tap(x, y)
    touched.push(...reached.map(({ id }) => id))
    left = left.filter((id) => !touched.includes(id))
  }
  await expect.poll(() => terminal.sent.map(({ spot }) => spot)).toEqual(touched)
  await expect.poll(() => terminal.registered()).toEqual(Object.fromEntries(idsOf(table).map((id) => [id, 100])))
})
