import { expect, test } from 'vitest'
import { inService } from '../../../test/support/http.ts'
import { ask, must, seatAt } from '../../../test/support/service.ts'

const place = inService()

const printed = async (number: string, token: string) =>
  (await ask(place.address, 'GET', `/api/tickets/${number}/print`, { token })).status

test('a terminal prints the tickets that it issued, and nobody else’s; whoever sold one prints that', async () => {
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
  expect(await Promise.all([number, soldNumber].map((one) => printed(one, staff.dealer)))).toEqual([404, 200])
  expect(await printed(soldNumber, staff['pit-supervisor'])).toBe(404)
})

test('a lost ticket is found by what its player remembers, printed again as a copy, and on record', async () => {
  const { address, ann, staff } = place
  const issued = await must(address, ann.token, 'etg', { do: 'cash-out', player: 'ann', amount: 2_345 })
  const { number } = issued.ticket as { number: string }
  const last = async () => (await ask(address, 'GET', '/api/tickets/last', { token: ann.token })).body.ticket
  expect(await last()).toMatchObject({ number, amount: 2_345 })
  const token = staff['pit-supervisor']
  const found = async (query: string) =>
    (await ask(address, 'GET', `/api/tickets${query}`, { token })).body.tickets as { mark: string; number: string }[]
  const place2 = `?place=${ann.terminal.toUpperCase()}&amount=2345&status=open`
  const [row, ...others] = await found(place2)
  expect(others).toEqual([])
  expect(row!.number).toMatch(/^\*\*\*/)
  expect(await found('?amount=2346')).toEqual([])
  expect(await found(`${place2}&from=2999-01-01T00:00:00Z`)).toEqual([])
  expect((await ask(address, 'GET', '/api/tickets?amount=no', { token })).status).toBe(400)
  const copy = (who: string) =>
    ask(address, 'POST', `/api/tickets/${row!.mark}/copy`, { token: who, body: { reason: 'left in a taxi' } })
  expect((await copy(staff.dealer)).status).toBe(403)
  expect((await copy(token)).body.text).toContain('COPY 1')
  expect((await copy(token)).body.text).toContain('COPY 2')
  const cancel = await ask(address, 'POST', `/api/tickets/${row!.mark}/cancel`, {
    token,
    body: { reason: 'paid by hand' },
  })
  expect(cancel.body).toEqual({ ok: true })
  expect((await copy(token)).body).toMatchObject({ refused: 'ticket-cancelled' })
  expect(await last()).toBeNull()
  const record = await ask(address, 'GET', '/api/journal/tickets', { token: staff.auditor })
  const copied = String(record.body.text)
    .split('\n')
    .filter((line) => line.includes('"ticket-copied"'))
  expect(copied).toHaveLength(2)
  expect(copied[0]).toContain('left in a taxi')
  expect(copied[0]).not.toContain(number)
})
