import { expect, test } from 'vitest'
import { heldFloor, staffSignedIn } from '../../../test/support/floor.ts'
import { cents, turns } from '../../../test/support/service.ts'
import { buyIn, give, placeYourBets } from '../../../test/support/stream.ts'
import { callerId } from '../../house/caller.ts'
import { askHouse } from '../stream/house-stream.ts'
import { giveCommand } from './give-command.ts'
import { issueTicket, sellTicket } from './ticket-desk.ts'

/** Permission is decided on the same state as the command. */

test('a ticket that is asked for while a sign-out is on its way to the disk is not sold', async () => {
  const { held, floor } = await heldFloor()
  const dealer = await staffSignedIn(floor, 'dealer')
  held.hold()
  const signedOut = askHouse(floor.house, { do: 'sign-out', session: dealer.credential, by: callerId(dealer) })
  const sold = sellTicket(floor, dealer, { amount: cents(500), table: 'etg' })
  await turns()
  await held.release()
  expect(await signedOut).toMatchObject({ events: [{ type: 'session-ended' }] })
  expect(await sold).toEqual({ barred: { refused: 'session-is-over' } })
  expect(floor.tickets.settled.state.totals.issued.count).toBe(0)
})

test("a terminal's ticket that is asked for while its code is renewed is not issued", async () => {
  const { held, floor, who, host } = await heldFloor()
  await give(host('etg'), buyIn(who.player, 1_000))
  held.hold()
  const by = { console: 'root' }
  const renewed = askHouse(floor.house, { do: 'renew-code', terminal: who.terminal, code: 'c', reason: 'a reason', by })
  const issued = issueTicket(floor, who, cents(500))
  await turns()
  await held.release()
  expect(await renewed).not.toHaveProperty('refused')
  expect(await issued).toEqual({ barred: { refused: 'session-is-over' } })
})

test('a command that is in flight while its caller is given another role is refused, and not recorded', async () => {
  const { held, floor, host } = await heldFloor()
  const dealer = await staffSignedIn(floor, 'dealer')
  const { durable } = host('single')
  const change = { do: 'change-role', badge: dealer.badge, role: 'auditor', reason: 'a reason' } as const
  held.hold()
  const changed = askHouse(floor.house, { ...change, by: { console: 'root' } })
  await turns()
  await held.release()
  expect(await changed).not.toHaveProperty('refused')
  const given = await giveCommand(floor, dealer, 'single', { do: 'place-your-bets' })
  expect(given).toEqual({ barred: { refused: 'session-is-over' } })
  expect(host('single').durable).toBe(durable)
})

test('a ticket asked for again by its id is the same ticket, though stakes are in play by then', async () => {
  const { floor, who, host, post } = await heldFloor()
  await give(host('etg'), buyIn(who.player, 10_000))
  const first = await post('/api/tickets', { amount: 500, id: 'once' })
  expect(first).toMatchObject({ status: 200, body: { ticket: { amount: 500 } } })
  await give(host('etg'), placeYourBets)
  const wager = { do: 'wager', player: who.player, spot: '17', stake: 500 }
  expect(await post('/api/tables/etg/commands', wager)).toMatchObject({ status: 200 })
  expect(await post('/api/tickets', { amount: 500, id: 'once' })).toEqual(first)
  expect(await post('/api/tickets', { amount: 500, id: 'twice' })).toMatchObject({
    body: { refused: 'stakes-in-play' },
  })
  expect(floor.tickets.settled.state.totals.issued.count).toBe(1)
})
