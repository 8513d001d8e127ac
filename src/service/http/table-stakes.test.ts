import { expect, test } from 'vitest'
import { apiInMemory, inService } from '../../../test/support/http.ts'
import { ask, must, seatAt } from '../../../test/support/service.ts'

const place = inService()

const stakesAt = async (table: string, token?: string) => {
  const { status, body } = await ask(place.address, 'GET', `/api/tables/${table}/stakes`, token ? { token } : {})
  return { status, body }
}

test('anybody sees how much lies where, without names, from no more bets to the end of the round', async () => {
  const { address, ann, staff, service } = place
  const bob = await seatAt(service, 'etg', 'bob')
  const call = (command: object) => must(address, staff['shift-manager'], 'etg', { ...command })
  await call({ do: 'place-your-bets' })
  const wager = (token: string, player: string, spot: string, stake: number) =>
    must(address, token, 'etg', { do: 'wager', player, spot, stake })
  await wager(ann.token, 'ann', '17', 500)
  await wager(bob.token, 'bob', '17', 1_000)
  await wager(bob.token, 'bob', 'red', 700)
  const none = (round: number | null) => ({ status: 200, body: { round, stakes: {} } })
  expect(await stakesAt('etg', ann.token)).toEqual(none(1))
  await call({ do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' })
  expect(await stakesAt('etg')).toEqual(none(1))
  await call({ do: 'no-more-bets' })
  const shown = { status: 200, body: { round: 1, stakes: { 17: 1_500, red: 700 } } }
  expect([await stakesAt('etg'), await stakesAt('etg', ann.token)]).toEqual([shown, shown])
  await call({ do: 'ball-at-rest', pocket: '17' })
  expect(await stakesAt('etg')).toEqual(shown)
  await call({ do: 'settle' })
  expect(await stakesAt('etg')).toEqual(none(null))
  expect((await stakesAt('no-such-table')).status).toBe(404)
})

test('a house that does not choose so shows no stakes', async () => {
  const { app } = await apiInMemory()
  const { statusCode, body } = await app.inject({ url: '/api/tables/etg/stakes' })
  expect([statusCode, JSON.parse(body)]).toEqual([404, { problem: expect.stringContaining('showStakes') }])
})
