import { expect, test } from 'vitest'
import { heldFloor, staffSignedIn } from '../../../test/support/floor.ts'
import { cents } from '../../../test/support/service.ts'
import { HOUSE } from '../../house/state.ts'
import { TICKET_MAX } from '../../house/tickets.ts'
import { bodyOf } from './reply.ts'
import { issueTicket, redeemTicket, sellTicket } from './ticket-desk.ts'

/** A floor with a dealer and an auditor. */
async function counter() {
  const made = await heldFloor()
  const dealer = await staffSignedIn(made.floor, 'dealer')
  return { ...made, dealer, auditor: await staffSignedIn(made.floor, 'auditor') }
}

test.each(['nowhere', HOUSE, '__proto__', 'ETG', ' etg'])(
  'at %j, which is no table, no ticket is sold or paid',
  async (table) => {
    const { floor, dealer } = await counter()
    const sold = await sellTicket(floor, dealer, { amount: cents(500), table: 'etg' })
    const { number } = (bodyOf(sold) as { ticket: { number: string } }).ticket
    const before = floor.house.durable
    expect(await sellTicket(floor, dealer, { amount: cents(500), table })).toHaveProperty('problem', 'not-found')
    expect(await redeemTicket(floor, dealer, { number, table })).toHaveProperty('problem', 'not-found')
    expect(floor.house.durable).toBe(before)
    expect(await redeemTicket(floor, dealer, { number, table: 'etg' })).toHaveProperty('done')
  },
)

test('a caller who may not sell tickets is refused, whatever the table', async () => {
  const { floor, auditor } = await counter()
  const answer = await sellTicket(floor, auditor, { amount: cents(500), table: 'nowhere' })
  expect(answer).toMatchObject({ barred: { refused: 'position-too-low' } })
})

test('no ticket is for more than the house allows, from an attendant or a terminal; to the cent it may be', async () => {
  const { floor, dealer, who, host } = await counter()
  const by = { role: 'dealer' } as const
  await host('etg').submit({ do: 'buy-in', player: who.player, amount: cents(2 * TICKET_MAX), by }, 'staff:dealer')
  const tooMuch = { barred: { refused: 'ticket-over-limit', limit: TICKET_MAX } }
  const amounts = [cents(TICKET_MAX + 1), TICKET_MAX]
  const sold = await Promise.all(amounts.map((amount) => sellTicket(floor, dealer, { amount, table: 'etg' })))
  const cashedOut = await Promise.all(amounts.map((amount) => issueTicket(floor, who, amount)))
  for (const answers of [sold, cashedOut]) expect(answers).toMatchObject([tooMuch, { done: {} }])
  const set = { ...floor, ticketMax: cents(1_000) }
  expect(await sellTicket(set, dealer, { amount: cents(1_001), table: 'etg' })).toMatchObject({
    barred: { limit: 1_000 },
  })
})
