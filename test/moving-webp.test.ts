import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { chunksOf, movingWebp } from '../e2e/moving-webp.ts'

const still = new Uint8Array(readFileSync('docs/screens/terminal.webp'))

test('a moving picture holds each frame with its time, byte for byte', () => {
  const film = movingWebp(
    [
      { picture: still, ms: 120 },
      { picture: still, ms: 1_500 },
    ],
    { width: 1_920, height: 1_080 },
  )
  const chunks = chunksOf(film)
  expect(chunks.map(({ name }) => name)).toEqual(['VP8X', 'ANIM', 'ANMF', 'ANMF'])
  const drawn = chunksOf(still).find(({ name }) => name === 'VP8 ' || name === 'VP8L')!
  for (const [at, ms] of [
    [2, 120],
    [3, 1_500],
  ] as const) {
    const frame = Buffer.from(chunks[at]!.chunk)
    expect(frame.readUIntLE(8 + 12, 3)).toBe(ms)
    expect(frame.readUIntLE(8 + 6, 3) + 1).toBe(1_920)
    expect(frame.indexOf(Buffer.from(drawn.chunk))).toBe(8 + 16)
  }
})

test('a file that is not WebP is refused', () => {
  expect(() => movingWebp([{ picture: new Uint8Array(20), ms: 1 }], { width: 1, height: 1 })).toThrow('no WebP')
})

test('the film of the README moves, and is smaller than 3 MB', () => {
  const film = readFileSync('docs/screens/round.webp')
  expect(film.length).toBeLessThan(3_000_000)
  expect(chunksOf(film).filter(({ name }) => name === 'ANMF').length).toBeGreaterThan(30)
})
