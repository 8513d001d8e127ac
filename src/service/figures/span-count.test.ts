import { describe, expect, test } from 'vitest'
import { corpus } from '../../../test/corpus.ts'
import { entriesIn } from '../../../test/support/journal.ts'
import { reportMaker } from '../../../test/support/report.ts'
import { readingOf } from '../../house/meters.ts'
import { HOUSE } from '../../house/state.ts'
import { TICKETS } from '../../house/ticket-state.ts'
import { readHouseEntry } from '../../record/house-entry.ts'
import { freshHouseMemory, rememberHouse } from '../../record/house-memory.ts'
import { readTableEntry } from '../../record/table-entry.ts'
import { readTicketEntry } from '../../record/ticket-entry.ts'
import { freshTicketMemory, rememberTickets } from '../../record/ticket-memory.ts'
import type { JournalFigures, SpanSum } from '../../report/journal-figures.ts'
import { journalReport } from '../../report/journal-report.ts'
import { tablesOf } from '../../report/report-blocks.ts'
import { reportHtml } from '../../report/report-page.ts'
import { vocabularyIn } from '../../words/index.ts'
import { isSpanProblem, readSpan } from './read-span.ts'
import { houseFirst, type Span, SpanCount } from './span-count.ts'
import { addToTally, type TableTally } from './table-tally.ts'

/** A journal with about every kind of event. */
const entries = [...(await entriesIn(corpus('version-1'))).values()].flat()

function counted(span: Span): JournalFigures {
  const count = new SpanCount(span, reportMaker)
  for (const entry of houseFirst(entries, ({ stream }) => stream)) count.add(entry)
  return count.figures()
}

const whole = counted({ from: null, to: null })
const { calendar: singapore } = reportMaker
const timesOf = entries.map(({ body }) => JSON.parse(body).at as string).sort()

test('the whole of it is what the figures of each table say', () => {
  for (const { table, total, book } of whole.tables) {
    const own = entries.filter(({ stream }) => stream === table)
    const tally = own.reduce<TableTally | undefined>((so, { body }) => addToTally(so, readTableEntry(body)), undefined)!
    const { rounds, voided, handle, win, awarded } = tally.total
    expect({ table, book, ...total }).toMatchObject({
      table,
      book: tally.book.id,
      rounds,
      voided,
      handle,
      win,
      awarded,
    })
  }
  expect(whole.tables.length).toBeGreaterThan(5)
})

test('wherever a span is cut, the two parts sum to the whole: rounds, money, happenings, meters, tickets', () => {
  const sums = ({ tables }: JournalFigures, of: (sum: SpanSum) => number) =>
    tables.map(({ table, total }) => [table, of(total)] as const)
  const joined = (a: readonly (readonly [string, number])[], b: readonly (readonly [string, number])[]) =>
    a.map(([table, value]) => [table, value + (b.find(([other]) => other === table)?.[1] ?? 0)])
  for (const at of [0.1, 0.3, 0.5, 0.8].map((part) => timesOf[Math.floor(part * timesOf.length)]!)) {
    const [first, second] = [counted({ from: null, to: at }), counted({ from: at, to: null })]
    for (const part of ['rounds', 'voided', 'handle', 'win', 'awarded'] as const)
      expect(
        joined(
          sums(first, (sum) => sum[part]),
          sums(second, (sum) => sum[part]),
        ),
      ).toEqual(sums(whole, (sum) => sum[part]))
    expect(first.happenings.length + second.happenings.length).toBe(whole.happenings.length)
    expect(first.house!.tickets.length + second.house!.tickets.length).toBe(whole.house!.tickets.length)
    for (const { terminal, reading } of whole.house!.terminals) {
      const of = (figures: JournalFigures) => figures.house!.terminals.find((one) => one.terminal === terminal)?.reading
      expect((of(first)?.wagered ?? 0) + of(second)!.wagered).toBe(reading.wagered)
      expect((of(first)?.won ?? 0) + of(second)!.won).toBe(reading.won)
      expect(of(second)!.balance).toBe(reading.balance)
    }
    const { issued } = whole.house!.totals
    expect(first.house!.totals.issued.amount + second.house!.totals.issued.amount).toBe(issued.amount)
  }
})

