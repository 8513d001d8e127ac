import type { Edition } from '../books/edition.ts'
import type { Area, RuleBook, SpotId } from '../books/rule-book.ts'
import { around, type Box, isOnOuterLine, middle, type Point } from '../engine/places.ts'
import { colourCovered, colourOf, type PocketColour } from '../engine/pocket-colour.ts'
import { layoutOf, type Spot, spotsOf } from '../engine/spots.ts'
import type { Vocabulary } from '../words/vocabulary.ts'
import { type Board, isFigure, middlePart } from './board.ts'

/** An SVG element as a value: a screen draws it, the command line writes it. Its class says how it looks. */
export type DrawnShape = {
  tag: 'rect' | 'polygon' | 'text' | 'line' | 'circle'
  class: 'felt-line' | 'felt-outer' | 'felt-pocket' | 'felt-number' | 'felt-word' | 'felt-lead' | 'felt-lead-end'
  colour?: PocketColour
  attributes: Readonly<Record<string, string | number>>
  text?: string
  /** The name of a picture. */
  label?: string
}

/** The print on the cloth: of each area that is a spot, and between them. A unit is the width of a number. */
type FeltDrawing = { cells: readonly { spot: SpotId; shapes: readonly DrawnShape[] }[]; lines: readonly DrawnShape[] }

type Nouns = Pick<Vocabulary['nouns'], 'odds'>
/** An area with the text that is printed on it. */
type Cell = Area & { label: string }

export function drawFelt(book: Edition, layout: string, board: Board, nouns: Nouns): FeltDrawing {
  const { byId } = spotsOf(book, layout)
  const labelled = board.cells.map((cell) => ({ ...cell, label: book.texts.labels[cell.spot] ?? cell.spot }))
  const largest = wordSizes(board, labelled)
  return {
    cells: labelled.map((cell) => {
      const spot = byId.get(cell.spot)!
      const print = () => wordShapes(cell, spot, nouns, largest.get(shapeOf(cell)) ?? LARGEST)
      const number = () =>
        numberShapes(cell, board.byId.get(cell.spot)!, colourOf(book, cell.spot), isFigure(board, cell))
      const colour = colourCovered(book, spot.covers)
      const shapes =
        spot.grid === 'number' ? number() : colour ? [diamond(wordRoom(cell), colour, cell.label)] : print()
      return { spot: cell.spot, shapes: [...shapes, box('felt-line', cell)] }
    }),
    lines: [...outerLines(book, layout, board), ...board.leads.flatMap(leadShapes), ...linkLetters(book, board)],
  }
}

const box = (look: DrawnShape['class'], { x, y, w, h }: Box): DrawnShape => ({
  tag: 'rect',
  class: look,
  attributes: { x, y, width: w, height: h },
})

const textAt = (look: 'felt-number' | 'felt-word', { x, y }: Point, text: string, size: number): DrawnShape => ({
  tag: 'text',
  class: look,
  attributes: { x, y, 'font-size': size },
  text,
})

/** A pocket with a word has it above, where a chip leaves it in sight. */
function numberShapes(cell: Cell, place: Point, colour: PocketColour, isInFigures: boolean): DrawnShape[] {
  const { x, y } = place
  const room = middlePart(cell, place)
  const [w, h] = [Math.min(room.width, 0.9) * 0.9, Math.min(room.height, 1.6) * 0.86]
  const pocket = box('felt-pocket', { x: x - w / 2, y: y - h / 2, w, h })
  return [
    { ...pocket, colour, attributes: { ...pocket.attributes, rx: Math.min(w, h) * 0.46 } },
    isInFigures
      ? textAt('felt-number', place, cell.label, fitting(cell.label, w * 0.92, 0.46))
      : textAt('felt-number', { x, y: y - 0.22 }, cell.label, fitting(cell.label, w * 0.8, 0.3)),
  ]
}

function diamond(cell: Box, colour: PocketColour, label: string): DrawnShape {
  const { x, y } = middle(cell)
  const h = cell.h * 0.33
  const w = Math.min(cell.w * 0.4, h * 2)
  const points = `${x - w},${y} ${x},${y - h} ${x + w},${y} ${x},${y + h}`
  return { tag: 'polygon', class: 'felt-pocket', colour, attributes: { points }, label }
}

/** A wager on the bonus draw is printed with its odds: no other part of the print tells them. */
function wordShapes(cell: Cell, { wins, pays }: Spot, nouns: Nouns, largest: number): DrawnShape[] {
  const odds = wins === 'covered' ? [] : [nouns.odds(pays)]
  if (odds.length === 0 && isUpright(cell)) return [uprightWord(cell, largest)]
  const area = odds.length > 0 ? besideChip(cell) : wordRoom(cell)
  const { x, y } = middle(area)
  const { lines, size } = setIn(area, cell.label, odds, odds.length > 0 ? LARGEST : largest)
  const top = y - ((lines.length - 1) / 2) * size * 1.25
  return lines.map((line, index) => textAt('felt-word', { x, y: top + index * size * 1.25 }, line, size))
}

