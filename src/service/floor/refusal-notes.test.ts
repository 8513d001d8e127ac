import { expect, test } from 'vitest'
import { NOTES_EACH, NOTES_OF_ALL, RefusalNotes } from './refusal-notes.ts'

function notesAt() {
  const clock = { ms: 0 }
  const notes = new RefusalNotes(
    () => `at ${clock.ms}`,
    () => clock.ms,
  )
  const ask = (actor: string, times: number) =>
    Array.from({ length: times }, () => notes.mayNote(actor)).filter((may) => may).length
  return { clock, notes, ask }
}

test('the first refusals of a sender in a minute are noted, further ones counted, and the next minute starts again', () => {
  const { clock, notes, ask } = notesAt()
  expect([ask('ann', NOTES_EACH + 7), ask('ben', 3)]).toEqual([NOTES_EACH, 3])
  expect(notes.takeCounted()).toEqual([])
  clock.ms = 60_000
  expect(ask('ann', 1)).toBe(1)
  expect(notes.takeCounted()).toEqual([{ actor: 'ann', count: 7, since: 'at 0' }])
  expect(notes.takeCounted(true)).toEqual([])
})

test('so many of all together are noted, and each sender is counted', () => {
  const { notes, ask } = notesAt()
  const senders = Array.from({ length: NOTES_OF_ALL / NOTES_EACH }, (_, nth) => `t${nth}`)
  for (const sender of senders) expect(ask(sender, NOTES_EACH)).toBe(NOTES_EACH)
  expect(ask('late', 2)).toBe(0)
  expect(notes.takeCounted(true)).toEqual([{ actor: 'late', count: 2, since: 'at 0' }])
})

test('notes that could not be recorded are counted the next time', () => {
  const { notes, ask } = notesAt()
  ask('ann', NOTES_EACH + 1)
  const counted = notes.takeCounted(true)
  notes.giveBack(counted)
  expect(notes.takeCounted()).toEqual(counted)
})

test('a refused read is counted, and takes nothing of the notes', () => {
  const { notes, ask } = notesAt()
  for (let times = 0; times < 1_000; times++) notes.count('ann')
  expect(ask('ann', NOTES_EACH)).toBe(NOTES_EACH)
  expect(notes.takeCounted(true)).toEqual([{ actor: 'ann', count: 1_000, since: 'at 0' }])
})

test('the notes of one sender are limited by their own count alone', () => {
  const { notes, ask } = notesAt()
  for (let nth = 0; nth < NOTES_OF_ALL / NOTES_EACH; nth++) ask(`t${nth}`, NOTES_EACH)
  const recorded = Array.from({ length: NOTES_EACH + 2 }, () => notes.mayRecord('late')).filter((may) => may)
  expect(recorded).toHaveLength(NOTES_EACH)
  expect(notes.takeCounted(true)).toEqual([{ actor: 'late', count: 2, since: 'at 0' }])
})
