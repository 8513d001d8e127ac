import type { Area, Place, Pocket, RuleBook, SpotId } from '../books/rule-book.ts'
import { type Box, type Places, type Point, placesOf } from '../engine/places.ts'
import { spotsOf } from '../engine/spots.ts'

/** A layout on screen: its places, and whether it is turned because it is higher than wide. */
export type Board = Roomy & {
  isTurned: boolean
  combinations: readonly (Point & { spot: SpotId })[]
  cellOf: ReadonlyMap<SpotId, Area>
  /** Areas that are a pocket of the wheel: they are printed with its number. */
  numbers: ReadonlySet<SpotId>
  /** Wagers on the bonus draw: their areas are printed with words and odds. */
  onDraw: ReadonlySet<SpotId>
}

/** How near a line or a crossing one must point, in cells: it leaves a number half of its cell. */
export const REACH = 0.25
/** The distance at which each of two points keeps all of its reach. */
const APART = 2 * REACH
/** How far outside the print a finger may be. */
const SLACK = 0.2

/**
 * The orientation of a layout on screen: along its width, as a player at its long side sees it; along its height; as
 * printed.
 */
export type Lie = 'wide' | 'tall' | 'printed'

const boards = new WeakMap<Places, Map<'printed' | 'left' | 'right', Board>>()

export function boardOf(book: RuleBook, layout: string, lie: Lie = 'wide'): Board {
  const places = placesOf(book, layout)
  const turn = turnOf(places.bounds, lie)
  const known = boards.get(places) ?? new Map<'printed' | 'left' | 'right', Board>()
  boards.set(places, known)
  const board = known.get(turn) ?? {
    ...drawBoard(turns[turn](roomy(book, layout)), turn !== 'printed'),
    numbers: new Set(book.wheel.pockets),
    onDraw: onDrawIn(book, layout),
  }
  known.set(turn, board)
  return board
}

function turnOf({ w, h }: Box, lie: Lie): 'printed' | 'left' | 'right' {
  if (lie === 'wide' && h > w) return 'left'
  return lie === 'tall' && w > h ? 'right' : 'printed'
}

const roomy = (book: RuleBook, layout: string): Roomy => {
  const { byId } = spotsOf(book, layout)
  return makeRoom(placesOf(book, layout), (spot) => byId.get(spot)!.covers, APART)
}

const onDrawIn = (book: RuleBook, layout: string): ReadonlySet<SpotId> =>
  new Set(spotsOf(book, layout).list.flatMap(({ spot, wins }) => (wins === 'covered' ? [] : [spot])))

function drawBoard(places: Roomy, isTurned: boolean): Omit<Board, 'onDraw' | 'numbers'> {
  const cellOf = new Map(places.cells.map((cell) => [cell.spot, cell]))
  return { ...places, isTurned, cellOf, combinations: places.list.filter(({ spot }) => !cellOf.has(spot)) }
}

/** A quarter turn: to the left, what was the left edge is below; to the right, it is above. */
const turns = {
  printed: (places: Roomy): Roomy => places,
  left: (places: Roomy): Roomy => {
    const right = places.bounds.x + places.bounds.w
    return movePlaces(places, ({ x, y, w, h }) => ({ x: y, y: right - x - w, w: h, h: w }))
  },
  right: (places: Roomy): Roomy => {
    const bottom = places.bounds.y + places.bounds.h
    return movePlaces(places, ({ x, y, w, h }) => ({ x: bottom - y - h, y: x, w: h, h: w }))
  },
}

function movePlaces({ cells, list, bounds, leads }: Roomy, move: (box: Box) => Box): Roomy {
  const point = (at: Point): Point => {
    const { x, y } = move({ x: at.x, y: at.y, w: 0, h: 0 })
    return { x, y }
  }
  const places = list.map((place) => ({ spot: place.spot, ...point(place) }))
  return {
    cells: cells.map((cell) => ({ ...cell, ...move(cell) })),
    list: places,
    byId: new Map(places.map((place) => [place.spot, place])),
    bounds: move(bounds),
    leads: leads.map(({ from, to }) => ({ from: point(from), to: point(to) })),
  }
}

/** The spot at a point: the nearest line or crossing within reach, otherwise the cell that contains it. */
export function spotAt({ combinations, cells }: Board, point: Point): SpotId | null {
  const near = nearestCombination(combinations, point)
  if (near && near.distance <= REACH) return near.spot
  return (
    (cells.find((cell) => contains(cell, point)) ?? cells.find((cell) => contains(wider(cell), point)))?.spot ?? null
  )
}

function nearestCombination(places: Board['combinations'], { x, y }: Point): { spot: SpotId; distance: number } | null {
  let best: { spot: SpotId; distance: number } | null = null
  for (const place of places) {
    const distance = Math.hypot(place.x - x, place.y - y)
    if (!best || distance < best.distance) best = { spot: place.spot, distance }
  }
  return best
}

const contains = ({ x, y, w, h }: Box, at: Point): boolean => at.x >= x && at.x < x + w && at.y >= y && at.y < y + h
const wider = ({ x, y, w, h }: Area): Box => ({ x: x - SLACK, y: y - SLACK, w: w + 2 * SLACK, h: h + 2 * SLACK })

