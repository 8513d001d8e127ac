import { expect, test } from 'vitest'
import { oval, runsIn } from './racetrack-shape.ts'

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
