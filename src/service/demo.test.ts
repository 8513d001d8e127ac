import { expect, test } from 'vitest'
import { heldFloor, staffSignedIn } from '../../test/support/floor.ts'
import { diskFullFor, give, placeYourBets } from '../../test/support/stream.ts'
import type { Cents } from '../engine/money.ts'
import { isUnderWay } from '../engine/table.ts'
import { followTakers } from './demo.ts'
import { askHouse } from './stream/house-stream.ts'

const none = 0 as Cents
const figures = { rounds: 0, handle: none, win: none, drop: none }

async function takenTable() {
  const { held, floor, host } = await heldFloor()
  const { badge } = await staffSignedIn(floor, 'dealer')
  const wheels: string[] = []
  followTakers(floor, {
    connect: (table) => wheels.push(`connect ${table}`),
    disconnect: (table) => wheels.push(`disconnect ${table}`),
  })
  const ask = (wish: 'take-table' | 'leave-table') =>
    askHouse(floor.house, { do: wish, table: 'single', figures, by: { badge } })
  await ask('take-table')
  expect(wheels).toEqual(['disconnect single'])
  await give(host('single'), placeYourBets)
  return { held, table: host('single'), wheels, leave: () => ask('leave-table') }
}

test('a table that is handed back is concluded first, and then has its wheel again', async () => {
  const { table, wheels, leave } = await takenTable()
  await leave()
  await expect.poll(() => wheels).toEqual(['disconnect single', 'connect single'])
  expect(isUnderWay(table.settled.state.round)).toBe(false)
})

test('a table that stops while it is handed back is concluded, and has its wheel again, when it comes back', async () => {
  const { held, table, wheels, leave } = await takenTable()
  held.failing = diskFullFor('single')
  await leave()
  await expect.poll(() => table.stopped?.message).toBe('the disk is full')
  expect(wheels).toEqual(['disconnect single'])
  held.failing = null
  await expect.poll(() => wheels, { timeout: 10_000 }).toEqual(['disconnect single', 'connect single'])
  expect(isUnderWay(table.settled.state.round)).toBe(false)
})
