import { describe, expect, test } from 'vitest'
import type { Stored } from '../record/stored-entry.ts'
import { isCompanionOf, isEndOf, makeReceipt, stakedIn, tableEntryIn } from './make-receipt.ts'
import { readReceipt } from './receipt.ts'
import { entriesOf } from './testing.ts'

const book = 'mbs/sands-fast-action-roulette@2'
const buyIn = (player: string) => ({ do: 'buy-in', player, amount: 10_000 })
const wager = (player: string, id: string) => ({ do: 'wager', player, spot: '17', stake: 500, id })
const numbers = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10']
const toOutcome = [
  { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' },
  { do: 'no-more-bets' },
  buyIn('late'),
  { do: 'bonus-numbers', numbers },
  { do: 'ball-at-rest', pocket: '17' },
]

const storedAs = (bodies: readonly string[]): Stored[] =>
  bodies.map((body, nth) => ({ stream: 'fast', seq: nth + 1, body, hash: '' }))

/** A journal with a checkpoint of so many entries, which counts how many were read; its proofs are empty. */
function sourceOf(entryAt: (seq: number) => Stored | undefined, size: number) {
  const source = {
    entriesRead: 0,
    async read(from: number, limit: number): Promise<Stored[]> {
      // As a store does where entries are long: fewer than were asked for, one at least.
      const many = Math.max(1, Math.min(limit, 7))
      const found = Array.from({ length: many }, (_, nth) => entryAt(from + nth)).filter((one) => one !== undefined)
      source.entriesRead += found.length
      return found
    },
    inclusion: async () => [],
    checkpoint: async () => ({ size, note: 'house.example/fast\n' }),
  }
  return source
}

function besideIn(receipt: string | null): number[] {
  const read = readReceipt(receipt!)
  if ('problem' in read) throw new Error(read.problem)
  return read.beside.map(({ index }) => index + 1)
}

const eventsOf = (stored: Stored) => {
  const entry = tableEntryIn(stored)!
  return 'events' in entry ? entry.events : []
}

describe('what stands beside a wager in its receipt', () => {
  /** A round that is settled, one without a wager, one that is void while bets are placed, one that goes on. */
  const played = storedAs(
    entriesOf({ book }, [
      ...[buyIn('ann'), buyIn('ben'), { do: 'place-your-bets' }, wager('ann', 'w1'), buyIn('cat'), wager('ben', 'w2')],
      ...[...toOutcome, { do: 'settle' }, { do: 'place-your-bets' }, ...toOutcome, { do: 'settle' }],
      ...[buyIn('ann'), { do: 'place-your-bets' }, wager('ann', 'w3'), buyIn('dan'), wager('dan', 'w4')],
      ...[{ do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }, { do: 'no-spin' }, buyIn('eve')],
      ...[{ do: 'place-your-bets' }, wager('eve', 'w5'), buyIn('fay'), wager('fay', 'w6'), ...toOutcome],
    ]),
  )

  /** By looking at every entry. */
  function lookedUp(seq: number, size: number): number[] {
    const { round } = stakedIn(tableEntryIn(played[seq - 1]!)!)[0]!
    const end = played.find((stored) => isEndOf(round, eventsOf(stored)))?.seq ?? Number.POSITIVE_INFINITY
    const own = played.filter((one) => one.seq <= Math.min(size, end) && isCompanionOf(round, eventsOf(one)))
    return [1, ...own.map((one) => one.seq)]
  }

  test('is found by halving as by looking at every entry, wherever the checkpoint ends', async () => {
    const staked = played.filter((stored) => stakedIn(tableEntryIn(stored)!).length > 0).map(({ seq }) => seq)
    expect(staked).toHaveLength(6)
    for (const seq of staked)
      for (let size = seq; size <= played.length; size++) {
        const source = sourceOf((at) => (at <= size ? played[at - 1] : undefined), size)
        expect(besideIn(await makeReceipt(source, seq)), `entry ${seq} of ${size}`).toEqual(lookedUp(seq, size))
      }
    expect(lookedUp(staked[0]!, played.length)).toHaveLength(4)
    expect(lookedUp(staked[5]!, played.length)).toHaveLength(4)
  })

  test('is found without reading the wagers of a round of a million that has no end', async () => {
    const [setup, bought, opened, first] = storedAs(
      entriesOf({ book }, [buyIn('ann'), { do: 'place-your-bets' }, wager('ann', 'w1')]),
    )
    const entryAt = (seq: number): Stored | undefined =>
      [setup, bought, opened][seq - 1] ?? (seq <= 1_000_000 ? { ...first!, seq } : undefined)
    for (const seq of [4, 400_000, 1_000_000]) {
      const source = sourceOf(entryAt, 1_000_000)
      expect(besideIn(await makeReceipt(source, seq))).toEqual([1, 3])
      expect(source.entriesRead).toBeLessThan(1_000)
    }
  })

  test('is found without reading a million entries that tell nothing of rounds, before and after it', async () => {
    const [setup, bought, ...round] = storedAs(
      entriesOf({ book }, [buyIn('ann'), { do: 'place-your-bets' }, wager('ann', 'w1'), ...toOutcome]),
    )
    const half = 500_000
    const entryAt = (seq: number): Stored | undefined => {
      if (seq === 1) return setup
      const own = round[seq - half] ?? (seq <= 2 * half ? bought : undefined)
      return own && { ...own, seq }
    }
    const source = sourceOf(entryAt, 2 * half)
    const [opened, drawn, outcome] = [0, 5, 6].map((nth) => half + nth)
    expect(besideIn(await makeReceipt(source, half + 1))).toEqual([1, opened, drawn, outcome])
    expect(source.entriesRead).toBeLessThan(60_000)
  })
})
