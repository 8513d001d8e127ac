import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { CHECK_PAGE } from '../build/check-page.ts'
import { writeKey } from '../src/proof/keys.ts'
import { writeReceipt } from '../src/receipts/receipt.ts'
import { languages } from '../src/words/languages.ts'
import { entriesOf, SignedTree, signers } from '../test/support/receipts.ts'
import type { Browsers } from './browser.ts'
import { lendChineseType } from './chinese-type.ts'

export const keys = signers()

/** A round at a table, in which 17 won. */
export const entries = entriesOf({ book: 'mbs/roulette@3' }, [
  { do: 'buy-in', player: 'ann', amount: 10_000 },
  { do: 'place-your-bets' },
  { do: 'wager', player: 'ann', spot: '17', stake: 500, id: 'w1' },
  { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' },
  { do: 'no-more-bets' },
  { do: 'ball-at-rest', pocket: '17' },
  { do: 'settle' },
])
export const tree = new SignedTree(entries)
/** The winning wager's. */
export const receipt = writeReceipt({
  ...tree.prove(4),
  beside: [tree.prove(1), tree.prove(7)],
  checkpoint: tree.note(keys),
})

/** The page's sentences about receipts in Chinese. */
const chinese = readFileSync(new URL('../src/words/zh/receipts.zh.ts', import.meta.url), 'utf8') + languages.zh.name

/** The page that checks, from a file: address, in a browser that has no network at all; the keys are filled in. */
export async function openCheckPage(browsers: Browsers, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browsers.context('http://127.0.0.1:1', { offline: true, ...options })
  await lendChineseType(context, chinese)
  const page = await context.newPage()
  page.on('request', (request) => {
    if (!request.url().startsWith('file:') && !request.url().startsWith('data:')) browsers.problems.push(request.url())
  })
  await page.goto(pathToFileURL(CHECK_PAGE).href)
  const [house, witnesses] = [page.locator('textarea').nth(0), page.locator('textarea').nth(1)]
  await house.fill(writeKey(keys.house.verifier))
  await witnesses.fill(writeKey(keys.witness.verifier))
  return page
}
