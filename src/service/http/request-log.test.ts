import { Writable } from 'node:stream'
import { Compile } from 'typebox/compile'
import { afterEach, describe, expect, test } from 'vitest'
import { Hall, signedIn } from '../../../test/support/cluster.ts'
import { apiInMemory } from '../../../test/support/http.ts'
import { memoryJournal } from '../../../test/support/memory-journal.ts'
import { callerOf } from '../../house/find-caller.ts'
import { logLine } from '../../wire/log-line.ts'
import type { Served } from '../floor/elsewhere.ts'
import { giveCommand } from '../floor/give-command.ts'
import { type Journal, StoreFault } from '../journal/journal.ts'
import { inRequest } from '../request-id.ts'
import { freshToken } from '../secrets/key-material.ts'
import { logForwarded } from './request-log.ts'

/** Log lines have one documented form, and name their request. */

const isLine = Compile(logLine)

type Line = Readonly<Record<string, unknown>>

/** A log whose lines are kept as values. */
function keptLog(level = 'debug') {
  const lines: Line[] = []
  const stream = new Writable({
    write(chunk, _, done) {
      lines.push(JSON.parse(String(chunk)) as Line)
      done()
    },
  })
  return { lines, logger: { level, stream } }
}

/** Lines that are not of the documented form. */
const unlike = (lines: readonly Line[]) =>
  lines.filter((line) => !isLine.Check(line)).map((line) => [line, isLine.Errors(line).slice(0, 2)])

describe('a request', () => {
  test('has an id in its answer and in its log line', async () => {
    const { lines, logger } = keptLog()
    const { app } = await apiInMemory({ logger })
    const answer = await app.inject('/api/house')
    const reqId = answer.headers['x-request-id']
    expect(reqId).toMatch(/^[\w.-]+$/)
    expect(lines).toContainEqual(expect.objectContaining({ reqId, msg: 'request', route: '/api/house', status: 200 }))
    const other = await app.inject('/no/such/route')
    expect(other.headers['x-request-id']).not.toBe(reqId)
    expect(lines.at(-1)).toMatchObject({ route: null, status: 404 })
    expect(unlike(lines)).toEqual([])
  })

  test('keeps the id that a proxy gave it, and nobody else', async () => {
    const { app } = await apiInMemory({ proxies: ['192.0.2.1'] })
    const idOf = async (remoteAddress: string, id: string) =>
      (await app.inject({ url: '/api/house', remoteAddress, headers: { 'x-request-id': id } })).headers['x-request-id']
    expect(await idOf('192.0.2.1', 'edge-7')).toBe('edge-7')
    expect(await idOf('192.0.2.2', 'edge-7')).not.toBe('edge-7')
    expect(await idOf('192.0.2.1', 'edge 7')).not.toBe('edge 7')
    expect(await idOf('192.0.2.1', 'x'.repeat(65))).not.toBe('x'.repeat(65))
  })

  test('of which the service could not decide the command is logged at level warn, with the reason', async () => {
    const { lines, logger } = keptLog('info')
    const journal = memoryJournal()
    let isFull = false
    const append: Journal['append'] = (entries, fences) =>
      isFull ? Promise.reject(new StoreFault('the disk is full', false)) : journal.append(entries, fences)
    const { app, floor } = await apiInMemory({ logger }, { journal: { ...journal, append } })
    const token = freshToken(floor.keyMaterial.chance)
    await signedIn(floor, 'dealer', { token })
    const give = (body: object) => {
      const headers = { authorization: `Bearer ${token}` }
      return app.inject({ method: 'POST', url: '/api/tables/etg/commands', headers, body })
    }
    expect((await give({ do: 'settle' })).statusCode).toBe(409)
    expect(lines).toEqual([])
    isFull = true
    const { statusCode, headers } = await give({ do: 'place-your-bets' })
    expect(statusCode).toBe(503)
    const fault = {
      reqId: headers['x-request-id'],
      table: 'etg',
      command: 'place-your-bets',
      outcome: 'fault',
      level: 40,
    }
    expect(lines).toMatchObject([{ ...fault, problem: expect.stringContaining('the disk is full') }])
    expect(unlike(lines)).toEqual([])
    isFull = false
  })
})

describe('a request that another node decides', () => {
  let hall: Hall
  afterEach(async () => {
    await hall.close()
    await hall.store.close()
  })

  test('has the same id there', async () => {
    hall = new Hall()
    const a = await hall.add('a')
    while (hall.ownerOf('etg') === null) await new Promise(setImmediate)
    const credential = await signedIn(a.floor, 'dealer')
    const b = await hall.add('b')
    // It takes its share, and then nothing moves any more.
    const ofB = () => [...b.floor.rooms.keys()].find((id) => hall.ownerOf(id) === b)
    while (ofB() === undefined) await new Promise(setImmediate)
    const table = ofB()!
    const served: Served[] = []
    b.desk.watchServed((one) => void served.push(one))
    const caller = callerOf(a.floor.house.settled.state, credential, a.floor.presence)!
    await inRequest('walk-1', () => giveCommand(a.floor, caller, table, { do: 'place-your-bets' }))
    expect(served).toMatchObject([{ reqId: 'walk-1', from: 'a', table, ask: 'command' }])

    const { lines, logger } = keptLog()
    const { app } = await apiInMemory({ logger })
    logForwarded(app.log, served[0]!)
    expect(lines.at(-1)).toMatchObject({ reqId: 'walk-1', from: 'a', outcome: 'accepted', msg: 'forwarded' })
    expect(unlike(lines)).toEqual([])
  })
})
