import { escapeMarkup } from '../words/markup.ts'

/** Charts as SVG, drawn for paper. What they show stands in a table beside them as well. */

const WIDTH = 760
const ink = {
  text: '#172126',
  soft: '#55636b',
  line: '#d5dbdd',
  felt: '#0e4436',
  brass: '#b8912f',
  info: '#1f5c87',
  band: '#dfe9e5',
  amber: '#b35a00',
}

type Format = (value: number) => string

const picture = (height: number, label: string, parts: readonly string[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escapeMarkup(label)}" font-size="12">${parts.join('')}</svg>`

const round = (value: number): string => String(Math.round(value * 100) / 100)
const rect = (x: number, y: number, w: number, h: number, fill: string, title = ''): string =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(Math.max(0, w))}" height="${round(Math.max(0, h))}" fill="${fill}">${title === '' ? '' : `<title>${escapeMarkup(title)}</title>`}</rect>`
const stroke = (x1: number, y1: number, x2: number, y2: number, colour: string, width = 1, dash = ''): string =>
  `<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}" stroke="${colour}" stroke-width="${width}"${dash === '' ? '' : ` stroke-dasharray="${dash}"`}/>`
const label = (x: number, y: number, words: string, anchor: 'start' | 'middle' | 'end' = 'start', fill = ink.soft) =>
  `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}" fill="${fill}">${escapeMarkup(words)}</text>`
