import { expect, test } from 'vitest'
import { MULTIPLE_MAX, type Plan, planCalled, plans, playerOf, readPlan } from './plan.ts'

/** The stakes round by round, by the result of each round: W won, L lost, = neither. */
function stakesOf(plan: Plan, rounds: string): number[] {
  const player = playerOf(plan)
  return [...rounds].map((round) => {
    const multiple = player.multiple()
    player.after(round === 'W' ? multiple : round === 'L' ? -multiple : 0)
    return multiple
  })
}

// biome-ignore format: a table is read down its columns
test.each([
  ['flat',       'LLWWLL',       [1, 1, 1, 1, 1, 1]],
  ['martingale', 'LLLWLWW',      [1, 2, 4, 8, 1, 2, 1]],
  ['martingale', 'LL=L',         [1, 2, 4, 4]],
  ['dalembert',  'LLWLWWWL',     [1, 2, 3, 2, 3, 2, 1, 1]],
  ['fibonacci',  'LLLLLWWWL',    [1, 1, 2, 3, 5, 8, 3, 1, 1]],
  ['paroli',     'WWWWLWL',      [1, 2, 4, 1, 2, 1, 2]],
  ['labouchere', 'WWLW',         [5, 5, 5, 6]],
  ['labouchere', 'LLWWWL',       [5, 6, 7, 7, 7, 5]],
])('%s by hand: %s', (name, rounds, stakes) => {
  expect(stakesOf(planCalled(name)!, rounds)).toEqual(stakes)
})

test('a line is crossed out from both ends, and starts again when nothing is left', () => {
  expect(stakesOf({ name: 'line', line: [1, 2, 3] }, 'WWW')).toEqual([4, 2, 4])
})

test('however long a plan loses, what it wants stays a whole number that can be multiplied', () => {
  for (const plan of plans)
    for (const stake of stakesOf(plan, 'L'.repeat(3000))) {
      expect(Number.isSafeInteger(stake)).toBe(true)
      expect(stake).toBeLessThanOrEqual(MULTIPLE_MAX)
    }
})

test.each(["d'Alembert", 'D’Alembert', 'DALEMBERT', 'd-alembert'])("%s is d'Alembert", (name) => {
  expect(planCalled(name)?.name).toBe('dalembert')
})

test('a plan of JSON is played like one of ours', () => {
  const plan = readPlan({ ladder: [1, 3], won: 'first', lost: { forward: 1 }, end: 'first' }, 'own') as Plan
  expect(plan.name).toBe('own')
  expect(stakesOf(plan, 'LLLWL')).toEqual([1, 3, 1, 3, 1])
  for (const one of plans) expect(readPlan(JSON.parse(JSON.stringify(one)), 'x')).toEqual(one)
})

// biome-ignore format: a table is read down its columns
test.each<[unknown, string]>([
  [null,                                                          'plan'],
  [[1, 2],                                                        'plan'],
  [{},                                                            'ladder'],
  [{ ladder: [] , won: 'stay', lost: 'stay' },                    'ladder'],
  [{ ladder: [0], won: 'stay', lost: 'stay' },                    'ladder'],
  [{ ladder: [1.5], won: 'stay', lost: 'stay' },                  'ladder'],
  [{ ladder: [2 ** 40], won: 'stay', lost: 'stay' },              'ladder'],
  [{ ladder: ['1'], won: 'stay', lost: 'stay' },                  'ladder'],
  [{ ladder: [1], lost: 'stay' },                                 'won'],
  [{ ladder: [1], won: 'up', lost: 'stay' },                      'won'],
  [{ ladder: [1], won: 'stay', lost: { forward: 0 } },            'lost'],
  [{ ladder: [1], won: 'stay', lost: { forward: 1, back: 1 } },   'lost'],
  [{ ladder: [1], won: 'stay', lost: 'stay', end: 'stop' },       'end'],
  [{ ladder: [1], won: 'stay', lost: 'stay', stop: 1 },           'stop'],
  [{ line: [] },                                                  'line'],
  [{ line: [1], won: 'stay' },                                    'won'],
  [{ line: [1], name: 7 },                                        'name'],
])('%j is no plan, for its %s', (value, field) => {
  expect(readPlan(value, 'own')).toEqual({ field, problem: expect.stringMatching(/./) })
})
