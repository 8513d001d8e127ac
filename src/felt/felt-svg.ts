import { inEnglish } from '../books/edition.ts'
import type { Book } from '../books/rule-book.ts'
import { type Spot, spotsOf } from '../engine/spots.ts'
import { nouns } from '../words/en/nouns.en.ts'
import { escapeMarkup } from '../words/plain-text.ts'
import { boardOf } from './board.ts'
import { type DrawnShape, drawFelt, fitting } from './felt-drawing.ts'
import { felt, ivory, printColours } from './print-colours.ts'

/** Pixels to the width of a number, and units around the print. */
const SCALE = 80
const margin = { top: 1.45, side: 0.8, bottom: 0.7 }

/**
 * Draws one layout of a book as an SVG document: the print on the felt as the screens draw it, and the place of every spot.
 *
 * @example
 * const picture: string = feltSvg(roulette3, 'table')
 */
export function feltSvg(book: Book, layout: string): string {
  const board = boardOf(book, layout, 'printed')
  const { cells, lines } = drawFelt(inEnglish(book), layout, board, nouns)
  const { byId } = spotsOf(book, layout)
  const { x, y, w, h } = board.bounds
  const all = { x: x - margin.side, y: y - margin.top, w: w + 2 * margin.side, h: h + margin.top + margin.bottom }
  const size = { width: Math.round(all.w * SCALE), height: Math.round(all.h * SCALE) }
  const place = { x: all.x, y: all.y, width: all.w, height: all.h }
  const root = { xmlns: 'http://www.w3.org/2000/svg', viewBox: Object.values(place).join(' '), ...size }
  const named = `Layout ${layout}, ${book.id}`
  const heading = (text: string, down: number, font: object) =>
    element('text', { x, y: all.y + down, fill: ivory, ...font }, escapeMarkup(text))
  return `${element('svg', { ...root, 'font-family': 'system-ui, sans-serif' }, [
    element('title', {}, escapeMarkup(`${book.texts.en.title}, layout ${layout}, ${book.id}`)),
    light,
    element('rect', { ...place, rx: 0.125, fill: 'url(#light)' }),
    heading(book.texts.en.title, 0.7, { 'font-size': fitting(book.texts.en.title, w, 0.35), 'font-weight': 700 }),
    heading(named, 1.05, { 'font-size': fitting(named, w * 1.15, 0.19), opacity: 0.8 }),
    ...cells.map(({ spot, shapes }) => spotGroup(byId.get(spot)!, shapes.map(drawn))),
    ...lines.map(drawn),
    ...board.combinations.map((at) => spotGroup(byId.get(at.spot)!, [ring(at.x, at.y)])),
  ])}\n`
}

const light = element('defs', {}, [
  element('radialGradient', { id: 'light', cx: 0.5, cy: -0.1, r: 1.1, fx: 0.5, fy: -0.1 }, [
    element('stop', { offset: 0, 'stop-color': felt.lit }),
    element('stop', { offset: 0.6, 'stop-color': felt.cloth }),
    element('stop', { offset: 1, 'stop-color': felt.far }),
  ]),
])

/** The style sheet of the screens, for a document that has none. */
const looks: Readonly<Record<DrawnShape['class'], object>> = {
  'felt-line': { fill: 'none', stroke: ivory, 'stroke-width': 0.024, 'pointer-events': 'all' },
  'felt-outer': { fill: felt.cloth, stroke: ivory, 'stroke-width': 0.024 },
  'felt-pocket': {},
  'felt-number': { fill: ivory, 'font-weight': 700, 'text-anchor': 'middle', dy: '0.35em' },
  'felt-word': { fill: ivory, 'font-weight': 600, 'text-anchor': 'middle', dy: '0.35em' },
  'felt-lead': { fill: felt.cloth, stroke: ivory, 'stroke-width': 0.02 },
  'felt-lead-end': { fill: ivory },
}

function drawn({ tag, class: look, colour, attributes, text = '', label }: DrawnShape): string {
  const filled = colour ? { fill: printColours[colour] } : {}
  const outlined = label ? { stroke: ivory, 'stroke-width': 0.03, role: 'img', 'aria-label': label } : {}
  return element(tag, { ...attributes, ...looks[look], ...filled, ...outlined }, escapeMarkup(text))
}

/** A spot without an area of its own: a small ring at the place of the chip. */
const ring = (cx: number, cy: number): string =>
  element('circle', { cx, cy, r: 0.056, fill: felt.cloth, stroke: ivory, 'stroke-width': 0.019 })

const spotGroup = (spot: Spot, shapes: readonly string[]): string => {
  const data = { spot: spot.spot, kind: spot.kind, covers: spot.covers.join(' '), pays: spot.pays }
  const attributes = Object.entries(data).map(([name, value]) => [`data-${name}`, value])
  return element('g', Object.fromEntries(attributes), [element('title', {}, escapeMarkup(spotTitle(spot))), ...shapes])
}

/** "Split 17/20, pays 17 to 1 (4.1)"; also what bonus numbers pay, and where half goes back or all is imprisoned. */
function spotTitle({ spot, kind, grid, pays, paysBonus, paysSuperBonus, clause, partage, enPrison }: Spot): string {
  const name = grid === 'number' || spot.includes('/') ? `${sentence(kind)} ${spot}` : sentence(spot)
  const bonus = paysBonus === pays ? '' : `, ${paysBonus} to 1 on a bonus number`
  const superBonus = paysSuperBonus === paysBonus ? '' : `, ${paysSuperBonus} to 1 on a super bonus number`
  const half = partage ? `, half back on ${partage.pockets.join(' and ')} (${partage.clause})` : ''
  const prison = enPrison ? `, in prison on ${enPrison.pockets.join(' and ')} (${enPrison.clause})` : ''
  return `${name}, pays ${pays} to 1${bonus}${superBonus} (${clause})${half}${prison}`
}

const sentence = (id: string): string => id.charAt(0).toUpperCase() + id.slice(1).replaceAll('-', ' ')

function element(name: string, attributes: object, content: string | readonly string[] = ''): string {
  const written = Object.entries(attributes).map(
    ([key, value]) =>
      ` ${key}="${escapeMarkup(String(typeof value === 'number' ? Math.round(value * 1e4) / 1e4 : value))}"`,
  )
  const inside = typeof content === 'string' ? content : `\n${content.join('\n')}\n`
  return inside === '' ? `<${name}${written.join('')}/>` : `<${name}${written.join('')}>${inside}</${name}>`
}
