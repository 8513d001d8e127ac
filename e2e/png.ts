import { crc32, deflateSync, inflateSync } from 'node:zlib'

/** A picture in at most 256 colours, by median cut: screens are flat, and a third of the bytes shows the same. */
export function withFewColours(png: Buffer): Buffer {
  const { width, height, pixels } = decoded(png)
  const counts = new Map<number, number>()
  for (const colour of pixels) counts.set(colour, (counts.get(colour) ?? 0) + 1)
  const boxes = cut([...counts].map(([colour, count]) => ({ colour, count })))
  const indexOf = new Map(boxes.flatMap(({ colours }, index) => colours.map(({ colour }) => [colour, index] as const)))
  const rows = Buffer.alloc(height * (width + 1))
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) rows[y * (width + 1) + x + 1] = indexOf.get(pixels[y * width + x]!)!
  return encoded(width, height, boxes.map(meanOf), rows)
}

// Colours -------------------------------------------------------------------------------------------------------------

type Counted = { colour: number; count: number }
type Box = { colours: Counted[]; shift: number; weight: number }

const shifts = [16, 8, 0]
const part = (colour: number, shift: number): number => (colour >> shift) & 255

/** How far its colours lie apart on their widest part, and how much of the picture that is. */
function boxOf(colours: Counted[]): Box {
  const total = colours.reduce((sum, { count }) => sum + count, 0)
  const spreads = shifts.map((shift) => {
    const mean = colours.reduce((sum, { colour, count }) => sum + part(colour, shift) * count, 0) / total
    return colours.reduce((sum, { colour, count }) => sum + (part(colour, shift) - mean) ** 2 * count, 0)
  })
  const weight = Math.max(...spreads)
  return { colours, shift: shifts[spreads.indexOf(weight)]!, weight }
}

function cut(colours: Counted[]): Box[] {
  const boxes = [boxOf(colours)]
  while (boxes.length < 256) {
    boxes.sort((a, b) => a.weight - b.weight)
    const widest = boxes.pop()!
    if (widest.weight === 0) return [...boxes, widest]
    boxes.push(...halves(widest))
  }
  return boxes
}

/** Parted at the mean, so that neither half is empty. */
function halves({ colours, shift }: Box): Box[] {
  const total = colours.reduce((sum, { count }) => sum + count, 0)
  const mean = colours.reduce((sum, { colour, count }) => sum + part(colour, shift) * count, 0) / total
  const isLow = ({ colour }: Counted) => part(colour, shift) <= mean
  return [boxOf(colours.filter(isLow)), boxOf(colours.filter((one) => !isLow(one)))]
}

function meanOf({ colours }: Box): number[] {
  const total = colours.reduce((sum, { count }) => sum + count, 0)
  return shifts.map((shift) =>
    Math.round(colours.reduce((sum, { colour, count }) => sum + part(colour, shift) * count, 0) / total),
  )
}

// The format ----------------------------------------------------------------------------------------------------------

const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
const PALETTE = 3

/** What a browser writes: eight bits of red, green and blue, with or without alpha, not interlaced. */
function decoded(png: Buffer): { width: number; height: number; pixels: Uint32Array } {
  const chunks = chunksOf(png)
  const header = chunks.find(({ type }) => type === 'IHDR')!.data
  const [width, height, size] = [header.readUInt32BE(0), header.readUInt32BE(4), header[9] === 6 ? 4 : 3]
  const data = inflateSync(Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data: bytes }) => bytes)))
  const bytes = unfiltered(data, width * size, height, size)
  const pixels = new Uint32Array(width * height)
  for (let at = 0; at < pixels.length; at++) pixels[at] = bytes.readUIntBE(at * size, 3)
  return { width, height, pixels }
}

function chunksOf(png: Buffer): { type: string; data: Buffer }[] {
  const chunks: { type: string; data: Buffer }[] = []
  for (let at = SIGNATURE.length; at < png.length; ) {
    const length = png.readUInt32BE(at)
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) })
    at += length + 12
  }
  return chunks
}

/** Each row says how it was told from its neighbours: left, above, and both. */
function unfiltered(data: Buffer, stride: number, height: number, size: number): Buffer {
  const out = Buffer.alloc(stride * height)
  for (let y = 0; y < height; y++) {
    const filter = data[y * (stride + 1)]!
    for (let x = 0; x < stride; x++) {
      const at = y * stride + x
      const left = x >= size ? out[at - size]! : 0
      const above = y > 0 ? out[at - stride]! : 0
      const corner = x >= size && y > 0 ? out[at - stride - size]! : 0
      out[at] = data[y * (stride + 1) + x + 1]! + predicted(filter, left, above, corner)
    }
  }
  return out
}

function predicted(filter: number, left: number, above: number, corner: number): number {
  switch (filter) {
    case 1:
      return left
    case 2:
      return above
    case 3:
      return (left + above) >> 1
    case 4:
      return paeth(left, above, corner)
    default:
      return 0
  }
}

function paeth(left: number, above: number, corner: number): number {
  const guess = left + above - corner
  const [toLeft, toAbove, toCorner] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)]
  if (toLeft <= toAbove && toLeft <= toCorner) return left
  return toAbove <= toCorner ? above : corner
}

function encoded(width: number, height: number, palette: readonly number[][], rows: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, PALETTE, 0, 0, 0], 8)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}
