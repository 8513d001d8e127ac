import { describe, expect, test } from 'vitest'
import { playCommand, read, settings, tableOf, turnsOf } from '../../../test/support/engine.ts'
import type { Table } from '../../engine/conduct.ts'
import { type Foresight, isForesight } from '../../engine/foresee.ts'
import { dealerView } from '../../engine/views.ts'
import type { CommandFields } from '../../wire/command.ts'
import { coloursFor, tintsOf } from '../staff/tints.ts'
import { foreseeAt } from '../staff/use-foresight.ts'
import { effects } from '../words/desk.ts'
import { effectText, voidIn } from './effects.ts'

const seenBy = (role: string) => (table: Table) => ({
  book: table.book,
  view: dealerView(table.book, table.state),
  who: { role } as never,
})
const byDealer = seenBy('dealer')
const actions: readonly CommandFields[] = [
  { do: 'no-spin' },
  { do: 'power-failure' },
  { do: 'interruption' },
  { do: 'interruption', terminals: ['one'] },
  { do: 'refer', reason: 'a dispute' },
  { do: 'ball-at-rest', pocket: '17', revolutions: 3 },
]

describe.each(settings.map((setting) => [setting.book.id, setting] as const))('%s', (_, setting) => {
  const turns = turnsOf(setting)
  const { book } = setting

  test('every report of a dealer shows its effect before it is confirmed', () => {
    const drafts = [...actions, ...book.irregularities.map(({ code }) => ({ do: 'irregularity', code }))]
    const said = turns.flatMap((table) =>
      drafts.flatMap((draft) => {
        const foreseen = foreseeAt(byDealer(table), draft)
        if (!isForesight(foreseen)) return []
        const texts = foreseen.effects.map((effect) => effectText(foreseen, effect))
        expect(texts, JSON.stringify(draft)).not.toContain(null)
        return [texts.length]
      }),
    )
    expect(Math.min(...said)).toBeGreaterThan(0)
    expect(said.length).toBeGreaterThan(drafts.length)
  })

  test('a void round says how much goes back, and to how many', () => {
    const { code } = book.irregularities[0]!
    for (const table of turns) {
      const seen = byDealer(table)
      const foreseen = foreseeAt(seen, { do: 'irregularity', code })
      if (!isForesight(foreseen) || !voidIn(foreseen)) continue
      const staked = Object.values(seen.view.seats).map(({ funds }) => funds.staked)
      const total = staked.reduce((sum, one) => sum + one, 0)
      const text = effectText(foreseen, voidIn(foreseen)!)
      expect(text).toBe(effects['round-void'](cents(total), staked.filter((one) => one > 0).length))
    }
  })
})

const cents = (amount: number): string => (amount / 100).toLocaleString('en', { minimumFractionDigits: 2 })

const opened = () => playCommand(tableOf('mbs/roulette@3'), read({ do: 'place-your-bets' }))
const spin = { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }

test('a spin that would void the round is known before it is given', () => {
  const fault = (wheel: string) => voidIn(foreseeAt(byDealer(opened()), { ...spin, wheel }))
  expect(fault('anticlockwise')).toBeNull()
  expect(fault('clockwise')).toMatchObject({ code: 'same-direction', clause: '5.1' })
  expect(fault('still')).toMatchObject({ code: 'wheel-not-rotating', clause: '5.9' })
})

test('so are too few revolutions', () => {
  const closed = [spin, { do: 'no-more-bets' }].reduce((table, order) => playCommand(table, read(order)), opened())
  const fault = (more: object) => voidIn(foreseeAt(byDealer(closed), { do: 'ball-at-rest', pocket: '17', ...more }))
  expect(fault({ revolutions: 3 })).toMatchObject({ code: 'too-few-revolutions', clause: '5.3' })
  expect([fault({ revolutions: 4 }), fault({})]).toEqual([null, null])
})

test('betting closed early is for those whom the book lets, and its dialog says what it means by itself', () => {
  const early = (role: string) => foreseeAt(seenBy(role)(opened()), { do: 'no-more-bets' })
  expect(early('dealer')).toMatchObject({ refused: 'too-early-to-close', needs: 'pit-manager' })
  const foreseen = early('pit-manager') as Foresight
  expect(foreseen.effects.map((effect) => effectText(foreseen, effect))).toEqual([null])
})

test('with the leave of a pit manager the dealer is no longer refused', () => {
  const allowed = playCommand(opened(), read({ do: 'allow-early-close', by: { role: 'pit-manager', name: 'Tan' } }))
  expect(foreseeAt(byDealer(allowed), { do: 'no-more-bets' })).toMatchObject({
    events: [{ type: 'betting-closed', leave: { role: 'pit-manager', name: 'Tan' } }],
  })
})

test('who only watches is told that it takes another', () => {
  expect(foreseeAt(seenBy('auditor')(opened()), { do: 'no-spin' })).toMatchObject({ refused: 'position-too-low' })
})

test('chips above the minimum are foreseen to be marked', () => {
  const table = tableOf('mbs/roulette@3', { default: { min: 500 } })
  const bought = (chipValue: number) =>
    foreseeAt(byDealer(table), { do: 'buy-in', player: 'ann', amount: 3_000, colour: 'blue', chipValue })
  expect((bought(500) as Foresight).effects).toEqual([])
  expect((bought(1_000) as Foresight).effects).toMatchObject([{ effect: 'chips-marked' }])
  expect(bought(700)).toMatchObject({ refused: 'not-whole-chips' })
})

const chips = (player: string, colour: string) => ({ do: 'buy-in', player, amount: 1_000, colour, chipValue: 500 })
const bought = [chips('ann', 'yellow'), { do: 'buy-in', player: 'bob', amount: 500 }, chips('dee', 'blue')]
const viewAfter = (orders: readonly object[]) => {
  const { book, state } = orders.reduce((table: Table, order) => playCommand(table, read(order)), opened())
  return dealerView(book, state)
}

test('players have the colour they bought, and others another', () => {
  const tints = tintsOf(viewAfter([...bought, { do: 'buy-in', player: 'cy', amount: 500 }]).seats)
  expect(tints.get('ann')).toBe('#f0d25a')
  expect(new Set(tints.values()).size).toBe(4)
})

test('a colour is not offered while another player has chips of it, in hand, on the layout or set aside', () => {
  const view = viewAfter(bought)
  expect(coloursFor(view, 'bob')).not.toContain('blue')
  expect(coloursFor(view, 'dee')).toContain('blue')
  const staked = { do: 'wager', player: 'dee', spot: '17', chips: 2 }
  expect(coloursFor(viewAfter([...bought, staked]), 'bob')).not.toContain('blue')
  const aside = { do: 'rule-on-wager', player: 'dee', spot: '17', treatment: 'returned', reason: 'late' }
  const atRest = [spin, { do: 'no-more-bets' }, { do: 'ball-at-rest', pocket: '17' }]
  expect(coloursFor(viewAfter([...bought, staked, ...atRest, aside]), 'bob')).not.toContain('blue')
  const gone = { do: 'cash-out', player: 'dee', amount: 1_000, colour: 'blue' }
  expect(coloursFor(viewAfter([...bought, gone]), 'bob')).toContain('blue')
})