const dot = (x: number, y: number, fill: string, title: string): string =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="5" fill="${fill}" stroke="#fff" stroke-width="1.5"><title>${escapeMarkup(title)}</title></circle>`

/** Round numbers from low to high, about so many, at `least` so far apart. */
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
  (low: number, high: number, from: number, to: number): Format2 =>
  (value) =>
    high === low ? (from + to) / 2 : from + ((value - low) / (high - low)) * (to - from)
type Format2 = (value: number) => number

// Rows of bars --------------------------------------------------------------------------------------------------------

export type Bar = { readonly label: string; readonly value: number; readonly text: string }

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
      rect(NAMES, y + 5, w, ROW - 10, ink.felt, `${name}: ${text}`),
      label(NAMES + w + 8, y + 17, text, 'start', ink.text),
    ].join('')
  })
  return picture(bars.length * ROW + 4, title, rows)
}

// Rows of spreads -----------------------------------------------------------------------------------------------------

/** Where something may lie (`low` to `high`), where it ought to (`mark`), and where it does (`at`). */
export type Spread = {
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

function spreadRow({ label: name, low, high, mark, at, isOutside }: Spread, y: number, x: Format2, format: Format) {
  const middle = y + ROW / 2
  return [
    label(NAMES - 10, middle + 4, name, 'end', ink.text),
    rect(x(low), middle - 6, Math.max(2, x(high) - x(low)), 12, ink.band, `${format(low)} – ${format(high)}`),
    mark === null ? '' : stroke(x(mark), middle - 9, x(mark), middle + 9, ink.info, 2),
    dot(x(at), middle, isOutside ? ink.amber : ink.felt, `${name}: ${format(at)}`),
  ].join('')
}

// Columns -------------------------------------------------------------------------------------------------------------

export type Columns = {
  readonly columns: readonly { readonly label: string; readonly value: number; readonly isMarked?: boolean }[]
  readonly format: Format
  /** A line across, and a band around it. */
  readonly across?: { readonly at: number; readonly low: number; readonly high: number }
  readonly axis?: string
  /** Where columns begin, up or down; nothing unless told. */
  readonly base?: number
  /** Things are counted: the scale has no halves of them. */
  readonly isWhole?: boolean
}

const COLUMN_MAX = 72
/** How wide a digit is. The numbers of a whole wheel just fit below their columns. */
const DIGIT = 6.9
const PLOT = { left: 76, top: 8, height: 200, right: WIDTH - 12 }

/** One column beside the other. */
export function columnChart(
  title: string,
  { columns, format, across, axis, base = 0, isWhole = false }: Columns,
): string {
  const values = [base, ...columns.map(({ value }) => value), ...(across ? [across.low, across.high] : [])]
  const [least, highest] = [Math.min(...values), Math.max(...values, 1e-12)]
  const room = (highest - least) * 0.05
  const [low, high] = [least === 0 ? 0 : least - room, highest + room]
  const y = scaleOf(low, high, PLOT.top + PLOT.height, PLOT.top)
  const slot = (PLOT.right - PLOT.left) / columns.length
  const every = Math.ceil((columns.reduce((widest, one) => Math.max(widest, one.label.length), 1) * DIGIT + 3.5) / slot)
  const bars = columns.flatMap(({ label: name, value, isMarked }, nth) => {
    const w = Math.min(COLUMN_MAX, slot * 0.8)
    const middle = PLOT.left + (nth + 0.5) * slot
    const [top, bottom] = [Math.min(y(value), y(base)), Math.max(y(value), y(base))]
    return [
      rect(middle - w / 2, top, w, bottom - top, isMarked ? ink.brass : ink.felt, `${name}: ${format(value)}`),
      nth % every === 0 ? label(middle, PLOT.top + PLOT.height + 16, name, 'middle') : '',
    ]
  })
  const width = PLOT.right - PLOT.left
  return picture(PLOT.height + (axis ? 46 : 30), title, [
    across ? rect(PLOT.left, y(across.high), width, y(across.low) - y(across.high), ink.band) : '',
    ...scaleLines(low, high, y, format, isWhole ? 1 : 0),
    ...bars,
    across ? stroke(PLOT.left, y(across.at), PLOT.right, y(across.at), ink.info, 1.5, '5 4') : '',
    axis ? label((PLOT.left + PLOT.right) / 2, PLOT.height + 42, axis, 'middle') : '',
  ])
}

const scaleLines = (low: number, high: number, y: Format2, format: Format, least = 0): string[] =>
  ticksOf(low, high, 5, least).flatMap((tick) => [
    stroke(PLOT.left, y(tick), PLOT.right, y(tick), ink.line),
    label(PLOT.left - 8, y(tick) + 4, format(tick), 'end'),
  ])

// What grew ------------------------------------------------------------------------------------------------------------

export type Point = {
  readonly label: string
  readonly win: number
  readonly theory: number
  readonly low: number
  readonly high: number
}

type Legend = { readonly win: string; readonly theory: string; readonly band: string }

/** A line of what was won beside that of theory, with what chance allows around it; or a column for each point. */
export function winChart(
  title: string,
  points: readonly Point[],
  as: 'line' | 'columns',
  legend: Legend,
  format: Format,
) {
  const all = points.flatMap(({ win, low, high }) => [win, low, high])
  const [least, most] = [Math.min(0, ...all), Math.max(0, ...all)]
  const room = (most - least || 1) * 0.04
  const y = scaleOf(least - room, most + room, PLOT.top + PLOT.height, PLOT.top)
  const slot = (PLOT.right - PLOT.left) / Math.max(1, as === 'line' ? points.length - 1 : points.length)
  const x = (nth: number): number => PLOT.left + (as === 'line' ? nth : nth + 0.5) * slot
  const half = (points.reduce((widest, one) => Math.max(widest, one.label.length), 1) * DIGIT) / 2
  // The last name may have to move to the left, and must not come upon the one before it.
  const every = Math.ceil((2 * half + 10 + Math.max(0, half - (WIDTH - PLOT.right))) / slot)
  const middleOf = (nth: number): number => Math.min(x(nth), WIDTH - half)
  const names = points.flatMap(({ label: name }, nth) =>
    nth % every === 0 ? [label(middleOf(nth), PLOT.top + PLOT.height + 16, name, 'middle')] : [],
  )
  const drawn = as === 'line' ? winLines(points, x, y) : winColumns(points, x, y, slot, format)
  return picture(PLOT.height + 50, title, [
    ...drawn.slice(0, 1),
    ...scaleLines(least - room, most + room, y, format),
    ...drawn.slice(1),
    stroke(PLOT.left, y(0), PLOT.right, y(0), ink.soft),
    ...names,
    ...legendOf(legend, PLOT.height + 42),
  ])
}

const path = (at: readonly (readonly [number, number])[]): string =>
  at.map(([x, y], nth) => `${nth === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join('')

function winLines(points: readonly Point[], x: Format2, y: Format2): string[] {
  const up = points.map(({ high }, nth) => [x(nth), y(high)] as const)
  const down = points.map(({ low }, nth) => [x(nth), y(low)] as const).reverse()
  const line = (of: (point: Point) => number, colour: string, dash: string): string =>
    `<path d="${path(points.map((point, nth) => [x(nth), y(of(point))]))}" fill="none" stroke="${colour}" stroke-width="2"${dash}/>`
  return [
    `<path d="${path([...up, ...down])}Z" fill="${ink.band}"/>`,
    line(({ theory }) => theory, ink.info, ' stroke-dasharray="5 4"'),
    line(({ win }) => win, ink.brass, ''),
  ]
}

function winColumns(points: readonly Point[], x: Format2, y: Format2, slot: number, format: Format): string[] {
  const w = Math.min(28, slot * 0.6)
  const bands = points.map(({ low, high }, nth) =>
    rect(x(nth) - slot * 0.42, y(high), slot * 0.84, y(low) - y(high), ink.band),
  )
  const bars = points.map(({ label: name, win }, nth) =>
    rect(x(nth) - w / 2, Math.min(y(win), y(0)), w, Math.abs(y(win) - y(0)), ink.brass, `${name}: ${format(win)}`),
  )
  const marks = points.map(({ theory }, nth) =>
    stroke(x(nth) - slot * 0.42, y(theory), x(nth) + slot * 0.42, y(theory), ink.info, 2),
  )
  return [bands.join(''), ...bars, ...marks]
}

function legendOf({ win, theory, band }: Legend, y: number): string[] {
  const [first, second, third] = [PLOT.left, PLOT.left + 170, PLOT.left + 340]
  return [
    rect(first, y - 9, 18, 10, ink.brass),
    label(first + 24, y, win),
    stroke(second, y - 4, second + 18, y - 4, ink.info, 2, '5 4'),
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
    dot(at(p), nth * ROW + ROW / 2, p < level ? ink.amber : ink.felt, `${name}: ${p}`),
    `<circle cx="${round(at(alone))}" cy="${nth * ROW + ROW / 2}" r="3.5" fill="none" stroke="${ink.info}" stroke-width="1.5"><title>p ${alone}</title></circle>`,
  ])
  return picture(height + 24, title, [
    rect(x(LEAST) - 6, 0, x(Math.log10(level)) - x(LEAST) + 6, height, '#fdf3e7'),
    ...axis,
    stroke(x(Math.log10(level)), 0, x(Math.log10(level)), height, ink.amber, 1.5),
    ...dots,
  ])
}
