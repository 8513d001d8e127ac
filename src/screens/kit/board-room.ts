import type { Area, Place, Pocket, SpotId } from '../../books/rule-book.ts'
import type { Places, Point } from '../../engine/places.ts'

/** Places with room for a finger around each; `leads`: from one that was moved to where it belongs. */
export type Roomy = Places & { leads: readonly { from: Point; to: Point }[] }

/**
 * Where areas of different heights meet (two zeros beside a 2), lines and crossings lie closer together than a finger is
 * wide. The one of the fewest numbers gives way: its chip lies inside the larger of its areas, and a printed line leads to
 * the edge that it means. That area's own number makes room for it.
 */
export function makeRoom(places: Places, covers: (spot: SpotId) => readonly Pocket[], apart: number): Roomy {
  const cellOf = new Map(places.cells.map((cell) => [cell.spot, cell]))
  const at = new Map<SpotId, Point>(places.byId)
  const combinations = places.list.filter(({ spot }) => !cellOf.has(spot))
  const isFree = (point: Point, but: SpotId, others: readonly Place[]): boolean =>
    others.every(({ spot }) => spot === but || distance(at.get(spot)!, point) > apart - 1e-6)
  const leads: { from: Point; to: Point }[] = []
  for (const { spot, x, y } of combinations.toSorted((a, b) => covers(a.spot).length - covers(b.spot).length)) {
    if (isFree({ x, y }, spot, combinations)) continue
    const home = largest(covers(spot).map((pocket) => cellOf.get(pocket)!))
    const place = nearest(pointsWithin(home, apart), { x, y }, (point) => isFree(point, spot, combinations))
    if (!place) continue
    at.set(spot, place)
    const own = at.get(home.spot)!
    at.set(home.spot, nearest(pointsWithin(home, apart), own, (point) => isFree(point, home.spot, combinations)) ?? own)
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

const nearest = (points: readonly Point[], to: Point, may: (point: Point) => boolean): Point | undefined =>
  points.filter(may).toSorted((a, b) => distance(a, to) - distance(b, to))[0]
