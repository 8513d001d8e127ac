import { MessagePort, Worker } from 'node:worker_threads'
import { EntryDamaged, JournalConflict, JournalUnusable, StoreFault } from './journal.ts'

/** Calls from the event loop to the journal's threads, and their answers. */

/** The calls that a thread answers, by name. */
type Calls = { readonly [call: string]: (...args: never[]) => unknown }
/** Lists: an object costs more in transit. */
type ThreadRequest = readonly [ask: number, call: string, ...args: unknown[]]
type Failure =
  | { kind: 'conflict' | 'unusable' | 'passing' | 'fault'; message: string }
  | { kind: 'damaged'; stream: string; seq: number; message: string }
type ThreadReply = readonly [ask: number, result: unknown] | readonly [ask: number, result: null, failure: Failure]
type Notice = { notice: unknown }

/** A thread as its caller sees it: one request after the other. The caller started it, or has a port to it. */
export class Thread<Own extends Calls> {
  readonly #worker: Worker | MessagePort
  readonly #waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>()
  #asks = 0
  #gone: Error | null = null

  /** `onNotice`: receives messages of the thread that answer no call. */
  constructor(script: URL | MessagePort, onNotice: (notice: never) => void = () => {}) {
    const worker = script instanceof MessagePort ? script : new Worker(script)
    this.#worker = worker
    worker.on('message', (reply: ThreadReply | Notice) =>
      Array.isArray(reply) ? this.#hear(reply as ThreadReply) : onNotice((reply as Notice).notice as never),
    )
    worker.on('error', (error) => this.#lose(error as Error))
    worker.on(worker instanceof MessagePort ? 'close' : 'exit', () => this.#lose(journalClosed()))
  }

  get isGone(): boolean {
    return this.#gone !== null
  }

  ask<Call extends keyof Own & string>(
    call: Call,
    ...args: Parameters<Own[Call]>
  ): Promise<Awaited<ReturnType<Own[Call]>>> {
    return new Promise((resolve, reject) => {
      if (this.#gone) return reject(this.#gone)
      this.#asks++
      this.#waiting.set(this.#asks, { resolve, reject })
      const ports = (args as readonly unknown[]).filter((arg) => arg instanceof MessagePort)
      this.#worker.postMessage([this.#asks, call, ...args] satisfies ThreadRequest, ports)
    })
  }

  async end(): Promise<void> {
    if (this.#worker instanceof MessagePort) this.#worker.close()
    else await this.#worker.terminate()
  }

  #hear([ask, result, failure]: ThreadReply): void {
    const waiting = this.#waiting.get(ask)
    this.#waiting.delete(ask)
    if (failure) waiting?.reject(faultOf(failure))
    else waiting?.resolve(result as never)
  }

  #lose(error: Error): void {
    this.#gone ??= error
    for (const { reject } of this.#waiting.values()) reject(this.#gone)
    this.#waiting.clear()
  }
}

/**
 * A thread that the first request starts, and that the next request starts again after it was lost. `open`: its first
 * call.
 */
export class ThreadOnDemand<Own extends Calls> {
  readonly #script: URL
  readonly #open: (thread: Thread<Own>) => Promise<void>
  #running: { thread: Thread<Own>; opened: Promise<void> } | null = null

  constructor(script: URL, open: (thread: Thread<Own>) => Promise<void>) {
    this.#script = script
    this.#open = open
  }

  async ask<Call extends keyof Own & string>(
    call: Call,
    ...args: Parameters<Own[Call]>
  ): Promise<Awaited<ReturnType<Own[Call]>>> {
    if (!this.#running || this.#running.thread.isGone) this.#running = this.#start()
    const { thread, opened } = this.#running
    await opened
    return thread.ask(call, ...args)
  }

  /** `last`: the last call before it ends. */
  async end(last: (thread: Thread<Own>) => Promise<void> = async () => {}): Promise<void> {
    if (!this.#running) return
    const { thread, opened } = this.#running
    // A thread that could not be opened is gone already.
    await opened.then(() => last(thread)).catch(() => {})
    await thread.end()
  }

  #start() {
    const thread = new Thread<Own>(this.#script)
    const opened = this.#open(thread).catch(async (error) => {
      await thread.end()
      throw error
    })
    return { thread, opened }
  }
}

const journalClosed = (): Error => new Error('the journal is closed')

/** Answers calls in the thread from now on. `then`: runs after each answer. */
export function answerCalls(port: MessagePort, calls: Calls, then: (call: string) => void = () => {}): void {
  port.removeAllListeners('message')
  port.on('message', ([ask, call, ...args]: ThreadRequest) => {
    const reply = answer(calls, ask, call, args)
    if (reply instanceof Promise) return void reply.then((late) => port.postMessage(late))
    port.postMessage(reply)
    then(call)
  })
}

export const notify = (port: MessagePort, notice: unknown): void => port.postMessage({ notice } satisfies Notice)

function answer(calls: Calls, ask: number, call: string, args: readonly unknown[]): ThreadReply | Promise<ThreadReply> {
  const failed = (error: unknown): ThreadReply => [ask, null, failureOf(error)]
  try {
    const result = (calls[call] as (...args: readonly unknown[]) => unknown)(...args)
    return result instanceof Promise ? result.then((late): ThreadReply => [ask, late], failed) : [ask, result]
  } catch (error) {
    return failed(error)
  }
}

function failureOf(error: unknown): Failure {
  const { message } = error as Error
  if (error instanceof EntryDamaged) return { kind: 'damaged', stream: error.stream, seq: error.seq, message }
  if (error instanceof JournalConflict) return { kind: 'conflict', message }
  if (error instanceof JournalUnusable) return { kind: 'unusable', message }
  return { kind: isPassing(error) ? 'passing' : 'fault', message }
}

function faultOf(failure: Failure): Error {
  const { kind, message } = failure
  if (kind === 'damaged') return new EntryDamaged(failure.stream, failure.seq, message)
  if (kind === 'conflict') return new JournalConflict(message)
  return kind === 'unusable' ? new JournalUnusable(message) : new StoreFault(message, kind === 'passing')
}

/** SQLite's codes for failures that may pass: busy, locked, no memory, read-only, I/O, full, cannot open. */
const passingCodes = [5, 6, 7, 8, 10, 13, 14]

const isPassing = (error: unknown): boolean =>
  error instanceof StoreFault
    ? error.isPassing
    : passingCodes.includes(((error as { errcode?: number }).errcode ?? 0) & 0xff)
