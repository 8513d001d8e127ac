/** An oval cut into one field per pocket, all as wide along its middle. Its straight sides lie along x. */
export type Field = { path: string; x: number; y: number; angle: number }
export type Oval = {
  w: number
  h: number
  fields: readonly Field[]
  inner: { w: number; h: number }
  /** Around so many fields from one on, as one. */
  run: (first: number, count: number) => string
}

export function oval(count: number, w: number, h: number, depth: number): Oval {
  const track = { w, h, depth }
  const length = lengthOf(track)
  const fields = Array.from({ length: count }, (_, index) =>
    fieldOf(track, (index - 0.5) / count, (index + 0.5) / count, length),
  )
  const run = (first: number, many: number): string =>
    fieldOf(track, (first - 0.5) / count, (first + many - 0.5) / count, length, STEPS * many).path
  return { w, h, fields, inner: { w: w - 2 * depth, h: h - 2 * depth }, run }
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
type Spot = { x: number; y: number; nx: number; ny: number }

/** Along the middle of the track. */
const lengthOf = ({ w, h, depth }: Track): number => 2 * (w - h) + Math.PI * (h - depth)

/** A point of the middle line and the way outward there; it begins at the middle of the top and goes round clockwise. */
function along({ w, h, depth }: Track, distance: number): Spot {
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

function onBend(half: number, angle: number, r: number): Spot {
  const [nx, ny] = [Math.sin(angle), -Math.cos(angle)]
  return { x: half + r * nx, y: r * ny, nx, ny }
}

const STEPS = 8

function fieldOf(track: Track, from: number, to: number, length: number, steps = STEPS): Field {
  const at = (part: number) => along(track, (((part % 1) + 1) % 1) * length)
  const edge = Array.from({ length: steps + 1 }, (_, step) => at(from + ((to - from) * step) / steps))
  const side = (sign: number) =>
    edge.map(({ x, y, nx, ny }) => point(x + (sign * nx * track.depth) / 2, y + (sign * ny * track.depth) / 2))
  const middle = at((from + to) / 2)
  const angle = (Math.atan2(middle.nx, -middle.ny) * 180) / Math.PI
  return { path: `M ${[...side(1), ...side(-1).reverse()].join(' L ')} Z`, x: middle.x, y: middle.y, angle }
}

const point = (x: number, y: number): string => `${x.toFixed(2)} ${y.toFixed(2)}`
