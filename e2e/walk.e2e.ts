import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { common } from '../src/screens/words/common.ts'
import { speak } from '../src/screens/words/speech.ts'
import { terminal as words } from '../src/screens/words/terminal.ts'
import { barriersIn } from './axe.ts'
import { sizes } from './browser.ts'
import { englishIn } from './english-left.ts'
import {
  AT_REST,
  bothLanguages,
  locales,
  prepareQuestions,
  ROUNDS,
  type ScreenName,
  type See,
  type Sight,
  screens,
  seeAudit,
  seeBook,
  seeConsoleDialogs,
  seeOpenScreens,
  seePit,
  seeRound,
  spin,
} from './every-screen.ts'
import { misfitsIn, resize } from './fitting.ts'
import { signedIn } from './staff.ts'
import { seeTerminalDialogs } from './terminal-dialogs.ts'
import { Terminal } from './terminal-page.ts'
import { everyTable, inHouse, withTables } from './testing.ts'

const place = inHouse(withTables(everyTable))

test('what does not fit is found', async () => {
  const page = await place.browsers.page(place.house.url, { viewport: sizes.phone })
  await page.setContent(`<main style="font: 16px sans-serif">
    <p style="width: 40px; overflow: hidden; white-space: nowrap">Longer than it is wide</p>
    <p style="position: absolute; top: 200px">One line of text</p><p style="position: absolute; top: 205px">over another</p>
    <button style="width: 30px; height: 50px">x</button>
    <button style="position: absolute; top: 300px; width: 60px; height: 60px">a</button>
    <button style="position: absolute; top: 340px; width: 60px; height: 60px">b</button>
    <div style="position: absolute; top: 450px; width: 99px; overflow: auto"><p style="width: 300px">Too wide</p></div>
    <div style="position: absolute; top: 100px; left: 900px; width: 9px; height: 9px"></div></main>`)
  await resize(page, sizes.phone, true)
  const kinds = async () => (await misfitsIn(page)).map((text) => text.split(/[:,]/)[0])
  expect(await kinds()).toEqual(['cut', 'over each other', 'small', 'pressed together', 'scrolled', 'sideways'])
  // Staff with a pointer hit what is smaller.
  await resize(page, sizes.phone, false)
  expect(await kinds()).not.toContain('small')
})

test('what keeps somebody out, and what is left in English, is found', async () => {
  const page = await place.browsers.page(place.house.url)
  await page.setContent('<html lang="en"><title>A page</title><main><h1>余额 MBS</h1><button></button></main></html>')
  expect((await barriersIn(page)).map((text) => text.split(' ')[0])).toEqual(['button-name'])
  expect(await englishIn(page)).toEqual([])
  await page.setContent('<main><h1 title="Balance">余额</h1><p>Last win 00</p></main>')
  expect(await englishIn(page)).toEqual(['Balance', 'Last win 00'])
})

const wrong: string[] = []
afterEach(() => expect(wrong.splice(0)).toEqual([]))

/** The table of clauses is of commands, scenarios and places in a book, by the names that they have. */
const isForMachines = ({ screen, state }: Sight): boolean => screen === 'audit' && state === 'tabBooks'

/** Each kind of sight is asked once; the first of a round at every table. */
const asked = new Set<string>()
function isNewKind({ screen, of, state }: Sight): boolean {
  const kind = state === 'open' ? `${screen} ${of}` : `${screen} ${state}`
  return asked.size < asked.add(kind).size
}

/**
 * Each sight at one of its screen's sizes, the next time at the next: with another beginning for each table every state comes
 * in every size. All of them in all sizes and both languages: `npm run screenshots -- --all FOLDER`.
 */
function sample(beginning: number): See {
  const turns = new Map<ScreenName, number>()
  return async (sight) => {
    const { page, screen, of, language, state } = sight
    const { sizes: offered, isTouched, ...promised } = screens[screen]
    const turn = turns.get(screen) ?? beginning
    turns.set(screen, turn + 1)
    const size = offered[turn % offered.length]!
    await resize(page, size, isTouched(size))
    const name = `${screen} at ${of}, ${state}, ${size.width} x ${size.height}, ${language}`
    const found = await misfitsIn(page, promised)
    if (isNewKind(sight)) found.push(...(await barriersIn(page)))
    wrong.push(...found.map((text) => `${name}: ${text}`))
    if (language === 'zh' && !isForMachines(sight))
      await expect.poll(() => englishIn(page), { message: name }).toEqual([])
  }
}

test.for(everyTable.map(({ id }, index) => ({ id, index })))(
  '$id: terminal, display and console, from the first bet to a void round; its rules in Chinese',
  async ({ id, index }) => {
    const see = sample(index)
    await seeRound(place, id, [bothLanguages[index % 2]!], see)
    await seeBook(place, id, 'zh', see)
  },
)

test('on a phone a whole round is played without scrolling, and what is folded away is one press off', async () => {
  await speak('en')
  const id = 'sands-1'
  const dealer = await place.house.door('dealer')
  const player = 'phone'
  await dealer.give(id, { do: 'buy-in', player, amount: 100_000 }, { do: 'place-your-bets' })
  const terminal = await Terminal.open(place, { table: id, player }, { viewport: sizes.phone, hasTouch: true })
  const { page, button } = terminal
  const tap = async (spot: string) => {
    const { x, y, width, height } = (await terminal.spot(spot).boundingBox())!
    await page.touchscreen.tap(x + width / 2, y + height / 2)
  }
  await expect.poll(terminal.stage).toBe('open')
  await tap('17')
  await tap('0/00')
  await expect.poll(() => terminal.registered()).toEqual({ 17: 100, '0/00': 100 })
  for (const name of [words.track, words.more]) {
    await button(name).tap()
    await page.getByRole('dialog').waitFor()
    expect(await misfitsIn(page), name).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  }
  await dealer.give(id, spin, { do: 'no-more-bets' }, { do: 'ball-at-rest', pocket: '17' }, { do: 'settle' })
  await page.locator('[data-win="3400"]').waitFor()
  await dealer.give(id, { do: 'place-your-bets' })
  await expect.poll(terminal.stage).toBe('open')
  await button(words.repeat).tap()
  await expect.poll(() => terminal.registered()).toEqual({ 17: 100, '0/00': 100 })
  expect(await page.evaluate(() => [scrollX, scrollY])).toEqual([0, 0])
})

describe('with questions at the tables', () => {
  beforeAll(() => prepareQuestions(place))
  const tours = [
    { what: 'lobby, lab and the page that checks', tour: seeOpenScreens, language: 'zh' },
    { what: 'signing in, the console and its dialogs', tour: seeConsoleDialogs, language: 'zh' },
    { what: 'the pit desk, its dialogs and tabs', tour: seePit, language: 'zh' },
    { what: 'the audit', tour: seeAudit, language: 'zh' },
    { what: 'what opens at a terminal', tour: seeTerminalDialogs, language: 'zh' },
  ] as const
  test.for(tours)('$what', ({ tour, language }) => tour(place, language, sample(0)))

  test('a round that was corrected, step by step, in Chinese', async () => {
    await speak('zh')
    const page = await signedIn(place, 'auditor', `/audit/${AT_REST}#round-${ROUNDS + 3}-1`, { locale: locales.zh })
    const next = page.getByRole('button', { name: common.nextStep, exact: true })
    await next.waitFor()
    let steps = 1
    for (; await next.isEnabled(); steps++) {
      await expect.poll(() => englishIn(page)).toEqual([])
      await next.click()
    }
    expect(steps).toBeGreaterThan(8)
  })
})
