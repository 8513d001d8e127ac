import { describe, expect, test } from 'vitest'
import { memoryJournal } from '../../../test/support/memory-journal.ts'
import {
  buyIn,
  diskFullFor,
  give,
  HeldJournal,
  openSingle,
  placeYourBets,
  wager,
  watch,
} from '../../../test/support/stream.ts'
import { StreamStopped } from './stream.ts'

describe('an append that fails', () => {
  test('stops the table; all who wait are told, and nothing more is decided', async () => {
    const held = new HeldJournal(memoryJournal())
    const host = await openSingle(held.journal)
    await give(host, placeYourBets, buyIn('ann', 10_000))
    const before = JSON.stringify(host.settled.state)
    const stops: Error[] = []
    host.watch({ stopped: (error) => void stops.push(error) })
    held.hold()
    const waiting = [wager('ann', 500), wager('ann', 50_000), wager('ann', 600)].map((one) =>
      watch(host.submit(one, 'a')),
    )
    held.failing = diskFullFor('single')
    await held.release()
    for (const { error } of waiting) expect(error).toBeInstanceOf(StreamStopped)
    held.failing = null
    await expect(host.submit(wager('ann', 500), 'a')).rejects.toThrow(StreamStopped)
    expect(stops.map(({ message }) => message)).toEqual(['the disk is full'])
    const again = await openSingle(held.journal)
    expect(JSON.stringify(again.settled.state)).toBe(before)
    expect(await again.submit(wager('ann', 500), 'a')).toHaveProperty('events')
  })
})
