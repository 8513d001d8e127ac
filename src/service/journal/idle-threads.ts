import { Worker } from 'node:worker_threads'

/** So many of a kind wait at most. */
const IDLE_MAX = 4

/** A thread is most of what it takes to open a journal: those that have closed one wait for the next. */
const idle = new Map<string, Worker[]>()

/** One that has nothing to do, or a new one. */
export function takeThread(script: URL): Worker {
  const waiting = idle.get(script.href)?.pop()
  if (!waiting) return new Worker(script)
  forgetListeners(waiting)
  waiting.ref()
  return waiting
}

/** It has closed all that it had open. It keeps no process alive, and is forgotten where it ends. */
export async function leaveThread(script: URL, thread: Worker): Promise<void> {
  const waiting = idle.get(script.href) ?? []
  idle.set(script.href, waiting)
  if (waiting.length >= IDLE_MAX) return void (await thread.terminate())
  forgetListeners(thread)
  // It has nothing open: nobody waits for it.
  thread.on('error', () => {})
  thread.on('exit', () => void waiting.splice(waiting.indexOf(thread), 1))
  thread.unref()
  waiting.push(thread)
}

/** Not all of them: some are Node's own. */
function forgetListeners(thread: Worker): void {
  for (const event of ['message', 'error', 'exit']) thread.removeAllListeners(event)
}
