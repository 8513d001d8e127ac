import { escapeMarkup } from '../words/plain-text.ts'

/** Charts as SVG, for reports and for screens. Their figures stand in a table beside them as well. */

type Ink = Readonly<
  Record<'text' | 'soft' | 'line' | 'plain' | 'marked' | 'even' | 'win' | 'theory' | 'band' | 'outside', string>
>

/** The surface of a chart. `height`: of the plot, without the names below it. `isLive`: points answer to a pointer. */
export type Sheet = { width: number; height: number; type: number; ink: Ink; isLive?: boolean }

const paper: Sheet = {
  width: 760,
  height: 200,
  type: 12,
  ink: {
    text: '#172126',
    soft: '#55636b',
    line: '#d5dbdd',
    plain: '#0e4436',
    marked: '#b8912f',
    even: '#1f5c87',
    win: '#b8912f',
    theory: '#1f5c87',
    band: '#dfe9e5',
    outside: '#b35a00',
  },
}
const { ink, width: WIDTH } = paper

type Format = (value: number) => string
type Scale = (value: number) => number

const picture = (height: number, label: string, parts: readonly string[], { width, type }: Sheet = paper): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeMarkup(label)}" font-size="${type}">${parts.join('')}</svg>`

const rounded = (value: number): string => String(Math.round(value * 100) / 100)
const rect = (x: number, y: number, w: number, h: number, fill: string, title = ''): string =>
  `<rect x="${rounded(x)}" y="${rounded(y)}" width="${rounded(Math.max(0, w))}" height="${rounded(Math.max(0, h))}" fill="${fill}">${title === '' ? '' : `<title>${escapeMarkup(title)}</title>`}</rect>`
const stroke = (x1: number, y1: number, x2: number, y2: number, colour: string, width = 1, dash = ''): string =>
  `<line x1="${rounded(x1)}" y1="${rounded(y1)}" x2="${rounded(x2)}" y2="${rounded(y2)}" stroke="${colour}" stroke-width="${width}"${dash === '' ? '' : ` stroke-dasharray="${dash}"`}/>`
const label = (x: number, y: number, words: string, anchor: 'start' | 'middle' | 'end' = 'start', fill = ink.soft) =>
  `<text x="${rounded(x)}" y="${rounded(y)}" text-anchor="${anchor}" fill="${fill}">${escapeMarkup(words)}</text>`
const dot = (x: number, y: number, fill: string, title: string): string =>
  `<circle cx="${rounded(x)}" cy="${rounded(y)}" r="5" fill="${fill}" stroke="#fff" stroke-width="1.5"><title>${escapeMarkup(title)}</title></circle>`

/** About `count` round numbers from low to high, at least `least` apart. */
export function ticksOf(low: number, high: number, about: number, least = 0): number[] {
  if (!(high > low)) return [low]
  const rough = Math.max(least, (high - low) / about)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 2.5, 5, 10].map((times) => times * power).find((one) => one >= rough) ?? 10 * power
  const from = Math.ceil(low / step - 1e-9)
  const count = Math.floor(high / step + 1e-9) - from
  return Array.from({ length: Math.min(count, 100) + 1 }, (_, nth) => Math.round((from + nth) * step * 1e9) / 1e9)
}

const scaleOf =
  (low: number, high: number, from: number, to: number): Scale =>
  (value) =>
    high === low ? (from + to) / 2 : from + ((value - low) / (high - low)) * (to - from)

// Rows of bars --------------------------------------------------------------------------------------------------------

type Bar = { readonly label: string; readonly value: number; readonly text: string }

const ROW = 26
const NAMES = 190

/** One bar below the other, from nothing. */
export function barRows(title: string, bars: readonly Bar[]): string {
  const most = Math.max(...bars.map(({ value }) => value), 1e-12)
  const rows = bars.map(({ label: name, value, text }, nth) => {
    const y = nth * ROW
    const w = (value / most) * (WIDTH - NAMES - 90)
    return [
      label(NAMES - 10, y + 17, name, 'end', ink.text),
      rect(NAMES, y + 5, w, ROW - 10, ink.plain, `${name}: ${text}`),
      label(NAMES + w + 8, y + 17, text, 'start', ink.text),
    ].join('')
  })
  return picture(bars.length * ROW + 4, title, rows)
}

// Rows of spreads -----------------------------------------------------------------------------------------------------

