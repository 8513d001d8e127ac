import { expect, test } from 'vitest'
import { bookById } from '../src/books/index.ts'
import type { StaffRole } from '../src/house/roles.ts'
import { holdText } from '../src/screens/pit/house-figures.ts'
import { common } from '../src/screens/words/common.ts'
import { holdVerdicts, pit as words } from '../src/screens/words/desk.ts'
import { refusalText } from '../src/screens/words/names.ts'
import { pins } from '../src/screens/words/record.ts'
import type { FigureSum, FiguresByHour } from '../src/wire/floor-shapes.ts'
import { money, signedMoney } from '../src/words/plain-text.ts'
import { staffOf } from './house.ts'
import { PitDesk } from './staff.ts'
import { inHouse, withTables } from './testing.ts'

const book = bookById('mbs/roulette@3')!
const limits = { default: { min: 100, max: 10_000 } }
const table = 'roulette'
const place = inHouse(withTables([{ id: table, book: book.id, limits }]))

const ROUNDS = 30

test('handle, win and hold by table, game and hour are the service’s, and a hold is judged only by rounds enough', async () => {
  const dealer = await place.house.door('dealer')
  const played = async (rounds: number) => {
    for (let round = 0; round < rounds; round++)
      await dealer.give(
        table,
        { do: 'place-your-bets' },
        { do: 'wager', player: 'ann', spot: '17', stake: 100 },
        { do: 'wager', player: 'ann', spot: 'red', stake: 300 },
        { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' },
        { do: 'no-more-bets' },
        { do: 'ball-at-rest', pocket: String(round % 37) },
        { do: 'settle' },
      )
  }
  await dealer.give(table, { do: 'buy-in', player: 'ann', amount: 100_000 })
  await played(ROUNDS - 1)
  const supervisor = await place.house.door('pit-supervisor')
  const figures = () => supervisor.call('GET /api/figures')
  const byHour = { params: { id: table }, query: { by: 'hour' } }
  const hours = async () => (await supervisor.call('GET /api/tables/:id/figures', byHour)) as FiguresByHour

  const desk = await PitDesk.open(place, 'pit-supervisor')
  /** The first row of a table, without its name. */
  const firstRow = async (caption: string) => {
    const cells = desk.page.getByRole('table', { name: caption }).getByRole('row').nth(1).getByRole('cell')
    return (await cells.allTextContents()).slice(1)
  }
  const open = () => desk.page.getByRole('button', { name: words.tabCharts }).click()
  await open()
  const before = (await figures()).tables[0]!.total
  expect(before.rounds).toBe(ROUNDS - 1)
  await expect.poll(() => firstRow(words.byTable)).toEqual(cellsOf(before, holdVerdicts['too-few']))

  await played(1)
  await desk.page.reload()
  await open()
  const { tables, games } = await figures()
  const [hour] = (await hours()).figures
  await expect.poll(() => firstRow(words.byTable)).toEqual(cellsOf(tables[0]!.total, holdVerdicts.within))
  await expect.poll(() => firstRow(words.byGame)).toEqual(cellsOf(games[0]!.total, holdVerdicts.within))
  const hourly = async () => (await firstRow(words.byHourTitle)).slice(0, 7)
  await expect.poll(hourly).toEqual(cellsOf(hour!, '').slice(0, 7))

  await desk.page.getByRole('button', { name: words.tabWheels }).click()
  const wheel = desk.page.getByRole('status')
  await expect
    .poll(() => wheel.first().textContent())
    .toContain(words.tooFew(5 * 37 - ROUNDS, (ROUNDS / 37).toFixed(1)))
})

test('a dialog shows a refusal before it is confirmed, also when that changes while it is open', async () => {
  const desk = await PitDesk.open(place, 'pit-supervisor')
  await desk.openTable(table)
  await desk.actions().getByRole('button', { name: words.closeTable }).click()
  await desk.dialog().getByText(words.closeTableDoes).waitFor()
  await desk.dialog().getByLabel(common.reason).fill('end of shift')
  const confirm = desk.dialog().getByRole('button', { name: words.closeTable })
  await expect.poll(() => confirm.isDisabled()).toBe(false)
  const other = await place.house.door('shift-manager')
  await other.give(table, { do: 'close-table', reason: 'earlier' })
  await desk
    .dialog()
    .getByText(refusalText({ refused: 'table-is-closed' }))
    .waitFor()
  await expect.poll(() => confirm.isDisabled()).toBe(true)
  await other.give(table, { do: 'open-table', reason: 'not yet' })
  await desk.dialog().getByText(words.closeTableDoes).waitFor()
  await expect.poll(() => confirm.isDisabled()).toBe(false)
})

test('limits are set between rounds, with a word on whom they would have met; during one they wait for its end', async () => {
  const desk = await PitDesk.open(place, 'pit-supervisor')
  const dealer = await place.house.door('dealer')
  await dealer.give(table, { do: 'place-your-bets' }, { do: 'wager', player: 'ann', spot: 'red', stake: 300 })
  await desk.openTable(table)
  await desk.actions().getByRole('button', { name: words.limits }).click()
  await desk
    .dialog()
    .getByText(words.limitsWait(ROUNDS + 1))
    .waitFor()
  await dealer.give(
    table,
    { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' },
    { do: 'no-more-bets' },
    { do: 'ball-at-rest', pocket: '1' },
    { do: 'settle' },
  )
  await desk
    .dialog()
    .getByText(words.limitsWait(ROUNDS + 1))
    .waitFor({ state: 'detached' })
  await desk.dialog().getByLabel(`${words.allKinds}, ${common.minimum}`).fill('5')
  await desk.dialog().getByText(words.limitsOutside(1, 1)).waitFor()
  await desk.confirm(words.limits, 'a busy night')
  const { limits: now } = await (await place.house.door('auditor')).view('auditor', table)
  expect(now.default).toEqual({ min: 500, max: 10_000 })
})

/** The paths that a desk is refused while somebody looks at every tab of it. */
async function refusedAt(role: StaffRole): Promise<string[]> {
  const { page } = await PitDesk.open(place, role)
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(`${role}: ${new URL(response.url()).pathname}`)
  })
  const tabs = ['events', 'stops', 'figures', 'wheels', 'terminals', 'tickets', 'staff', `table/${table}`, 'floor']
  for (const tab of tabs) {
    await page.evaluate((hash) => {
      location.hash = hash
    }, tab)
    await page.waitForLoadState('networkidle')
  }
  await page.reload()
  await page.waitForLoadState('networkidle')
  return refused
}

