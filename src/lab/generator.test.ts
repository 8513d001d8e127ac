import { expect, test } from 'vitest'
import { chanceFrom, generatorState, seededFill, xoshiroFill } from './generator.ts'

const wordsOf = (halves: Uint16Array): number[] =>
  Array.from({ length: halves.length / 2 }, (_, at) => halves[2 * at]! + halves[2 * at + 1]! * 65_536)

test('xoshiro128** gives what its authors published for the state 1 2 3 4', () => {
  const halves = new Uint16Array(12)
  xoshiroFill([1, 2, 3, 4])(halves)
  expect(wordsOf(halves)).toEqual([11520, 0, 5927040, 70819200, 2031721883, 1637235492])
})

test('a stream goes on where it was, however it is asked for', () => {
  const [whole, parts] = [new Uint16Array(64), new Uint16Array(64)]
  seededFill('monday', 3)(whole)
  const fill = seededFill('monday', 3)
  for (let at = 0; at < 64; at += 16) fill(parts.subarray(at, at + 16))
  expect(parts).toEqual(whole)
})

test('numbers made straight into their place are those that a block would have brought', () => {
  const fill = seededFill('tuesday', 1)
  const [straight, byBlocks] = [chanceFrom(seededFill('tuesday', 1)), chanceFrom((block) => fill(block))]
  const drawn = [straight, byBlocks].map((chance) => {
    const first = chance.below(40)
    const filled = [1, 4_095, 20_001, 8_192, 3].flatMap((room) => {
      const target = new Uint16Array(room)
      chance.fill(target, room % 2 === 0 ? 1_000 : 37)
      return [...target]
    })
    return [first, ...filled, chance.below(40)]
  })
  expect(drawn[0]).toEqual(drawn[1])
})

test('seeds and streams differ, and are the same on every machine', () => {
  const states = ['a', 'b', '1:a'].flatMap((seed) => [0, 1, 11].map((stream) => generatorState(seed, stream).join()))
  expect(new Set(states).size).toBe(9)
  // SHA-256 of "0:a", its first sixteen bytes.
  expect(
    generatorState('a', 0)
      .map((word) => word.toString(16).padStart(8, '0'))
      .join(''),
  ).toMatchInlineSnapshot(`"9df3c5fab8ef8fe78a408912e52e7647"`)
})

/** Every number of 16 bits once. */
function everyNumber(): (block: Uint16Array) => void {
  let next = 0
  return (block) => {
    for (let at = 0; at < block.length; at++) block[at] = next++
  }
}

test.each([1, 2, 3, 10, 36, 37, 38, 39, 40, 63, 64, 1000])(
  'of %i each comes exactly as often as any other',
  (kinds) => {
    const counts = new Array(kinds).fill(0)
    const [chance, each] = [chanceFrom(everyNumber()), Math.floor(65_536 / kinds)]
    for (let nth = 0; nth < each * kinds; nth++) counts[chance.below(kinds)]++
    expect(new Set(counts)).toEqual(new Set([each]))
    const filled = new Uint16Array(each * kinds)
    chanceFrom(everyNumber()).fill(filled, kinds)
    const again = new Array(kinds).fill(0)
    for (const value of filled) again[value]++
    expect(again).toEqual(counts)
  },
)
