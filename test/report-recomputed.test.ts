import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { journalReport } from '../src/report/journal-report.ts'
import { reportJson } from '../src/report/report-blocks.ts'
import { exportLine } from '../src/service/figures/export-line.ts'
import { readSpan } from '../src/service/figures/read-span.ts'
import { houseFirst, type Span, SpanCount } from '../src/service/figures/span-count.ts'
import { ticketMark } from '../src/service/secrets/secrets.ts'
import { vocabularyIn } from '../src/words/index.ts'
import { reportMaker } from './support/report.ts'
import { houses, playAround } from './support/report-house.ts'

/** The report of a gaming day, computed again from the exported journal by a script that shares no code with it. */

const script = fileURLToPath(new URL('../examples/report/recompute.py', import.meta.url))
const words = { ...(await vocabularyIn('en')), tag: 'en' }
const mark = (number: string) => ticketMark(number, { key: new Uint8Array(32) })
const folder = mkdtempSync(join(tmpdir(), 'croupier-recomputed-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The reason why the script cannot run here; null: it can. */
function missing(): string | null {
  try {
    execFileSync('python3', ['-c', "import zoneinfo; zoneinfo.ZoneInfo('Europe/London')"], { stdio: 'pipe' })
    return null
  } catch {
    return 'there is no python3 with the zones of the world'
  }
}
const reason = missing()

function recompute(args: readonly string[]): { status: number; out: string } {
  try {
    return { status: 0, out: execFileSync('python3', [script, ...args], { encoding: 'utf8', stdio: 'pipe' }) }
  } catch (error) {
    const { status, stdout, stderr } = error as { status: number; stdout: string; stderr: string }
    return { status, out: stdout + stderr }
  }
}

describe.skipIf(reason !== null)(`each figure of a day${reason === null ? '' : ` (left out: ${reason})`}`, () => {
  test.each(houses)('$zone', async ({ date, calendar, times, within }) => {
    const entries = await playAround(times, within)
    const maker = { ...reportMaker, calendar, made: '2026-12-01T00:00:00.000Z' }
    const count = new SpanCount(readSpan(date, date, calendar) as Span, maker)
    for (const entry of houseFirst(entries, ({ stream }) => stream)) count.add(entry)
    const report = reportJson(journalReport(count.figures(), words, maker))
    const files = [...Map.groupBy(entries, ({ stream }) => stream)].map(([stream, own]) => {
      const file = join(folder, `${stream}.jsonl`)
      writeFileSync(file, own.map(exportLine(stream, mark)).join(''))
      return file
    })
    const asked = (text: string) => {
      const file = join(folder, 'report.json')
      writeFileSync(file, text)
      const zone = ['--zone', calendar.timeZone, '--day-start', calendar.dayStart, '--date', date]
      return recompute([file, ...files, ...zone])
    }
    const { status, out } = asked(report)
    expect({ status, out }).toEqual({
      status: 0,
      out: expect.stringMatching(/0 differ; empty: none; not computed: none/),
    })
    expect(Number.parseInt(out, 10)).toBeGreaterThan(500)
    // A figure that was changed is found.
    const wrong = asked(report.replace(/"round_seconds":40/, '"round_seconds":41'))
    expect([wrong.status, wrong.out]).toEqual([1, expect.stringContaining('round_seconds: 41, 40.0 by the journal')])
  })
})
