import { expect, test } from 'vitest'
import { Progress } from './progress.ts'

/** Memory is a text in these tests, with a letter for each entry. */
const begun = (): Progress<string> => new Progress({ memory: 'ab', seq: 2 })
const standing = ({ ahead, last, settled, durable, isAhead }: Progress<string>) => [
  ahead,
  last,
  settled,
  durable,
  isAhead,
]

test('decisions are ahead of the disk until each entry is durable', async () => {
  const progress = begun()
  expect(standing(progress)).toEqual(['ab', 2, 'ab', 2, false])
  progress.advance(3, 'abc')
  progress.advance(4, 'abcd')
  expect(standing(progress)).toEqual(['abcd', 4, 'ab', 2, true])
  const third = progress.after(3, 'third')
  progress.land(3, 'abc')
  expect(standing(progress)).toEqual(['abcd', 4, 'abc', 3, true])
  expect(await third).toBe('third')
  const all = progress.afterAll('all')
  progress.land(4, 'abcd')
  expect(standing(progress)).toEqual(['abcd', 4, 'abcd', 4, false])
  expect(await all).toBe('all')
})

test('entries of other nodes are durable when they are received', async () => {
  const progress = begun()
  const third = progress.after(3, 'third')
  progress.follow(3, 'abc')
  expect(standing(progress)).toEqual(['abc', 3, 'abc', 3, false])
  expect(await third).toBe('third')
})

test('entries that never became durable are dropped, and only their callers get an error', async () => {
  const progress = begun()
  progress.advance(3, 'abc')
  progress.advance(4, 'abcd')
  const [third, fourth] = [progress.after(3, 'third'), progress.after(4, 'fourth')]
  progress.land(3, 'abc')
  progress.fallBack(new Error('somebody else was quicker'))
  expect(standing(progress)).toEqual(['abc', 3, 'abc', 3, false])
  expect(await third).toBe('third')
  await expect(fourth).rejects.toThrow('somebody else was quicker')
  // The stream continues from there.
  progress.advance(4, 'abce')
  const again = progress.afterAll('again')
  progress.land(4, 'abce')
  expect(await again).toBe('again')
})

test('after its end nobody waits: what is on disk is told, the rest is not to come', async () => {
  const progress = begun()
  progress.advance(3, 'abc')
  const third = progress.after(3, 'third')
  progress.end(new Error('the disk is full'))
  await expect(third).rejects.toThrow('the disk is full')
  await expect(progress.afterAll('late')).rejects.toThrow('the disk is full')
  expect(await progress.after(2, 'second')).toBe('second')
})
