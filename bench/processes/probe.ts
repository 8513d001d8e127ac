import { readdirSync, readFileSync } from 'node:fs'

/** Resident memory after everything that can be given back has been. */
export async function memory(): Promise<number> {
  for (let turn = 0; turn < 3; turn++) {
    globalThis.gc?.()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return process.memoryUsage.rss()
}

/** Processor time of this process so far, all its threads, in microseconds. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

/** Processor time of the main thread so far, in microseconds. */
export function mainThreadTime(): number {
  const { user, system } = process.threadCpuUsage()
  return user + system
}

/** The event loop's longest turn in milliseconds, by the clock and in processor time: a busy machine stretches the one. */
export type Hold = { clock: number; work: number }

const moment = (): Hold => ({ clock: performance.now(), work: mainThreadTime() / 1000 })

let last = moment()
let longest: Hold = { clock: 0, work: 0 }
let isWatching = false

function noteHold(): void {
  const now = moment()
  longest = {
    clock: Math.max(longest.clock, now.clock - last.clock),
    work: Math.max(longest.work, now.work - last.work),
  }
  last = now
}

/** Watches the event loop from here on. It costs nothing until it is asked for. */
export function forgetHolds(): void {
  last = moment()
  longest = { clock: 0, work: 0 }
  if (!isWatching) setInterval(noteHold, 1).unref()
  isWatching = true
}

export const longestHold = (): Hold => longest

/**
 * For how long threads of this process were ready and no core was free for them, in milliseconds, all of them together.
 * Only Linux tells (`schedstat`: on a core, waiting for one, how often; nanoseconds); null elsewhere.
 */
export function waitedForCore(): number | null {
  try {
    const threads = readdirSync('/proc/self/task')
    const waits = threads.map((id) => Number(readFileSync(`/proc/self/task/${id}/schedstat`, 'utf8').split(' ')[1]))
    return waits.reduce((sum, wait) => sum + wait, 0) / 1e6
  } catch {
    return null
  }
}
