import type { Area, Pocket, RuleBook } from '../books/rule-book.ts'
import { around, type Box, onOuterLine, type Places, placesOf } from '../engine/places.ts'
import { layoutOf, type Spot, type Spots, spotsOf } from '../engine/spots.ts'
import { escapeMarkup } from '../words/markup.ts'

const unit = 80
const margin = { top: 116, side: 64, bottom: 56 }
const ivory = '#EDE3C8'
const felt = { lit: '#195C4A', cloth: '#0E4436', far: '#0B392D' }
const colours = { red: '#B4232C', black: '#15171B', green: '#1A7049' } as const
export type Colour = keyof typeof colours

/** One layout of a book as an SVG document: what is printed on the felt, and the place of every spot. */
export function feltSvg(book: RuleBook, layoutName: string): string {
  const places = placesOf(book, layoutName)
  const spots = spotsOf(book, layoutName)
  const { x, y, w, h } = px(places.bounds)
  const size = { w: w + 2 * margin.side, h: h + margin.top + margin.bottom }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.w} ${size.h}" width="${size.w}" height="${size.h}" font-family="system-ui, sans-serif">`,
    `<title>${escapeMarkup(`${book.title}, layout ${layoutName}, ${book.id}`)}</title>`,
    cloth(size),
    heading(book, layoutName, w),
    `<g transform="translate(${margin.side - x} ${margin.top - y})">`,
    ...places.cells.map((cell) => cellGroup(book, spots.byId.get(cell.spot)!, cell)),
    ...outerLines(book, layoutName),
    ...linkLetters(book, places),
    ...combinations(spots, places),
    '</g>',
    '</svg>',
    '',
  ].join('\n')
}

const cloth = ({ w, h }: { w: number; h: number }): string => `<defs>
<radialGradient id="light" cx="0.5" cy="-0.1" r="1.1" fx="0.5" fy="-0.1">
<stop offset="0" stop-color="${felt.lit}"/><stop offset="0.6" stop-color="${felt.cloth}"/><stop offset="1" stop-color="${felt.far}"/>
</radialGradient>
</defs>
<rect width="${w}" height="${h}" rx="10" fill="url(#light)"/>`

function heading(book: RuleBook, layoutName: string, w: number): string {
  const layout = `Layout ${layoutName}, ${book.id}`
  return `<g fill="${ivory}">
<text x="${margin.side}" y="56" font-size="${fitting(book.title, w, 28)}" font-weight="700">${escapeMarkup(book.title)}</text>
<text x="${margin.side}" y="84" font-size="${fitting(layout, w * 1.15, 15)}" opacity="0.8">${escapeMarkup(layout)}</text>
</g>`
}

const cellGroup = (book: RuleBook, spot: Spot, cell: Area): string =>
  group(spot, [line(px(cell)), print(book, spot, cell)])

/** What stands in a cell: a number on its colour, a diamond, or words. */
function print(book: RuleBook, spot: Spot, cell: Area): string {
  if (spot.kind === 'straight-up') return number(px(cell), cell.label, colourOf(book, spot.spot))
  if (isColour(spot.kind)) return diamond(px(cell), cell.label, spot.kind)
  return words(px(cell), cell.label, spot)
}

function number(box: Box, label: string, colour: Colour): string {
  const { x, y, w, h } = inset(box, 8)
  const pocket = `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${w / 2}" fill="${colours[colour]}"/>`
  return pocket + centred(box, label, fitting(label, w * 0.9, 34))
}

function diamond(box: Box, label: string, colour: Colour): string {
  const { x, y } = middle(box)
  const h = box.h * 0.32
  const w = Math.min(box.w * 0.38, h * 2)
  const points = `${x - w},${y} ${x},${y - h} ${x + w},${y} ${x},${y + h}`
  return `<polygon points="${points}" fill="${colours[colour]}" stroke="${ivory}" stroke-width="2" role="img" aria-label="${escapeMarkup(label)}"/>`
}

/** What the bonus draw decides is printed with its odds: no other part of the print tells them. */
function words(box: Box, label: string, { wins, pays }: Spot): string {
  const w = box.w * 0.84
  if (wins === 'covered') return centred(box, label, fitting(label, w, 26))
  const lines = fitting(label, w, 18) < 18 ? inTwo(label) : [label]
  const size = Math.min(...lines.map((part) => fitting(part, w, lines.length > 1 ? 17 : 24)))
  return stacked(box, [...lines, `${pays} to 1`], size)
}

const inTwo = (label: string): string[] => label.split(/(?<=^\S+) /)

