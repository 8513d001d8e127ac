import { expect, test } from 'vitest'
import { inService } from '../../../test/support/http.ts'
import { ask, must } from '../../../test/support/service.ts'

const place = inService()
const spin = { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }

test("limits that are set in a round are the table's when it is over, whoever has left by then", async () => {
  const { address, staff } = place
  const manager = staff['shift-manager']
  const limits = { default: { min: 1_000, max: 50_000 } }
  const plan = (token: string, body: object) => ask(address, 'POST', '/api/tables/single/limits', { token, body })
  const glance = async () => (await ask(address, 'GET', '/api/tables/single', { token: manager })).body
  await must(address, manager, 'single', { do: 'place-your-bets' })
  expect((await plan(staff.dealer, { limits, reason: 'a busy evening' })).status).toBe(403)
  expect((await plan(staff['pit-supervisor'], { limits: { default: { min: -1 } }, reason: 'no' })).status).toBe(400)
  expect((await plan(staff['pit-supervisor'], { limits, reason: 'a busy evening' })).body).toEqual({ ok: true })
  expect(await glance()).toMatchObject({ plannedLimits: limits, limits: { default: { min: 500 } } })
  await ask(address, 'DELETE', '/api/sessions', { token: staff['pit-supervisor'] })
  for (const command of [spin, { do: 'no-more-bets' }, { do: 'ball-at-rest', pocket: '17' }, { do: 'settle' }])
    await must(address, manager, 'single', command)
  await expect.poll(glance).toMatchObject({ plannedLimits: null, limits })

  // Without a round under way, the limits change at once. The journal can be verified afterwards.
  const wide = { default: { min: 500, max: 100_000 } }
  expect((await plan(manager, { limits: wide, reason: 'quiet again' })).body).toEqual({ ok: true })
  await expect.poll(glance).toMatchObject({ plannedLimits: null, limits: wide })
})
