import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { tintOf } from '../src/screens/staff/tints.ts'
import { audit } from '../src/screens/words/audit.ts'
import { signedIn } from './staff.ts'
import { inHouse, recordedAt, withTables } from './testing.ts'

const table = 'sands-2'
const limits = { default: { min: 100, max: 100_000 } }
const place = inHouse(withTables([{ id: table, book: 'mbs/sands-roulette@2', layout: 'table', limits }]))
const spin = { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }

const buysIn = (player: string, colour?: string) => ({
  do: 'buy-in',
  player,
  amount: 10_000,
  ...(colour ? { colour, chipValue: 500 } : {}),
})

type Colours = Readonly<Record<string, string>>

/** The colour of the dot beside each name. */
const dotsOn = (page: Page, rows: string): Promise<Colours> =>
  page.locator(rows).evaluateAll((found) =>
    Object.fromEntries(
      found.flatMap((row) => {
        const dot = row.querySelector<HTMLElement>('.seat-dot')
        return dot ? [[dot.parentElement!.textContent!.trim(), dot.style.background]] : []
      }),
    ),
  )

/** The colours of the chips on a layout. */
const chipsOn = (page: Page): Promise<string[]> =>
  page
    .locator('.felt .stack')
    .evaluateAll((stacks) =>
      stacks.map((stack) =>
        [...stack.querySelectorAll('[fill^="#"]')].map((part) => part.getAttribute('fill')).join(' '),
      ),
    )

/** As a browser writes a colour. */
const written = (hex: string): string => {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  return `rgb(${red}, ${green}, ${blue})`
}
const asShown = (colours: Readonly<Record<string, string | null>>): Colours =>
  Object.fromEntries(Object.entries(colours).map(([player, colour]) => [player, written(tintOf(colour))]))

test('console, pit and audit show the colours on record, whoever comes or goes, after a reload and a new sign-in', async () => {
  const dealer = await place.house.door('dealer')
  await dealer.give(table, buysIn('Bea'), buysIn('Cem', 'pink'), { do: 'place-your-bets' })
  await dealer.give(
    table,
    { do: 'wager', player: 'Bea', spot: '17', stake: 1_000 },
    { do: 'wager', player: 'Cem', spot: '20', chips: 2 },
  )
  let expected: Record<string, string | null> = { Bea: 'blue', Cem: 'pink' }
  const open = async () => ({
    console: await signedIn(place, 'dealer', `/dealer/${table}`),
    desk: await signedIn(place, 'pit-supervisor', `/pit#table/${table}`),
  })
  const agrees = async ({ console, desk }: Awaited<ReturnType<typeof open>>, message: string) => {
    const shown = asShown(expected)
    await expect.poll(() => dotsOn(console, '.dealer-seat'), { message: `console, ${message}` }).toEqual(shown)
    await expect.poll(() => dotsOn(desk, '.seat-legend li'), { message: `pit, ${message}` }).toEqual(shown)
    await expect.poll(() => dotsOn(desk, '.pit-block tbody tr'), { message: `seats, ${message}` }).toMatchObject(shown)
    const chips = [expected.Bea!, expected.Cem!].map(tintOf)
    for (const page of [console, desk])
      await expect.poll(() => chipsOn(page), { message }).toEqual(chips.map((tint) => expect.stringContaining(tint)))
  }
  const first = await open()
  const places = () => first.console.locator('.dealer-seat').allTextContents()
  await agrees(first, 'two players')
  const [bea] = await places()

  // A name that comes first in the alphabet moves nobody; chips of Bea's colour give her another, at every desk at once.
  await dealer.give(table, buysIn('Aaa'))
  expected = { ...expected, Aaa: 'yellow' }
  await agrees(first, 'a third')
  expect((await places()).indexOf(bea!)).toBe(0)
  await dealer.give(table, buysIn('Dee', 'blue'))
  expected = { ...expected, Bea: 'orange', Dee: 'blue' }
  await agrees(first, 'chips of the same colour')
  for (const page of Object.values(first)) await page.reload()
  await agrees(first, 'after a reload')
  const again = await open()
  await agrees(again, 'after a new sign-in')

  const recorded = (await recordedAt(place, table, 'bought-in')).map(({ seatColours }) => seatColours)
  expect(Object.assign({}, ...recorded)).toEqual(expected)
  const round = (await dealer.view('dealer', table)).round!
  await dealer.give(table, spin, { do: 'no-more-bets' }, { do: 'ball-at-rest', pocket: '17' }, { do: 'settle' })
  const auditor = await signedIn(place, 'auditor', `/audit/${table}#round-${round}-7`)
  await auditor.getByRole('region', { name: audit.accounts }).waitFor()
  await expect.poll(() => dotsOn(auditor, '.audit-accounts tbody tr')).toEqual(asShown(expected))
})
