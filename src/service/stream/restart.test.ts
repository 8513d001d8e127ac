import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { memoryJournal } from '../../../test/support/memory-journal.ts'
import { quietTables, turns } from '../../../test/support/service.ts'
import {
  asJson,
  atRest,
  buyIn,
  command,
  give,
  HeldJournal,
  nextCommand,
  noMoreBets,
  numbers,
  openSingle,
  placeYourBets,
  settle,
  setupOf,
  single,
  someSetup,
  spin,
  wager,
  wouldCome,
} from '../../../test/support/stream.ts'
import { isBalanced, playersOf } from '../../engine/ledger.ts'
import { spotsOf } from '../../engine/spots.ts'
import { fundsOf } from '../../engine/summary.ts'
import { houseSnapshotAfter } from './house-stream.ts'
import { bookOf } from './table-stream.ts'

afterEach(() => vi.useRealTimers())

test('snapshots of a house with many terminals are as many entries apart as make their cost the same for each', () => {
  expect([1_000, 20_000, 1_000_000].map(houseSnapshotAfter)).toEqual([2_000, 2_000, 100_000])
})

describe('a restart', () => {
  test('from the journal, or from a snapshot and the rest, gives the same table, and it goes on the same', async () => {
    const plays = fc.array(numbers, { minLength: 20, maxLength: 150 })
    await fc.assert(
      fc.asyncProperty(someSetup, plays, fc.nat(), async (setup, play, cut) => {
        const journal = memoryJournal()
        const host = await openSingle(journal, setup)
        for (const [nth, choice] of play.entries()) {
          void host.submit({ ...nextCommand(host, choice), id: `${nth}` }, 'test')
          if (nth === cut % play.length) await host.snapshot()
        }
        await host.flushed()
        const withSnapshot = await openSingle(journal, setup)
        const fromJournal = await openSingle({ ...journal, snapshot: async () => null }, setup)
        for (const again of [withSnapshot, fromJournal]) {
          expect(asJson(again.settled.state)).toEqual(asJson(host.settled.state))
          expect(JSON.stringify(again.settled.meters)).toBe(JSON.stringify(host.settled.meters))
          expect([again.durable, again.durable]).toEqual([host.durable, host.durable])
        }
        const next = play
          .slice(0, 10)
          .map((choice) => asJson(wouldCome(withSnapshot, nextCommand(withSnapshot, choice))))
        expect(next).toEqual(play.slice(0, 10).map((choice) => asJson(wouldCome(host, nextCommand(host, choice)))))
        expect(isBalanced(host.settled.state.ledger)).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  test('a snapshot holds nothing that is not on disk', async () => {
    const store = memoryJournal()
    const held = new HeldJournal(store)
    const host = await openSingle(held.journal)
    held.hold()
    const first = host.submit(placeYourBets, 'd')
    void first.then(() => host.submit(buyIn('ann', 5_000), 'd'))
    const saved = host.snapshot()
    await turns()
    await held.pass(1)
    await saved
    expect(host.consider(({ state }) => fundsOf(state, 'ann').balance)).toBe(5_000)
    expect([host.durable, (await store.last('single')).seq]).toEqual([2, 2])
    const again = await openSingle(store)
    expect(playersOf(again.settled.state.ledger)).toEqual([])
    expect(await store.snapshot('single')).toHaveProperty('seq', 2)
  })

  test('a busy table keeps snapshots of itself; its long rounds are not repeated in them, and come back', async () => {
    const journal = memoryJournal()
    const host = await openSingle(journal)
    const crowd = Array.from({ length: 20 }, (_, nth) => `player-${nth}`)
    const spots = spotsOf(bookOf(host.settled), single.layout).list.slice(0, 100)
    await give(host, ...crowd.map((player) => buyIn(player, 10_000_000)))
    const playRound = async (pocket: string) => {
      await give(host, placeYourBets)
      for (const player of crowd)
        for (const { spot } of spots) void host.submit(wager(player, 500, undefined, spot), 'a')
      await give(host, spin, noMoreBets, atRest(pocket), settle)
    }
    for (const pocket of ['1', '2', '3']) await playRound(pocket)
    await give(host, command({ do: 'correct-outcome', round: 2, pocket: '20', reason: 'misread' }))
    await expect.poll(async () => (await journal.snapshot('single'))?.seq ?? 0).toBeGreaterThan(5_000)
    const { body } = (await journal.snapshot('single'))!
    expect(body).not.toContain('"collected"')
    const again = await openSingle(journal)
    expect(asJson(again.settled.state)).toEqual(asJson(host.settled.state))
    const corrected = command({ do: 'correct-outcome', round: 2, pocket: '21', reason: 'misread again' })
    expect(asJson(wouldCome(again, corrected))).toEqual(asJson(wouldCome(host, corrected)))
  })

  test('a round of more entries than a snapshot waits for: none is kept before the round is over', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const journal = memoryJournal()
    const save = vi.spyOn(journal, 'saveSnapshot')
    const host = await openSingle(journal)
    await give(host, buyIn('ann', 10_000_000), placeYourBets)
    for (let nth = 0; nth < 2_600; nth++) {
      void host.submit(wager('ann', 500), 'a')
      void host.submit(command({ do: 'withdraw', player: 'ann', spot: '17' }), 'a')
    }
    await give(host, spin, noMoreBets, atRest('1'))
    expect(host.durable).toBeGreaterThan(5_200)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(save).not.toHaveBeenCalled()
    await give(host, settle)
    await vi.advanceTimersByTimeAsync(60_000)
    await turns()
    expect((await journal.snapshot('single'))?.seq).toBe(host.durable)
  })

  test('a new setup does not change a table that has a journal', async () => {
    const journal = memoryJournal()
    await openSingle(journal)
    const again = await openSingle(journal, setupOf(quietTables[0]))
    expect(bookOf(again.settled).id).toBe('mbs/roulette@3')
  })
})
