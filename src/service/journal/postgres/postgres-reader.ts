import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads'
import type { JournalReader, Snapshot, Stored } from '../../../record/stored-entry.ts'
import { leaveThread, takeThread } from '../idle-threads.ts'
import { JournalUnusable } from '../journal.ts'
import { unsealSnapshot } from '../seal.ts'
import type { Call, Calls, Opening, Told } from './reader-thread.ts'
import { READ_WITHIN_MS } from './reading.ts'

const readerThread = new URL('./reader-thread.ts', import.meta.url)

/**
 * A house in a database, read as a file is: whoever verifies it asks for one entry after the other and waits. Another
 * thread asks the database meanwhile. All that is read is of one moment.
 */
export function postgresReader(store: string): JournalReader {
  const { port1: port, port2 } = new MessageChannel()
  const bell = new Int32Array(new SharedArrayBuffer(4))
  const thread = takeThread(readerThread)
  thread.postMessage({ port: port2, bell, store } satisfies Opening, [port2])
  thread.unref()
  let rings = 0

  function ask<Name extends keyof Calls>(
    call: Name,
    ...args: Parameters<Calls[Name]>
  ): Awaited<ReturnType<Calls[Name]>> {
    port.postMessage({ call, args } as Call)
    if (Atomics.wait(bell, 0, rings, READ_WITHIN_MS) === 'timed-out')
      throw new JournalUnusable('the store does not answer')
    rings++
    const told = receiveMessageOnPort(port)!.message as Told
    if ('result' in told) return told.result as never
    throw told.isUnusable ? new JournalUnusable(told.problem) : new Error(told.problem)
  }

  // What is wrong with the address or the server is said before anything is read.
  const streams = attempt(
    () => ask('streams'),
    () => void thread.terminate(),
  )
  return {
    streams: () => streams,
    *entries(stream, from = Number.MIN_SAFE_INTEGER) {
      for (let next = from; ; ) {
        const page: readonly Stored[] = ask('page', stream, next)
        yield* page
        if (page.length === 0) return
        next = page.at(-1)!.seq + 1
      }
    },
    snapshot(stream): Snapshot | null {
      const sealed = ask('snapshot', stream)
      return sealed ? unsealSnapshot(stream, sealed) : null
    },
    blocks: (stream, from = 0) => blocksOf((next) => ask('blocks', stream, next), from),
    checkpoints: (stream) => ask('checkpoints', stream),
    isWhole: true,
    strangers: () => ask('strangers'),
    missing: () => [],
    damage: () => ask('damage'),
    copyTo: (file) => ask('copyTo', file),
    close() {
      ask('close')
      port.close()
      void leaveThread(readerThread, thread)
    },
  }
}

/** A row that is missing is one of nothing, so that those after it keep their places. */
function* blocksOf(
  read: (from: number) => readonly { block: number; nodes: Uint8Array }[],
  from: number,
): Generator<Uint8Array> {
  let next = from
  for (let rows = read(from); rows.length > 0; rows = read(next))
    for (const { block, nodes } of rows) {
      for (; next < block; next++) yield new Uint8Array()
      next++
      yield nodes
    }
}

function attempt<T>(work: () => T, end: () => void): T {
  try {
    return work()
  } catch (error) {
    end()
    throw error
  }
}
