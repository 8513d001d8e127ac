import { expect, test } from 'vitest'
import { playCommand, read, settings, tableOf, turnsOf } from '../../../test/support/engine.ts'
import { bookById } from '../../books/index.ts'
import type { Table } from '../../engine/conduct.ts'
import { dealerView } from '../../engine/views.ts'
import { irregularitiesAt } from './possible-irregularities.ts'
import { roundsToRefer } from './rounds-to-refer.ts'

const seenBy = (role: string, { book, state }: Table) => ({
  book,
  view: dealerView(book, state) as never,
  who: { role } as never,
})
const spin = { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }
const play = (table: Table, ...orders: readonly object[]): Table =>
  orders.reduce((before: Table, order) => playCommand(before, read(order)), table)
const codes = (role: string, table: Table) => irregularitiesAt(seenBy(role, table)).possible.map(({ code }) => code)

test('before the ball is spun nothing is offered that takes a ball', () => {
  const open = play(tableOf('mbs/roulette@3'), { do: 'place-your-bets' })
  expect(codes('dealer', open)).not.toContain('wheel-stopped')
  expect(codes('dealer', play(open, spin))).toContain('wheel-stopped')
})

test('once the ball rests a dealer is offered nothing and told whose it is; a pit supervisor what is not against the record', () => {
  const rested = [{ do: 'place-your-bets' }, spin, { do: 'no-more-bets' }, { do: 'ball-at-rest', pocket: '17' }]
  const table = play(tableOf('mbs/roulette@3'), ...rested)
  const { possible, refusal } = irregularitiesAt(seenBy('dealer', table))
  expect([possible, refusal]).toMatchObject([[], { refused: 'position-too-low', needs: 'pit-supervisor' }])
  const offered = codes('pit-supervisor', table)
  expect(offered).toContain('interference')
  expect(offered).not.toContain('same-direction')
  expect(offered).not.toContain('no-spin')
})

test.each(settings.map((setting) => [setting.book.id, setting] as const))(
  '%s: whatever is offered as irregular is taken, at every turn of a round',
  (_, setting) => {
    for (const table of turnsOf(setting))
      for (const code of codes('pit-supervisor', table)) {
        const order = { do: 'irregularity', code, reason: 'seen by the pit', by: 'pit-supervisor' }
        expect(() => playCommand(table, read(order)), code).not.toThrow()
      }
  },
)

test('the round under way is referred first, then those that are concluded; one that waits is not offered again', () => {
  const round = [{ do: 'place-your-bets' }, spin, { do: 'no-more-bets' }, { do: 'ball-at-rest', pocket: '17' }]
  const [settled, referred] = [{ do: 'settle' }, { do: 'refer', reason: 'a dispute' }]
  const offered = (...orders: readonly object[]) =>
    roundsToRefer(seenBy('dealer', play(tableOf('mbs/roulette@3'), ...orders))).map((one) => [
      one.round,
      one.isConcluded,
    ])
  expect(offered()).toEqual([])
  expect(offered(...round)).toEqual([[1, false]])
  expect(offered(...round, settled)).toEqual([[1, true]])
  expect(offered(...round, settled, ...round)).toEqual([
    [2, false],
    [1, true],
  ])
  expect(offered(...round, settled, ...round, referred)).toEqual([[1, true]])
})

test('by a book of before, only the round under way', () => {
  const { book, state } = play(tableOf('mbs/roulette@3'), { do: 'place-your-bets' }, { do: 'no-spin' })
  const { reading: _, ...referral } = bookById('mbs/roulette@3')!.rules.referral
  const before = { ...book, rules: { ...book.rules, referral } } as never
  expect(roundsToRefer({ book: before, view: dealerView(book, state) })).toEqual([])
})
