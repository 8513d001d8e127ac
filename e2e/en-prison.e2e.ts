import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { dealer as console } from '../src/words/en/dealer.en.ts'
import { display } from '../src/words/en/display.en.ts'
import { pit } from '../src/words/en/pit.en.ts'
import { refusals } from '../src/words/en/refusals.en.ts'
import { terminal as words } from '../src/words/en/terminal.en.ts'
import { money } from '../src/words/plain-text.ts'
import { prisonLoses } from '../test/books/french-en-prison.ts'
import { savePictures } from './browser.ts'
import { Console, PitDesk } from './staff.ts'
import { Terminal } from './terminal-page.ts'
import { expectTexts, inHouse, withTables } from './testing.ts'
import { Wall } from './wall.ts'

const folder = mkdtempSync(join(tmpdir(), 'croupier-prison-'))
const file = join(folder, 'prison.json')
writeFileSync(file, JSON.stringify(prisonLoses))
afterAll(() => rmSync(folder, { recursive: true }))

const table = 'prison'
const place = inHouse(withTables([{ id: table, book: file, limits: { default: { min: 100, max: 10_000 } } }]))

const toRest = (pocket: string) => [
  { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' },
  { do: 'no-more-bets' },
  { do: 'ball-at-rest', pocket },
  { do: 'settle' },
]

test('a stake in prison lies behind bars on every felt, and its owner is told why it stays', async () => {
  const dealer = await place.house.door('dealer')
  const terminal = await Terminal.open(place, { table, player: 'ann' })
  const wall = await Wall.open(place, table)
  const desk = await PitDesk.open(place, 'pit-supervisor')
  const at = await Console.open(place, table, prisonLoses)
  const barred = (page: typeof terminal.page) => page.locator('[data-chips="red"] [data-imprisoned]')

  await dealer.give(table, { do: 'buy-in', player: 'ann', amount: 10_000 }, { do: 'place-your-bets' })
  await terminal.place('red')
  await expect.poll(async () => Object.keys(await terminal.registered())).toEqual(['red'])
  await dealer.give(table, ...toRest('0'))
  await expect.poll(() => wall.number()).toBe('0')
  await expectTexts(wall.page.locator('body'), display.inPrison('').trim())
  await expect.poll(() => barred(terminal.page).count()).toBe(1)
  await expect.poll(() => barred(at.page).count()).toBe(1)
  await expectTexts(at.page.locator('body'), console.staysInPrison)
  await expectTexts(terminal.page.locator('.terminal-round'), words.prisonMeans)
  await savePictures({ 'prison-wall': wall, 'prison-console-settled': at, 'prison-terminal-settled': terminal })

  await dealer.give(table, { do: 'place-your-bets' })
  await terminal.place('17')
  await expectTexts(terminal.page.locator('.terminal-round'), words.imprisonedSince(1), words.prisonMeans)
  await expect.poll(() => barred(terminal.page).count()).toBe(1)
  await expectTexts(at.page.locator('body'), console.imprisonedSince(1), console.notWithdrawn)
  await expectTexts(at.page.locator('.dealer-sum'), money(200))
  await terminal.spot('red').click({ button: 'right' })
  await expectTexts(terminal.page.locator('body'), refusals['stakes-imprisoned']({} as never, {} as never))
  await desk.openTable(table)
  await expectTexts(desk.page.locator('body'), pit.imprisonedOn(`Red ${money(100)}`))
  await savePictures({ 'prison-terminal-open': terminal, 'prison-console-open': at, 'prison-desk': desk })

  await dealer.give(table, ...toRest('1'))
  await expect.poll(() => barred(terminal.page).count()).toBe(0)
  await expectTexts(terminal.page.locator('.terminal-came'), words.returned(money(100)))
})
