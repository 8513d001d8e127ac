import { type MessagePort, parentPort } from 'node:worker_threads'
import { JournalUnusable } from '../journal.ts'
import { readPostgresAddress } from './address.ts'
import { loadDriver } from './driver.ts'
import { Primary } from './primary.ts'
import { HouseReading } from './reading.ts'

/** The thread that asks the database, for a reader who waits for each answer where he stands. */

export type Calls = Pick<
  HouseReading,
  'streams' | 'page' | 'snapshot' | 'blocks' | 'checkpoints' | 'strangers' | 'damage' | 'copyTo' | 'close'
>
export type Call = { [Name in keyof Calls]: { call: Name; args: Parameters<Calls[Name]> } }[keyof Calls]
export type Told = { result: unknown } | { problem: string; isUnusable: boolean }

/** A house to read; `bell` is rung with each answer. */
export type Opening = { port: MessagePort; bell: Int32Array; store: string }

parentPort!.on('message', ({ port, bell, store }: Opening) => {
  const reading = (async () =>
    HouseReading.open(new Primary(await loadDriver(), readPostgresAddress(store)), readPostgresAddress(store)))()
  // Every request awaits the reading and has its failure.
  reading.catch(() => {})
  port.on('message', async ({ call, args }: Call) => {
    const told = await reading
      .then((house) => (house[call] as (...args: unknown[]) => Promise<unknown>)(...args))
      .then(
        (result): Told => ({ result }),
        (error: Error): Told => ({ problem: error.message, isUnusable: error instanceof JournalUnusable }),
      )
    port.postMessage(told)
    Atomics.add(bell, 0, 1)
    Atomics.notify(bell, 0)
  })
})
