import { expect, test } from 'vitest'
import { heldFloor } from '../../../test/support/floor.ts'
import { cents } from '../../../test/support/service.ts'
import {
  atRest,
  buyIn,
  command,
  give,
  noMoreBets,
  placeYourBets,
  settle,
  spin,
  wager,
} from '../../../test/support/stream.ts'
import type { Command } from '../../engine/language.ts'
import { CENTS_MAX } from '../../engine/money.ts'
import { spotsOf } from '../../engine/spots.ts'
import { printedNumber } from '../../house/tickets.ts'
import { ticketMark } from '../secrets/secrets.ts'
import { bookOf } from '../stream/table-stream.ts'
import { takeDemoSeat } from './demo-seat.ts'
import { readMeters } from './meter-desk.ts'
import { issueTicket } from './ticket-desk.ts'

test('a ticket taken while a large round is being written does not overtake it, nor stop the house', async () => {
  const { floor, host, who } = await heldFloor()
  const at = host('etg')
  const spots = spotsOf(bookOf(at.settled), 'A').list.slice(0, 150)
  const crowd = Array.from({ length: 8 }, (_, nth) => `player-${nth}`)
  await give(at, buyIn(who.player, 10_000), placeYourBets, ...crowd.map((player) => buyIn(player, 1_000_000)))
  for (const player of crowd) for (const { spot } of spots) void at.submit(wager(player, 100, undefined, spot), 'a')
  await give(at, spin, noMoreBets, atRest('17'))
  const all = [at.submit(settle, 'd'), issueTicket(floor, who, cents(1_000)), takeDemoSeat(floor, 'single')]
  expect(await Promise.allSettled(all)).toMatchObject([
    { value: { events: [{ type: 'round-settled' }] } },
    { value: { done: {} } },
    { value: { done: {} } },
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
  expect(await takeDemoSeat(floor, 'single')).toHaveProperty('done')
})

test('the same id with another request is a refusal of its own at every route, and never the other answer', async () => {
  const { floor, host, post, who } = await heldFloor()
  await give(host('etg'), buyIn(who.player, 100_000), placeYourBets)
  const clash = { status: 409, body: { refused: 'id-used-for-another', id: 'x' } }
  const issued = await post('/api/tickets', { amount: 90_000, id: 'x' })
  expect(issued.status).toBe(200)
  expect(await post('/api/tickets', { amount: 90_001, id: 'x' })).toEqual(clash)
  const { number } = issued.body.ticket
  expect(await post('/api/tickets/redeem', { number, id: 'x' })).toEqual(clash)
  expect(await post('/api/tables/etg/commands', { do: 'cash-out', player: who.player, amount: 5, id: 'x' })).toEqual(
    clash,
  )
  expect(await post('/api/tickets', { amount: 90_000, id: 'x' })).toEqual(issued)
  const redeemed = await post('/api/tickets/redeem', { number, id: 'y' })
  expect(redeemed.status).toBe(200)
  const second = (await post('/api/tickets', { amount: 5_000, id: 'z' })).body.ticket.number
  expect((await post('/api/tickets/redeem', { number: second, id: 'y' })).body.refused).toBe('id-used-for-another')
  expect(await post('/api/tickets/redeem', { number: printedNumber(number), id: 'y' })).toEqual(redeemed)
  const wagered = { do: 'wager', player: who.player, spot: '17', stake: 500, id: 'x' }
  expect((await post('/api/tables/etg/commands', wagered)).status).toBe(200)
  expect(await post('/api/tables/etg/commands', { ...wagered, stake: 600 })).toEqual(clash)
  expect([floor.house.stopped, host('etg').stopped]).toEqual([null, null])
})

test("the service's own ids are nobody else's: a ticket whose mark is known is redeemed all the same", async () => {
  const { floor, host, post, who } = await heldFloor()
  await give(host('etg'), buyIn(who.player, 100_000), placeYourBets)
  const { number } = (await post('/api/tickets', { amount: 50_000 })).body.ticket
  const mark = ticketMark(number, floor.keyMaterial)
  for (const id of [`ticket-in-${mark}`, `ticket-out-${mark}`]) {
    const wagered = { do: 'wager', player: who.player, spot: '17', stake: 500, id }
    expect(await post('/api/tables/etg/commands', wagered)).toMatchObject({ status: 400, body: { field: 'id' } })
  }
  expect((await post('/api/tickets/redeem', { number })).status).toBe(200)
  expect([floor.house.stopped, host('etg').stopped]).toEqual([null, null])
})
