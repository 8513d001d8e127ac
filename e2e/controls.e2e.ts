import { expect, test } from 'vitest'
import { bookById } from '../src/books/index.ts'
import { common, stages } from '../src/screens/words/common.ts'
import { alarmText, pit, stops, events as words } from '../src/screens/words/desk.ts'
import { speak } from '../src/screens/words/speech.ts'
import { painted, sizes } from './browser.ts'
import { Console, PitDesk, signedIn } from './staff.ts'
import { Terminal } from './terminal-page.ts'
import { expectTexts, inHouse, withTables } from './testing.ts'

const book = bookById('mbs/roulette@3')!
const table = 'roulette'
// No wheel listens there: its line is an alarm.
const wheel = { tcp: '127.0.0.1:9' }
const place = inHouse(withTables([{ id: table, book: book.id, wheel }]))

const pictures = process.env.PICTURES
const picture = async (page: import('playwright-core').Page, name: string) =>
  pictures ? void (await page.screenshot({ path: `${pictures}/${name}.png` })) : undefined

test.each(['en', 'zh'] as const)(
  'a supervisor acknowledges an alarm by name, at the pit, and audit reads it: %s',
  async (language) => {
    await speak(language)
    const locale = language === 'zh' ? 'zh-CN' : 'en'
    const desk = await PitDesk.open(place, 'pit-supervisor', { locale })
    const { page } = desk
    await page.getByRole('button', { name: words.tab }).click()
    const panel = page.locator('.events-panel')
    const rows = panel.getByRole('row')
    await rows.nth(1).waitFor()
    const first = rows.filter({ has: page.getByRole('checkbox') }).first()
    const told = await first.innerText()
    await picture(page, `events-open-${language}`)
    await first.getByRole('checkbox').check()
    await panel.getByRole('button', { name: words.acknowledge(1), exact: true }).click()
    const dialog = page.getByRole('dialog')
    const confirm = dialog.getByRole('button', { name: words.acknowledge(1), exact: true })
    expect(await confirm.isDisabled()).toBe(true)
    const note = language === 'en' ? 'The cable was loose' : '电缆松动'
    await dialog.getByLabel(words.note).fill(note)
    await picture(page, `events-note-${language}`)
    await confirm.click()
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(() => rows.allInnerTexts()).not.toContain(told)
    await panel.getByLabel(words.shown).selectOption('all')
    await panel.getByText(note).waitFor()
    await picture(page, `events-done-${language}`)

    await panel.getByRole('button', { name: words.selfCheck }).click()
    await expect.poll(() => panel.getByRole('status').textContent()).toMatch(/0\.1\.0|1\.0\.0/)

    const auditor = await signedIn(place, 'auditor', '/audit#events', { locale })
    await auditor.getByLabel(words.shown).selectOption('all')
    await auditor.getByText(note).waitFor()
    await picture(auditor, `audit-events-${language}`)
    // The alarm comes again for the next language.
    await speak('en')
  },
)

