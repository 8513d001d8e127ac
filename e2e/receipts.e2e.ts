import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import decodeQR from 'qr/decode.js'
import { expect, test } from 'vitest'
import { writeKey } from '../src/proof/keys.ts'
import { writeReceipt } from '../src/receipts/receipt.ts'
import { readReceiptLink } from '../src/screens/kit/receipt-link.ts'
import { lobby } from '../src/screens/words/lobby.ts'
import { terminal as terminalWords } from '../src/screens/words/terminal.ts'
import type { Draft } from '../src/wire/command.ts'
import * as en from '../src/words/en/index.ts'
import { entriesOf, SignedTree, signers } from '../test/support/receipts.ts'
import { savePictures, sizes } from './browser.ts'
import { Terminal } from './terminal-page.ts'
import { inHouse, withTables } from './testing.ts'

/** A player looks at a round of their own, and takes its receipt home as a picture and as a file. */
const place = inHouse(withTables([{ id: 'roulette', book: 'mbs/roulette@3', limits: {} }]))

const keys = signers('roulette')
const tree = new SignedTree(
  entriesOf({ book: 'mbs/roulette@3' }, [
    { do: 'buy-in', player: 'ann', amount: 10_000 },
    { do: 'place-your-bets' },
    { do: 'wager', player: 'ann', spot: '17', stake: 500, id: 'w1' },
  ]),
)
const receipt = writeReceipt({ ...tree.prove(4), beside: [tree.prove(1)], checkpoint: tree.note(keys) })
const code = writeReceipt({ ...tree.prove(4), beside: [], checkpoint: tree.note(keys) })

const key = writeKey(keys.house.verifier)
const shown = { seq: 4, did: 'wager', spots: ['17'], stake: 500 }

