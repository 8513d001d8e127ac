import { expect, test } from 'vitest'
import { inService } from '../../../test/support/http.ts'
import { ask } from '../../../test/support/service.ts'
import type { Ticket } from '../../house/ticket-state.ts'
import { entryAt } from '../../record/journal-reader.ts'

const place = inService()

async function soldNumber(): Promise<string> {
  const body = { amount: 12_345, table: 'etg' }
  const sold = await ask(place.address, 'POST', '/api/tickets', { body, token: place.staff.dealer })
  return (sold.body.ticket as Ticket).number
}

async function printed(number: string, query: string): Promise<[status: number, page: string]> {
  const headers = { authorization: `Bearer ${place.staff.dealer}` }
  const response = await fetch(`${place.address}/api/tickets/${number}/print${query}`, { headers })
  return [response.status, await response.text()]
}

test('a ticket is printed in English, or in the language that is asked for', async () => {
  const number = await soldNumber()
  const [plain, english, chinese] = await Promise.all(
    ['', '?language=en', '?language=zh'].map((query) => printed(number, query)),
  )
  expect(plain).toEqual([200, expect.stringContaining('One hundred and twenty-three dollars and forty-five cents')])
  expect(plain![1]).not.toMatch(/\p{Script=Han}/u)
  expect(english).toEqual(plain)
  expect(chinese).toEqual([200, expect.stringContaining('壹佰贰拾叁元肆角伍分')])
})

test('it says where in the record it stands, and by which key that is signed', async () => {
  const [, page] = await printed(await soldNumber(), '')
  const { keys } = (await ask(place.address, 'GET', '/api/proof', {})).body as { keys: { key: string }[] }
  const key = keys[0]!.key
  expect(page).toContain(key)
  const [, log, seq] = /([\w.-]+\/tickets)\D+(\d+)/.exec(page)!
  expect(key.startsWith(log!.slice(0, -'/tickets'.length))).toBe(true)
  const entry = await entryAt(place.service.floor.journal, 'tickets', Number(seq))
  expect(JSON.parse(entry!.body)).toMatchObject({ events: [{ type: 'ticket-issued', amount: 12_345 }] })
})

test.each(['fr', '', 'constructor', 'zh&language=zh'])('a ticket is not printed in %j', async (language) => {
  const [status, problem] = await printed(await soldNumber(), `?language=${language}`)
  expect([status, JSON.parse(problem)]).toEqual([400, expect.objectContaining({ problem: expect.any(String) })])
})
