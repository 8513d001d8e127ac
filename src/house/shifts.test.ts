import { expect, test } from 'vitest'
import { START, staffAs, TestHouse } from '../../test/support/secrets.ts'
import type { Cents } from '../engine/money.ts'
import { leaveTable, shiftNow, takeTable } from './floor-decisions.ts'
import type { ShiftFigures } from './floor-records.ts'

const figuresAfter = (rounds: number): ShiftFigures => ({
  rounds,
  handle: (rounds * 1_000) as Cents,
  win: (rounds * 27) as Cents,
  drop: 0 as Cents,
})
const [dee, dan, pit] = [staffAs('dealer', 'dee'), staffAs('dealer', 'dan'), staffAs('pit-supervisor', 'pit')]

/** At table one, after a number of rounds. */
class Floor extends TestHouse {
  take = (by: Parameters<typeof takeTable>[2], rounds = 0) =>
    this.decided(takeTable(this.state, { table: 'one', figures: figuresAfter(rounds) }, by, this.now))

  leave = (by: Parameters<typeof leaveTable>[2], rounds = 0) =>
    this.decided(leaveTable(this.state, { table: 'one', figures: figuresAfter(rounds) }, by, this.now))
}

test('a dealer takes a table, another takes it over, and each shift has what it began and ended with', () => {
  const floor = new Floor()
  expect(floor.take(dee)).not.toHaveProperty('events.0.from')
  expect(shiftNow(floor.state, 'one')?.dealer).toEqual({ badge: 'dee', name: 'Name of dee' })
  expect(shiftNow(floor.state, 'two')).toBeNull()
  expect(floor.take(dee)).toEqual({ refused: 'table-is-yours', table: 'one' })
  floor.wait(60_000)
  const then = floor.now
  expect(floor.take(dan, 40)).toMatchObject({
    events: [{ from: { badge: 'dee' }, by: { badge: 'dan', role: 'dealer' } }],
  })
  floor.wait(60_000)
  expect(floor.leave(dan, 90)).toMatchObject({
    events: [{ dealer: { badge: 'dan' }, since: then, by: { badge: 'dan' } }],
  })
  const [first, second] = [figuresAfter(40), figuresAfter(90)]
  expect(floor.state.shifts.get('one')).toMatchObject([
    { dealer: { badge: 'dee' }, since: START, began: figuresAfter(0), until: then, ended: first, to: { badge: 'dan' } },
    { dealer: { badge: 'dan' }, since: then, began: first, until: floor.now, ended: second, to: null },
  ])
  expect(floor.state.shifts.get('one')).toHaveLength(2)
  expect(shiftNow(floor.state, 'one')).toBeNull()
})

test('a table is left by who deals at it, or by the pit; nobody else’s shift is ended by a dealer', () => {
  const floor = new Floor()
  expect(floor.leave(dee)).toEqual({ refused: 'table-not-taken', table: 'one' })
  floor.take(dee)
  expect(floor.leave(dan)).toMatchObject({ refused: 'position-too-low', needs: 'pit-supervisor', by: 'dealer' })
  expect(shiftNow(floor.state, 'one')?.dealer.badge).toBe('dee')
  expect(floor.leave(pit)).toMatchObject({ events: [{ dealer: { badge: 'dee' }, by: { badge: 'pit' } }] })
  const [only, ...others] = floor.state.shifts.get('one')!
  expect([only?.until, others]).toEqual([floor.now, []])
  expect(floor.leave(pit)).toEqual({ refused: 'table-not-taken', table: 'one' })
})
