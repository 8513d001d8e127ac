import { MessageChannel, type MessagePort } from 'node:worker_threads'
import type { Stored } from '../../record/stored-entry.ts'
import { Thread } from './thread-calls.ts'

/** Reads entries of a stream from a number on, each checked against its hash and its tree. */
export type ReadEntries = (stream: string, from: number, limit: number) => Stored[] | Promise<Stored[]>
/** The calls of a thread that reads a journal for other threads. */
export type LentCalls = { readonly read: ReadEntries }

/** Gives one end of a channel to the thread that reads the journal, and returns the other end. */
export async function lentPort(give: (port: MessagePort) => Promise<void>): Promise<MessagePort> {
  const { port1, port2 } = new MessageChannel()
  await give(port1)
  return port2
}

/** Reads a journal by such a port, without work for the thread that opened the journal. */
export function lentReader(port: MessagePort): ReadEntries {
  const reader = new Thread<LentCalls>(port)
  return (stream, from, limit) => reader.ask('read', stream, from, limit)
}
