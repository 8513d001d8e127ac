import { afterAll, describe, expect, test } from 'vitest'
import { heldFloor } from '../../../test/support/floor.ts'
import { memoryJournal } from '../../../test/support/memory-journal.ts'
import { cleanUp, freshFolder } from '../../../test/support/service.ts'
import {
  buyIn,
  command,
  entriesOf,
  give,
  HeldJournal,
  noMoreBets,
  openSingle,
  placeYourBets,
  spin,
  wager,
} from '../../../test/support/stream.ts'
import { giveCommand } from '../floor/give-command.ts'
import { sqliteJournal } from '../journal/sqlite.ts'
import { StreamStopped } from './stream.ts'

afterAll(cleanUp)

describe('the same command id', () => {
  async function playing() {
    const journal = memoryJournal()
    const host = await openSingle(journal)
    await give(host, placeYourBets, buyIn('ann', 10_000), buyIn('ben', 10_000))
    return { journal, host }
  }

  test('is the same answer and no second wager, at once and after a restart', async () => {
    const { journal, host } = await playing()
    const [first, raced] = await Promise.all([1, 2].map(() => host.submit(wager('ann', 500, 'x'), 'ann')))
    const later = await host.submit(wager('ann', 500, 'x'), 'ann')
    await host.snapshot()
    await give(host, spin, noMoreBets)
    for (const host of [await openSingle(journal), await openSingle({ ...journal, snapshot: async () => null })]) {
      expect(await host.submit(wager('ann', 500, 'x'), 'ann')).toEqual(first)
      expect(host.durable).toBe((await journal.last('single')).seq)
    }
    expect([raced, later]).toEqual([first, first])
    const written = (await entriesOf(journal)).filter((entry) => 'command' in entry && entry.command.id === 'x')
    expect(written).toHaveLength(1)
  })

  test('belongs to whoever sent it', async () => {
    const { host } = await playing()
    const [ann, ben] = [
      await host.submit(wager('ann', 500, 'x'), 'ann'),
      await host.submit(wager('ben', 600, 'x'), 'ben'),
    ]
    expect([ann, ben]).toMatchObject([{ events: [{ stake: 500 }] }, { events: [{ stake: 600 }] }])
  })

  test('of a recorded refusal is the same refusal, and recorded once', async () => {
    const { journal, host } = await playing()
    await give(host, spin, noMoreBets)
    const [first, second] = [1, 2].map(() => host.submit(wager('ann', 500, 'late'), 'ann'))
    expect(await first).toMatchObject({ refused: 'betting-is-closed' })
    expect(await second).toEqual(await first)
    expect(await (await openSingle(journal)).submit(wager('ann', 500, 'late'), 'ann')).toEqual(await first)
    const late = (await entriesOf(journal)).filter((entry) => 'refused' in entry)
    expect(late).toMatchObject([{ actor: 'ann', command: { do: 'wager', id: 'late' }, refused: await first }])
  })

  test('of one who may not is recorded once, too', async () => {
    const { floor, who } = await heldFloor()
    const ask = () => giveCommand(floor, who, 'etg', { do: 'settle', id: 'x' })
    expect([await ask(), await ask()]).toMatchObject(Array(2).fill({ barred: { refused: 'position-too-low' } }))
    const written = (await entriesOf(floor.journal, 'etg')).filter((entry) => 'refused' in entry)
    expect(written).toHaveLength(1)
  })

  test('for another command is a refusal of its own, at once, later and after a restart; the first stands', async () => {
    const { journal, host } = await playing()
    const [first, raced] = await Promise.all([500, 600].map((stake) => host.submit(wager('ann', stake, 'x'), 'ann')))
    const clash = { barred: { refused: 'id-used-for-another', id: 'x' } }
    expect([first, raced]).toMatchObject([{ events: [{ stake: 500 }] }, clash])
    for (const at of [host, await openSingle(journal)]) {
      expect(await at.submit(wager('ann', 500, 'x', '18'), 'ann')).toEqual(clash)
      expect(await at.submit(command({ do: 'withdraw', player: 'ann', spot: '17', id: 'x' }), 'ann')).toEqual(clash)
      expect(await at.submit(wager('ann', 500, 'x'), 'ann')).toEqual(first)
    }
    expect((await entriesOf(journal)).filter((entry) => 'command' in entry && entry.command.id === 'x')).toHaveLength(1)
  })

  test('is the same request when its sender is called something else by now', async () => {
    const { host } = await playing()
    const as = (name: string) => ({ ...wager('ann', 500, 'x'), by: { role: 'dealer' as const, name } })
    const first = await host.submit(as('Dee'), 'staff:1001')
    expect(await host.submit(as('Dee Smith'), 'staff:1001')).toEqual(first)
  })

  test('is not pushed out: not by refusals, not by others, not by anything that comes after it', async () => {
    const folder = freshFolder()
    const journal = await sqliteJournal(folder)
    const host = await openSingle(journal)
    await give(host, placeYourBets, buyIn('ann', 1_000_000), buyIn('ben', 100_000_000))
    const first = await host.submit(wager('ann', 500, 'old'), 'terminal:ann')
    const refused = Array.from({ length: 30_000 }, (_, nth) => wager('ann', 9_999_999, `refused-${nth}`))
    await Promise.all(refused.map((one) => host.submit(one, 'terminal:ann')))
    expect(host.durable).toBe(5)
    const placed = Array.from({ length: 30_000 }, (_, nth) => wager('ben', 500, `placed-${nth}`, `${(nth % 36) + 1}`))
    await Promise.all(placed.map((one) => host.submit(one, 'terminal:ben')))
    const { durable } = host
    expect(await host.submit(wager('ann', 500, 'old'), 'terminal:ann')).toEqual(first)
    await host.snapshot()
    await journal.close()
    const reopened = await sqliteJournal(folder)
    const again = await openSingle(reopened)
    expect(await again.submit(wager('ann', 500, 'old'), 'terminal:ann')).toEqual(first)
    expect(await again.submit(placed[0]!, 'terminal:ben')).toHaveProperty('events')
    expect([host.durable, again.durable]).toEqual([durable, durable])
    await reopened.close()
  })

  test('when the append failed is free to be tried again after the restart', async () => {
    const { journal, host } = await playing()
    const held = new HeldJournal(journal)
    const again = await openSingle(held.journal)
    held.failing = () => new Error('the disk is full')
    await expect(again.submit(wager('ann', 500, 'x'), 'ann')).rejects.toThrow(StreamStopped)
    expect(host.stopped).toBeNull()
    expect(await (await openSingle(journal)).submit(wager('ann', 500, 'x'), 'ann')).toHaveProperty('events')
  })
})
