import { expect, onTestFinished, test } from 'vitest'
import { memoryJournal } from '../../../test/support/memory-journal.ts'
import { testKeyMaterial } from '../../../test/support/secrets.ts'
import { Client, within } from '../../../test/support/service.ts'
import { HeldJournal, quietPlans } from '../../../test/support/stream.ts'
import { openHttp } from '../http/http.ts'
import { defaultHttpOptions } from '../http/http-options.ts'
import { takeDemoSeat } from './demo-seat.ts'
import { openFloor } from './open-floor.ts'
import { bodyOf } from './reply.ts'

test('a table that could not be written comes back by itself: its screens are told, and the wager is one wager', async () => {
  const held = new HeldJournal(memoryJournal())
  const floor = await openFloor({ journal: held.journal, keyMaterial: testKeyMaterial(), plans: quietPlans() })
  const app = await openHttp(floor, defaultHttpOptions)
  onTestFinished(() => app.close())
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const { token, player } = bodyOf(await takeDemoSeat(floor, 'single')) as { token: string; player: string }
  const { table } = floor.rooms.get('single')!
  await table.submit({ do: 'place-your-bets', by: { role: 'dealer' } }, 'wheel')
  const client = await Client.at(address, 'single', { token })
  const back = new Promise<void>((restored) => table.watch({ restored }))
  held.failNext(new Error('the disk is full'))
  const wager = { do: 'wager', player, spot: '17', stake: 500, id: 'w1' }
  expect(await client.ask(wager)).toMatchObject({ problem: 'table single is stopped: the disk is full' })
  await client.until(() => client.heard.some((message) => 'stopped' in message))
  await within(60, 'coming back', back)
  await client.until(() => client.heard.at(-1)?.view !== undefined)
  expect(client.follower.view).toMatchObject({ phase: 'betting-open', wagers: {} })
  expect(await client.ask(wager)).toMatchObject({ events: [{ type: 'wager-placed', total: 500 }] })
  expect(await client.ask(wager)).toMatchObject({ events: [{ type: 'wager-placed', total: 500 }] })
  await client.until(() => client.follower.version === table.durable)
  expect(client.follower.view).toMatchObject({ wagers: { '17': { stake: 500 } } })
  expect(floor.alarms.list.map(({ alarm }) => alarm)).toEqual(['table-restored', 'table-stopped'])
})
