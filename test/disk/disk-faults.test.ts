import { openSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUSE } from '../../src/house/state.ts'
import { TICKETS } from '../../src/house/ticket-state.ts'
import { campaign } from '../campaign.ts'
import { entriesIn, findingsIn } from '../support/journal.ts'
import {
  ask,
  type Body,
  Client,
  cleanUp,
  demoFlags,
  freshFolder,
  type Process,
  type Response,
  type Seat,
  serve,
  within,
} from '../support/service.ts'
import { diskShim } from './build-shim.ts'

/** A disk that fails under the running service: for a moment, which nobody notices, and for longer. */

const shim = diskShim()
const ROUNDS = Math.max(1, Math.round(campaign))

// biome-ignore format: a table is read down its columns
const faults = [
  ['a write that is an I/O error',              1],
  ['a write that finds no room',                2],
  ['a write half of which is done',             3],
  ['a sync that is an I/O error',               4],
] as const

afterAll(cleanUp)

/** The page of disk-shim.c: what fails, and how often it has. */
class Disk {
  readonly file = join(freshFolder(), 'fault')
  readonly #page: number

  constructor() {
    writeFileSync(this.file, Buffer.alloc(16))
    this.#page = openSync(this.file, 'r+')
  }

  /** 0: all is well again. */
  fail(how: number): void {
    writeSync(this.#page, Buffer.of(how), 0, 1, 0)
  }

  get failures(): bigint {
    return readFileSync(this.file).readBigUInt64LE(8)
  }

  /** Resolves when it has failed once more. */
  async hasFailed(before: bigint): Promise<void> {
    await expect.poll(() => this.failures).toBeGreaterThan(before)
  }
}

const TABLE = 'roulette-3'

/** A running service whose disk can fail, somebody at a terminal, and the dealer. */
class House {
  readonly folder = freshFolder()
  readonly disk = new Disk()
  readonly acknowledged: string[] = []
  service!: Process
  seat!: Seat
  dealer!: string
  #count = 0

  async open(storeSeconds: string): Promise<void> {
    const environment = { LD_PRELOAD: (shim as { library: string }).library, DISK_FOLDER: this.folder }
    const flags = { ...demoFlags, speed: '1', 'store-seconds': storeSeconds }
    this.service = await serve(this.folder, flags, { ...environment, DISK_FAULT: this.disk.file })
    this.seat = (await this.ask('POST', '/api/terminals/demo', { table: TABLE })).body as Seat
    this.dealer = (await this.ask('POST', '/api/sessions', { badge: '1001', pin: '407312' })).body.token as string
  }

  ask(method: string, path: string, body?: Body, token?: string): Promise<Response> {
    return ask(this.service.address, method, path, {
      ...(body ? { body } : {}),
      ...(token === undefined ? {} : { token }),
    })
  }

  /** A command that is accepted in every phase of the round. */
  sell(id: string): Promise<Response> {
    const { player, table } = this.seat
    return this.ask('POST', `/api/tables/${table}/commands`, { do: 'buy-in', player, amount: 500, id }, this.dealer)
  }

  ticket(id: string): Promise<Response> {
    return this.ask('POST', '/api/tickets', { amount: 100, id }, this.seat.token)
  }

  freshId(): string {
    return `c${++this.#count}`
  }

  /** Taken, and to be found in the journal. */
  noteTaken(id: string, { status, body }: Response): void {
    expect(status, JSON.stringify(body)).toBe(200)
    this.acknowledged.push(id)
  }

  /** An answer holds for a second: callers poll it. */
  async isReady(): Promise<boolean> {
    return (await this.ask('GET', '/readyz')).status === 200
  }

  alarms(): Promise<Response> {
    return this.ask('GET', '/api/alarms', undefined, this.dealer)
  }

  /** Stops it, and finds everything that was acknowledged in a sound journal, once. */
  async close(): Promise<void> {
    this.service.child.kill('SIGTERM')
    expect((await within(15, 'stopping', this.service.exit)).code).toBe(0)
    const streams = await entriesIn(this.folder)
    const entries = [TABLE, HOUSE, TICKETS].flatMap((stream) => streams.get(stream) ?? [])
    const ids = entries.flatMap(({ body }) => (JSON.parse(body) as { command?: { id?: string } }).command?.id ?? [])
    expect(await findingsIn(this.folder)).toEqual([])
    expect(this.acknowledged.filter((id) => ids.filter((one) => one === id).length !== 1)).toEqual([])
  }
}

const left = shim.missing === undefined ? '' : ` (left out: ${shim.missing})`

describe.skipIf(shim.missing !== undefined)(`a disk that fails for a moment${left}`, () => {
  const house = new House()
  beforeAll(() => house.open('600'))

  test.each(faults)('%s: whoever asks waits, and nobody hears of it', async (_, how) => {
    for (let round = 0; round < ROUNDS; round++) {
      const before = house.disk.failures
      house.disk.fail(how)
      const ids = [house.freshId(), house.freshId()] as const
      const waiting = [house.sell(ids[0]), house.ticket(ids[1])] as const
      await house.disk.hasFailed(before)
      await expect.poll(() => house.isReady()).toBe(false)
      house.disk.fail(0)
      for (const nth of [0, 1] as const) house.noteTaken(ids[nth], await waiting[nth])
    }
    expect((await house.alarms()).body).toEqual([])
  })

  test('all that was acknowledged is there once, and the journal is sound', () => house.close())
})

describe.skipIf(shim.missing !== undefined)(`a disk that fails for longer${left}`, () => {
  const house = new House()
  beforeAll(() => house.open('0.05'))

  test.each(faults)('%s: not ready within a second, before anybody has something recorded', async (_, how) => {
    expect(await house.isReady()).toBe(true)
    house.disk.fail(how)
    await expect.poll(() => house.isReady()).toBe(false)
    house.disk.fail(0)
    await expect.poll(() => house.isReady()).toBe(true)
  })

  test.each(faults)('%s: 503 and why, an alarm, and it comes back by itself', async (_, how) => {
    for (let round = 0; round < ROUNDS; round++) {
      const client = await Client.at(house.service.address, TABLE, { token: house.seat.token })
      house.disk.fail(how)
      const ids = [house.freshId(), house.freshId()] as const
      const refused = [await house.sell(ids[0]), await house.ticket(ids[1])]
      for (const { status, body } of refused) {
        expect(status).toBe(503)
        expect(body.problem).toMatch(/is stopped: (disk I\/O error|database or disk is full)/)
      }
      const { status, body } = await house.alarms()
      expect(status).toBe(200)
      expect(JSON.stringify(body)).toContain('table-stopped')
      await expect.poll(() => house.isReady()).toBe(false)
      house.disk.fail(0)
      await expect.poll(() => house.isReady()).toBe(true)
      house.noteTaken(ids[0], await house.sell(ids[0]))
      house.noteTaken(ids[1], await house.ticket(ids[1]))
      expect(client.socket.readyState).toBe(client.socket.OPEN)
      client.cut()
    }
  })

  test('all that was acknowledged is there once, and the journal is sound', () => house.close())
})
