import { afterAll, expect, test } from 'vitest'
import { croupier } from '../../test/support/cli.ts'
import { ask, cleanUp, freshFolder, must, quietService, staffOf } from '../../test/support/service.ts'
import type { WheelRow } from '../wire/wheel-shapes.ts'

afterAll(cleanUp)

const tables = ['left', 'right'].map((id) => ({ id, book: 'mbs/roulette@3' }))

test('a wheel that is moved keeps its log and its results, at every table where it stood', async () => {
  const folder = freshFolder()
  const service = await quietService(folder, {}, tables)
  const { address } = service
  const staff = await staffOf(service)
  const [pit, dealer] = [staff['pit-supervisor'], staff['shift-manager']]
  const spin = async (table: string, pocket: string) => {
    await must(address, dealer, table, { do: 'place-your-bets' })
    await must(address, dealer, table, { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' })
    await must(address, dealer, table, { do: 'no-more-bets' })
    await must(address, dealer, table, { do: 'ball-at-rest', pocket })
    await must(address, dealer, table, { do: 'settle' })
  }
  const note = async (work: object, token = pit) => {
    const body = { wheel: 'W-1', technician: 'Kim', reason: 'planned', ...work }
    const { status, body: answer } = await ask(address, 'POST', '/api/wheels/work', { token, body })
    return answer.refused ?? status
  }
  const rows = async (token = pit) =>
    (await ask(address, 'GET', '/api/wheels', { token })).body as unknown as readonly WheelRow[]

  await spin('left', '0')
  expect(await note({ work: 'installed', table: 'left' })).toBe(200)
  await spin('left', '17')
  await spin('left', '17')
  expect(await note({ work: 'levelled', technician: 'Ana' })).toBe(200)
  expect((await rows()).map(({ wheel, table, spins }) => [wheel, table, spins])).toEqual([
    ['W-1', 'left', 2],
    [null, null, 1],
    [null, 'right', 0],
  ])
  expect(await note({ work: 'installed', table: 'right' })).toBe(200)
  await spin('right', '17')
  await spin('right', '5')
  // Corrected long after the wheel has left, it is still a result of this wheel.
  await must(address, dealer, 'left', { do: 'correct-outcome', round: 2, pocket: '3', reason: 'misread' })
  await spin('left', '1')

  const [moved, unnamed] = await rows(staff.auditor)
  expect(moved).toMatchObject({ wheel: 'W-1', table: 'right', spins: 4 })
  expect(moved!.tables).toEqual([
    { table: 'left', spins: 2 },
    { table: 'right', spins: 2 },
  ])
  expect(Object.fromEntries(moved!.order.map((pocket, at) => [pocket, moved!.counts[at]]))).toMatchObject({
    17: 2,
    3: 1,
    5: 1,
  })
  expect(moved!.log.map(({ work, table, technician }) => [work, table, technician])).toEqual([
    ['installed', 'right', 'Kim'],
    ['levelled', 'left', 'Ana'],
    ['installed', 'left', 'Kim'],
  ])
  expect(unnamed).toMatchObject({ wheel: null, table: 'left', spins: 2 })

  expect(await note({ work: 'installed', table: 'nowhere' })).toBe('field-not-valid')
  expect(await note({ work: 'levelled' }, staff.dealer)).toBe('position-too-low')
  expect((await ask(address, 'GET', '/api/wheels', { token: staff.dealer })).status).toBe(403)
  await service.stop()

  const { json } = await croupier(['randomness', folder, '--json'])
  const named = ({ wheel, spins, tables }: Record<string, unknown>) => [wheel, spins, tables]
  expect(json().wheels.map(named)).toEqual([
    ['left', 2, [{ table: 'left', spins: 2 }]],
    [
      'W-1',
      4,
      [
        { table: 'left', spins: 2 },
        { table: 'right', spins: 2 },
      ],
    ],
  ])
  const { stdout } = await croupier(['randomness', folder, '--wheel', 'W-1'])
  expect(stdout).toMatch(/W-1, mbs\/roulette@3: 4 spins \(left 2, right 2\)/)
  expect(stdout).toContain('Not enough to accept the wheel: 10,000 spins are needed, 4 are on record.')
  expect(stdout).toMatch(/levelled at left by Ana: planned/)
  expect(await croupier(['randomness', folder, '--wheel', 'W-9'])).toMatchObject({ status: 2 })
})