async function playARound(): Promise<Terminal> {
  const terminal = await Terminal.open(place, { table: 'roulette', player: 'ann' })
  const manager = await place.house.door('shift-manager')
  const tell = (body: Draft) => manager.call('POST /api/tables/:id/commands', { params: { id: 'roulette' }, body })
  await tell({ do: 'buy-in', player: 'ann', amount: 10_000 })
  await tell({ do: 'place-your-bets' })
  const body: Draft = { do: 'wager', player: 'ann', spot: '17', stake: 500 }
  await terminal.door.call('POST /api/tables/:id/commands', { params: { id: 'roulette' }, body })
  await tell({ do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' })
  await tell({ do: 'no-more-bets' })
  await tell({ do: 'ball-at-rest', pocket: '17' })
  await tell({ do: 'settle' })
  return terminal
}

test('the code on the screen is a link to the page that checks, and the file is the receipt', async () => {
  const terminal = await playARound()
  const { page } = terminal
  await page.route('**/rounds/1/receipts', (route) =>
    route.fulfill({ json: { round: 1, key, receipts: [{ ...shown, receipt, code }], next: null } }),
  )
  await terminal.button(terminalWords.history).click()
  await page.getByRole('button', { name: terminalWords.receipts.open, exact: true }).click()
  const picture = page.getByRole('img', { name: terminalWords.receipts.code })
  await picture.waitFor()
  await page.getByText(terminalWords.receipts.wager('$5.00', '17')).waitFor()
  // As a camera sees it.
  const seen = await pixelsOf(await picture.screenshot(), page)
  const link = decodeQR(seen)
  expect(await readReceiptLink(new URL(link).hash)).toEqual({ receipt: code, keys: [key], witnesses: [] })
  const phone = await place.browsers.page(place.house.url, { viewport: sizes.phone })
  await phone.goto(link)
  const { page: words } = en.receipts
  const verdict = phone.locator('.check-verdict')
  await expect.poll(() => verdict.locator('p').first().textContent()).toBe(words.inRecord(keys.house.verifier.name, ''))
  await phone.getByText('ann staked $5.00 on 17 in round 1.').waitFor()
  await phone.getByText(words.compareKey(key)).waitFor()
  await savePictures({ 'receipt-on-phone': { page: phone } })
  const saving = page.waitForEvent('download')
  await page.getByText(terminalWords.receipts.file, { exact: true }).click()
  const download = await saving
  expect(download.suggestedFilename()).toBe('roulette-4.tlog-proof')
  expect(readFileSync(await download.path(), 'utf8')).toBe(receipt)
})

test('receipts of many wagers are on several pages', async () => {
  const terminal = await Terminal.openAgain(place, { table: 'roulette', player: 'ann' })
  const { page } = terminal
  const pageOf = (spot: string, next: number | null) => ({
    json: { round: 1, key: null, receipts: [{ ...shown, spots: [spot], receipt, code }], next },
  })
  await page.route('**/rounds/1/receipts', (route) => route.fulfill(pageOf('17', 4)))
  await page.route('**/rounds/1/receipts?after=4', (route) => route.fulfill(pageOf('18', null)))
  await terminal.button(terminalWords.history).click()
  const { receipts: words } = terminalWords
  await page.getByRole('button', { name: words.open, exact: true }).click()
  await page.getByText(words.wager('$5.00', '17')).waitFor()
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/receipt-pages.png` })
  await page.getByRole('button', { name: words.pageAfter, exact: true }).click()
  await page.getByText(words.wager('$5.00', '18')).waitFor()
  expect(await page.getByRole('button', { name: words.pageAfter, exact: true }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: words.pageBefore, exact: true }).click()
  await page.getByText(words.wager('$5.00', '17')).waitFor()
})

test('before a checkpoint holds the wager there is none yet', async () => {
  const terminal = await Terminal.openAgain(place, { table: 'roulette', player: 'ann' })
  const { page } = terminal
  await page.route('**/rounds/1/receipts', (route) =>
    route.fulfill({ json: { round: 1, key: null, receipts: [{ ...shown, receipt: null, code: null }], next: null } }),
  )
  await terminal.button(terminalWords.history).click()
  await page.getByRole('button', { name: terminalWords.receipts.open, exact: true }).click()
  await page.getByText(terminalWords.receipts.notYet).waitFor()
})

test('the page that the service serves checks what the house gives, by its key', async () => {
  const { door } = await Terminal.openAgain(place, { table: 'roulette', player: 'ann' })
  const params = { id: 'roulette', round: '1' }
  const receipts = () => door.call('GET /api/tables/:id/rounds/:round/receipts', { params })
  const written = async () => (await receipts()).receipts[0]!.receipt
  await expect.poll(written).not.toBeNull()
  const page = await place.browsers.page(place.house.url)
  const { page: words } = en.receipts
  // From the lobby it comes with the key of the house.
  await page.goto('/')
  await page.getByRole('navigation').getByRole('link', { name: lobby.check }).click()
  const key = (await receipts()).key!
  await expect.poll(() => page.getByLabel(words.keys).inputValue()).toBe(key)
  await page.goto('about:blank')
  await page.goto('/check.html')
  // Without a key it says that nothing is checked.
  await page.getByLabel(words.paste).fill((await written())!)
  await page.getByRole('button', { name: words.check, exact: true }).click()
  await page.getByText(words.notChecked).waitFor()
  await page.getByLabel(words.keys).fill(key)
  await page.getByText('ann staked $5.00 on 17 in round 1.').waitFor()
  await page.getByText(en.receipts.sound).waitFor()
})

/**
 * The pixels of a picture, decoded by the browser. They are transferred as text, because an array of numbers took ten
 * seconds.
 */
async function pixelsOf(png: Buffer, page: Page) {
  const { width, height, data } = await page.evaluate(async (base64) => {
    const blob = new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], { type: 'image/png' })
    const bitmap = await createImageBitmap(blob)
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
    const context = canvas.getContext('2d')!
    context.drawImage(bitmap, 0, 0)
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height)
    return { width: bitmap.width, height: bitmap.height, data: new Uint8Array(data.buffer).toBase64() }
  }, png.toString('base64'))
  return { width, height, data: new Uint8ClampedArray(Buffer.from(data, 'base64')) }
}
