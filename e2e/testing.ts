import { isDeepStrictEqual } from 'node:util'
import type { Locator } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import type { PlayerRound } from '../src/engine/views.ts'
import { speak } from '../src/screens/words/speech.ts'
import { money } from '../src/words/plain-text.ts'
import { Browsers } from './browser.ts'
import { House, HouseProcess, type Place, type TablePlan } from './house.ts'
import type { Terminal } from './terminal-page.ts'

export { everyTable } from './testing-tables.ts'

/** One for all files that a worker runs: a browser takes longer to start than many a test. It ends with its worker. */
let running: Promise<Browsers> | undefined

async function runningBrowsers(): Promise<Browsers> {
  if (!(await running)?.isRunning) running = Browsers.open(inject('browser'))
  return running!
}

/**
 * A house of its own and a browser for the tests of one file. After each test everybody leaves, and nothing may have gone
 * wrong but what is forgiven.
 */
export function inHouse<H extends House>(open: (staffed: string) => Promise<H>, forgiven = /^$/): Place<H> {
  const place = {} as Place<H>
  beforeAll(async () => {
    place.browsers = await runningBrowsers()
    place.house = await open(inject('staffed'))
  })
  afterEach(async () => {
    await place.browsers.closeAll()
    expect(place.browsers.problems.splice(0).filter((text) => !forgiven.test(text))).toEqual([])
  })
  afterAll(async () => {
    // The next file of this worker begins in English.
    await speak('en')
    await place.house?.close()
  })
  return place
}

export const withTables = (tables: readonly TablePlan[]) => (staffed: string) => House.open(staffed, tables)

/** To be killed and started again. */
export const asProcess = (tables: readonly TablePlan[]) => (staffed: string) => HouseProcess.open(staffed, tables)

/** Waits until the money on a terminal is the service's, as that is at the moment: it may be about to change. */
export async function expectItsMoney(terminal: Terminal): Promise<void> {
  const differences = async () => {
    const [shown, due] = [await terminal.figures(), await moneyOf(terminal)]
    return isDeepStrictEqual(shown, due) ? null : { shown, due }
  }
  await expect.poll(differences, { message: terminal.seat.player }).toBeNull()
}

/** Waits until one reading of an element holds every one of these texts. */
export async function expectTexts(where: Locator, ...texts: readonly string[]): Promise<void> {
  const problem = async () => {
    const text = (await where.textContent()) ?? ''
    const missing = texts.filter((one) => !text.includes(one))
    return missing.length > 0 ? { missing, text } : null
  }
  await expect.poll(problem).toBeNull()
}

/** Events of one type in a table's journal, as an auditor reads it. */
export async function recordedAt({ house }: Place, table: string, type: string): Promise<Record<string, unknown>[]> {
  const lines = await (await house.door('auditor')).call('GET /api/journal/:id', { params: { id: table } })
  return lines
    .trim()
    .split('\n')
    .flatMap((line) => JSON.parse(line).entry.events ?? [])
    .filter((event) => event.type === type)
}

async function moneyOf(terminal: Terminal) {
  const { funds, last } = await terminal.view()
  return { balance: money(funds.balance), staked: money(funds.staked), lastWin: money(last ? cameBack(last) : 0) }
}

/** The player's result of a round: the net win, or the returned stakes where nothing was won. */
function cameBack({ lines, net }: PlayerRound): number {
  return net > 0 ? net : lines.reduce((sum, { paid, returned }) => sum + paid + returned, 0)
}
