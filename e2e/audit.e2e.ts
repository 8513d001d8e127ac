import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bookById } from '../src/books/index.ts'
import { accountNames, eventName, houseEventName, markNames, audit as words } from '../src/screens/words/audit.ts'
import { money } from '../src/words/plain-text.ts'
import { staffOf } from './house.ts'
import { signedIn } from './staff.ts'
import { expectTexts, inHouse, withTables } from './testing.ts'

const book = bookById('mbs/roulette@3')!
const table = 'roulette'
const place = inHouse(withTables([{ id: table, book: book.id, limits: { default: { min: 100, max: 10_000 } } }]))

/** Two rounds; the first was settled on 17 and corrected to 20 after the second. */
async function played(): Promise<void> {
  const [dealer, pit] = await Promise.all([place.house.door('dealer'), place.house.door('pit-supervisor')])
  const round = (pocket: string) => [
    { do: 'place-your-bets' },
    { do: 'wager', player: 'ann', spot: '17', stake: 100 },
    { do: 'wager', player: 'bob', spot: '20', stake: 200 },
    { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' },
    { do: 'no-more-bets' },
    { do: 'ball-at-rest', pocket },
    { do: 'settle' },
  ]
  await dealer.give(
    table,
    { do: 'buy-in', player: 'ann', amount: 5_000 },
    { do: 'buy-in', player: 'bob', amount: 5_000 },
  )
  await dealer.give(table, ...round('17'), ...round('0'))
  await pit.give(table, { do: 'correct-outcome', round: 1, pocket: '20', reason: 'seen on the camera' })
}

test('a round that was corrected is found, replayed step by step with its rules, proved and exported', async () => {
  await played()
  const auditor = await place.house.door('auditor')
  const page = await signedIn(place, 'auditor', `/audit/${table}`)
  const journal = await auditor.call('GET /api/journal/:id', { params: { id: table } })
  const { seq, hash } = JSON.parse(journal.trim().split('\n').at(-1)!)

  const proof = page.getByRole('region', { name: words.proof })
  await expect.poll(() => proof.locator('[data-verdict=holds]').count()).toBe(2)
  if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, 'audit-signed.png') })
  await expectTexts(proof, hash, words.sound, words.journalChecked(String(seq), '2'))

  const rounds = page.getByRole('list', { name: words.roundsList }).getByRole('button')
  await expect.poll(() => rounds.count()).toBe(2)
  await page.getByLabel(markNames.corrected).check()
  await expect.poll(() => rounds.count()).toBe(1)
  await rounds.first().click()
  const line = page.getByRole('region', { name: words.timeline })
  const steps = line.locator('ol > li > button')
  await expect.poll(async () => (await steps.allTextContents()).join()).toContain(eventName('outcome-corrected'))

  // The first settlement, and the present one.
  const funds = (player: string) =>
    page.getByRole('region', { name: words.asItStood }).getByRole('row', { name: player }).getByRole('cell').nth(1)
  await steps.filter({ hasText: eventName('round-settled') }).click()
  await expect.poll(() => funds('ann').textContent()).toBe(money(5_000 + 3_500))
  await steps.filter({ hasText: eventName('outcome-corrected') }).click()
  await expect.poll(() => line.locator('[aria-current=step] + *').textContent()).toContain(book.rules.correction.clause)
  const { seats } = await auditor.view('auditor', table)
  await expect.poll(() => funds('ann').textContent()).toBe(money(seats.ann!.funds.balance))
  await expect.poll(() => funds('bob').textContent()).toBe(money(seats.bob!.funds.balance))

  // All accounts as the journal leaves them, and the round on paper: its steps, their clauses and the money.
  const accounts = page.getByRole('table', { name: words.accounts })
  const stands = (name: string) => accounts.getByRole('row', { name }).getByRole('cell').nth(1)
  await expect.poll(() => stands(accountNames.outside).textContent()).toBe(money(-10_000))
  await expect.poll(() => stands(accountNames.layout).textContent()).toBe(money(0))
  const stepCount = await steps.count()
  await page.evaluate(() => Object.assign(window, { print: () => document.body.classList.add('was-printed') }))
  await page.getByRole('button', { name: words.printRound }).click()
  await page.locator('body.was-printed').waitFor()
  await page.emulateMedia({ media: 'print' })
  const paper = page.getByRole('article', { name: words.printRound })
  await expect.poll(() => paper.locator('ol > li').count()).toBe(stepCount)
  await expect.poll(() => paper.innerText()).toContain(book.rules.correction.clause)
  await expectTexts(paper.getByRole('row', { name: 'ann' }).last(), money(seats.ann!.funds.balance))
  await page.getByRole('list', { name: words.roundsList }).waitFor({ state: 'hidden' })
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await paper.waitFor({ state: 'detached' })

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: words.exportAll }).click(),
  ])
  expect(await readFile((await file.path())!, 'utf8')).toBe(journal)
})

test('a payment that was changed is found at its entry, and what follows is not checked', async () => {
  const auditor = await place.house.door('auditor')
  const journal = await auditor.call('GET /api/journal/:id', { params: { id: table } })
  const lines = journal.trimEnd().split('\n')
  const at = lines.findIndex((line) => line.includes('"round-settled"'))
  const forged = lines.with(at, lines[at]!.replace('"paid":3500', '"paid":7000'))
  const page = await signedIn(place, 'auditor', '/audit#books')
  await page.route(`**/api/journal/${table}?*`, (route) => route.fulfill({ body: `${forged.join('\n')}\n` }))
  await page.goto(`/audit/${table}`)
  const proof = page.getByRole('region', { name: words.proof })
  await expectTexts(proof.locator('[data-verdict=fails]'), words.foundAt(String(at + 1), 'its hash is not that of'))
  await page.getByRole('list', { name: words.roundsList }).getByRole('button').last().click()
  if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, 'audit-forged.png') })
})

test('actions on people, terminals and tickets are found with their actor and reason, and exported', async () => {
  const [admin, auditor] = await Promise.all([place.house.door('administrator'), place.house.door('auditor')])
  await admin.call('POST /api/terminals', { body: { terminal: 'T7', table, player: 'cy' } })
  await admin.call('POST /api/terminals/:id/close', { params: { id: 'T7' }, body: { reason: 'a broken screen' } })
  const page = await signedIn(place, 'auditor', '/audit')
  await page.getByRole('button', { name: words.tabHouse }).click()
  const rows = page.getByRole('table', { name: words.tabHouse }).getByRole('row')
  const events = async () =>
    [await auditor.call('GET /api/journal/house'), await auditor.call('GET /api/journal/tickets')]
      .flatMap((lines) => lines.split('\n').filter((line) => line !== ''))
      .flatMap((line) => JSON.parse(line).shown.events)
  await expect.poll(() => rows.count()).toBe((await events()).length + 1)

  await page.getByLabel(words.houseFilter).fill('broken')
  await expect.poll(() => rows.count()).toBe(2)
  const { name } = staffOf('administrator')
  await expectTexts(rows.nth(1), houseEventName('terminal-closed'), 'T7', name, 'a broken screen')

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: words.exportAll }).click(),
  ])
  expect(await readFile((await file.path())!, 'utf8')).toBe(await auditor.call('GET /api/journal/house'))
})