/** Along an area that stands upright, as on a cloth that is seen from its end; a chip at its lower end hides none of it. */
function uprightWord(cell: Cell, size: number): DrawnShape {
  const { x, y } = middle(wordRoom(cell))
  const word = textAt('felt-word', { x, y }, cell.label, size)
  return { ...word, attributes: { ...word.attributes, transform: `rotate(90 ${x} ${y})` } }
}

const LARGEST = 0.34
const isUpright = ({ w, h }: Box): boolean => h >= 2 * w
const shapeOf = ({ w, h }: Box): string => `${w} ${h}`

/** Areas of one shape are printed in one size: the longest of their words says which. */
function wordSizes({ numbers, onDraw }: Board, cells: readonly Cell[]): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>()
  for (const cell of cells) {
    if (numbers.has(cell.spot) || onDraw.has(cell.spot)) continue
    const { w, h } = besideChip(cell)
    const { size } = setIn(isUpright(cell) ? { ...cell, w: h, h: w } : cell, cell.label, [], LARGEST)
    sizes.set(shapeOf(cell), Math.min(sizes.get(shapeOf(cell)) ?? LARGEST, size))
  }
  return sizes
}

/** Where the word of an area stands: in the middle where a chip has room beside it, else where a chip leaves room. */
const wordRoom = (cell: Box): Box => (Math.max(cell.w, cell.h) > 2 ? cell : besideChip(cell))

/** The part of an area that a chip at its end leaves free. */
const besideChip = ({ x, y, w, h }: Box): Box => ({ x, y, w: w > h ? w - 0.6 : w, h: w > h ? h : h - 0.6 })

/** On one line, or a line for each word: whichever can be larger. */
function setIn({ w, h }: Box, label: string, more: readonly string[], largest: number) {
  const ways = [[label], label.split(' ')].map((words) => {
    const lines = [...words, ...more]
    const most = Math.min(largest, (h * 0.86) / (lines.length * 1.25))
    return { lines, size: Math.min(...lines.map((line) => fitting(line, w * 0.86, most))) }
  })
  return ways[1]!.size > ways[0]!.size * 1.15 && more.length > 0 ? ways[1]! : ways[0]!
}

/**
 * Streets and lines are placed on a double line: below the numbers, or beside them where the layout stands tall. The first
 * of the two is the numbers' own edge.
 */
function outerLines(book: RuleBook, layout: string, board: Board): DrawnShape[] {
  const { grids, wagers } = layoutOf(book, layout)
  if (!wagers.some(isOnOuterLine)) return []
  return grids.map(({ rows }) => {
    const { x, y, w, h } = around(rows.flat().map((pocket) => board.cellOf.get(pocket)!))
    return box('felt-outer', board.isTurned ? { x: x - 0.07, y, w: 0.07, h } : { x, y: y + h, w, h: 0.07 })
  })
}

/** From the position of a chip to the edge that it stands for. */
const leadShapes = ({ from, to }: Board['leads'][number]): DrawnShape[] => [
  { tag: 'line', class: 'felt-lead', attributes: { x1: from.x, y1: from.y, x2: to.x, y2: to.y } },
  { tag: 'circle', class: 'felt-lead', attributes: { cx: from.x, cy: from.y, r: 0.085 } },
  { tag: 'circle', class: 'felt-lead-end', attributes: { cx: to.x, cy: to.y, r: 0.04 } },
]

/** The letters of the bonus draw's links, beside each. */
const linkLetters = (book: RuleBook, board: Board): DrawnShape[] =>
  (book.rules.bonus?.links ?? []).map(({ link, pockets }) => {
    const { x, y, w, h } = around(board.cells.filter((cell) => pockets.includes(cell.spot)))
    const at = board.isTurned ? { x: x + w / 2, y: y - 0.24 } : { x: x + w + 0.32, y: y + h / 2 }
    return textAt('felt-word', at, link, 0.28)
  })

/** The largest size up to `most` at which a bold label fits in any sans serif font. */
export const fitting = (label: string, room: number, most: number): number => Math.min(most, room / widthInEms(label))

/** By the widest of the common fonts. */
const widthInEms = (label: string): number => [...label].reduce((sum, character) => sum + widthOf(character), 0)

function widthOf(character: string): number {
  if (character >= '\u2e80') return 1.02
  return /[A-Z]/.test(character) ? 0.84 : character === ' ' ? 0.36 : 0.7
}
