import { once } from 'node:events'
import { expect, test } from 'vitest'
import { freshFolder } from '../../../test/support/service.ts'
import { leaveThread, takeThread } from './idle-threads.ts'
import { sqliteJournal } from './sqlite.ts'

const script = new URL('./sqlite-worker.ts', import.meta.url)

test('a thread that has nothing open is taken by the next who needs one of its kind, and by nobody twice', async () => {
  const thread = takeThread(script)
  await leaveThread(script, thread)
  const [next, another] = [takeThread(script), takeThread(script)]
  expect(next).toBe(thread)
  expect(another).not.toBe(thread)
  for (const one of [next, another]) await one.terminate()
})

test('one that ended while it waited is forgotten', async () => {
  const thread = takeThread(script)
  await leaveThread(script, thread)
  const gone = once(thread, 'exit')
  void thread.terminate()
  await gone
  const next = takeThread(script)
  expect(next).not.toBe(thread)
  await next.terminate()
})

test('a journal that is closed is asked no more, whoever has its threads by then', async () => {
  const first = await sqliteJournal(freshFolder())
  await first.append([{ stream: 'table', seq: 1, body: '{}' }])
  await first.close()
  const second = await sqliteJournal(freshFolder())
  expect(await second.streams()).toEqual([])
  await expect(first.streams()).rejects.toThrow('the journal is closed')
  await expect(first.append([{ stream: 'table', seq: 2, body: '{}' }])).rejects.toThrow('the journal is closed')
  expect(await second.streams()).toEqual([])
  await second.close()
})