test.each(['en', 'zh'] as const)(
  'gaming is stopped and resumed at the pit, and every screen says so: %s',
  async (language) => {
    await speak(language)
    const locale = language === 'zh' ? 'zh-CN' : 'en'
    const dealer = await place.house.door('dealer')
    const player = `ann-${language}`
    await dealer.give(table, { do: 'buy-in', player, amount: 10_000 }, { do: 'place-your-bets' })
    const seat = await Terminal.open(place, { table, player }, { locale })
    const { page } = await PitDesk.open(place, 'pit-supervisor', { locale })
    const wall = await place.browsers.page(place.house.url, { viewport: sizes.console, locale })
    await wall.goto(`/display/${table}`)
    const console = await Console.open(place, table, book, { locale })
    await page.getByRole('button', { name: stops.tab }).click()
    const row = page.getByRole('row')

    const reason = language === 'en' ? 'the inspector asks' : '检查员要求'
    for (const [scope, when] of [
      ['house', 'now'],
      ['game', 'after-round'],
      ['table', 'now'],
    ] as const) {
      await page.getByRole('button', { name: stops.stop[scope] }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(stops.times[when], { exact: true }).check()
      await dialog.getByText(stops.does.gaming[when]).waitFor()
      await dialog.getByLabel(common.reason).fill(reason)
      await picture(page, `stop-${scope}-${language}`)
      await dialog.getByRole('button', { name: stops.stop[scope] }).click()
      await dialog.waitFor({ state: 'hidden' })
      await row.nth(1).waitFor()
      await expectTexts(row.nth(1), reason, stops.times[when])
      const said = when === 'now' ? common.gamingStopped : common.gamingStops
      await expectTexts(wall.locator('body'), said, ...(when === 'now' ? [common.gamingStoppedMeans] : []))
      await expectTexts(console.page.locator('body'), said, reason)
      await expectTexts(seat.page.locator('body'), said)
      // No screen invites to bet while no wager is taken.
      const shown = when === 'now' ? stages.stopped : stages.open
      for (const one of [wall, seat.page, console.page]) await expectTexts(one.locator('.phase'), shown)
      await picture(page, `stopped-${scope}-${language}`)
      await picture(wall, `wall-${scope}-${language}`)
      await picture(console.page, `console-${scope}-${language}`)
      await picture(seat.page, `terminal-${scope}-${language}`)
      await row.nth(1).getByRole('button', { name: stops.resume }).click()
      await dialog.getByLabel(common.reason).fill(reason)
      await dialog.getByRole('button', { name: stops.resume }).click()
      await dialog.waitFor({ state: 'hidden' })
      await page.getByText(stops.none).waitFor()
      await expect.poll(async () => (await wall.locator('body').textContent())?.includes(said)).toBe(false)
    }
    await dealer.give(
      table,
      { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' },
      { do: 'no-more-bets' },
      { do: 'ball-at-rest', pocket: '17' },
      { do: 'settle' },
    )
    await painted(page)
    await speak('en')
  },
)

test('a terminal is closed now, although it has a part in the round', async () => {
  const admin = await place.house.door('administrator')
  await admin.call('POST /api/terminals', { body: { terminal: 't1', table, player: 'ann' } })
  const { page } = await PitDesk.open(place, 'pit-supervisor')
  await page.getByRole('button', { name: stops.tab }).click()
  await page.getByRole('button', { name: stops.stop.terminal }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(stops.which.terminal).selectOption('t1')
  await dialog.getByLabel(common.reason).fill('smells of smoke')
  await dialog.getByRole('button', { name: stops.stop.terminal }).click()
  await dialog.waitFor({ state: 'hidden' })
  const terminals = await admin.call('GET /api/terminals')
  expect(terminals.find(({ terminal }) => terminal === 't1')).toMatchObject({ status: 'closed' })
})

test('a wheel is installed by its serial number and levelled, and its log says by whom', async () => {
  const { page } = await PitDesk.open(place, 'pit-supervisor')
  await page.getByRole('button', { name: pit.tabWheels }).click()
  const dialog = page.getByRole('dialog')
  const note = async (opens: string, confirms: RegExp | string, fill: () => Promise<void>) => {
    await page.getByRole('button', { name: opens }).click()
    await fill()
    await dialog.getByLabel(pit.technician).fill('Kim Lee')
    await dialog.getByLabel(common.reason).fill('the new season')
    await dialog.getByRole('button', { name: confirms }).click()
    await dialog.waitFor({ state: 'hidden' })
  }
  await note(pit.nameWheel, pit.nameWheel, () => dialog.getByLabel(pit.serialNumber).fill('CAM-80912'))
  await page.getByRole('heading', { name: pit.wheelNamed('CAM-80912') }).waitFor()
  await note(pit.noteWork, new RegExp(pit.noteWork), async () => {
    await dialog.getByRole('combobox').selectOption('levelled')
  })
  const log = page.getByRole('row').filter({ hasText: 'Kim Lee' })
  await expect.poll(() => log.count()).toBe(2)
  expect(await log.first().innerText()).toMatch(/levelled.*Kim Lee.*the new season.*2001/s)
  await picture(page, 'wheel-log')
})

test('every screen names the program and its version', async () => {
  const { version, digest } = await (await place.house.door('auditor')).call('GET /api/house')
  for (const path of ['/', `/play/${table}`, `/display/${table}`, `/dealer/${table}`, '/pit', '/audit', '/lab']) {
    const page = await place.browsers.page(place.house.url, { viewport: sizes.console })
    await page.goto(path)
    const shown = () => page.evaluate(() => getComputedStyle(document.body, '::after').content)
    await expect.poll(shown, { message: path }).toBe(`"Croupier ${version} ${digest}"`)
  }
  expect(alarmText({ alarm: 'service-stopped', node: 'n' })).toContain('n')
})