/** A range of possible values (`low` to `high`), the expected value (`mark`), and the actual one (`at`). */
type Spread = {
  readonly label: string
  readonly low: number
  readonly high: number
  readonly mark: number | null
  readonly at: number
  readonly isOutside: boolean
}

/** All on one scale, with its axis below. */
export function spreadRows(title: string, rows: readonly Spread[], format: Format): string {
  const all = rows.flatMap(({ low, high, mark, at }) => [low, high, at, ...(mark === null ? [] : [mark])])
  const [least, most] = [Math.min(...all), Math.max(...all)]
  const room = (most - least || Math.abs(most) || 1) * 0.06
  const x = scaleOf(least - room, most + room, NAMES, WIDTH - 24)
  const height = rows.length * ROW
  const axis = ticksOf(least - room, most + room, 6).flatMap((tick) => [
    stroke(x(tick), 0, x(tick), height, ink.line),
    label(x(tick), height + 16, format(tick), 'middle'),
  ])
  return picture(height + 24, title, [...axis, ...rows.map((row, nth) => spreadRow(row, nth * ROW, x, format))])
}

function spreadRow({ label: name, low, high, mark, at, isOutside }: Spread, y: number, x: Scale, format: Format) {
  const middle = y + ROW / 2
  return [
    label(NAMES - 10, middle + 4, name, 'end', ink.text),
    rect(x(low), middle - 6, Math.max(2, x(high) - x(low)), 12, ink.band, `${format(low)} – ${format(high)}`),
    mark === null ? '' : stroke(x(mark), middle - 9, x(mark), middle + 9, ink.theory, 2),
    dot(x(at), middle, isOutside ? ink.outside : ink.plain, `${name}: ${format(at)}`),
  ].join('')
}

// Columns -------------------------------------------------------------------------------------------------------------

export type Columns = {
  readonly columns: readonly {
    readonly label: string
    readonly value: number
    readonly look?: 'plain' | 'marked' | 'even'
  }[]
  readonly format: Format
  /** A line across, and a band around it. */
  readonly across?: { readonly at: number; readonly low: number; readonly high: number }
  readonly axis?: string
  /** The value where columns begin, up or down; zero by default. */
  readonly base?: number
  /** Things are counted: the scale has no halves of them. */
  readonly isWhole?: boolean
}

const COLUMN_MAX = 72
/** The width of a digit, in ems. The numbers of a whole wheel just fit below their columns. */
const DIGIT = 0.575

type Plot = { left: number; right: number; top: number; height: number }
const plotOn = ({ width, height }: Sheet): Plot => ({ left: 76, right: width - 12, top: 8, height })

const widestOf = (names: readonly { label: string }[], { type }: Sheet): number =>
  names.reduce((widest, one) => Math.max(widest, one.label.length), 1) * DIGIT * type

/** One column beside the other. */
export function columnChart(
  title: string,
  { columns, format, across, axis, base = 0, isWhole = false }: Columns,
  sheet: Sheet = paper,
): string {
  const { ink } = sheet
  const { left, right, top: head, height } = plotOn(sheet)
  const values = [base, ...columns.map(({ value }) => value), ...(across ? [across.low, across.high] : [])]
  const [least, highest] = [Math.min(...values), Math.max(...values, 1e-12)]
  const room = (highest - least) * 0.05
  const [low, high] = [least === 0 ? 0 : least - room, highest + room]
  const y = scaleOf(low, high, head + height, head)
  const slot = (right - left) / columns.length
  const every = Math.ceil((widestOf(columns, sheet) + 3.5) / slot)
  const bars = columns.flatMap(({ label: name, value, look = 'plain' }, nth) => {
    const w = Math.min(COLUMN_MAX, slot * 0.8)
    const middle = left + (nth + 0.5) * slot
    const [top, bottom] = [Math.min(y(value), y(base)), Math.max(y(value), y(base))]
    return [
      rect(
        middle - w / 2,
        top,
        w,
        value === base ? 0 : Math.max(1, bottom - top),
        ink[look],
        `${name}: ${format(value)}`,
      ),
      nth % every === 0 ? label(middle, head + height + 16, name, 'middle', ink.soft) : '',
    ]
  })
  const parts = [
    across ? rect(left, y(across.high), right - left, y(across.low) - y(across.high), ink.band) : '',
    ...scaleLines(low, high, y, format, sheet, isWhole ? 1 : 0),
    ...bars,
    across ? stroke(left, y(across.at), right, y(across.at), ink.theory, 1.5, '5 4') : '',
    axis ? label((left + right) / 2, height + 42, axis, 'middle', ink.soft) : '',
  ]
  return picture(height + (axis ? 46 : 30), title, parts, sheet)
}

