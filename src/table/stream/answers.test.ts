import { expect, test } from 'vitest'
import { Answers } from './answers-by-id.ts'

const KEPT = 3
const ids = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, nth) => String(from + nth))

function answersTo(count: number): Answers<string> {
  const answers = new Answers<string>(KEPT)
  for (const id of ids(1, count)) answers.remember('ann', id, `answer ${id}`)
  return answers
}

test('however many there were, at least so many of the last answers are known', () => {
  for (let count = 1; count <= 4 * KEPT; count++) {
    const answers = answersTo(count)
    const last = ids(Math.max(1, count - KEPT + 1), count)
    expect(last.map((id) => answers.get('ann', id))).toEqual(last.map((id) => `answer ${id}`))
  }
})

test('and never more than twice so many', () => {
  for (let count = 1; count <= 4 * KEPT; count++) {
    const known = ids(1, count).filter((id) => answersTo(count).get('ann', id))
    expect(known.length).toBeLessThanOrEqual(2 * KEPT)
  }
})

test('an id is of whoever gave it, and a command without one is never the same as another', () => {
  const answers = answersTo(1)
  answers.remember('ann', undefined, 'nameless')
  expect([answers.get('ben', '1'), answers.get('ann', undefined)]).toEqual([undefined, undefined])
})
