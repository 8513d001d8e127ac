import { describe, expect, test, vi } from 'vitest'
import { Ear, freshView } from '../../../test/support/floor.ts'
import { memoryJournal } from '../../../test/support/memory-journal.ts'
import { turns } from '../../../test/support/service.ts'
import {
  buyIn,
  command,
  entriesOf,
  give,
  HeldJournal,
  openSingle,
  placeYourBets,
  spin,
  wager,
  watch,
} from '../../../test/support/stream.ts'
import { publishedTable } from '../floor/room.ts'
import { Publisher } from './publisher.ts'

describe('nobody hears of what is not on disk', () => {
  async function heldTable() {
    const held = new HeldJournal(memoryJournal())
    const host = await openSingle(held.journal)
    await give(host, placeYourBets, buyIn('ann', 10_000))
    const publisher = new Publisher(publishedTable(host))
    const ears = [new Ear('player', 'ann'), new Ear('display'), new Ear('dealer'), new Ear('pit')]
    for (const ear of ears) publisher.add(ear, undefined)
    await turns()
    held.hold()
    return { held, host, publisher, ears, told: () => ears.map(({ heard }) => heard.length) }
  }

  test('an answer and every view wait for the commit', async () => {
    const { held, host, ears, told } = await heldTable()
    const placed = watch(host.submit(wager('ann', 500), 'a'))
    await turns() // what comes in one turn of the event loop is written together
    const closed = watch(host.submit(spin, 'd'))
    await new Promise((done) => setTimeout(done, 150))
    expect([placed.done, closed.done, ...told()]).toEqual([false, false, 1, 1, 1, 1])
    await held.pass(1)
    expect([placed.done, closed.done]).toEqual([true, false])
    expect(told()).toEqual([2, 1, 1, 1])
    await held.release()
    await expect.poll(() => ears.map(({ follower }) => follower.view?.phase)).toEqual(Array(4).fill('ball-spinning'))
    expect(closed.done).toBe(true)
  })

  test('refusals wait too: they may rest on what is not on disk yet', async () => {
    const { held, host } = await heldTable()
    const all = watch(host.submit(wager('ann', 10_000), 'a'))
    const poor = watch(host.submit(wager('ann', 500), 'a'))
    await turns()
    expect([all.done, poor.done]).toEqual([false, false])
    await held.release()
    expect(poor.result).toMatchObject({ refused: 'balance-too-low', balance: 0 })
  })

  test('a refusal that is recorded waits for its own commit', async () => {
    const { held, host } = await heldTable()
    const recorded = watch(host.submit(command({ do: 'settle', by: 'player' }), 'a'))
    await turns()
    expect(recorded.done).toBe(false)
    await held.release()
    expect(recorded.result).toMatchObject({ refused: 'position-too-low' })
    expect((await entriesOf(held.journal)).at(-1)).toMatchObject({
      actor: 'a',
      refused: { refused: 'position-too-low' },
    })
  })

  test('who comes meanwhile is told what is on disk, and of the rest when it is there', async () => {
    const { held, host, publisher } = await heldTable()
    void host.submit(wager('ann', 500), 'a')
    const late = new Ear('player', 'ann')
    publisher.add(late, undefined)
    await turns()
    expect(late.follower.view).toMatchObject({ funds: { staked: 0 }, wagers: {} })
    await held.release()
    expect(late.follower.view).toEqual(freshView(publisher, late))
  })

  test.each([
    ['the player alone', [wager('ann', 500)]],
    ['everybody', [wager('ann', 500), spin]],
  ])('a socket that is still catching up gets its answer at once while news of %s are pending', async (_, commands) => {
    const { held, host, publisher } = await heldTable()
    await held.release()
    await Promise.all(commands.map((one) => host.submit(one, 'a')))
    const late = new Ear('player', 'ann')
    const sent = vi.fn()
    publisher.answer(late, { id: 'x' }, sent)
    expect(late.heard).toEqual([{ answer: { id: 'x' } }])
    expect(sent).toHaveBeenCalledOnce()
    await turns()
    publisher.add(late, undefined)
    expect(late.heard).toHaveLength(2)
    expect(late.follower.view).toEqual(freshView(publisher, late))
  })
})
