import { expect, test } from 'vitest'
import { books } from '../books/index.ts'
import { barRows, columnChart, pValueRows, spreadRows, ticksOf, winChart } from '../charts/charts.ts'
import { toNumber } from '../engine/fraction.ts'
import { oddsOf } from '../engine/odds.ts'
import { layoutNames } from '../engine/spots.ts'
import { vocabularyIn } from '../words/index.ts'
import { bookReport } from './book-report.ts'
import { csvFile, csvOf, type Report, type ReportTable, reportJson, tablesOf } from './report-blocks.ts'
import { reportHtml } from './report-page.ts'

const words = { ...(await vocabularyIn('en')), tag: 'en' }
const chinese = { ...(await vocabularyIn('zh')), tag: 'zh-Hans' }

const drawn = (layouts: readonly string[]) => Object.fromEntries(layouts.map((layout) => [layout, '<svg/>']))

/** RFC 4180, read back by another hand. */
function readCsv(text: string): string[][] {
  const fields = [...text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)]
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of fields) {
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain!)
    if (end === '\r\n') rows.push([])
  }
  return rows.slice(0, -1)
}

const valuesOf = (table: ReportTable) => {
  const [keys, ...rows] = readCsv(csvOf(table))
  return rows.map((row) => Object.fromEntries(keys!.map((key, nth) => [key, row[nth]!])))
}

test.each(books)('$id: the parts of every wager sum up to its exact return, and every wager is there', (book) => {
  const report = bookReport(book, 'f'.repeat(64), drawn(layoutNames(book)), words)
  const tables = new Map(tablesOf(report).map((table) => [table.name, table]))
  for (const layout of layoutNames(book)) {
    const suffix = layoutNames(book).length === 1 ? '' : `-${layout}`
    const odds = oddsOf(book, layout)
    expect(valuesOf(tables.get(`wagers${suffix}`)!).map(({ spot }) => spot)).toEqual(odds.map(({ spot }) => spot.spot))
    const parts = Map.groupBy(valuesOf(tables.get(`accounting${suffix}`)!), ({ wager }) => wager)
    const groups = valuesOf(tables.get(`pay-table${suffix}`)!)
    expect(groups.reduce((sum, { spots }) => sum + Number(spots), 0)).toBe(odds.length)
    expect([...parts.keys()]).toEqual(groups.map(({ wager }) => wager))
    for (const { wager, return: returns } of groups) {
      const rows = parts.get(wager!)!
      const results = rows.filter(({ result }) => result !== 'sum')
      const sum = (of: string) => results.reduce((total, row) => total + Number(row[of]), 0)
      expect(sum('share')).toBeCloseTo(1, 12)
      expect(sum('return')).toBeCloseTo(Number(returns), 12)
      expect(Number(rows.at(-1)!.return)).toBeCloseTo(Number(returns), 12)
    }
    const best = Math.max(...odds.map(({ returnToPlayer }) => toNumber(returnToPlayer)))
    expect(Math.max(...groups.map((group) => Number(group.return)))).toBeCloseTo(best, 12)
  }
})

