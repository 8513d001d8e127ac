import { beforeAll, describe, expect, test } from 'vitest'
import { common } from '../src/screens/words/common.ts'
import { lobby } from '../src/screens/words/lobby.ts'
import { speak } from '../src/screens/words/speech.ts'
import { pages } from '../src/wire/pages.ts'
import { barriersIn } from './axe.ts'
import { sizes } from './browser.ts'
import { englishIn } from './english-left.ts'
import {
  AT_REST,
  locales,
  prepareQuestions,
  seeAudit,
  seeConsoleDialogs,
  seeOpenScreens,
  seePit,
} from './every-screen.ts'
import { misfitsIn, resize } from './fitting.ts'
import { lookForFaults } from './looking.ts'
import { signedIn } from './staff.ts'
import { seeTerminalDialogs } from './terminal-dialogs.ts'
import { everyTable, inHouse, withTables } from './testing.ts'

const place = inHouse(withTables(everyTable))

test('text that does not fit is found', async () => {
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

test('barriers to access, and text left in English, are found', async () => {
  const page = await place.browsers.page(place.house.url)
  await page.setContent('<html lang="en"><title>A page</title><main><h1>余额 MBS</h1><button></button></main></html>')
  expect((await barriersIn(page)).map((text) => text.split(' ')[0])).toEqual(['button-name'])
  expect(await englishIn(page)).toEqual([])
  await page.setContent('<main><h1 title="Balance">余额</h1><p>Last win 00</p></main>')
  expect(await englishIn(page)).toEqual(['Balance', 'Last win 00'])
})

test('one of many tables is found by typing', async () => {
  const page = await place.browsers.page(place.house.url, { viewport: sizes.console })
  await page.goto('/')
  const names = () => page.getByRole('heading', { level: 2 }).allTextContents()
  await expect.poll(async () => (await names()).length).toBe(everyTable.length)
  const field = page.getByLabel(lobby.find)
  // A floor that is seen at a glance has no field.
  expect(await field.count()).toBe(0)
  await page.route('**/api/tables', async (route) => {
    const tables: { id: string; short: string }[] = await (await route.fetch()).json()
    const others = tables.map((table) => ({ ...table, id: `${table.id}-2`, short: `${table.short} 2` }))
    await route.fulfill({ json: [...tables, ...others] })
  })
  await field.fill('FAST action')
  await expect.poll(names).toEqual(['fast', 'fast 2'])
  await field.fill('no such table')
  await page.getByText(lobby.noneFound).waitFor()
  await expect.poll(names).toEqual([])
})

test('every page that is listed opens its screen', async () => {
  const page = await place.browsers.page(place.house.url, { viewport: sizes.console })
  for (const { path } of pages) {
    await page.goto(path.replace(':table', everyTable[0]!.id))
    await page.locator('main').waitFor()
    await expect.poll(() => page.getByText(common.loading, { exact: true }).count(), { message: path }).toBe(0)
    for (const wrong of [common.notHere, common.serviceAway]) expect(await page.getByText(wrong).count(), path).toBe(0)
  }
})

const sample = lookForFaults()

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
    const page = await signedIn(place, 'auditor', `/audit/${AT_REST}#round-1-1`, { locale: locales.zh })
    const next = page.getByRole('button', { name: common.nextStep, exact: true })
    await next.waitFor()
    // While the journal is still read, a round may have more steps to come.
    await expect.poll(() => page.locator('[data-verdict=pending]').count()).toBe(0)
    let steps = 1
    for (; await next.isEnabled(); steps++) {
      await expect.poll(() => englishIn(page)).toEqual([])
      await next.click()
    }
    expect(steps).toBeGreaterThan(8)
  })
})