const stacked = (box: Box, lines: readonly string[], size: number): string =>
  lines
    .map((part, index) => centred(box, part, size, (index - (lines.length - 1) / 2) * Math.round(size * 1.2)))
    .join('')

/** Streets and lines are placed on a double line. */
function outerLines(book: RuleBook, layoutName: string): string[] {
  const { grids, wagers } = layoutOf(book, layoutName)
  if (!wagers.some((rule) => onOuterLine.has(rule.kind))) return []
  return grids.map(({ x, y, rows }) =>
    line({ x: x * unit, y: (y + rows.length) * unit - 3, w: rows[0]!.length * unit, h: 6 }, felt.cloth),
  )
}

/** The bonus draw's links of four numbers, a letter to the right of each. */
const linkLetters = (book: RuleBook, { cells }: Places): string[] =>
  (book.rules.bonus?.links ?? []).map(({ link, pockets }) => {
    const { x, y, w, h } = px(around(cells.filter((cell) => pockets.includes(cell.spot))))
    return centred({ x: x + w, y, w: 56, h }, link, 20)
  })

/** The spots that have no cell of their own: a small ring where the chip lies. */
function combinations(spots: Spots, { cells, list }: Places): string[] {
  const printed = new Set(cells.map((cell) => cell.spot))
  return list
    .filter(({ spot }) => !printed.has(spot))
    .map(({ spot, x, y }) => group(spots.byId.get(spot)!, [ring(x * unit, y * unit)]))
}

const ring = (x: number, y: number): string =>
  `<circle cx="${x}" cy="${y}" r="4.5" fill="${felt.cloth}" stroke="${ivory}" stroke-width="1.5"/>`

const group = (spot: Spot, drawn: readonly string[]): string =>
  `<g data-spot="${escapeMarkup(spot.spot)}" data-kind="${spot.kind}" data-covers="${escapeMarkup(spot.covers.join(' '))}" data-pays="${spot.pays}">` +
  `<title>${escapeMarkup(spotTitle(spot))}</title>${drawn.join('')}</g>`

/** "Split 17/20, pays 17 to 1 (4.1)"; also what bonus numbers pay, and where half goes back. */
function spotTitle({ spot, kind, pays, paysBonus, paysSuperBonus, clause, partage }: Spot): string {
  const name = kind === 'straight-up' || spot.includes('/') ? `${sentence(kind)} ${spot}` : sentence(spot)
  const bonus = paysBonus === pays ? '' : `, ${paysBonus} to 1 on a bonus number`
  const superBonus = paysSuperBonus === paysBonus ? '' : `, ${paysSuperBonus} to 1 on a super bonus number`
  const half = partage ? `, half back on ${partage.pockets.join(' and ')} (${partage.clause})` : ''
  return `${name}, pays ${pays} to 1${bonus}${superBonus} (${clause})${half}`
}

const sentence = (id: string): string => id.charAt(0).toUpperCase() + id.slice(1).replaceAll('-', ' ')

export function colourOf({ colours }: RuleBook, pocket: Pocket): Colour {
  if (colours.red.includes(pocket)) return 'red'
  return colours.black.includes(pocket) ? 'black' : 'green'
}

const isColour = (kind: string): kind is Colour => Object.hasOwn(colours, kind)

const line = ({ x, y, w, h }: Box, fill = 'none'): string =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fill}" stroke="${ivory}" stroke-width="2" pointer-events="all"/>`

function centred(box: Box, label: string, size: number, down = 0): string {
  const { x, y } = middle(box)
  return `<text x="${x}" y="${y + down}" dy="0.35em" text-anchor="middle" font-size="${size}" font-weight="700" fill="${ivory}">${escapeMarkup(label)}</text>`
}

/** The largest size up to `most` at which a bold label is sure to fit, whatever sans serif the reader has. */
const fitting = (label: string, w: number, most: number): number => Math.min(most, Math.floor(w / widthInEms(label)))

/** By the widest of the common fonts. */
export const widthInEms = (label: string): number => [...label].reduce((sum, character) => sum + widthOf(character), 0)

function widthOf(character: string): number {
  if (character >= '\u2e80') return 1.02
  return /[A-Z]/.test(character) ? 0.84 : character === ' ' ? 0.36 : 0.7
}

const px = ({ x, y, w, h }: Box): Box => ({ x: x * unit, y: y * unit, w: w * unit, h: h * unit })
const inset = ({ x, y, w, h }: Box, by: number): Box => ({ x: x + by, y: y + by, w: w - 2 * by, h: h - 2 * by })
const middle = ({ x, y, w, h }: Box) => ({ x: x + w / 2, y: y + h / 2 })