export type StepDirection = 'left' | 'right' | 'up' | 'down'
const headings: Record<StepDirection, Point> = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
}

/** The next spot that way: near, and rather ahead than aside. */
export function stepFrom({ list, byId, cellOf }: Board, from: SpotId, direction: StepDirection): SpotId {
  const start = byId.get(from)!
  const { x: dx, y: dy } = headings[direction]
  let best: { spot: SpotId; cost: number } = { spot: from, cost: Number.POSITIVE_INFINITY }
  for (const place of list) {
    const [x, y] = [place.x - start.x, place.y - start.y]
    const [ahead, off] = [x * dx + y * dy, Math.abs(x * dy) + Math.abs(y * dx)]
    const { w = 0, h = 0 } = cellOf.get(place.spot) ?? {}
    // A wide area is straight ahead wherever one comes from.
    const aside = Math.max(0, off - (dx === 0 ? w : h) / 2) + off / 10
    if (ahead < 0.01 || aside > ahead * 2 + 0.01) continue
    const cost = ahead + aside * 3
    if (cost < best.cost) best = { spot: place.spot, cost }
  }
  return best.spot
}

/** The largest part of a cell that has its chip's place in the middle. */
export function middlePart({ x, y, w, h }: Area, place: Point) {
  const [across, down] = [Math.min(place.x - x, x + w - place.x), Math.min(place.y - y, y + h - place.y)]
  return { x: place.x - across, y: place.y - down, width: 2 * across, height: 2 * down }
}

/** Where a chip lies on screen: beside the words of an area, or below them where it is short; on a number in the middle. */
export function chipPlace(board: Board, spot: SpotId): Point {
  const { x, y } = board.byId.get(spot)!
  const cell = board.cellOf.get(spot)
  if (!cell || isFigure(board, cell)) return { x, y }
  const { w, h } = cell
  if (Math.max(w, h) < LONG) return board.onDraw.has(spot) ? { x, y } : { x, y: y + BELOW }
  const aside = Math.min(1.2, Math.max(w, h) / 2 - 0.32)
  return w > h ? { x: x + aside, y } : { x, y: y + aside }
}

/** In an area so long there is room beside its word. */
const LONG = 1.4

/** How far a chip lies below the middle of a short area with a word in it. */
const BELOW = 0.2

/** A number in figures: a chip may hide all of it. A pocket with a word, such as MBS, keeps its word in sight. */
export const isFigure = ({ numbers }: Board, { spot }: Pick<Area, 'spot'>): boolean =>
  numbers.has(spot) && /^\d+$/.test(spot)

/** Places with room for a finger around each; `leads`: from one that was moved to where it belongs. */
type Roomy = Places & { leads: readonly { from: Point; to: Point }[] }

/**
 * Where areas of different heights meet (two zeros beside a 2), lines and crossings lie closer together than a finger
 * is wide. The one of the fewest numbers gives way: its chip lies inside the larger of its areas, and a printed line
 * leads to the edge that it means. The area's own number makes room for it.
 */
function makeRoom(places: Places, covers: (spot: SpotId) => readonly Pocket[], apart: number): Roomy {
  const cellOf = new Map(places.cells.map((cell) => [cell.spot, cell]))
  const at = new Map<SpotId, Point>(places.byId)
  const combinations = places.list.filter(({ spot }) => !cellOf.has(spot))
  const isFree = (point: Point, but: SpotId, others: readonly Place[]): boolean =>
    others.every(({ spot }) => spot === but || distance(at.get(spot)!, point) > apart - 1e-6)
  const leads: { from: Point; to: Point }[] = []
  for (const { spot, x, y } of combinations.toSorted((a, b) => covers(a.spot).length - covers(b.spot).length)) {
    if (isFree({ x, y }, spot, combinations)) continue
    const home = largest(covers(spot).map((pocket) => cellOf.get(pocket)!))
    const place = nearestFree(pointsWithin(home, apart), { x, y }, (point) => isFree(point, spot, combinations))
    if (!place) continue
    at.set(spot, place)
    const own = at.get(home.spot)!
    at.set(
      home.spot,
      nearestFree(pointsWithin(home, apart), own, (point) => isFree(point, home.spot, combinations)) ?? own,
    )
    leads.push({ from: place, to: { x, y } })
  }
  const list = places.list.map(({ spot }) => ({ spot, ...bare(at.get(spot)!) }))
  return { ...places, list, byId: new Map(list.map((place) => [place.spot, place])), leads }
}

const bare = ({ x, y }: Point): Point => ({ x, y })
const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)
const largest = (cells: readonly Area[]): Area => cells.toSorted((a, b) => b.w * b.h - a.w * a.h)[0]!

/** Points inside an area, so far apart. */
const pointsWithin = ({ x, y, w, h }: Area, apart: number): Point[] =>
  stepsAlong(w, apart).flatMap((right) => stepsAlong(h, apart).map((down) => ({ x: x + right, y: y + down })))

const stepsAlong = (length: number, apart: number): number[] =>
  Array.from({ length: Math.ceil(length / apart) - 1 }, (_, index) => (index + 1) * apart)

const nearestFree = (points: readonly Point[], to: Point, may: (point: Point) => boolean): Point | undefined =>
  points.filter(may).toSorted((a, b) => distance(a, to) - distance(b, to))[0]
