import { describe, expect, test } from 'vitest'
import { giveCommand } from '../floor/give-command.ts'
import { heldFloor } from '../floor/testing.ts'
import { memoryJournal } from '../journal/memory.ts'
import { StreamStopped } from './stream.ts'
import { buyIn, entriesOf, give, HeldJournal, noMoreBets, openSingle, placeYourBets, spin, wager } from './testing.ts'

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
    for (const host of [await openSingle(journal), await openSingle({ ...journal, loadSnapshot: async () => null })]) {
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
    expect([await ask(), await ask()]).toMatchObject([{ status: 403 }, { status: 403 }])
    const written = (await entriesOf(floor.journal, 'etg')).filter((entry) => 'refused' in entry)
    expect(written).toHaveLength(1)
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