test('terminals read as their meters do, and tickets as the house has them, without their numbers', () => {
  const house = entries
    .filter(({ stream }) => stream === HOUSE)
    .reduce((so, { body }) => rememberHouse(so, readHouseEntry(body)), freshHouseMemory())
  const memory = entries
    .filter(({ stream }) => stream === TICKETS)
    .reduce((so, { body }) => rememberTickets(so, readTicketEntry(body)), freshTicketMemory())
  const { totals, outstanding, tickets, terminals } = whole.house!
  expect(totals).toEqual(memory.state.totals)
  expect(outstanding.amount).toBe(totals.issued.amount - totals.redeemed.amount - totals.cancelled.amount)
  for (const { number } of tickets) expect(number).toMatch(/^[*-]+\d-\d{3}$/)
  expect(terminals.length).toBeGreaterThan(0)
  for (const { terminal, table, reading } of terminals) {
    const { player } = house.state.terminals.get(terminal)!
    expect(reading.ticketsIn).toBe(readingOf([memory.meters], table, player).ticketsIn)
    expect(reading.wagered).toBe(reading.staked + reading.lost + reading.returned + reading.returnedByVoid)
  }
})

test('every kind of happening is told, in both languages, with the same figures', async () => {
  const pages = await Promise.all(
    (['en', 'zh'] as const).map(async (language) => {
      const words = { ...(await vocabularyIn(language)), tag: language }
      const report = journalReport(whole, words, reportMaker)
      expect(reportHtml(report, words)).not.toMatch(/undefined|NaN|\[object/)
      return tablesOf(report).map(({ name, rows }) => [name, rows.length])
    }),
  )
  expect(pages[0]).toEqual(pages[1])
  const rows = Object.fromEntries(pages[0]!)
  for (const name of [
    'voids',
    'irregularities',
    'corrections',
    'referrals',
    'awards',
    'limits',
    'floor',
    'tickets',
    'dealers',
    'users',
    'access',
    'alterations',
    'significant-events',
  ])
    expect([name, rows[name] > 0]).toEqual([name, true])
})

test('a table by itself, as auditors export it, has no terminals and no tickets, and the report says so', async () => {
  const count = new SpanCount({ from: null, to: null }, reportMaker)
  for (const entry of entries.filter(({ stream }) => stream === 'single')) count.add(entry)
  const words = { ...(await vocabularyIn('en')), tag: 'en' }
  expect(count.figures().house).toBeNull()
  expect(reportHtml(journalReport(count.figures(), words, reportMaker), words)).toContain(words.report.noHouse)
})

describe('a span as people write it', () => {
  test.each([
    ['2026-11-16', '2026-11-16', '2026-11-15T16:00:00.000Z', '2026-11-16T16:00:00.000Z'],
    ['2026-11-16T06:00', '2026-11-16T14:00:30', '2026-11-15T22:00:00.000Z', '2026-11-16T06:00:30.000Z'],
    ['2026-11-16T06:00Z', '2026-11-16T06:00:00.5+02:00', null, null],
    ['2026-11-16T06:00Z', undefined, '2026-11-16T06:00:00.000Z', null],
    [undefined, '2024-02-29', null, '2024-02-29T16:00:00.000Z'],
    ['2026-11', '2026-11', '2026-10-31T16:00:00.000Z', '2026-11-30T16:00:00.000Z'],
    ['2024-02', '2024-02', '2024-01-31T16:00:00.000Z', '2024-02-29T16:00:00.000Z'],
    ['2024', '2024', '2023-12-31T16:00:00.000Z', '2024-12-31T16:00:00.000Z'],
  ])('%s to %s', (from, to, start, end) => {
    const span = readSpan(from, to, singapore)
    if (start === null && end === null) expect(span).toMatchObject({ field: 'to' })
    else expect(span).toEqual({ from: start, to: end })
  })

  test.each([
    ['yesterday', undefined, 'from'],
    ['2026-02-30', undefined, 'from'],
    ['2026-13', undefined, 'from'],
    ['2026-02-30T10:00Z', undefined, 'from'],
    ['2026-11-16T25:00', undefined, 'from'],
    [undefined, '', 'to'],
    [undefined, '2026-11-31T10:00', 'to'],
    ['2026-11-17', '2026-11-16', 'to'],
    ['2026-11-17T08:00', '2026-11-17T08:00', 'to'],
  ])('%s to %s is none', (from, to, field) => {
    const span = readSpan(from, to, singapore)
    expect(isSpanProblem(span) && span.field).toBe(field)
  })
})
