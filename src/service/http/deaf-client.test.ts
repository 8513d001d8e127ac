import { connect, type Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { memoryJournal } from '../../../test/support/memory-journal.ts'
import { testKeyMaterial } from '../../../test/support/secrets.ts'
import { Client, turns, within } from '../../../test/support/service.ts'
import { command, give, HeldJournal, now, placeYourBets, quietPlans } from '../../../test/support/stream.ts'
import { stakedBy } from '../../engine/summary.ts'
import { closeCodes } from '../../wire/protocol.ts'
import { takeDemoSeat } from '../floor/demo-seat.ts'
import { openFloor } from '../floor/open-floor.ts'
import { bodyOf } from '../floor/reply.ts'
import { openHttp } from './http.ts'
import { defaultHttpOptions } from './http-options.ts'

describe('a client that does not read', () => {
  /** Small buffers, so that a client that does not read is noticed soon. */
  async function busyService() {
    const floor = await openFloor({
      journal: memoryJournal(),
      keyMaterial: testKeyMaterial(),
      plans: quietPlans(),
      now,
    })
    const app = await openHttp(floor, {
      ...defaultHttpOptions,
      requestsPerMinute: 1_000_000,
      ws: { ...defaultHttpOptions.ws, commandsPerSecond: 1_000_000, bufferMax: 20_000 },
    })
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const resyncs = async () => {
      const { body } = await app.inject('/metrics')
      return Number(/croupier_resyncs_total (\d+)/.exec(body)![1])
    }
    return { floor, app, address, resyncs }
  }

  /** A plain socket, which does not read unless the test does. */
  async function deaf(address: string): Promise<Socket> {
    const socket = connect(Number(new URL(address).port), '127.0.0.1')
    socket.on('error', () => {})
    socket.write('GET /ws?table=etg HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n')
    socket.write('Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n')
    await new Promise((done) => socket.once('data', done))
    socket.pause()
    socket.write(masked({}))
    return socket
  }

  function masked(message: object): Buffer {
    const payload = Buffer.from(JSON.stringify(message))
    const { length } = payload
    const head = length < 126 ? [0x81, 0x80 | length] : [0x81, 0xfe, length >> 8, length & 255]
    return Buffer.concat([Buffer.from(head), Buffer.alloc(4), payload])
  }

  test('is dropped with resync, and harms no one', async () => {
    const { floor, app, address, resyncs } = await busyService()
    onTestFinished(() => app.close())
    const reader = await Client.at(address, 'etg')
    const slow = await deaf(address)
    const asked = Buffer.concat(Array(1_000).fill(masked({ do: 'x'.repeat(64), id: 'x'.repeat(100) })))
    for (let round = 1; round <= 50; round++) {
      slow.write(asked)
      await give(
        floor.rooms.get('etg')!.table,
        placeYourBets,
        command({ do: 'irregularity', code: 'ball-out-of-wheel' }),
      )
      await within(
        5,
        'hearing of it',
        reader.until(() => reader.follower.view!.round === round),
      )
    }
    await expect.poll(resyncs).toBe(1)
    expect(reader.socket.readyState).toBe(reader.socket.OPEN)
    const ended = new Promise<void>((done) => slow.once('close', () => done()))
    slow.resume()
    await within(5, 'the end of it', ended)
    const back = await Client.at(address, 'etg', { from: reader.follower.version })
    expect(back.heard[0]).toEqual({
      changes: [{ gamingStop: null, resultsByHand: false }],
      version: reader.follower.version,
      now: now(),
    })
  })

  test('but has asked is answered before the service stops', async () => {
    const held = new HeldJournal(memoryJournal())
    const floor = await openFloor({ journal: held.journal, keyMaterial: testKeyMaterial(), plans: quietPlans(), now })
    const app = await openHttp(floor, defaultHttpOptions)
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const seat = await takeDemoSeat(floor, 'single')
    const { token, player } = bodyOf(seat) as { token: string; player: string }
    await give(floor.rooms.get('single')!.table, placeYourBets)
    const client = await Client.at(address, 'single', { token })
    held.hold()
    const answer = client.ask({ do: 'wager', player, spot: '17', stake: 500 })
    await expect.poll(() => floor.rooms.get('single')!.table.consider(({ state }) => stakedBy(state, player))).toBe(500)
    const closed = app.close()
    await turns()
    await held.release()
    expect(await within(2, 'the answer', answer)).toHaveProperty('events')
    await within(5, 'closing', closed)
  })

  test('does not hold up the service when it stops', async () => {
    const { app, address } = await busyService()
    const slow = await deaf(address)
    await turns()
    await within(10, 'stopping', app.close())
    slow.destroy()
  })
})

test('messages sent while the process slept are dropped: their senders have moved on', async () => {
  const floor = await openFloor({ journal: memoryJournal(), keyMaterial: testKeyMaterial(), plans: quietPlans(), now })
  const app = await openHttp(floor, { ...defaultHttpOptions, ws: { ...defaultHttpOptions.ws, sleepMs: 3_000 } })
  onTestFinished(() => app.close())
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const seat = await takeDemoSeat(floor, 'single')
  const { token, player } = bodyOf(seat) as { token: string; player: string }
  const { table } = floor.rooms.get('single')!
  await give(table, placeYourBets)
  const wager = { do: 'wager', player, spot: '17', stake: 500 }
  const client = await Client.at(address, 'single', { token })
  expect(await client.ask({ ...wager, id: 'awake' })).toHaveProperty('events')
  client.socket.send(JSON.stringify({ ...wager, id: 'asleep' }))
  // Blocks this process, as if it were paused. Data that was sent waits in the system's buffers.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_200)
  expect((await within(5, 'being shown out', client.closed)).code).toBe(closeCodes.resync)
  expect(table.consider(({ state }) => stakedBy(state, player))).toBe(500)
  const back = await Client.at(address, 'single', { token })
  expect(await back.ask({ ...wager, id: 'again' })).toHaveProperty('events')
})