test('no desk asks for what its caller may not have', async () => {
  const desks = ['pit-supervisor', 'shift-manager', 'auditor', 'administrator'] as const
  expect((await Promise.all(desks.map(refusedAt))).flat()).toEqual([])
})

test('a link to the record of the house, in the audit, asks for nothing that a shift manager may not have', async () => {
  const { page } = await PitDesk.open(place, 'shift-manager')
  const answered = page.waitForResponse(/\/api\/journal\//)
  await page.goto(`${place.house.url}/audit#house`)
  expect(new URL((await answered).url()).pathname).not.toBe('/api/journal/house')
})

const cellsOf = (
  { rounds, handle, win, theoreticalWin, hold, theoreticalHold }: FigureSum,
  chance: string,
): string[] => [
  String(rounds),
  money(handle),
  money(win),
  money(theoreticalWin),
  signedMoney(win - theoreticalWin),
  holdText(hold),
  holdText(theoreticalHold),
  chance,
]

test('staff who know their old PIN change it, and stay signed in', async () => {
  const { badge, pin } = staffOf('pit-manager')
  const { page } = await PitDesk.open(place, 'pit-manager')
  await page.getByRole('button', { name: pins.ownPin }).click()
  const dialog = page.getByRole('dialog', { name: pins.ownPin })
  const change = async (current: string, fresh: string) => {
    await dialog.getByLabel(pins.currentPin).fill(current)
    await dialog.getByLabel(pins.newPin, { exact: true }).fill(fresh)
    await dialog.getByLabel(pins.newPinAgain).fill(fresh)
    await dialog.getByRole('button', { name: pins.ownPin }).click()
  }
  await change('000001', '918273')
  await dialog.getByText(pins.currentPinWrong).waitFor()
  await change(pin, '111111')
  await dialog.getByText(refusalText({ refused: 'pin-too-simple' })).waitFor()
  await change(pin, '918273')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: pins.ownPin }).waitFor()
  const signIn = (asked: string) =>
    fetch(`${place.house.url}/api/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ badge, pin: asked }),
    })
  expect((await signIn(pin)).status).toBe(401)
  expect((await signIn('918273')).status).toBe(200)
})
