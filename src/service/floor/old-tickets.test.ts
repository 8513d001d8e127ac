import { afterAll, expect, test } from 'vitest'
import { expectSound } from '../../../test/support/http.ts'
import { ask, cents, cleanUp, freshFolder, quietService, seatAt, staffOf } from '../../../test/support/service.ts'
import type { StaffCaller, TerminalCaller } from '../../house/caller.ts'
import { callerOf } from '../../house/find-caller.ts'
import { CLOSED_KEPT } from '../../house/ticket-state.ts'
import { tokenHash } from '../secrets/key-material.ts'
import { bodyOf } from './reply.ts'
import { issueTicket, redeemTicket, sellTicket } from './ticket-desk.ts'

afterAll(cleanUp)

type Ticketed = { ticket: { number: string; redeemed: { at: string } } }

test('a ticket that was closed long ago is in the journal alone, and known there for all that is asked of it', async () => {
  const folder = freshFolder()
  let service = await quietService(folder)
  const staff = await staffOf(service)
  const seat = await seatAt(service, 'etg', 'ann', 50_000)
  const known = <Who>(token: string) =>
    callerOf(service.floor.house.settled.state, tokenHash(token), service.floor.presence) as Who
  const [dealer, ann] = [known<StaffCaller>(staff.dealer), known<TerminalCaller>(seat.token)]
  const own = bodyOf(await issueTicket(service.floor, ann, cents(2_000), 'own')) as Ticketed
  const { number } = own.ticket
  const paid = await redeemTicket(service.floor, ann, { number }, 'paid')
  expect(paid).toMatchObject({ done: { events: [{ type: 'bought-in' }], ticket: { number } } })

  const others = await Promise.all(
    Array.from({ length: CLOSED_KEPT }, () => sellTicket(service.floor, dealer, { amount: cents(500), table: 'etg' })),
  )
  const numbers = others.map((reply) => (bodyOf(reply) as Ticketed).ticket.number)
  expect(service.floor.tickets.settled.state.tickets.size).toBe(CLOSED_KEPT + 1)
  await Promise.all(numbers.map((one) => redeemTicket(service.floor, dealer, { number: one, table: 'etg' })))

  const { at } = (bodyOf(paid) as Ticketed).ticket.redeemed
  const redeemed = { barred: { refused: 'ticket-redeemed', redeemed: at } }
  const allHolds = async () => {
    const { floor, address } = service
    const { tickets, totals } = floor.tickets.settled.state
    expect([tickets.size, tickets.get(number)]).toEqual([CLOSED_KEPT, undefined])
    expect(totals.redeemed).toEqual({ count: CLOSED_KEPT + 1, amount: 2_000 + 500 * CLOSED_KEPT })
    expect(await redeemTicket(floor, ann, { number }, 'paid')).toEqual(paid)
    expect(await redeemTicket(floor, ann, { number })).toEqual(redeemed)
    expect(await redeemTicket(floor, dealer, { number, table: 'etg' })).toEqual(redeemed)
    const cancel = { token: staff['pit-supervisor'], body: { reason: 'torn' } }
    expect(await ask(address, 'POST', `/api/tickets/${number}/cancel`, cancel)).toMatchObject({
      status: 409,
      body: redeemed.barred,
    })
    const printed = await fetch(`${address}/api/tickets/${number}/print`, {
      headers: { authorization: `Bearer ${seat.token}` },
    })
    expect([printed.status, (await printed.text()).includes(number.slice(-3))]).toEqual([200, true])
  }
  await allHolds()
  await service.stop()
  await expectSound(folder)
  service = await quietService(folder)
  await allHolds()
  await service.stop()
  await expectSound(folder)
})
