import { expect, test } from 'vitest'
import { console, TestHouse } from '../../test/support/secrets.ts'
import type { FieldsOf } from './house-commands.ts'
import { LOG_KEPT_MAX, noteWheel, wheelAt } from './wheels.ts'

type Request = FieldsOf<'note-wheel'>

const note = (house: TestHouse, request: Partial<Request>) =>
  house.decided(
    noteWheel(
      house.state,
      { wheel: 'W-1', work: 'installed', technician: 'Kim', reason: 'the new season', ...request },
      console,
      house.now,
    ),
  )
const standing = (house: TestHouse, ...tables: string[]) =>
  tables.map((table) => wheelAt(house.state, table)?.wheel ?? null)

test('a wheel stands at one table at a time, and a table has one wheel', () => {
  const house = new TestHouse()
  note(house, { table: 'r1' })
  expect(note(house, { table: 'r2' })).toMatchObject({ events: [{ type: 'wheel-noted', table: 'r2', from: 'r1' }] })
  expect(standing(house, 'r1', 'r2')).toEqual([null, 'W-1'])
  expect(note(house, { wheel: 'W-2', table: 'r2' })).toMatchObject({ events: [{ replaced: 'W-1' }] })
  expect(standing(house, 'r1', 'r2')).toEqual([null, 'W-2'])
  expect(house.state.wheels.get('W-1')).toMatchObject({
    table: null,
    log: [{ work: 'removed', technician: 'Kim' }, {}, {}],
  })
  note(house, { wheel: 'W-2', work: 'removed' })
  expect(standing(house, 'r2')).toEqual([null])
})

test('levelling, service and inspection stay in the log with who did it, where and why', () => {
  const house = new TestHouse()
  note(house, { table: 'r1' })
  const installed = house.now
  house.wait(60_000)
  for (const work of ['levelled', 'serviced', 'inspected'] as const)
    note(house, { work, technician: 'Ana', reason: 'quarterly' })
  const { since, table, log } = house.state.wheels.get('W-1')!
  expect([since, table, log.map(({ work }) => work)]).toEqual([
    installed,
    'r1',
    ['inspected', 'serviced', 'levelled', 'installed'],
  ])
  expect(log[0]).toMatchObject({
    technician: 'Ana',
    table: 'r1',
    reason: 'quarterly',
    by: { console: 'root' },
    at: house.now,
  })
  for (let nth = 0; nth < LOG_KEPT_MAX; nth++) note(house, { work: 'levelled' })
  expect(house.state.wheels.get('W-1')!.log).toHaveLength(LOG_KEPT_MAX)
})

test('work on an unknown wheel, a move to where it stands, and bad fields are refused', () => {
  const house = new TestHouse()
  expect(note(house, { work: 'levelled' })).toMatchObject({ refused: 'wheel-unknown', wheel: 'W-1' })
  note(house, { table: 'r1' })
  expect(note(house, { table: 'r1' })).toMatchObject({ refused: 'wheel-already-there', table: 'r1' })
  note(house, { work: 'removed' })
  expect(note(house, { work: 'removed' })).toMatchObject({ refused: 'wheel-already-there', table: null })
  for (const [field, request] of Object.entries({
    wheel: { wheel: 'no spaces', table: 'r1' },
    work: { work: 'polished' as never },
    technician: { technician: '', table: 'r1' },
    reason: { reason: '', table: 'r1' },
    table: {},
  }))
    expect(note(house, request)).toMatchObject({ refused: 'field-not-valid', field })
})