function scaleLines(low: number, high: number, y: Scale, format: Format, sheet: Sheet, least = 0): string[] {
  const { left, right } = plotOn(sheet)
  return ticksOf(low, high, 5, least).flatMap((tick) => [
    stroke(left, y(tick), right, y(tick), sheet.ink.line),
    label(left - 8, y(tick) + 4, format(tick), 'end', sheet.ink.soft),
  ])
}

// Growth --------------------------------------------------------------------------------------------------------------

export type ChartPoint = {
  readonly label: string
  /** Its place along the chart; side by side by default. */
  readonly at?: number
  readonly win: number
  readonly theory: number
  readonly low: number
  readonly high: number
}

type WinChart = {
  readonly points: readonly ChartPoint[]
  readonly as: 'line' | 'columns'
  readonly format: Format
  /** Below the chart, unless the page has a caption of its own. */
  readonly legend?: { readonly win: string; readonly theory: string; readonly band: string }
  /** The place where the chart ends, if the last point is before it. */
  readonly until?: number
  /** The scale need not begin at nothing. */
  readonly isClose?: boolean
}

/** A line of the win beside that of theory, with the band that chance allows; or a column for each point. */
export function winChart(title: string, chart: WinChart, sheet: Sheet = paper): string {
  const { points, format, legend, isClose = false } = chart
  const { ink } = sheet
  const { left, right, top, height } = plotOn(sheet)
  const all = [...points.flatMap(({ win, theory, low, high }) => [win, theory, low, high]), ...(isClose ? [] : [0])]
  const [least, most] = [Math.min(...all), Math.max(...all)]
  const room = (most - least || 1) * 0.04
  const y = scaleOf(least - room, most + room, top + height, top)
  const { x, slot } = placesOf(chart, sheet)
  const [band, ...lines] = chart.as === 'line' ? winLines(points, x, y, ink) : winColumns(chart, x, y, slot, ink)
  return picture(
    height + (legend ? 50 : 30),
    title,
    [
      band!,
      ...scaleLines(least - room, most + room, y, format, sheet),
      ...lines,
      isClose ? '' : stroke(left, y(0), right, y(0), ink.soft),
      ...namesBelow(points, x, sheet),
      ...(legend ? legendOf(legend, left, height + 42) : []),
      ...(sheet.isLive ? points.map((_, nth) => pointed(nth, points.length, x, { left, right, top, height })) : []),
    ],
    sheet,
  )
}

/** The positions of points along the chart; `slot`: the width of a column. */
function placesOf({ points, as, until }: WinChart, sheet: Sheet): { x: Scale; slot: number } {
  const { left, right } = plotOn(sheet)
  const at = points.map((point, nth) => point.at ?? nth)
  const gaps = at.slice(1).map((place, nth) => place - at[nth]!)
  const [first, last] = [at[0] ?? 0, Math.max(at.at(-1) ?? 0, until ?? Number.NEGATIVE_INFINITY)]
  const step = gaps.length > 0 ? Math.min(...gaps) : 1
  const half = as === 'line' ? 0 : step / 2
  const scale = scaleOf(first - half, last + half, left, right)
  const slot = ((right - left) * step) / (last - first + step)
  return { x: (nth) => (at.length === 1 && as === 'line' ? left : scale(at[nth]!)), slot }
}

/** As many names as fit; the last may have to move to the left. */
function namesBelow(points: readonly ChartPoint[], x: Scale, sheet: Sheet): string[] {
  const { top, height } = plotOn(sheet)
  const half = widestOf(points, sheet) / 2
  let free = Number.NEGATIVE_INFINITY
  return points.flatMap(({ label: name }, nth) => {
    const middle = Math.min(x(nth), sheet.width - half)
    if (middle - half < free) return []
    free = middle + half + 10
    return [label(middle, top + height + 16, name, 'middle', sheet.ink.soft)]
  })
}

