import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { ABOUT, checkpointsName, journalName, writeCheckpointLine } from '../src/receipts/bundle.ts'
import { writeReceipt } from '../src/receipts/receipt.ts'
import { writeEntryLine } from '../src/record/entry-lines.ts'
import { leafHash } from '../src/record/leaf-hash.ts'
import type { KeptCheckpoint } from '../src/record/stored-entry.ts'
import * as en from '../src/words/en/index.ts'
import { languages } from '../src/words/languages.ts'
import { SignedTree } from '../test/support/receipts.ts'
import { Browsers } from './browser.ts'
import { entries, keys, openCheckPage, receipt, tree } from './check-page.ts'

const folder = mkdtempSync(join(tmpdir(), 'croupier-check-'))
let browsers: Browsers
beforeAll(async () => {
  browsers = await Browsers.open(inject('browser'))
})
afterAll(async () => {
  await browsers?.close()
  rmSync(folder, { recursive: true })
})

const file = (name: string, text: string | Uint8Array): string => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

const linesOf = (bodies: readonly string[]): string =>
  bodies
    .map((body, index) => {
      const entry = { stream: 'single', seq: index + 1, body }
      return writeEntryLine({ ...entry, hash: leafHash(entry.body) })
    })
    .join('')

const signedNow: KeptCheckpoint = { size: entries.length, note: tree.note(keys) }
const bundle = (bodies: readonly string[], signed = signedNow): Uint8Array =>
  zipSync({
    [ABOUT]: strToU8('{"bundle":1,"from":null,"to":null}'),
    [journalName('single')]: strToU8(linesOf(bodies)),
    [checkpointsName('single')]: strToU8(writeCheckpointLine(signed)),
  })

const { page: words } = en.receipts
const openPage = (): Promise<Page> => openCheckPage(browsers, { viewport: { width: 1100, height: 1000 } })

const drop = (page: Page, ...files: string[]) => page.locator('input[type=file]').setInputFiles(files)
const verdicts = (page: Page) => page.locator('.check-verdict')

test('a receipt: sound in words, in both languages, and wrong when a byte is', async () => {
  const page = await openPage()
  const program = await page.evaluate(() => getComputedStyle(document.body, '::after').content)
  expect(program).toMatch(/^"Croupier \d+\.\d+\.\d+"$/)
  await drop(page, file('wager.tlog-proof', receipt))
  await page.getByText('ann staked $5.00 on 17 in round 1.').waitFor()
  await page.getByText('that pays 35 to 1: $175.00 in winnings').waitFor()
  await expect.poll(() => verdicts(page).getAttribute('class')).toContain('is-good')
  if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, 'check-receipt.png'), fullPage: true })
  await page.getByRole('button', { name: languages.zh.name }).click()
  await page.getByText('按第 4.1 条赔 35 比 1：赔付 $175.00').waitFor()
  await page.getByRole('button', { name: languages.en.name }).click()
  await drop(page, file('forged.tlog-proof', receipt.replace('index 3', 'index 4')))
  await page.getByText('entry 5 is not in the journal that was signed').waitFor()
  await expect.poll(() => verdicts(page).getAttribute('class')).toContain('is-bad')
  await page.getByRole('button', { name: languages.zh.name }).click()
  await page.getByText('第 5 条记录不在已签署的日志之中').waitFor()
  expect(browsers.problems.splice(0)).toEqual([])
})

test('the content of a QR code can be pasted; an invalid key and unknown files get one line', async () => {
  const page = await openPage()
  await page.getByLabel(words.paste).fill(writeReceipt({ ...tree.prove(4), beside: [], checkpoint: tree.note(keys) }))
  await page.getByRole('button', { name: words.check, exact: true }).click()
  await page.getByText(en.receipts.noOutcome).waitFor()
  await page.getByLabel(words.paste).fill('WIFI:S:guests;;')
  await page.getByRole('button', { name: words.check, exact: true }).click()
  await page.getByText(words.notRead(words.paste, words.what)).waitFor()
  await drop(page, file('picture.png', new Uint8Array([0x89, 0x50, 0x4e, 0x47])), file('empty.zip', 'PK nothing'))
  await page.getByText(words.notRead('picture.png', words.what)).waitFor()
  await page.getByText('empty.zip: ').waitFor()
  await page.getByLabel(words.keys).fill('nonsense')
  await page.getByText(words.badKey(1, 'must have the form NAME+ID+KEY')).waitFor()
  await page.getByLabel(words.keys).fill('')
  await page.getByRole('alert').filter({ hasText: words.noKeys }).waitFor()
  expect(browsers.problems.splice(0)).toEqual([])
})

