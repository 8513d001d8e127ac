import type { Area, Grid, GridSpots, Layout, Place, Pocket, RuleBook, SpotId } from '../books/rule-book.ts'
import { memoByIdentity } from './memo.ts'
import { layoutOf, type Spot, type Spots, spotsOf } from './spots.ts'

export type Point = { x: number; y: number }
export type Box = Point & { w: number; h: number }

/** A layout as printed: its cells, and for every spot (in the order of the spots) the one place where its chip lies. */
export type Places = { cells: readonly Area[]; list: readonly Place[]; byId: ReadonlyMap<SpotId, Place>; bounds: Box }

/** Chips on whole columns of the print lie on the grid's outer line, below the columns that they cover. */
export const isOnOuterLine = ({ grid }: { grid?: GridSpots | null }): boolean =>
  grid === 'street' || grid === 'six-line'

/**
 * Returns where every spot of a layout lies: its cells, and the place of each chip.
 *
 * @example
 * const { x, y } = placesOf(roulette3, 'table').byId.get('17/20')!
 */
export const placesOf = (book: RuleBook, layoutName: string): Places =>
  compiled(spotsOf(book, layoutName), { book, layoutName })

const compiled = memoByIdentity(({ list }: Spots, { book, layoutName }: { book: RuleBook; layoutName: string }) =>
  compile(layoutOf(book, layoutName), list),
)

/**
 * The spots of a layout without a place, neither on its print nor among its places. A book that can be played has none.
 */
export function spotsWithoutPlace(book: RuleBook, layoutName: string): SpotId[] {
  const layout = layoutOf(book, layoutName)
  const cells = cellsBySpot(layout)
  return spotsOf(book, layoutName)
    .list.filter((spot) => !findPoint(layout, cells, spot))
    .map(({ spot }) => spot)
}

/** The printed areas: the cells of the grids, and the areas beside them. */
export const layoutCells = (layout: Layout): Area[] => [...layout.grids.flatMap(gridCells), ...layout.areas]
const cellsBySpot = (layout: Layout): ReadonlyMap<SpotId, Area> =>
  new Map(layoutCells(layout).map((cell) => [cell.spot, cell]))

function compile(layout: Layout, spots: readonly Spot[]): Places {
  const cells = layoutCells(layout)
  const bySpot = cellsBySpot(layout)
  const list = spots.map((spot) => ({ spot: spot.spot, ...pointOf(layout, bySpot, spot) }))
  return { cells, list, byId: new Map(list.map((place) => [place.spot, place])), bounds: around(cells) }
}

const gridCells = (grid: Grid): Area[] =>
  grid.rows.flatMap((row, y) => row.map((pocket, x) => ({ spot: pocket, x: grid.x + x, y: grid.y + y, w: 1, h: 1 })))

function pointOf(layout: Layout, cells: ReadonlyMap<SpotId, Area>, spot: Spot): Point {
  const point = findPoint(layout, cells, spot)
  if (!point) throw new Error(`The layout has no place for ${spot.spot}`)
  return point
}

function findPoint(layout: Layout, cells: ReadonlyMap<SpotId, Area>, spot: Spot): Point | undefined {
  const { covers } = spot
  const placed = layout.places.find((place) => place.spot === spot.spot)
  if (placed) return { x: placed.x, y: placed.y }
  const own = cells.get(spot.spot)
  if (own) return middle(own)
  const covered = covers.map((pocket) => cells.get(pocket)).filter((cell) => cell !== undefined)
  const grid = isOnOuterLine(spot) && layout.grids.find((grid) => holds(grid, covers))
  return grid ? belowColumns(grid, covered) : middleInCommon(covered)
}

export const middle = ({ x, y, w, h }: Box): Point => ({ x: x + w / 2, y: y + h / 2 })

const holds = (grid: Grid, pockets: readonly Pocket[]): boolean =>
  pockets.every((pocket) => grid.rows.some((row) => row.includes(pocket)))

const belowColumns = (grid: Grid, covered: readonly Box[]): Point => ({
  x: middle(around(covered)).x,
  y: grid.y + grid.rows.length,
})

/** The centre of the common part of all cells: of an edge of two, or the point where three or four touch. */
function middleInCommon(cells: readonly Box[]): Point | undefined {
  const common = commonPart(cells)
  return common && middle(common)
}

/** Returns the common part of several areas; undefined if they do not touch. */
export function commonPart(cells: readonly Box[]): Box | undefined {
  const x = Math.max(...cells.map((cell) => cell.x))
  const y = Math.max(...cells.map((cell) => cell.y))
  const w = Math.min(...cells.map((cell) => cell.x + cell.w)) - x
  const h = Math.min(...cells.map((cell) => cell.y + cell.h)) - y
  return cells.length > 1 && w >= 0 && h >= 0 ? { x, y, w, h } : undefined
}

/** The smallest box that holds all the cells. */
export function around(cells: readonly Box[]): Box {
  const x = Math.min(...cells.map((cell) => cell.x))
  const y = Math.min(...cells.map((cell) => cell.y))
  const w = Math.max(...cells.map((cell) => cell.x + cell.w)) - x
  const h = Math.max(...cells.map((cell) => cell.y + cell.h)) - y
  return { x, y, w, h }
}
