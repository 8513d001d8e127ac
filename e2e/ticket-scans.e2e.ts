import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import type { Cents } from '../src/engine/money.ts'
import type { Ticket } from '../src/house/ticket-state.ts'
import { ticketHtml } from '../src/print/ticket-html.ts'
import { seededBytes } from '../src/wheel/chance.ts'
import { vocabularyIn } from '../src/words/index.ts'
import { languages } from '../src/words/languages.ts'
import { campaign } from '../test/campaign.ts'
import { installedBrowser } from './browser.ts'

/** Tickets as a scanner sees them: drawn with the dots of a printer of 203 dpi, blurred and turned, read by `zbarimg`. */

/** The whole campaign reads 1,000. */
const TICKETS = campaign >= 4 ? 1_000 : 12
/** For the whole campaign on a busy machine. */
const HOUR_MS = 3_600_000
/** A page has 96 dots to the inch. */
const DOTS = 203 / 96

/** The reason why nothing can be read here; null: it can. */
function missing(): string | null {
  try {
    execFileSync('zbarimg', ['--version'], { stdio: 'pipe' })
    return null
  } catch {
    return 'there is no zbarimg (Debian: zbar-tools)'
  }
}
const reason = missing()
const folder = mkdtempSync(join(tmpdir(), 'croupier-tickets-'))
afterAll(() => rmSync(folder, { recursive: true }))

const nextByte = seededBytes('tickets')
const upTo = (most: number): number => Math.floor(((nextByte() * 256 + nextByte()) / 65_536) * most)
const digit = (): number => upTo(10)

function someTicket(nth: number): Ticket {
  const number = Array.from({ length: 18 }, digit).join('')
  const [at, expires] = ['2026-11-16T04:00:00.000Z', '2027-02-14T04:00:00.000Z']
  const place = { table: 'roulette-1', terminal: `t${nth}`, player: `t${nth}` }
  const amount = (upTo(60_000) + 1) as Cents
  return { number, sequence: nth + 1, amount, issued: { place, at }, expires, redeemed: null, cancelled: null }
}

/** As a validator is set for tickets: an Interleaved 2 of 5 of 18 digits. It has no check digit, and a part of it is none. */
async function readCodes(file: string): Promise<{ kind: string; number: string }[]> {
  const { stdout } = await promisify(execFile)('zbarimg', ['-q', '-Si25.min-length=18', file])
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.split(':'))
    .map(([kind, number]) => ({ kind: kind!, number: number! }))
}

describe.skipIf(reason !== null)(`tickets read back${reason === null ? '' : ` (left out: ${reason})`}`, () => {
  test(
    `both barcodes of ${TICKETS} tickets, up to 4 degrees askew and blurred by up to 1.2 dots`,
    async () => {
      const { executablePath, env } = await installedBrowser()
      const browser = await chromium.launch({ executablePath, env: { ...process.env, ...env }, args: ['--no-sandbox'] })
      const house = { name: 'The Pier', timeZone: 'Europe/London', address: '1 Quay', note: 'Help: 0808 8020 133' }
      const words = await Promise.all(
        (['en', 'zh'] as const).map(async (one) => ({ ...(await vocabularyIn(one)), tag: languages[one].tag })),
      )
      const unread: string[] = []
      try {
        const page = await browser.newPage({ deviceScaleFactor: DOTS, viewport: { width: 330, height: 640 } })
        for (let nth = 0; nth < TICKETS; nth++) {
          const ticket = someTicket(nth)
          const [turn, blur] = [(upTo(801) - 400) / 100, upTo(121) / 100 / DOTS]
          await page.setContent(ticketHtml(ticket, house, words[nth % 2]!))
          await page.locator('main').evaluate(
            (main, [degrees, dots]) => {
              main.style.transform = `rotate(${degrees}deg)`
              main.style.filter = `blur(${dots}px)`
            },
            [turn, blur] as const,
          )
          const file = join(folder, `${nth}.png`)
          await page.screenshot({ path: file })
          const codes = await readCodes(file).catch(() => [])
          // Each barcode is read, and nothing else is: a part of a number would be another number.
          const read = codes.map(({ kind, number }) => `${kind} ${number}`).sort()
          if (String(read) !== String([`CODE-128 ${ticket.number}`, `I2/5 ${ticket.number}`]))
            unread.push(`${ticket.number} (${turn} degrees, ${blur} px): ${read}`)
          if (nth % 50 !== 0) rmSync(file)
        }
      } finally {
        await browser.close()
      }
      expect(unread).toEqual([])
    },
    HOUR_MS,
  )
})
