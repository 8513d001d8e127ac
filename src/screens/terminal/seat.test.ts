import { afterEach, expect, test, vi } from 'vitest'
import { seatAt } from './seat.ts'

afterEach(() => vi.unstubAllGlobals())

/** A service with this answer; it notes its requests. */
function service(answers: Readonly<Record<string, { status: number; body: object }>>): string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (path: string, { method }: { method: string }) => {
    asked.push(`${method} ${path}`)
    const { status, body } = answers[path] ?? { status: 404, body: {} }
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
  })
  return asked
}

test('a seat is asked for only where the service says that it is the demonstration', async () => {
  const asked = service({ '/api/tables/r1': { status: 200, body: { demo: false } } })
  expect(await seatAt('r1')).toBe('not-enrolled')
  expect(asked).toEqual(['GET /api/tables/r1'])
})

test('in the demonstration anybody gets one', async () => {
  const seat = { token: 't', terminal: 'demo-1', table: 'r1', player: 'demo-1' }
  service({
    '/api/tables/r1': { status: 200, body: { demo: true } },
    '/api/terminals/demo': { status: 200, body: seat },
  })
  expect(await seatAt('r1')).toEqual(seat)
})

test.each([
  [404, 'no-table'],
  [503, 'away'],
])('a table that answers %i: %s', async (status, why) => {
  const asked = service({ '/api/tables/r1': { status, body: {} } })
  expect(await seatAt('r1')).toBe(why)
  expect(asked).toHaveLength(1)
})