test('a whole bundle: every round decided again and told; a forged one is found', async () => {
  const page = await openPage()
  await drop(page, file('bundle.zip', bundle(entries)))
  await page.getByText(words.journal('single', 8, 1)).waitFor()
  await page.getByText(words.checkpointsFit(1, 8)).waitFor()
  await page.locator('.check-story summary').click()
  await page.getByText('opened round 1.').waitFor()
  await page.getByText('The ball came to rest in 17 (black)').waitFor()
  if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, 'check-bundle.png'), fullPage: true })
  const forged = entries.with(1, entries[1]!.replaceAll('10000', '20000'))
  await drop(page, file('forged.zip', bundle(forged)))
  await page.getByText('the house signed another history up to here').waitFor()
  await drop(page, file('single.jsonl', linesOf(entries)))
  await page.getByText(words.noCheckpoint).waitFor()
  expect(browsers.problems.splice(0)).toEqual([])
})

test('a bundle that was forged and signed again is compared with a receipt that somebody kept', async () => {
  const page = await openPage()
  // A player who buys in again has a colour already.
  const boughtAgain = entries[1]!.replace(/,"seatColours":\{[^}]*\}/, '')
  const forged = [...entries, boughtAgain].map((body) => body.replaceAll('10000', '20000'))
  const resigned = { size: forged.length, note: new SignedTree(forged).note(keys) }
  const [kept, sound] = [file('wager.tlog-proof', receipt), file('bundle.zip', bundle(entries))]
  await drop(page, kept, sound)
  await page.getByText(words.asKept(entries.length)).waitFor()
  await drop(page, kept, file('forged.zip', bundle(forged, resigned)))
  await page.getByText(`by a checkpoint of ${entries.length} entries from outside`).waitFor()
  expect(browsers.problems.splice(0)).toEqual([])
})

test('two histories that a house has signed stand out', async () => {
  const page = await openPage()
  const other = new SignedTree(entries.with(1, entries[1]!.replaceAll('10000', '20000')))
  await drop(page, file('one.checkpoint', tree.note(keys)), file('two.checkpoint', other.note(keys)))
  await page.getByText(en.receipts.twoHistories('house.example/single', 8, 8, 1, 8)).waitFor()
})

test('receipts of forked histories stand out, whatever their sizes, with the entries that differ', async () => {
  const page = await openPage()
  const longer = [...entries, entries[1]!]
  const receiptOf = (bodies: readonly string[], by: Parameters<SignedTree['note']>[0] = keys) => {
    const own = new SignedTree(bodies)
    return writeReceipt({ ...own.prove(3), beside: [], checkpoint: own.note(by) })
  }
  const kept = file('wager.tlog-proof', receipt)
  await drop(page, kept, file('later.tlog-proof', receiptOf(longer)))
  await page.getByText('The files about house.example/single agree').waitFor()
  const forked = longer.with(1, entries[1]!.replaceAll('10000', '20000'))
  const told = page.getByText(en.receipts.twoHistories('house.example/single', 8, 9, 1, 2))
  await drop(page, kept, file('forked.tlog-proof', receiptOf(forked)))
  await told.waitFor()
  await drop(page, kept)
  await told.waitFor({ state: 'detached' })
  await drop(page, kept, file('unwitnessed.tlog-proof', receiptOf(forked, { house: keys.house })))
  await told.waitFor()
})

test('a journal is matched by its content, whatever its file is called; what fits none is told', async () => {
  const page = await openPage()
  const kept = file('wager.tlog-proof', receipt)
  await drop(page, kept, file('download (1).jsonl', linesOf(entries)))
  await page.getByText(words.fits.same('download (1)')).waitFor()
  await page.getByText(words.journal('single', 8, 1)).waitFor()
  await page.getByText(words.asKept(8)).waitFor()
  const forged = entries.map((body) => body.replaceAll('10000', '20000'))
  await drop(page, kept, file('download (2).jsonl', linesOf(forged)))
  await page.getByText(words.fits.none).waitFor()
  await expect.poll(() => page.locator('.check-verdict.is-bad').count()).toBe(1)
  await drop(page, kept, file('single.jsonl', linesOf(forged)))
  await page.getByText(words.fits.another('single')).waitFor()
  await page.getByText(words.journalUnsound).waitFor()
  expect(await page.getByText(words.journalSound).count()).toBe(0)
  await page.getByText(words.storyUnsound).waitFor()
  expect(browsers.problems.splice(0)).toEqual([])
})

test('nothing in it leads out of the file', async () => {
  const page = await openPage()
  await drop(page, file('wager.tlog-proof', receipt))
  await verdicts(page).waitFor()
  expect(await page.evaluate(() => document.querySelectorAll('script[src], link, img, iframe').length)).toBe(0)
})
