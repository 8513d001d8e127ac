import { expect, test } from 'vitest'
import type { Command } from '../../engine/language.ts'
import { CENTS_MAX } from '../../engine/money.ts'
import { spotsOf } from '../../engine/spots.ts'
import { bookOf } from '../stream/table-stream.ts'
import { atRest, buyIn, command, give, noMoreBets, placeYourBets, settle, spin, wager } from '../stream/testing.ts'
import { cents } from '../testing.ts'
import { takeDemoSeat } from './demo-seat.ts'
import { readMeters } from './meter-desk.ts'
import { heldFloor } from './testing.ts'
import { issueTicket } from './ticket-desk.ts'

test('a ticket taken while a large round is being written does not overtake it, nor stop the house', async () => {
  const { floor, host, who } = await heldFloor()
  const at = host('etg')
  const spots = spotsOf(bookOf(at.settled), 'A').list.slice(0, 150)
  const crowd = Array.from({ length: 8 }, (_, nth) => `player-${nth}`)
  await give(at, buyIn(who.player, 10_000), placeYourBets, ...crowd.map((player) => buyIn(player, 1_000_000)))
  for (const player of crowd) for (const { spot } of spots) void at.submit(wager(player, 100, undefined, spot), 'a')
  await give(at, spin, noMoreBets, atRest('17'))
  const all = [at.submit(settle, 'd'), issueTicket(floor, who, { amount: cents(1_000) }), takeDemoSeat(floor, 'single')]
  expect(await Promise.allSettled(all)).toMatchObject([
    { value: { events: [{ type: 'round-settled' }] } },
    { value: { status: 200 } },
    { value: { status: 200 } },
  ])
  expect([floor.house.stopped, at.stopped]).toEqual([null, null])
})

test('a ticket that the table cannot take now is not lost: it may be tried again', async () => {
  const { floor, host, post, who } = await heldFloor()
  const at = host('etg')
  await give(at, buyIn(who.player, 5_000))
  const { number } = (await post('/api/tickets', { amount: 5_000 })).body.ticket
  const full = Array(100).fill(buyIn('rich', CENTS_MAX)) as Command[]
  await give(at, ...full)
  expect(await post('/api/tickets/redeem', { number })).toMatchObject({
    status: 409,
    body: { refused: 'amount-too-large' },
  })
  await give(at, command({ do: 'cash-out', player: 'rich', amount: CENTS_MAX }))
  expect(await post('/api/tickets/redeem', { number })).toMatchObject({
    status: 200,
    body: { events: [{ type: 'bought-in' }] },
  })
  expect(await readMeters(floor, 'etg', [who.player])).toMatchObject([{ balance: 5_000, ticketsIn: 5_000 }])
  expect(await takeDemoSeat(floor, 'single')).toHaveProperty('status', 200)
})
