import type { Point } from '../../engine/places.ts'

/** An oval cut into one field per pocket, all as wide along its middle. Its straight sides lie along x. */
type TrackField = { path: string; x: number; y: number; angle: number }
export type Oval = {
  w: number
  h: number
  fields: readonly TrackField[]
  inner: { w: number; h: number }
  /** The outline of several fields from one on. */
  run: (first: number, count: number) => string
  /** The inner edge of several fields from one on. */
  edge: (first: number, count: number) => readonly Point[]
}

/** The first pocket lies at the right end, as it is printed on tables: what lies around it is in one place. */
const TURN = 0.25

export function oval(count: number, w: number, h: number, depth: number): Oval {
  const track = { w, h, depth }
  const length = lengthOf(track)
  const fields = Array.from({ length: count }, (_, index) =>
    trackField(track, (index - 0.5) / count + TURN, (index + 0.5) / count + TURN, length),
  )
  const ends = (first: number, many: number) =>
    [(first - 0.5) / count + TURN, (first + many - 0.5) / count + TURN] as const
  const run = (first: number, many: number): string =>
    trackField(track, ...ends(first, many), length, STEPS * many).path
  const edge = (first: number, many: number) =>
    edgeOf(track, ...ends(first, many), length, STEPS * many).map((at) => beside(at, -depth / 2))
  return { w, h, fields, inner: { w: w - 2 * depth, h: h - 2 * depth }, run, edge }
}

/** Which of the fields are beside each other, around the ring: from where, and how many. */
export function runsIn(isIn: readonly boolean[]): { first: number; count: number }[] {
  const all = isIn.length
  if (isIn.every(Boolean)) return all > 0 ? [{ first: 0, count: all }] : []
  const runs: { first: number; count: number }[] = []
  for (const [index, is] of isIn.entries()) {
    if (!is || isIn[(index + all - 1) % all]) continue
    let count = 1
    while (isIn[(index + count) % all]) count++
    runs.push({ first: index, count })
  }
  return runs
}

type Track = { w: number; h: number; depth: number }
type EdgePoint = { x: number; y: number; nx: number; ny: number }

/** Along the middle of the track. */
const lengthOf = ({ w, h, depth }: Track): number => 2 * (w - h) + Math.PI * (h - depth)

/** A point of the middle line and the way outward there; it begins at the middle of the top and goes round clockwise. */
function along({ w, h, depth }: Track, distance: number): EdgePoint {
  const [straight, r] = [w - h, (h - depth) / 2]
  const [half, bend] = [straight / 2, Math.PI * r]
  let left = distance
  if (left <= half) return { x: left, y: -r, nx: 0, ny: -1 }
  left -= half
  if (left <= bend) return onBend(half, left / r, r)
  left -= bend
  if (left <= straight) return { x: half - left, y: r, nx: 0, ny: 1 }
  left -= straight
  if (left <= bend) {
    const { x, y, nx, ny } = onBend(half, left / r, r)
    return { x: -x, y: -y, nx: -nx, ny: -ny }
  }
  return { x: -half + (left - bend), y: -r, nx: 0, ny: -1 }
}

function onBend(half: number, angle: number, r: number): EdgePoint {
  const [nx, ny] = [Math.sin(angle), -Math.cos(angle)]
  return { x: half + r * nx, y: r * ny, nx, ny }
}

const STEPS = 8

/** Points of the middle line from one part of it to another. */
const edgeOf = (track: Track, from: number, to: number, length: number, steps: number): EdgePoint[] =>
  Array.from({ length: steps + 1 }, (_, step) => partAt(track, from + ((to - from) * step) / steps, length))

const partAt = (track: Track, part: number, length: number): EdgePoint => along(track, (((part % 1) + 1) % 1) * length)

/** A point at this distance outward from the middle line. */
const beside = ({ x, y, nx, ny }: EdgePoint, outward: number): Point => ({ x: x + nx * outward, y: y + ny * outward })

function trackField(track: Track, from: number, to: number, length: number, steps = STEPS): TrackField {
  const edge = edgeOf(track, from, to, length, steps)
  const side = (sign: number) => edge.map((at) => pointText(beside(at, (sign * track.depth) / 2)))
  const middle = partAt(track, (from + to) / 2, length)
  const angle = (Math.atan2(middle.nx, -middle.ny) * 180) / Math.PI
  return { path: `M ${[...side(1), ...side(-1).reverse()].join(' L ')} Z`, x: middle.x, y: middle.y, angle }
}

const pointText = ({ x, y }: Point): string => `${x.toFixed(2)} ${y.toFixed(2)}`

/** The bets on several pockets at once. */
export type SectionPlan = { bet: string; pockets: readonly string[] }
/** `room`: how much is seen of it from left to right through its middle. */
export type SectionShape = { bet: string; path: string; middle: Point; room: number }

/**
 * Each section is the part of the inside that its pockets lie along: its runs, joined by straight lines. The larger lie
 * below the smaller. One that would be in more than two pieces, flat along one side, or hidden by others has no
 * place there and is left out.
 */
export function sectionsOf(shape: Oval, order: readonly string[], plans: readonly SectionPlan[]): SectionShape[] {
  const areas = plans
    .map(({ bet, pockets }) => ({ bet, runs: runsIn(withoutGaps(order.map((pocket) => pockets.includes(pocket)))) }))
    .filter(({ runs }) => runs.length >= 1 && runs.length <= 2)
    .map(({ bet, runs }) => ({
      bet,
      fields: runs.reduce((sum, { count }) => sum + count, 0),
      corners: runs.flatMap(({ first, count }) => shape.edge(first, count)),
    }))
    .sort((a, b) => b.fields - a.fields)
  return areas.flatMap(({ bet, corners }, index) => {
    const seen = seenOf(
      corners,
      areas.slice(index + 1).map((above) => above.corners),
      shape.inner,
    )
    return seen ? [{ bet, ...seen, path: `M ${corners.map(pointText).join(' L ')} Z` }] : []
  })
}

/** A single pocket between two of a section is passed over, as its line on the table does; it is not lit. */
const withoutGaps = (isIn: readonly boolean[]): boolean[] =>
  isIn.map((is, at) => is || (isIn.at(at - 1)! && isIn[(at + 1) % isIn.length]!))

const GRID = { across: 96, down: 24 }

/** The middle of what is seen of an area, and its room there; null where almost nothing is. */
function seenOf(
  corners: readonly Point[],
  above: readonly (readonly Point[])[],
  { w, h }: Oval['inner'],
): { middle: Point; room: number } | null {
  const seen: Point[] = []
  for (let column = 0; column <= GRID.across; column++)
    for (let row = 0; row <= GRID.down; row++) {
      const at = { x: (column / GRID.across - 0.5) * w, y: (row / GRID.down - 0.5) * h }
      if (isInside(at, corners) && !above.some((other) => isInside(at, other))) seen.push(at)
    }
  if (seen.length < (GRID.across * GRID.down) / 50) return null
  const y = mean(seen.map((at) => at.y))
  const level = seen.filter((at) => Math.abs(at.y - y) <= h / GRID.down).map(({ x }) => x)
  const [left, right] = [Math.min(...level), Math.max(...level)]
  return { middle: { x: (left + right) / 2, y }, room: right - left }
}

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0) / numbers.length

function isInside({ x, y }: Point, corners: readonly Point[]): boolean {
  let is = false
  for (const [index, a] of corners.entries()) {
    const b = corners.at(index - 1)!
    if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) is = !is
  }
  return is
}