test('a page asks nobody for anything, runs nothing, and says whose words it is in', () => {
  for (const book of books) {
    const html = reportHtml(bookReport(book, 'f'.repeat(64), drawn(layoutNames(book)), chinese), chinese)
    expect(html).toMatch(/^<!doctype html>\n<html lang="zh-Hans">/)
    expect(html).not.toMatch(/<script|<link|<img|@import|url\(|\ssrc=|\shref="(?!data:text\/csv)/)
    expect(html).toContain('default-src &#39;none&#39;')
  }
})

const awkward: Report = {
  kind: '<b>',
  title: '"a" & b',
  subtitle: '<script>',
  foot: '</html>',
  sections: [
    {
      title: '<i>',
      blocks: [
        {
          kind: 'table',
          name: 'x',
          title: 't',
          columns: [
            { key: 'a,b', title: '<' },
            { key: 'n', title: 'n' },
          ],
          rows: [
            ['=HYPERLINK("x")', -5],
            ['say "no", please\r\nnow', { text: '−1.00', value: '-1.00' }],
            ['@sum', { text: '–', value: null }],
          ],
        },
      ],
    },
  ],
}

test('text is text: no mark-up in a page, no formula in a file of figures', () => {
  const html = reportHtml(awkward, words)
  expect(html).not.toMatch(/<script>|<i>|<b>/)
  expect(readCsv(csvOf(tablesOf(awkward)[0]!))).toEqual([
    ['a,b', 'n'],
    [`'=HYPERLINK("x")`, '-5'],
    ['say "no", please\r\nnow', '-1.00'],
    ["'@sum", ''],
  ])
})

const headed: Report = {
  ...awkward,
  title: 'Day "1"',
  heading: [
    { key: 'operator', name: 'Operator', value: 'Müller & </style> "Söhne"', place: 'left' },
    { key: 'period', name: 'Period', value: '2026-11-16', place: 'right' },
    { key: 'address', name: 'Address', value: '=1+1', place: 'none' },
    { key: 'made', name: 'Made', value: '2026-11-17 06:00:01', place: 'foot' },
  ],
}

test('every page and every file says whose report it is, of which period, and which of how many', () => {
  const html = reportHtml(headed, words)
  const margins = /@page \{ @top-left.*\}/.exec(html)![0]
  expect(margins).not.toMatch(/[<&']/)
  const shown = margins.replace(/\\([0-9a-f]+) /g, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
  expect(shown).toContain('@top-left { content: "Müller & </style> "Söhne"" }')
  expect(shown).toContain('@top-right { content: "2026-11-16" }')
  expect(shown).toContain('@bottom-left { content: "Day "1" · 2026-11-17 06:00:01" }')
  expect(shown).toContain('@bottom-right { content: "Page " counter(page) " of " counter(pages) "" }')
  expect(html.match(/<\/style>/g)).toHaveLength(1)
  expect(readCsv(csvFile(headed, tablesOf(headed)[0]!)).slice(0, 8)).toEqual([
    ['#report', 'Day "1"'],
    ['#operator', 'Müller & </style> "Söhne"'],
    ['#period', '2026-11-16'],
    ['#address', "'=1+1"],
    ['#made', '2026-11-17 06:00:01'],
    ['#table', 't'],
    ['#file', '1 of 1'],
    ['a,b', 'n'],
  ])
})

test('a report as JSON has the figures of its files, and says where there are none', () => {
  const [table] = tablesOf(headed)
  const none = { ...headed, sections: [{ title: 's', blocks: [{ ...table!, rows: [], empty: 'None.' }] }] }
  expect(JSON.parse(reportJson(headed))).toMatchObject({
    title: 'Day "1"',
    heading: { period: '2026-11-16' },
    tables: [{ name: 'x', rows: [{ 'a,b': '=HYPERLINK("x")', n: -5 }, {}, { 'a,b': '@sum', n: null }] }],
  })
  expect(JSON.parse(reportJson(none)).tables).toMatchObject([{ rows: [], empty: 'None.' }])
  expect(csvFile(none, tablesOf(none)[0]!)).toContain('#rows,None.\r\n')
})

test('the report of a house has its name, mark and felt', () => {
  const html = reportHtml(awkward, words, { name: 'A & B', mark: 'data:image/png;base64,AAAA', feltColour: '#123a5c' })
  expect(html).toContain('<p class="brand"><img src="data:image/png;base64,AAAA" alt="">A &amp; B</p>')
  expect(html).toContain(':root { --felt: #123a5c }')
  expect(reportHtml(awkward, words)).not.toContain('class="brand"')
})

test.each([
  [0, 1, 5, [0, 0.2, 0.4, 0.6, 0.8, 1]],
  [-6, 15, 5, [-5, 0, 5, 10, 15]],
  [0.9, 0.94, 4, [0.9, 0.91, 0.92, 0.93, 0.94]],
  [3, 3, 4, [3]],
])('ticks from %d to %d, about %i', (low, high, about, ticks) => {
  expect(ticksOf(low, high, about)).toEqual(ticks)
})

test('a scale of counts has no halves', () => {
  expect(ticksOf(0, 1.05, 5, 1)).toEqual([0, 1])
})

test.each(['line', 'columns'] as const)('every name below a chart as %s is whole, and none lies on another', (as) => {
  const width = 7 * '11-17 09:00'.length
  for (let length = 1; length < 72; length++) {
    const points = Array.from({ length }, () => ({ label: '11-17 09:00', win: 1, theory: 1, low: 0, high: 2 }))
    const chart = winChart('x', { points, as, legend: { win: 'w', theory: 't', band: 'b' }, format: String })
    const middles = [...chart.matchAll(/<text x="([\d.]+)"[^>]*text-anchor="middle"[^>]*>11-17/g)].map(([, x]) =>
      Number(x),
    )
    expect(middles.at(-1)! + width / 2).toBeLessThan(761)
    for (const [nth, middle] of middles.slice(1).entries()) expect(middle - middles[nth]!).toBeGreaterThan(width)
  }
})

test('charts of one thing, of nothing but zeros and of very much are drawn with numbers alone', () => {
  const text = String
  const point = { label: 'a', win: 0, theory: 0, low: 0, high: 0 }
  const legend = { win: 'w', theory: 't', band: 'b' }
  const charts = [
    barRows('x', [{ label: 'a', value: 0, text: '0' }]),
    columnChart('x', { columns: [{ label: 'a', value: 0 }], format: text }),
    columnChart('x', {
      columns: [{ label: 'a', value: 7 }],
      format: text,
      base: 7,
      across: { at: 7, low: 7, high: 7 },
    }),
    spreadRows('x', [{ label: 'a', low: 1, high: 1, mark: null, at: 1, isOutside: false }], text),
    winChart('x', { points: [point], as: 'line', legend, format: text }),
    winChart('x', { points: [point], as: 'columns', legend, format: text }),
    winChart('x', { points: [{ ...point, win: 1e15, high: 1e15 }, point], as: 'line', legend, format: text }),
    pValueRows('x', [{ name: 'n', p: 0, alone: 0 }], 0.01),
  ]
  for (const chart of charts) expect(chart).not.toMatch(/NaN|Infinity|undefined/)
})
