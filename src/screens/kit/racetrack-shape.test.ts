import { expect, test } from 'vitest'
import { oval, runsIn, sectionsOf } from './racetrack-shape.ts'

const isIn = (text: string): boolean[] => [...text].map((mark) => mark === 'x')

test.each([
  ['...xxx..', [{ first: 3, count: 3 }]],
  ['x.....xx', [{ first: 6, count: 3 }]],
  [
    'x.x.',
    [
      { first: 0, count: 1 },
      { first: 2, count: 1 },
    ],
  ],
  ['xxxx', [{ first: 0, count: 4 }]],
  ['....', []],
])('%s: numbers beside each other are one, also over the end', (text, runs) => {
  expect(runsIn(isIn(text))).toEqual(runs)
})

test('around several fields is around the first and the last of them', () => {
  const { fields, run } = oval(38, 640, 88, 29)
  const corners = (path: string) => path.match(/-?\d+\.\d+ -?\d+\.\d+/g)!
  const [first, last, all] = [corners(fields[3]!.path), corners(fields[5]!.path), corners(run(3, 3))]
  expect(all[0]).toBe(first[0])
  expect(all.at(-1)).toBe(first.at(-1))
  expect(all).toContain(last[8])
})

const order = Array.from({ length: 38 }, (_, at) => `p${at}`)
const from = (first: number, count: number): string[] =>
  Array.from({ length: count }, (_, at) => order[(first + at) % 38]!)

test('the first pocket lies at the right end', () => {
  const { fields, w } = oval(38, 640, 122, 34)
  expect(fields[0]).toMatchObject({ x: w / 2 - 17, y: expect.closeTo(0) })
})

test('sections lie along their numbers: the smaller above the larger, all of them seen', () => {
  const shape = oval(38, 640, 122, 34)
  const plans = [
    { bet: 'small', pockets: from(34, 8) },
    { bet: 'right', pockets: from(29, 18) },
    { bet: 'left', pockets: from(12, 12) },
    { bet: 'between', pockets: [...from(9, 3), ...from(24, 5)] },
  ]
  const sections = sectionsOf(shape, order, plans)
  expect(sections.map(({ bet }) => bet)).toEqual(['right', 'left', 'small', 'between'])
  const along = Object.fromEntries(sections.map(({ bet, middle }) => [bet, middle.x]))
  expect([along.left!, along.between!, along.right!, along.small!]).toEqual(Object.values(along).sort((a, b) => a - b))
  for (const { room } of sections) expect(room).toBeGreaterThan(60)
})

test('a bet that is scattered, flat along a side or hidden has no place on the racetrack', () => {
  const shape = oval(38, 640, 122, 34)
  const scattered = { bet: 'scattered', pockets: ['p0', 'p8', 'p16', 'p24'] }
  const same = [
    { bet: 'one', pockets: from(34, 8) },
    { bet: 'the same', pockets: from(34, 8) },
  ]
  const flat = { bet: 'flat', pockets: from(4, 5) }
  expect(sectionsOf(shape, order, [scattered, flat, ...same]).map(({ bet }) => bet)).toEqual(['the same'])
})

test('a single number within a section does not cut it', () => {
  const shape = oval(38, 640, 122, 34)
  const [whole] = sectionsOf(shape, order, [{ bet: 'whole', pockets: from(30, 12) }])
  const [passed] = sectionsOf(shape, order, [{ bet: 'whole', pockets: from(30, 12).filter((one) => one !== 'p1') }])
  expect(passed).toEqual(whole)
})
