import { describe, expect, test } from 'vitest'
import { heldFloor } from '../../../test/support/floor.ts'
import { turns } from '../../../test/support/service.ts'
import { atRest, buyIn, give, noMoreBets, placeYourBets, settle, spin } from '../../../test/support/stream.ts'

describe('the HTTP API answers only with what is durable', () => {
  test.each(['/api/tables', '/api/tables/etg', '/api/tables/etg/rounds'])('%s', async (url) => {
    const { held, host, get } = await heldFloor()
    const at = host('etg')
    await give(at, placeYourBets, spin, noMoreBets, atRest('5'))
    held.hold()
    const before = (await get(url)).body
    void at.submit(settle, 'd')
    void at.submit(placeYourBets, 'd')
    await turns()
    expect((await get(url)).body).toEqual(before)
    await held.release()
    expect(JSON.stringify((await get(url)).body)).toContain('"pocket":"5"')
    expect((await get(url)).body).not.toEqual(before)
  })

  test('a view comes with its own version', async () => {
    const { held, host, get } = await heldFloor()
    const at = host('etg')
    await give(at, placeYourBets)
    const version = at.durable
    held.hold()
    void at.submit(spin, 'd')
    const reading = async () => (await get('/api/tables/etg')).body
    expect(await reading()).toMatchObject({ view: { phase: 'betting-open' }, version })
    await turns()
    void at.submit(noMoreBets, 'd')
    await held.pass(1)
    expect(await reading()).toMatchObject({ view: { phase: 'ball-spinning' }, version: version + 1 })
    await held.release()
  })

  test.each([
    ['meters', '/api/terminals/me', (body: { meters: { balance: number } }) => body.meters.balance],
    ['credits', '/api/tables/etg', (body: { view: { funds: { balance: number } } }) => body.view.funds.balance],
  ])('%s of a terminal', async (_, url, balanceIn) => {
    const { held, host, get, who } = await heldFloor()
    held.hold()
    void host('etg').submit(buyIn(who.player, 7_000), 'd')
    const before = balanceIn((await get(url)).body)
    await turns()
    expect(balanceIn((await get(url)).body)).toBe(before)
    await held.release()
    expect(balanceIn((await get(url)).body)).toBe(before + 7_000)
  })
})
