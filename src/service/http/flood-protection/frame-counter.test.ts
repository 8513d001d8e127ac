import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FrameCounter } from './frame-counter.ts'

/** A frame as a client sends it (masked), or as a service does. */
function framed(payload: number, isMasked: boolean): Buffer {
  const mask = isMasked ? 0x80 : 0
  const long = Buffer.alloc(8)
  long.writeBigUInt64BE(BigInt(payload))
  const length =
    payload < 126 ? [mask | payload] : payload < 65_536 ? [mask | 126, ...long.subarray(6)] : [mask | 127, ...long]
  return Buffer.concat([Buffer.from([0x82, ...length]), Buffer.alloc(isMasked ? 4 : 0, 1), Buffer.alloc(payload, 7)])
}

/** The sizes that a counter finds when the bytes arrive in pieces. */
function counted(bytes: Buffer, cuts: readonly number[]): { sizes: number[]; begins: number[] } {
  const counter = new FrameCounter()
  const [sizes, begins]: [number[], number[]] = [[], []]
  const edges = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
  for (let nth = 0; nth + 1 < edges.length; nth++) {
    const piece = bytes.subarray(edges[nth], edges[nth + 1])
    for (let at = 0; at < piece.length; ) {
      if (counter.isBetween) begins.push(edges[nth]! + at)
      at = counter.pass(piece, at, (size) => sizes.push(size))
    }
  }
  expect(counter.isBetween).toBe(true)
  return { sizes, begins }
}

test('frames are found and measured however their bytes are cut', () => {
  const size = fc.constantFrom(0, 1, 2, 125, 126, 127, 300, 65_535, 65_536, 70_000)
  fc.assert(
    fc.property(
      fc.array(fc.tuple(size, fc.boolean()), { maxLength: 6 }),
      fc.array(fc.nat(), { maxLength: 8 }),
      (told, cuts) => {
        const frames = told.map(([payload, isMasked]) => framed(payload, isMasked))
        const begins = frames.map((_, nth) => frames.slice(0, nth).reduce((sum, { length }) => sum + length, 0))
        expect(counted(Buffer.concat(frames), cuts)).toEqual({ sizes: told.map(([payload]) => payload), begins })
      },
    ),
    { numRuns: 200 },
  )
})
