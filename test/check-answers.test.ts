import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { checkMessages, takeViolations } from './check-answers.ts'

/** The checks that every other test runs under can fail. */

async function violationsOf(status: number, answer: object): Promise<string[]> {
  const app = fastify()
  onTestFinished(() => app.close())
  app.post('/api/calls', (_, reply) => reply.code(status).send(answer))
  await app.inject({ method: 'POST', url: '/api/calls' })
  return takeViolations()
}

test.each([
  [200, { ok: true }, 0],
  [200, { ok: true, pin: '123456' }, 1],
  [200, {}, 1],
  [409, { refused: 'betting-is-closed', clause: '5.13' }, 0],
  [409, { refused: 'no-such-code' }, 1],
  [400, { problem: 'not JSON' }, 0],
  [500, { message: 'a stack' }, 1],
])('an HTTP answer %i %j: %i violations', async (status, answer, count) => {
  expect(await violationsOf(status, answer)).toHaveLength(count)
})

test('a view with a field that no audience may see is a violation', () => {
  checkMessages()({ view: { secret: 1 } })
  expect(takeViolations()).toHaveLength(1)
})
