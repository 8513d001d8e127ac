import { beforeAll, expect, test, vi } from 'vitest'
import { inService } from '../../../test/support/http.ts'
import { ask, must, seatAt } from '../../../test/support/service.ts'
import { keptRound, ROUNDS_KEPT_MAX } from '../../engine/history.ts'

/** Round 1 is so old that the table has forgotten it. */

const place = inService()
const reason = 'found on the tape'
const correction = { do: 'correct-outcome', round: 1, pocket: '18', reason }
let ann: Awaited<ReturnType<typeof seatAt>>

beforeAll(async () => {
  ann = await seatAt(place.service, 'single', 'ann', 100_000)
  const deal = (command: Readonly<Record<string, unknown>>) =>
    must(place.address, place.staff['shift-manager'], 'single', command)
  await deal({ do: 'place-your-bets' })
  await must(place.address, ann.token, 'single', { do: 'wager', player: 'ann', spot: '17', stake: 1_000 })
  await deal({ do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' })
  await deal({ do: 'no-more-bets' })
  await deal({ do: 'ball-at-rest', pocket: '17' })
  await deal({ do: 'settle' })
  const { table } = place.service.floor.rooms.get('single')!
  const by = { role: 'dealer' } as const
  for (let round = 0; round < ROUNDS_KEPT_MAX + 1; round++) {
    void table.submit({ do: 'place-your-bets', by }, 'service')
    void table.submit({ do: 'no-spin', by }, 'service')
  }
  await table.flushed()
  expect(keptRound(table.settled.state.history, 1)).toBeUndefined()
})

const recalled = (token?: string) =>
  ask(place.address, 'GET', '/api/tables/single/rounds/1', token === undefined ? {} : { token })

test('staff recall it, and may foresee another outcome and give it; others have the last rounds', async () => {
  const token = place.staff['pit-supervisor']
  expect(await recalled(token)).toMatchObject({
    status: 200,
    body: { round: 1, pocket: '17', lines: [{ player: 'ann', spot: '17', paid: 35_000 }], balances: {} },
  })
  expect(await recalled(ann.token)).toMatchObject({ status: 404 })
  expect(await recalled()).toMatchObject({ status: 404 })
  const foreseen = await ask(place.address, 'POST', '/api/tables/single/foresee', { token, body: correction })
  expect(foreseen).toMatchObject({ status: 200, body: { rounds: [1], players: [{ player: 'ann', change: -36_000 }] } })
  const answer = await ask(place.address, 'POST', '/api/tables/single/commands', { token, body: correction })
  expect(answer).toMatchObject({ status: 200, body: { events: [{ round: 1, from: '17', to: '18' }] } })
  expect(await recalled(token)).toMatchObject({
    body: { pocket: '18', lines: [{ result: 'lost', collected: 1_000 }], adjustments: [{ player: 'ann' }] },
  })
})

test('referred and decided that it stands, its players are told of it by its own book', async () => {
  const manager = place.staff['shift-manager']
  await must(place.address, manager, 'single', { do: 'refer', round: 1, reason: 'a guest wrote' })
  await must(place.address, manager, 'single', { do: 'decide', round: 1, decision: 'stands', reason })
  const { house } = place.service.floor
  const told = () => house.settled.state.notices.get('single-ann')?.unread.filter(({ about }) => about === 'decided')
  await vi.waitUntil(() => told()?.length)
  expect(told()).toMatchObject([{ round: 1, decision: 'stands', reason, clause: '6.2', book: 'mbs/roulette@3' }])
})
