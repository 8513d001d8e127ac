import { type MessagePort, workerData } from 'node:worker_threads'
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

const { port, bell, store } = workerData as { port: MessagePort; bell: Int32Array; store: string }

const ring = (told: Told): void => {
  port.postMessage(told)
  Atomics.add(bell, 0, 1)
  Atomics.notify(bell, 0)
}

const reading = (async () =>
  HouseReading.open(new Primary(await loadDriver(), readPostgresAddress(store)), readPostgresAddress(store)))()
reading.catch(() => {})

port.on('message', async ({ call, args }: Call) => {
  try {
    const house = await reading
    ring({ result: await (house[call] as (...args: unknown[]) => Promise<unknown>)(...args) })
  } catch (error) {
    ring({ problem: (error as Error).message, isUnusable: error instanceof JournalUnusable })
  }
})
