import { describe, expect, test } from 'vitest'
import { Ear } from '../../../test/support/floor.ts'
import { memoryJournal } from '../../../test/support/memory-journal.ts'
import { turns } from '../../../test/support/service.ts'
import {
  buyIn,
  diskFullFor,
  give,
  HeldJournal,
  now,
  openSingle,
  placeYourBets,
  spin,
} from '../../../test/support/stream.ts'
import { publishedTable } from '../floor/room.ts'
import { Publisher } from './publisher.ts'

describe('an append that fails', () => {
  test('publishes nothing of it', async () => {
    const held = new HeldJournal(memoryJournal())
    const host = await openSingle(held.journal)
    const publisher = new Publisher(publishedTable(host))
    const ear = new Ear('display')
    publisher.add(ear, undefined)
    held.failing = diskFullFor('single')
    await host.submit(placeYourBets, 'd').catch(() => {})
    await turns()
    expect(ear.heard).toHaveLength(2)
    expect(ear.heard[1]).toEqual({ stopped: { table: 'single', at: now() } })
    expect(ear.follower.view).toHaveProperty('phase', 'closed')
  })

  test('is told to everybody at the table, after all that is on disk, and to whoever comes later', async () => {
    const held = new HeldJournal(memoryJournal())
    const host = await openSingle(held.journal)
    const publisher = new Publisher(publishedTable(host))
    const ears = [new Ear('display'), new Ear('player', 'ann'), new Ear('dealer'), new Ear('pit')]
    for (const ear of ears) publisher.add(ear, undefined)
    await give(host, buyIn('ann', 10_000), placeYourBets)
    held.failing = diskFullFor('single')
    await host.submit(spin, 'd').catch(() => {})
    await turns()
    const late = new Ear('player', 'ann')
    publisher.add(late, undefined)
    await turns()
    expect(late.follower.view).toHaveProperty('phase', 'betting-open')
    expect(late.heard.at(-1)).toEqual({ stopped: { table: 'single', at: now() } })
    for (const ear of ears) {
      expect(ear.heard.filter((message) => 'stopped' in message)).toHaveLength(1)
      expect(ear.heard.at(-1)).toEqual({ stopped: { table: 'single', at: now() } })
      expect(ear.follower.view).toHaveProperty('phase', 'betting-open')
    }
    publisher.close()
  })
})
