import { pathToFileURL } from 'node:url'
import { buildCheckPage, CHECK_PAGE } from '../build/check-page.ts'
import { Browsers, installedBrowser } from '../e2e/browser.ts'
import { lendChineseType } from '../e2e/chinese-type.ts'
import { writeKey } from '../src/proof/keys.ts'
import { writeReceipt } from '../src/receipts/receipt.ts'
import * as en from '../src/words/en/index.ts'
import { languages } from '../src/words/languages.ts'
import { entriesOf, SignedTree, signers } from '../test/support/receipts.ts'
import { type Bench, median, type Result } from './measure.ts'

const TIMES = 20
const ENTRIES = 1 << 16

/** A receipt with all that is beside a wager, from a journal of many entries, signed by a house and a witness. */
function someReceipt() {
  const keys = signers()
  const played = entriesOf({ book: 'mbs/roulette@3' }, [
    { do: 'buy-in', player: 'ann', amount: 10_000 },
    { do: 'place-your-bets' },
    { do: 'wager', player: 'ann', spot: '17', stake: 500, id: 'w1' },
    { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' },
    { do: 'no-more-bets' },
    { do: 'ball-at-rest', pocket: '17' },
  ])
  const tree = new SignedTree([...played, ...Array.from({ length: ENTRIES }, (_, nth) => `{"entry":${nth}}`)])
  const beside = [1, 3, 7].map((seq) => tree.prove(seq))
  return { keys, text: writeReceipt({ ...tree.prove(4), beside, checkpoint: tree.note(keys) }) }
}

/** In the page itself, from a file: address: everything from the file's bytes to the answer, but for the drawing of it. */
async function inBrowser(): Promise<Result> {
  await buildCheckPage()
  const { keys, text } = someReceipt()
  const times: number[] = []
  const browsers = await Browsers.open(await installedBrowser())
  try {
    const context = await browsers.context('http://127.0.0.1:1', { offline: true })
    await lendChineseType(context, languages.zh.name)
    const page = await context.newPage()
    await page.goto(pathToFileURL(CHECK_PAGE).href)
    const { page: words, sound } = en.receipts
    await page.getByLabel(words.keys).fill(writeKey(keys.house.verifier))
    await page.getByLabel(words.witnesses).fill(writeKey(keys.witness.verifier))
    for (let nth = 0; nth < TIMES; nth++) {
      await page.evaluate(() => performance.clearMeasures())
      const buffer = Buffer.from(text)
      const name = `${nth}.tlog-proof`
      await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer })
      await page.getByRole('heading', { name }).waitFor()
      await page.getByText(sound).waitFor()
      times.push(await page.evaluate(() => performance.getEntriesByName('check').at(-1)!.duration))
    }
  } finally {
    await browsers.close()
  }
  return {
    work: 'a receipt checked in a browser',
    unit: 'ms',
    ours: median(times),
    floor: null,
    ratioMax: null,
    most: 50,
  }
}

export const receipts: Bench = { name: 'receipts', run: async () => [await inBrowser()] }