/** The part of the chart that is nearest to a point. */
function pointed(nth: number, count: number, x: Scale, { left, right, top, height }: Plot): string {
  const from = nth === 0 ? left : (x(nth - 1) + x(nth)) / 2
  const to = nth === count - 1 ? right : (x(nth) + x(nth + 1)) / 2
  const at = `x="${rounded(from)}" y="${top}" width="${rounded(to - from)}" height="${height}"`
  return `<g data-nth="${nth}"><rect ${at} fill="transparent"/><path d="M${rounded(x(nth))} ${top}v${height}"/></g>`
}

const path = (at: readonly (readonly [number, number])[]): string =>
  at.map(([x, y], nth) => `${nth === 0 ? 'M' : 'L'}${rounded(x)} ${rounded(y)}`).join('')

function winLines(points: readonly ChartPoint[], x: Scale, y: Scale, ink: Ink): string[] {
  const up = points.map(({ high }, nth) => [x(nth), y(high)] as const)
  const down = points.map(({ low }, nth) => [x(nth), y(low)] as const).reverse()
  const line = (of: (point: ChartPoint) => number, colour: string, dash: string): string =>
    `<path d="${path(points.map((point, nth) => [x(nth), y(of(point))]))}" fill="none" stroke="${colour}" stroke-width="2"${dash}/>`
  return [
    `<path d="${path([...up, ...down])}Z" fill="${ink.band}"/>`,
    line(({ theory }) => theory, ink.theory, ' stroke-dasharray="5 4"'),
    line(({ win }) => win, ink.win, ''),
  ]
}

function winColumns({ points, format }: WinChart, x: Scale, y: Scale, slot: number, ink: Ink): string[] {
  const w = Math.min(28, slot * 0.6)
  const band = Math.min(COLUMN_MAX, slot * 0.84)
  const bands = points.map(({ low, high }, nth) => rect(x(nth) - band / 2, y(high), band, y(low) - y(high), ink.band))
  const bars = points.map(({ label: name, win }, nth) =>
    rect(x(nth) - w / 2, Math.min(y(win), y(0)), w, Math.abs(y(win) - y(0)), ink.win, `${name}: ${format(win)}`),
  )
  const marks = points.map(({ theory }, nth) =>
    stroke(x(nth) - band / 2, y(theory), x(nth) + band / 2, y(theory), ink.theory, 2),
  )
  return [bands.join(''), ...bars, ...marks]
}

function legendOf({ win, theory, band }: NonNullable<WinChart['legend']>, left: number, y: number): string[] {
  const [first, second, third] = [left, left + 170, left + 340]
  return [
    rect(first, y - 9, 18, 10, ink.win),
    label(first + 24, y, win),
    stroke(second, y - 4, second + 18, y - 4, ink.theory, 2, '5 4'),
    label(second + 24, y, theory),
    rect(third, y - 9, 18, 10, ink.band),
    label(third + 24, y, band),
  ]
}

// Chances of tests -----------------------------------------------------------------------------------------------------

/** Each test a dot on a scale of powers of ten; left of the line it failed. A ring: its p by itself. */
export function pValueRows(
  title: string,
  rows: readonly { name: string; p: number; alone: number }[],
  level: number,
): string {
  const LEAST = -6
  const x = scaleOf(LEAST, 0, NAMES, WIDTH - 24)
  const height = rows.length * ROW
  const axis = [0, -1, -2, -3, -4, -5, LEAST].flatMap((power) => [
    stroke(x(power), 0, x(power), height, ink.line),
    label(x(power), height + 16, power === LEAST ? '≤ 0.000001' : String(10 ** power), power === 0 ? 'end' : 'middle'),
  ])
  const at = (p: number): number => x(Math.max(LEAST, Math.log10(Math.max(p, 1e-300))))
  const dots = rows.flatMap(({ name, p, alone }, nth) => [
    label(NAMES - 10, nth * ROW + 17, name.length > 28 ? `${name.slice(0, 27)}…` : name, 'end', ink.text),
    dot(at(p), nth * ROW + ROW / 2, p < level ? ink.outside : ink.plain, `${name}: ${p}`),
    `<circle cx="${rounded(at(alone))}" cy="${nth * ROW + ROW / 2}" r="3.5" fill="none" stroke="${ink.theory}" stroke-width="1.5"><title>p ${alone}</title></circle>`,
  ])
  return picture(height + 24, title, [
    rect(x(LEAST) - 6, 0, x(Math.log10(level)) - x(LEAST) + 6, height, '#fdf3e7'),
    ...axis,
    stroke(x(Math.log10(level)), 0, x(Math.log10(level)), height, ink.outside, 1.5),
    ...dots,
  ])
}
