import { describe, expect, test } from 'vitest'
import { entriesOf, placesIn } from '../../test/support/receipts.ts'
import { entriesReader } from '../record/journal-reader.ts'
import type { Stored } from '../record/stored-entry.ts'
import { makeReceipt, type ProvingReader, stakedIn, tableEntryIn } from './make-receipt.ts'
import { readReceipt } from './receipt.ts'
import { companionsFor, roundEntryIn, type Scope } from './round-entries.ts'

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

/** A journal with a checkpoint of this size that notes which entries are read. Its proofs are empty. */
function notingReader(entries: readonly Stored[], size: number) {
  const places = placesIn(entries.map(({ body }) => body))
  const seqsRead: number[] = []
  const { pages } = entriesReader(new Map([['fast', entries]]))
  const reader: ProvingReader = {
    async *pages(...asked) {
      for await (const page of pages(...asked)) {
        seqsRead.push(...page.map(({ seq }) => seq))
        yield page
      }
    },
    place: async (_, round) => places.get(round) ?? null,
    checkpoint: async () => ({ size, note: 'house.example/fast\n' }),
    async proven(_, seqs) {
      seqsRead.push(...seqs)
      return seqs.map((seq) => ({ stored: entries[seq - 1]!, hashes: seq <= size ? [] : null }))
    },
  }
  return { reader, seqsRead }
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

describe('the entries beside a wager in its receipt', () => {
  const reason = 'the recording'
  const correct = (round: number, pocket: string) => ({
    do: 'correct-outcome',
    round,
    pocket,
    reason,
    by: 'shift-manager',
  })
  /**
   * Five rounds: two players and settled, without a wager, ann alone, void while bets are placed, under way. The pit changes
   * some of them later.
   */
  const played = storedAs(
    entriesOf({ book }, [
      buyIn('ann'),
      buyIn('ben'),
      { do: 'place-your-bets' },
      wager('ann', 'w1'),
      buyIn('cat'),
      wager('ben', 'w2'),
      ...toOutcome,
      { do: 'settle' },
      { do: 'place-your-bets' },
      ...toOutcome,
      { do: 'settle' },
      { do: 'place-your-bets' },
      wager('ann', 'w7'),
      ...toOutcome,
      correct(3, '20'),
      { do: 'settle' },
      buyIn('ann'),
      { do: 'place-your-bets' },
      wager('ann', 'w3'),
      correct(3, '17'),
      buyIn('dan'),
      wager('dan', 'w4'),
      { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' },
      { do: 'no-spin' },
      buyIn('eve'),
      correct(1, '20'),
      { do: 'place-your-bets' },
      wager('eve', 'w5'),
      buyIn('fay'),
      wager('fay', 'w6'),
      ...toOutcome,
      { do: 'rule-on-wager', player: 'eve', spot: '17', treatment: 'returned', reason },
      { do: 'refer', round: 3, reason },
      correct(3, '21'),
      buyIn('gus'),
      { do: 'refer', round: 3, reason },
      { do: 'decide', decision: 'stands', round: 3, reason, awards: { ann: 100 } },
      correct(1, '22'),
    ]),
  )

  const staked = played.filter((stored) => stakedIn(tableEntryIn(stored)!).length > 0).map(({ seq }) => seq)
  const [ANN, BEN, ALONE] = staked as [number, number, number]

  /** Found by reading every entry. */
  function lookedUp(seq: number, size: number, entries: readonly Stored[] = played): number[] {
    const { round, player } = stakedIn(tableEntryIn(played[seq - 1]!)!)[0]!
    const all = entries.flatMap((one) => roundEntryIn(round, one.seq, eventsOf(one)) ?? [])
    return [1, ...companionsFor(all, player, size).map((one) => one.seq)]
  }

  const typesOf = (seqs: readonly number[]): string[] =>
    seqs.flatMap((seq) => eventsOf(played[seq - 1]!).map(({ type }) => type))

  test.each<Scope>(['own-player', 'all-players'])(
    'is found by the place of its round as by looking at every entry, wherever the checkpoint ends: %s',
    async (scope) => {
      expect(staked).toHaveLength(7)
      for (const seq of staked)
        for (let size = seq; size <= played.length; size++) {
          for (const entries of [played.slice(0, size), played]) {
            const { reader } = notingReader(entries, size)
            const found = besideIn(await makeReceipt(reader, 'fast', seq, scope))
            expect(found, `entry ${seq} of ${size}`).toEqual(lookedUp(seq, size, entries))
          }
        }
    },
  )

  test('is everything that made the result', () => {
    expect(typesOf(lookedUp(ALONE, played.length))).toEqual([
      'betting-opened',
      'bonus-numbers-drawn',
      'outcome-determined',
      'outcome-corrected',
      'round-settled',
      'outcome-corrected',
      'outcome-corrected',
      'referral-decided',
    ])
  })

  test('is no result at all, where what changed it is not signed yet', () => {
    const before = played.findIndex((one) => eventsOf(one).some(({ type }) => type === 'outcome-corrected'))
    const course = ['betting-opened', 'bonus-numbers-drawn']
    for (const seq of [ANN, BEN]) {
      const settled = [...course, 'outcome-determined', 'round-settled']
      expect(typesOf(lookedUp(seq, before, played.slice(0, before)))).toEqual(settled)
      // The change is known, but not signed yet.
      expect(typesOf(lookedUp(seq, before))).toEqual(course)
      expect(typesOf(lookedUp(seq, played.length))).toEqual([...settled, 'outcome-corrected', 'outcome-corrected'])
    }
  })

  test('is found without reading a wager of others', async () => {
    const { reader, seqsRead } = notingReader(played, played.length)
    await makeReceipt(reader, 'fast', ANN, 'all-players')
    const others = staked.filter((seq) => seq !== ANN)
    expect(seqsRead.filter((seq) => others.includes(seq))).toEqual([])
  })
})
