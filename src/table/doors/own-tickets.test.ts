import { expect, test } from 'vitest'
import { ask, must, seatAt } from '../testing.ts'
import { inService } from './testing.ts'

const place = inService()

const printed = async (number: string, token: string) =>
  (await ask(place.address, 'GET', `/api/tickets/${number}/print`, { token })).status

test('a terminal prints the tickets that it issued, and nobody else’s; staff print any', async () => {
  const { address, ann, staff } = place
  const bob = await seatAt(place.service, 'etg', 'bob')
  const elsewhere = await seatAt(place.service, 'single', 'ann', 0)
  const issued = await must(address, ann.token, 'etg', { do: 'cash-out', player: 'ann', amount: 1_000 })
  const { number } = issued.ticket as { number: string }
  const sold = await ask(address, 'POST', '/api/tickets', { token: staff.dealer, body: { amount: 500, table: 'etg' } })
  const { number: soldNumber } = sold.body.ticket as { number: string }
  expect(await printed(number, ann.token)).toBe(200)
  expect(await Promise.all([bob, elsewhere].map(({ token }) => printed(number, token)))).toEqual([404, 404])
  expect(await printed(soldNumber, ann.token)).toBe(404)
  expect(await Promise.all([number, soldNumber].map((one) => printed(one, staff.dealer)))).toEqual([200, 200])
})
