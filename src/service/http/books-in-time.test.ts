import { afterAll, expect, test } from 'vitest'
import { expectSound } from '../../../test/support/http.ts'
import { ask, type Body, cleanUp, freshFolder, must, quietService, staffOf } from '../../../test/support/service.ts'

afterAll(cleanUp)

const tables = [{ id: 'sands', book: 'mbs/sands-roulette@1', limits: { default: { min: 500, max: 100_000 } } }]
const open = { do: 'place-your-bets' }
const newRules = { do: 'set-book', book: 'mbs/sands-roulette@2', reason: 'the new rules' }
const spin = { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }
const round = [open, spin, { do: 'no-more-bets' }, { do: 'ball-at-rest', pocket: '17' }, { do: 'settle' }]

test('a house opens no round by a book that is not in force; with the next version of the game it goes on', async () => {
  const folder = freshFolder()
  const service = await quietService(folder, {}, tables)
  const { dealer, 'pit-manager': pitManager, 'shift-manager': manager } = await staffOf(service)
  const give = (token: string, body: object) =>
    ask(service.address, 'POST', '/api/tables/sands/commands', { token, body })
  const view = async () => (await ask(service.address, 'GET', '/api/tables/sands', { token: manager })).body.view
  expect(await give(dealer, open)).toMatchObject({
    status: 409,
    body: { refused: 'book-not-in-force', book: 'mbs/sands-roulette@1', until: '2019-08-14', clause: 'reading 25' },
  })
  expect(await view()).toMatchObject({ book: 'mbs/sands-roulette@1', round: null, isOutOfForce: false })
  expect(await give(pitManager, newRules)).toMatchObject({ status: 403, body: { needs: 'shift-manager' } })
  await must(service.address, manager, 'sands', newRules)
  for (const command of round) await must(service.address, dealer, 'sands', command)
  expect(await view()).toMatchObject({ book: 'mbs/sands-roulette@2', round: 1, isOutOfForce: false })
  await service.stop()
  await expectSound(folder)

  const again = await quietService(folder, {}, tables)
  const state = again.floor.rooms.get('sands')!.table.settled.state
  expect(state.setup.book).toBe('mbs/sands-roulette@2')
  await again.stop()
})

test('a house that is told to plays by any book, and its views say so; each round is by the book that it was opened by', async () => {
  const folder = freshFolder()
  const service = await quietService(folder, { 'out-of-force': true }, tables)
  const { 'shift-manager': manager } = await staffOf(service)
  const give = (command: Body) => must(service.address, manager, 'sands', command)
  for (const command of round) await give(command)
  const view = async () => (await ask(service.address, 'GET', '/api/tables/sands', { token: manager })).body.view
  expect(await view()).toMatchObject({ isOutOfForce: true })
  await give(newRules)
  expect(await view()).toMatchObject({ isOutOfForce: false })
  const corrected = await give({ do: 'correct-outcome', round: 1, pocket: '18', reason: 'the camera' })
  expect(corrected).toMatchObject({ events: [{ type: 'outcome-corrected', clause: '3.7' }] })
  await service.stop()
  await expectSound(folder)
})
